//===--- UnitParse.h - A unit parsed without checks -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_CONFIRM_UNITPARSE_H
#define WARPLINT_WORKFLOWS_CONFIRM_UNITPARSE_H

#include "CompileCommands/Translate.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warplint::confirm {

/// Parses \p Unit as linting does and calls \p Then with its AST. A crash, or
/// the limit of memory, ends that and nothing else. Returns what ended it
/// before its end; empty if nothing did.
/// With \p Tokens, those that come out of macros in the unit's own file are
/// added to it.
std::string parseUnit(const commands::Translation &Unit,
                      std::function<void(clang::ASTContext &)> Then,
                      std::vector<clang::Token> *Tokens = nullptr);

/// A unit that has been parsed, and what came of it.
template <typename T> struct FromUnit {
  std::optional<T> Made; ///< Unset if there was no AST.
  std::string Trouble;   ///< What ended it before its end; empty: nothing.
};

/// Parses \p Unit and calls \p Make for its AST.
template <typename T>
FromUnit<T> parse(const commands::Translation &Unit,
                  llvm::function_ref<T(clang::ASTContext &)> Make,
                  std::vector<clang::Token> *Tokens = nullptr) {
  FromUnit<T> Result;
  auto Made = std::make_unique<std::optional<T>>();
  Result.Trouble = parseUnit(
      Unit, [&](clang::ASTContext &Context) { Made->emplace(Make(Context)); },
      Tokens);
  if (Result.Trouble.empty())
    Result.Made = std::move(*Made);
  else
    (void)Made.release(); // Nothing is known of what a crash has left.
  return Result;
}

/// Says on stderr why the unit \p File was not parsed to its end.
void tellTrouble(llvm::StringRef File, llvm::StringRef Trouble,
                 llvm::StringRef Root);

} // namespace warplint::confirm

#endif // WARPLINT_WORKFLOWS_CONFIRM_UNITPARSE_H
