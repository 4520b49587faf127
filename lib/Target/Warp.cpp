//===--- Warp.cpp - Lanes of a warp and masks of them ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/Warp.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint {

std::string hexOf(LaneMask Mask) {
  return "0x" + llvm::utohexstr(Mask, /*LowerCase=*/true);
}

} // namespace warplint
