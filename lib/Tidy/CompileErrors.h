//===--- CompileErrors.h - What errors leave of a unit --------- -*- C++
//-*-===//
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

namespace warplint {

/// A host function with an error in its body: what it launches is not known.
struct UnreadFunction {
  std::string Name;   ///< Qualified.
  std::string Reason; ///< The first error, with its place.
};

/// Keeps the errors of one unit, and tells what they cost: nothing inside
/// functions of templates without an instance, launches inside functions of the
/// host, and elsewhere nobody knows.
class CompileErrors {
public:
  /// \p Where stands before the text of the error, \p Remedy behind it.
  void add(clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info,
           llvm::StringRef Where, llvm::StringRef Remedy = "");

  /// The unit is parsed. Kernels of which an error has left nothing are noted.
  void settle(const clang::ASTContext &Context);

  /// Why the unit could not be parsed whole, with the first or the fatal error
  /// and what helps;
  /// empty if what it has for the device could.
  std::string reason() const;

  /// Something could not be parsed, wherever.
  bool any() const { return !Errors.empty() || !Unread.empty(); }

  const std::vector<UnreadFunction> &unread() const { return Unread; }
  /// Those, each instance of a template by itself.
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
  std::vector<std::string> LostKernels; ///< Their names.
  std::vector<UnreadFunction> Unread;
  std::vector<const clang::FunctionDecl *> Bodies;
};

} // namespace warplint

#endif // WARPLINT_TIDY_COMPILEERRORS_H
