//===--- PrefixEntries.cpp - Notes beside precompiled headers -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was read and written again reads as the same.
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"
#include "PchCache/PrefixEntry.h"
#include <cstdlib>

using namespace warplint;

FUZZ_TARGET(PrefixEntries)(llvm::StringRef Text) {
  auto Read = pch::PrefixEntry::read(Text);
  if (!Read)
    return;
  std::string Once = Read->text();
  auto Again = pch::PrefixEntry::read(Once);
  if (!Again || Again->text() != Once ||
      Again->sumOf("header") != Read->sumOf("header"))
    abort();
}
