//===--- StatementFixIts.h - Edits that insert statements -------*- C++ -*-===//
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

/// Finds statements of one unit and makes edits that insert lines among them.
/// Every edit is marked safe, which a caller takes back where it knows better;
/// no edit is made in a macro. Keeps a reference to the unit's AST.
class Statements {
public:
  explicit Statements(clang::ASTContext &Context);

  /// The statement around \p S, across a variable's declaration; null if there
  /// is none or several (in code that instances share).
  const clang::Stmt *parentOf(const clang::Stmt *S) const;
  /// The statement of a block in which \p S is evaluated exactly once whenever
  /// that statement is reached; null if there is none (in a loop's head or a
  /// lambda, say).
  const clang::Stmt *inBlock(const clang::Stmt *S) const;
  /// As inBlock, but also a statement that is the whole body of a loop or the
  /// whole branch of an `if`; null if there is none.
  const clang::Stmt *around(const clang::Stmt *S) const;
  /// The innermost loop around \p S, or \p S itself; null if there is none.
  const clang::Stmt *loopAround(const clang::Stmt *S) const;
  /// Whether \p Early begins before \p Late in the translation unit's text.
  bool precedes(const clang::Stmt *Early, const clang::Stmt *Late) const;

  /// Edits that insert \p Lines before \p S, which `around` returned, with
  /// braces around both if \p S is not in a block. Empty if that is not
  /// possible.
  std::vector<Edit> before(const clang::Stmt *S,
                           llvm::ArrayRef<std::string> Lines) const;
  /// The edit that inserts \p Text behind \p S, which is a statement of a
  /// block; nothing if that is not possible.
  std::optional<Edit> behind(const clang::Stmt *S, llvm::StringRef Text) const;
  /// Edits that make \p Text the first line of \p Branch, which is a block or
  /// the only statement of a branch or loop. Empty if that is not possible.
  std::vector<Edit> atStartOf(const clang::Stmt *Branch,
                              llvm::StringRef Text) const;

  /// The source text of \p S; empty if a macro wrote it.
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

/// The edit that lets the host wait for the device before the statement of
/// \p In that holds \p S, which is not marked safe: it costs time. Nothing if
/// that is not possible.
std::optional<Edit> waitForDeviceBefore(const clang::FunctionDecl &In,
                                        const clang::Stmt &S);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_STATEMENTFIXITS_H
