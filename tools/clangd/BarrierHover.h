//===--- BarrierHover.h - What a barrier orders, in hovers ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_CLANGD_BARRIERHOVER_H
#define WARPLINT_TOOLS_CLANGD_BARRIERHOVER_H

#include <string>

namespace clang {
class ASTContext;
} // namespace clang

namespace warplint {

/// What the barrier at a place of the main file orders, in Markdown; empty if
/// there is no barrier or no kernel of the unit is known to reach it. Counted
/// from 0, \p Character in units of UTF-16.
std::string barrierHover(clang::ASTContext &Context, unsigned Line,
                         unsigned Character);

} // namespace warplint

#endif // WARPLINT_TOOLS_CLANGD_BARRIERHOVER_H
