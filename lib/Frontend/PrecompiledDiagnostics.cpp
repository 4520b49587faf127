//===--- PrecompiledDiagnostics.cpp - Less to read of what is precompiled -===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At the end of a unit clang looks for errors in what its functions for the
// device call. It writes all functions with a body into precompiled headers for
// that, and whoever reads the headers reads all of these functions, a third of
// what an edit costs in an editor. Nothing comes of it: what is wrong in a
// header is reported, and forgotten, when the header is precompiled, and
// templates that its functions need are instantiated then
// (`-fpch-instantiate-templates`).
//
//===----------------------------------------------------------------------===//

#include "clang/Sema/Sema.h"
#include "clang/Serialization/ASTWriter.h"

using namespace clang;

namespace {

/// The functions that Sema is to look through; a private member, which the
/// argument of an explicit instantiation may name.
struct Recorded {
  using Member = llvm::SmallSetVector<Decl *, 4> Sema::*;
  friend Member memberOf(Recorded);
};
template <Recorded::Member M> struct Opened {
  friend Recorded::Member memberOf(Recorded) { return M; }
};
template struct Opened<&Sema::DeclsToCheckForDeferredDiags>;

} // namespace

// The linker's --wrap sends every call of clang's function NAME to __wrap_NAME
// and offers the original as __real_NAME.
#pragma GCC diagnostic ignored "-Wreturn-type-c-linkage"
extern "C" {

ASTFileSignature
__real__ZN5clang9ASTWriter8WriteASTEN4llvm12PointerUnionIJPNS_4SemaEPNS_12PreprocessorEEEENS1_9StringRefEPNS_6ModuleES8_b(
    ASTWriter *, llvm::PointerUnion<Sema *, Preprocessor *>, llvm::StringRef,
    Module *, llvm::StringRef, bool);

ASTFileSignature
__wrap__ZN5clang9ASTWriter8WriteASTEN4llvm12PointerUnionIJPNS_4SemaEPNS_12PreprocessorEEEENS1_9StringRefEPNS_6ModuleES8_b(
    ASTWriter *Self, llvm::PointerUnion<Sema *, Preprocessor *> Subject,
    llvm::StringRef File, Module *OfModule, llvm::StringRef Root, bool IsKept) {
  auto *S = llvm::dyn_cast<Sema *>(Subject);
  if (S && S->getLangOpts().CUDA && !S->getLangOpts().OpenMP)
    (S->*memberOf(Recorded())).clear();
  return __real__ZN5clang9ASTWriter8WriteASTEN4llvm12PointerUnionIJPNS_4SemaEPNS_12PreprocessorEEEENS1_9StringRefEPNS_6ModuleES8_b(
      Self, Subject, File, OfModule, Root, IsKept);
}

} // extern "C"
