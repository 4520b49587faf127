//===--- CompileErrors.h - What compile errors cost -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_COMPILEERRORS_H
#define WARPLINT_TIDY_COMPILEERRORS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/Diagnostic.h"
#include <string>
#include <vector>

namespace warplint::edge {

/// A host function with an error in its body; its launches are not known.
struct UnreadFunction {
  std::string Name;   ///< Qualified.
  std::string Reason; ///< The first error, with its place.
};

/// Collects the compile errors of one unit and decides what they cost: nothing
/// in templates without an instance, launches in host functions, and in any
/// other place the unit's completeness.
class CompileErrors {
public:
  /// Adds the error \p Info. \p Where is put before its text, \p Remedy behind
  /// it.
  void add(clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info,
           llvm::StringRef Where, llvm::StringRef Remedy = "");

  /// Must be called when the unit is parsed. Records kernels of which an error
  /// left nothing.
  void settle(const clang::ASTContext &Context);

  /// Why the unit could not be parsed whole, with the first or the fatal error
  /// and advice; empty if its device code was parsed whole.
  std::string reason() const;

  /// Whether anything could not be parsed.
  bool any() const { return !Errors.empty() || !Unread.empty(); }

  /// Host functions with an error, each template once.
  const std::vector<UnreadFunction> &unread() const { return Unread; }
  /// Host functions with an error, each instance of a template by itself.
  const std::vector<const clang::FunctionDecl *> &unreadBodies() const {
    return Bodies;
  }

private:
  struct CompileError {
    clang::SourceLocation At;
    unsigned Id = 0;
    std::string Text;
    bool IsFatal = false;
    bool HasRemedy = false;
  };
  class Functions;
  class Ranges;

  void dropUninstantiated(const Functions &Seen, const clang::ASTContext &);
  void takeHosts(const Functions &Seen, const clang::ASTContext &Context);

  std::vector<CompileError> Errors;
  std::vector<std::string> LostKernels; ///< Names of kernels lost to errors.
  std::vector<UnreadFunction> Unread;
  std::vector<const clang::FunctionDecl *> Bodies;
};

} // namespace warplint::edge

#endif // WARPLINT_TIDY_COMPILEERRORS_H
