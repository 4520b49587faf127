//===--- ContentHash.h - SHA-256 of texts and files -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_CONTENTHASH_H
#define WARPLINT_SUPPORT_CONTENTHASH_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint::base {

/// SHA-256 of \p Text in hexadecimal. Nobody can make another text with the
/// same hash.
std::string contentHash(llvm::StringRef Text);
/// SHA-256 of the regular file \p Path in hexadecimal; "-" if it cannot be
/// read.
std::string contentHashOf(llvm::StringRef Path);

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_CONTENTHASH_H
