//===--- Faults.cpp - Faults planted to try the fuzzers -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planted/Faults.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <optional>

namespace warplint {

static constexpr struct {
  llvm::StringLiteral Id;
  Fault Of;
} Known[] = {
#define FAULT(id, name, kind, sentence) {id, Fault::name},
#include "Planted/Faults.def"
#undef FAULT
};

/// A fault that nobody knows ends the program: a run without one would pass for
/// one that shows nothing.
static std::optional<Fault> chosenFault() {
  const char *Id = std::getenv("WARPLINT_PLANTED_FAULT");
  if (!Id)
    return std::nullopt;
  for (const auto &Row : Known)
    if (Row.Id == Id)
      return Row.Of;
  llvm::errs() << "warplint: error: no planted fault '" << Id << "'\n";
  std::exit(2);
}

static const std::optional<Fault> Chosen = chosenFault();

bool planted(Fault F) { return Chosen == F; }

} // namespace warplint
