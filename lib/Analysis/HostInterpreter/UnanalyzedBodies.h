//===--- UnanalyzedBodies.h - Host functions that were not read whole -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a body with an error the compiler keeps what it understood, which is less
// than what stands there. For as long as such bodies are known here they are
// taken away: the functions are as if another unit had them. What their text
// names they may launch, call or change.
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

namespace warplint {

/// The words of a part of a file, as they are written.
llvm::StringSet<> wordsIn(clang::SourceRange Part,
                          const clang::SourceManager &Sources,
                          const clang::LangOptions &Language);

class UnanalyzedBodies {
public:
  /// \p Functions: those of the host with an error in their bodies.
  /// \p TopLevel: the user's declarations.
  UnanalyzedBodies(const clang::ASTContext &Context,
               llvm::ArrayRef<const clang::FunctionDecl *> Functions,
               llvm::ArrayRef<clang::Decl *> TopLevel);
  UnanalyzedBodies(const UnanalyzedBodies &) = delete;
  /// Gives the bodies back.
  ~UnanalyzedBodies();

  /// The kernels that they name, declarations of one by the first, each with
  /// file and line of the function that does.
  const llvm::MapVector<const clang::FunctionDecl *, std::string> &
  kernels() const {
    return Kernels;
  }
  /// Other functions that they name, or may call without a name.
  llvm::ArrayRef<const clang::FunctionDecl *> functions() const {
    return Functions;
  }
  /// Variables outside of functions.
  llvm::ArrayRef<const clang::VarDecl *> variables() const { return Variables; }
  llvm::ArrayRef<const clang::FieldDecl *> fields() const { return Fields; }

private:
  class Reader;

  std::vector<std::pair<clang::FunctionDecl *, clang::Stmt *>> Taken;
  llvm::MapVector<const clang::FunctionDecl *, std::string> Kernels;
  std::vector<const clang::FunctionDecl *> Functions;
  std::vector<const clang::VarDecl *> Variables;
  std::vector<const clang::FieldDecl *> Fields;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_UNANALYZEDBODIES_H
