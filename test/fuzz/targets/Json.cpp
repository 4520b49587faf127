//===--- Json.cpp - JSON of any kind -------------------------------------===//
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

#include "Support/Json.h"
#include "FuzzTarget.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstdlib>

using namespace warplint;

FUZZ_TARGET(Json)(llvm::StringRef Text) {
  auto Read = base::parseJson(Text);
  if (!Read) {
    llvm::consumeError(Read.takeError());
    return;
  }
  for (const char *Form : {"{0}", "{0:2}"}) {
    auto Again = base::parseJson(llvm::formatv(Form, *Read).str());
    if (!Again || *Again != *Read)
      abort();
  }
}
