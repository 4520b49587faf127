//===--- SkippedBodies.h - Bodies of which nothing is asked ----*- C++ -*-===//
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

namespace warplint {

/// The functions of a unit whose bodies need not be parsed, nor what they call
/// be instantiated: those in headers of the CUDA Toolkit and of the standard
/// library that run on the host only and are no templates. No check asks what
/// they do, and what they launch is not the user's. What constant expressions and
/// deduced types need, clang parses all the same (Sema::canSkipFunctionBody).
/// Templates instantiate the user's code, as `std::make_unique` does with
/// constructors and what those launch: their instances are left out where nothing
/// that they are made for is the user's, as with `std::vector<float>`. Headers of
/// others may launch the user's kernels.
class SkippedBodies {
public:
  /// Reads where the unit of \p Compiler looks for headers, which must be
  /// prepared for parsing.
  explicit SkippedBodies(clang::CompilerInstance &Compiler);

  /// Clang asks where bodies begin only if this has said so of the unit.
  static void allow(clang::FrontendOptions &Unit);

  /// For SemaConsumer::InitializeSema: from now on bodies of the libraries'
  /// templates are parsed when their first instance needs them. This must live
  /// until \p Unit is parsed.
  void begin(clang::Sema &Unit);

  bool contains(const clang::Decl &Function);

  /// For ASTConsumer::HandleCXXImplicitFunctionInstantiation: clang has just
  /// noted that it is to instantiate \p Function; takes that back if nothing asks
  /// for it. A device function is instantiated when one of the device calls it.
  void leaveOut(clang::FunctionDecl &Function);

private:
  class FileWatch;

  bool isOfLibrary(clang::FileID File, const clang::SourceManager &Sources);
  bool isOfLibrary(const clang::Decl &D);
  /// Neither \p D nor what it and those around it are instances for is the
  /// user's.
  bool isLibrarysAlone(const clang::Decl &D);
  bool isLibrarysAlone(clang::QualType Type);
  bool isLibrarysAlone(const clang::TemplateArgument &Argument);

  clang::LangOptions &Language;
  clang::Sema *Unit = nullptr;
  std::vector<std::string> Folders; ///< With a separator at the end.
  llvm::DenseMap<clang::FileID, bool> Known;
  llvm::DenseMap<const clang::Decl *, bool> Alone;
};

} // namespace warplint

#endif // WARPLINT_FRONTEND_SKIPPEDBODIES_H
