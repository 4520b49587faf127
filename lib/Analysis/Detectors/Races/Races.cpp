//===--- Races.cpp - Two threads, one element, no order between -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/Races.h"
#include "Analysis/Detectors/Races/RaceSearch.h"

namespace warplint::races {

Races::Races(const KernelFacts &Facts) {
  RaceSearch Search(Facts);
  Search.run();
  Found = std::move(Search.Found);
  Effort = Search.Effort;
  Launches = std::move(Search.Launches);
  Compared = std::move(Search.Compared);
}
Races::~Races() = default;
llvm::ArrayRef<scenarios::Scenario> Races::launches() const { return Launches; }

} // namespace warplint::races
