//===--- CacheEntries.cpp - Entries of the cache, of any kind ------------===//
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
#include "PchCache/CommandMacros.h"
#include "PchCache/ReadFiles.h"
#include "Support/Json.h"
#include <cstdlib>

using namespace warplint;

FUZZ_TARGET(CacheEntries)(llvm::StringRef Text) {
  auto Parsed = base::parseJson(Text);
  const llvm::json::Object *Fields = Parsed ? Parsed->getAsObject() : nullptr;
  if (!Fields) {
    llvm::consumeError(Parsed.takeError());
    return;
  }
  if (auto Files = pch::ReadFiles::fromJson(*Fields)) {
    llvm::json::Object Once = Files->toJson();
    auto Again = pch::ReadFiles::fromJson(Once);
    if (!Again || Again->toJson() != Once)
      abort();
  }
  auto Words =
      pch::AskedWords::fromText(Fields->getString("words").value_or("?"));
  if (!Words)
    return;
  Words->mayHold("__CUDA_ARCH__");
  auto Again = pch::AskedWords::fromText(Words->text());
  if (!Again || Again->text() != Words->text())
    abort();
}
