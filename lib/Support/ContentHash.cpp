//===--- ContentHash.cpp - Texts by their contents ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/ContentHash.h"
#include "Support/InputFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

namespace warplint::base {

std::string contentHash(llvm::StringRef Text) {
  auto Digest =
      llvm::SHA256::hash(llvm::ArrayRef(Text.bytes_begin(), Text.size()));
  return llvm::toHex(Digest, /*LowerCase=*/true);
}

std::string contentHashOf(llvm::StringRef Path) {
  auto Text = readWhole(Path);
  if (Text)
    return contentHash(*Text);
  llvm::consumeError(Text.takeError());
  return "-";
}

} // namespace warplint::base
