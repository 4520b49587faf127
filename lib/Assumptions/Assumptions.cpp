//===--- Assumptions.cpp - What is taken for granted ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assumptions/Assumptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

namespace warplint {

llvm::ArrayRef<AssumptionInfo> allAssumptions() {
  constexpr bool On = true;
  static constexpr AssumptionInfo All[] = {
#define ASSUMPTION(Name, Id, Of, Does, Default, Checks, Sentence, Test)        \
  {                                                                            \
      Id,                                                                      \
      AssumptionClass::Of,                                                     \
      AssumptionEffect::Does,                                                  \
      Default,                                                                 \
      Checks,                                                                  \
      Sentence,                                                                \
      Test},
#include "Assumptions/Assumptions.def"
#undef ASSUMPTION
  };
  return All;
}

std::optional<Assumption> assumptionNamed(llvm::StringRef Id) {
  for (unsigned I = 0; I < NumAssumptions; ++I)
    if (allAssumptions()[I].Id == Id)
      return Assumption(I);
  return std::nullopt;
}

llvm::StringRef nameOf(AssumptionClass C) {
  switch (C) {
  case AssumptionClass::Identity:
    return "identity";
  case AssumptionClass::Size:
    return "size";
  case AssumptionClass::Alias:
    return "alias";
  case AssumptionClass::Layout:
    return "layout";
  case AssumptionClass::Launch:
    return "launch";
  case AssumptionClass::Data:
    return "data";
  }
  llvm_unreachable("class without a name");
}

llvm::StringRef nameOf(AssumptionEffect E) {
  switch (E) {
  case AssumptionEffect::Silences:
    return "silences";
  case AssumptionEffect::Accuses:
    return "accuses";
  case AssumptionEffect::Basis:
    return "basis";
  }
  llvm_unreachable("effect without a name");
}

AssumptionSet::AssumptionSet() {
  for (unsigned I = 0; I < NumAssumptions; ++I)
    On[I] = allAssumptions()[I].IsOnByDefault;
}

/// The ids that \p Word may have been meant for, nearest first: at most three.
static std::string nearTo(llvm::StringRef Word) {
  std::vector<std::pair<unsigned, llvm::StringRef>> Near;
  for (const AssumptionInfo &Info : allAssumptions()) {
    if (Info.Does == AssumptionEffect::Basis)
      continue;
    bool Holds = Word.size() > 3 && (Info.Id.contains(Word) ||
                                     (!Word.empty() && Word.contains(Info.Id)));
    unsigned Distance = Holds ? 1 : Word.edit_distance(Info.Id);
    if (Distance <= std::max<size_t>(2, Info.Id.size() / 3))
      Near.push_back({Distance, Info.Id});
  }
  llvm::sort(Near);
  std::string Names;
  for (size_t I = 0; I < std::min<size_t>(Near.size(), 3); ++I)
    Names += (I ? "', '" : "'") + Near[I].second.str();
  return Names.empty() ? "" : Names + "'";
}

std::string AssumptionSet::apply(llvm::StringRef Words) {
  std::bitset<NumAssumptions> Now = On;
  llvm::SmallVector<llvm::StringRef, 8> Parts;
  Words.split(Parts, ',');
  for (llvm::StringRef Part : Parts) {
    llvm::StringRef Word = Part.trim();
    if (Word == "none") {
      for (unsigned I = 0; I < NumAssumptions; ++I)
        if (allAssumptions()[I].Does == AssumptionEffect::Silences)
          Now[I] = false;
      continue;
    }
    // A name may begin with "no-" itself.
    auto Named = assumptionNamed(Word);
    bool IsOff = !Named && Word.consume_front("no-");
    if (IsOff)
      Named = assumptionNamed(Word);
    if (!Named) {
      std::string Near = nearTo(Word);
      return "'" + Part.trim().str() + "' names no assumption" +
             (Near.empty() ? "; docs/limitations.md lists them"
                           : "; near ones: " + Near);
    }
    if (IsOff && infoOf(*Named).Does == AssumptionEffect::Basis)
      return "'" + Word.str() +
             "' cannot be switched off: answers rest on it";
    Now[unsigned(*Named)] = !IsOff;
  }
  On = Now;
  return "";
}

} // namespace warplint
