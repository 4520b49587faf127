//===--- UnanalyzedBodies.h - Host function bodies with errors --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a body with an error the compiler keeps what it understood, which is less
// than the text has. While an object of this class lives, such bodies are
// removed: the functions look as if another unit defined them. They may launch,
// call or change everything that their text names.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_UNANALYZEDBODIES_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_UNANALYZEDBODIES_H

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace warplint::host {

/// The identifiers in the source text of \p Part, macros not expanded. None if
/// \p Part begins and ends in different files.
llvm::StringSet<> wordsIn(clang::SourceRange Part,
                          const clang::SourceManager &Sources,
                          const clang::LangOptions &Language);

/// Removes the bodies of some functions and returns what their text names.
/// Changes the AST until it is destroyed.
class UnanalyzedBodies {
public:
  /// \p Functions: the host functions with an error in their bodies.
  /// \p TopLevel: the declarations of user code.
  UnanalyzedBodies(const clang::ASTContext &Context,
                   llvm::ArrayRef<const clang::FunctionDecl *> Functions,
                   llvm::ArrayRef<clang::Decl *> TopLevel);
  UnanalyzedBodies(const UnanalyzedBodies &) = delete;
  /// Puts the bodies back.
  ~UnanalyzedBodies();

  /// The kernels that the bodies name (by their definition or else first
  /// declaration), each with file and line of the function that names it.
  const llvm::MapVector<const clang::FunctionDecl *, std::string> &
  kernels() const {
    return Kernels;
  }
  /// Other functions that the bodies name, and all that can be called without a
  /// name: operators, constructors, conversions.
  llvm::ArrayRef<const clang::FunctionDecl *> functions() const {
    return Functions;
  }
  /// Variables outside of functions that the bodies name.
  llvm::ArrayRef<const clang::VarDecl *> variables() const { return Variables; }
  /// Fields that the bodies name.
  llvm::ArrayRef<const clang::FieldDecl *> fields() const { return Fields; }

private:
  class Reader;

  std::vector<std::pair<clang::FunctionDecl *, clang::Stmt *>> Taken;
  llvm::MapVector<const clang::FunctionDecl *, std::string> Kernels;
  std::vector<const clang::FunctionDecl *> Functions;
  std::vector<const clang::VarDecl *> Variables;
  std::vector<const clang::FieldDecl *> Fields;
};

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_UNANALYZEDBODIES_H
