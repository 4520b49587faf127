//===--- Reports.cpp - Reports and baselines of any kind --------------===//
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
#include "Report/Baseline.h"
#include "Report/Sarif.h"
#include <cstdlib>

using namespace warplint;

static std::string written(const report::Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  report::writeSarif(OS, R, {}, "1");
  return Text;
}

FUZZ_TARGET(Reports)(llvm::StringRef Text) {
  report::Baseline Known;
  if (auto Read = report::readBaseline(Text))
    Known = std::move(*Read);
  else
    llvm::consumeError(Read.takeError());

  auto Read = report::readSarif(Text);
  if (!Read) {
    llvm::consumeError(Read.takeError());
    return;
  }
  std::string Once = written(*Read);
  auto Again = report::readSarif(Once);
  if (!Again || written(*Again) != Once)
    abort();
  report::applyBaseline(*Again, Known, /*Whole=*/true,
                        [](llvm::StringRef) { return false; });
}
