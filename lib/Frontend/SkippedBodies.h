//===--- SkippedBodies.h - Function bodies that are not parsed --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_SKIPPEDBODIES_H
#define WARPLINT_FRONTEND_SKIPPEDBODIES_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class Decl;
class FrontendOptions;
class FunctionDecl;
class LangOptions;
class QualType;
class Sema;
class SourceManager;
class TemplateArgument;
} // namespace clang

namespace warplint::parsing {

/// Decides which function bodies of a unit need not be parsed, and which
/// instances need not be made: those in headers of the CUDA Toolkit and of the
/// standard library that run on the host only and are no templates. No check
/// asks what they do, and what they launch is not the user's. Bodies that
/// constant expressions and deduced types need are parsed by clang in any case
/// (Sema::canSkipFunctionBody). Templates there may instantiate the user's
/// code, as `std::make_unique` does with constructors and what those launch; an
/// instance is left out only if none of its template arguments is the user's,
/// as with `std::vector<float>`. Headers of other libraries may launch the
/// user's kernels and are not skipped.
class SkippedBodies {
public:
  /// Reads the include path of the unit of \p Compiler, which must be prepared
  /// for parsing.
  explicit SkippedBodies(clang::CompilerInstance &Compiler);

  /// Sets the option without which clang does not ask which bodies to skip.
  static void allow(clang::FrontendOptions &Unit);

  /// For SemaConsumer::InitializeSema: from now on, bodies of templates in the
  /// libraries are parsed when their first instance needs them. This object
  /// must live until \p Unit is parsed.
  void begin(clang::Sema &Unit);

  /// Whether the body of \p Function need not be parsed.
  bool contains(const clang::Decl &Function);

  /// For ASTConsumer::HandleCXXImplicitFunctionInstantiation: clang has just
  /// queued the instantiation of \p Function; removes it from the queue if
  /// nothing asks for it. A device function is instantiated when device code
  /// calls it.
  void leaveOut(clang::FunctionDecl &Function);

private:
  class FileWatch;

  bool isOfLibrary(clang::FileID File, const clang::SourceManager &Sources);
  bool isOfLibrary(const clang::Decl &D);
  /// Whether \p D, the declarations around it and all their template arguments
  /// are the libraries' own.
  bool isLibrarysAlone(const clang::Decl &D);
  bool isLibrarysAlone(clang::QualType Type);
  bool isLibrarysAlone(const clang::TemplateArgument &Argument);

  clang::LangOptions &Language;
  clang::Sema *Unit = nullptr;
  std::vector<std::string> Folders; ///< With a separator at the end.
  llvm::DenseMap<clang::FileID, bool> Known;
  llvm::DenseMap<const clang::Decl *, bool> Alone;
};

} // namespace warplint::parsing

#endif // WARPLINT_FRONTEND_SKIPPEDBODIES_H
