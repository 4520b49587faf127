//===--- Inputs.cpp - Records of an audit's inputs, of any kind -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an audit records of its inputs reads back as the same. A unit has each
// row once, so that no list of numbers is longer than the rows are.
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"
#include "Workflows/Audit/InputRecords.h"
#include <cstdlib>

using namespace warplint;

FUZZ_TARGET(Inputs)(llvm::StringRef Text) {
  auto Read = audit::InputRecords::read(Text);
  if (!Read)
    return;
  for (const auto &[Name, Of] : Read->Units)
    if (Of.Rows.size() > Read->Rows.size())
      abort();
  std::string Once = Read->text();
  auto Again = audit::InputRecords::read(Once);
  if (!Again || Again->text() != Once ||
      Again->Units.size() != Read->Units.size())
    abort();
}
