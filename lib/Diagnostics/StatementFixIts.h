//===--- StatementFixIts.h - New statements beside old ones ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_STATEMENTFIXITS_H
#define WARPLINT_DIAGNOSTICS_STATEMENTFIXITS_H

#include "Finding/Finding.h"
#include "clang/AST/Stmt.h"

namespace clang {
class ASTContext;
class SourceManager;
} // namespace clang

namespace warplint {

/// The statements of one unit, and lines of their own among them. All edits are
/// safe ones until somebody knows better; there are none in macros.
class Statements {
public:
  explicit Statements(clang::ASTContext &Context);

  /// Null if there is none, or several.
  const clang::Stmt *parentOf(const clang::Stmt *S) const;
  /// The statement of a block that \p S is evaluated in, once and whenever that
  /// statement is reached; null if there is none.
  const clang::Stmt *inBlock(const clang::Stmt *S) const;
  /// The same, or a statement that is all of a successor of a branch or of a loop.
  const clang::Stmt *around(const clang::Stmt *S) const;
  /// The innermost loop around \p S, or \p S itself; null if there is none.
  const clang::Stmt *loopAround(const clang::Stmt *S) const;
  bool comesBefore(const clang::Stmt *Early, const clang::Stmt *Late) const;

  /// \p Lines in front of \p S, which `around` gave; with braces around both if
  /// it stands in none. Empty if that cannot be.
  std::vector<Edit> before(const clang::Stmt *S,
                           llvm::ArrayRef<std::string> Lines) const;
  /// Behind \p S, which stands in a block.
  std::optional<Edit> behind(const clang::Stmt *S, llvm::StringRef Text) const;
  /// \p Text as the first line of \p Branch, a block or the only statement of an
  /// successor.
  std::vector<Edit> atStartOf(const clang::Stmt *Branch,
                              llvm::StringRef Text) const;

  /// As written; empty in macros.
  std::string textOf(const clang::Stmt &S) const;

private:
  std::optional<Edit> insertBefore(const clang::Stmt *S,
                                   llvm::StringRef Text) const;
  std::vector<Edit> inBraces(const clang::Stmt *S, const clang::Stmt *Parent,
                             llvm::StringRef Text) const;
  static Edit insertion(clang::SourceLocation At, const llvm::Twine &Text);

  clang::ASTContext &Context;
  const clang::SourceManager &Sources;
};

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_STATEMENTFIXITS_H
