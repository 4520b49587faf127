//===--- EvidenceMessages.cpp - What findings rest on ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/EvidenceMessages.h"
#include "Analysis/SymbolicExecution/HostArguments.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "Diagnostics/Explanation.h"

namespace warplint {

/// A parameter, or the object that an address or a load is about; empty for
/// other terms.
static std::string subjectText(const Term *T) {
  if (!T)
    return "";
  if (std::string Name = nameOfArgument(T); !Name.empty())
    return Name;
  if (const auto *Load = llvm::dyn_cast<LoadTerm>(T))
    T = Load->address();
  const Term *Root = rootOf(T);
  return llvm::isa<VariableTerm, ParameterTerm>(Root)
             ? llvm::StringRef(objectName(T)).trim('\'').str()
             : "";
}

std::vector<EvidenceItem> itemsOf(const Evidence &Of) {
  std::vector<EvidenceItem> Items;
  for (const MadeAssumption &One : Of.assumed()) {
    std::string Subject = subjectText(One.Subject),
                Other = subjectText(One.Other);
    Items.push_back({EvidenceItem::Kind::Assumption, nameOf(One.Id).str(),
                     Other.empty() ? Subject : Subject + ", " + Other,
                     One.Value});
  }
  if (Of.launch())
    Items.push_back(
        {EvidenceItem::Kind::Launch, nameOf(*Of.launch()).str(), ""});
  for (const std::string &Construct : Of.cuts())
    Items.push_back({EvidenceItem::Kind::Cut, Construct, ""});
  return Items;
}

bool mayReport(const Finding &F, const AssumptionSet &Made) {
  return llvm::none_of(F.RestsOn, [&](const EvidenceItem &Item) {
    auto Row = Item.K == EvidenceItem::Kind::Assumption
                   ? assumptionNamed(Item.Id)
                   : std::nullopt;
    return Row && !Made.isOn(*Row);
  });
}

} // namespace warplint
