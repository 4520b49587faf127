//===--- Records.cpp - Records of units, of any kind ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a unit of an audit notes of its run reads back as the same.
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"
#include "Workflows/Lint/UnitRecord.h"
#include <cstdlib>

using namespace warplint;

FUZZ_TARGET(Records)(llvm::StringRef Text) {
  auto Read = lint::UnitRecord::read(Text);
  if (!Read)
    return;
  std::string Once = Read->text();
  auto Again = lint::UnitRecord::read(Once);
  if (!Again || Again->text() != Once)
    abort();
}
