//===--- Registry.cpp - Which checks there are ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Check.h"

namespace warplint {

#define CHECK(ID, CLASS, SUMMARY, TIER, GUIDELINE, CWE, SINCE)                 \
  std::unique_ptr<Check> make##CLASS(const CheckInfo &Info);
#include "checks/Checks.def"

static constexpr CheckInfo Table[] = {
#define CHECK(ID, CLASS, SUMMARY, TIER, GUIDELINE, CWE, SINCE)                 \
  {ID, SUMMARY, Category::TIER, GUIDELINE, CWE, SINCE},
#include "checks/Checks.def"
};

static constexpr std::unique_ptr<Check> (*Makers[])(const CheckInfo &) = {
#define CHECK(ID, CLASS, SUMMARY, TIER, GUIDELINE, CWE, SINCE) make##CLASS,
#include "checks/Checks.def"
};

llvm::ArrayRef<CheckInfo> allChecks() { return Table; }

std::unique_ptr<Check> createCheck(llvm::StringRef Id) {
  for (size_t I = 0; I < std::size(Table); ++I)
    if (Table[I].Id == Id)
      return Makers[I](Table[I]);
  return nullptr;
}

} // namespace warplint
