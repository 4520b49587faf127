//===--- UnmodelledCode.cpp - What no table has a row for -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/UnmodelledCode.h"
#include "CudaModel/AstNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;

namespace warplint {

bool needsWholeWarp(const FunctionDecl &F) {
  return visibleName(F).str().starts_with("nvcuda::wmma::");
}

bool makesOpenGroup(const FunctionDecl &F) {
  static constexpr llvm::StringLiteral Names[] = {
      "cooperative_groups::binary_partition",
      "cooperative_groups::labeled_partition",
      "cooperative_groups::coalesced_threads"};
  return llvm::is_contained(Names, visibleName(F).str());
}

bool writesSurface(const FunctionDecl &F) {
  llvm::StringRef Name = F.getIdentifier() ? F.getName() : "";
  return Name.starts_with("surf") && Name.contains("write");
}

bool readsTexture(const FunctionDecl &F) {
  llvm::StringRef Name = F.getIdentifier() ? F.getName() : "";
  return Name.starts_with("tex1D") || Name.starts_with("tex2D") ||
         Name.starts_with("tex3D") || Name.starts_with("texCube") ||
         (Name.starts_with("surf") && Name.contains("read"));
}

bool isUnnoticed(const FunctionDecl &F) {
  static constexpr llvm::StringLiteral Names[] = {"printf", "vprintf",
                                                  "__assert_fail"};
  return F.getIdentifier() && llvm::is_contained(Names, F.getName());
}

static bool namesTime(llvm::StringRef Text) {
  return Text.contains("clock") || Text.contains("globaltimer") ||
         Text.contains("nanosleep");
}

bool showsTiming(const FunctionDecl &F) {
  return F.getIdentifier() && (namesTime(F.getName()) || isUnnoticed(F));
}

bool showsTiming(const GCCAsmStmt &Asm) {
  return namesTime(Asm.getAsmString());
}

} // namespace warplint
