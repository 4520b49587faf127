//===--- UnmodelledCode.h - What no table has a row for ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions and calls that the tables do not describe, or not in every
// respect. Nothing is reported because of them, and a property that they
// concern is not known to hold.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_UNMODELLEDCODE_H
#define WARPLINT_CUDAMODEL_UNMODELLEDCODE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <string>

namespace warplint {

/// The opcode of the first instruction of \p Asm that has no row and is not
/// known to compute from registers alone; empty if there is none.
std::string instructionWithoutRow(const clang::GCCAsmStmt &Asm);

/// Some instruction of \p Asm is executed by all lanes of a warp together
/// (`.aligned`), and no barrier.
bool needsWholeWarp(const clang::GCCAsmStmt &Asm);

/// \p F is executed by all lanes of a warp together: fragments of
/// `nvcuda::wmma`.
bool needsWholeWarp(const clang::FunctionDecl &F);

/// \p F makes a cooperative group of those lanes that are converged, or that
/// have one value: who is in it is not known.
bool makesOpenGroup(const clang::FunctionDecl &F);

/// \p F stores in memory behind a surface.
bool writesSurface(const clang::FunctionDecl &F);
/// \p F loads memory behind a texture or a surface.
bool readsTexture(const clang::FunctionDecl &F);

/// \p F prints, or reads a clock: other threads notice nothing of it.
bool isUnnoticed(const clang::FunctionDecl &F);

/// When threads execute \p F shows in what it gives or prints: clocks, output,
/// and what waits for some time.
bool showsTiming(const clang::FunctionDecl &F);
/// Likewise by the text of \p Asm.
bool showsTiming(const clang::GCCAsmStmt &Asm);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_UNMODELLEDCODE_H
