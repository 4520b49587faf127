//===--- Evidence.cpp - What an answer rests on ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assumptions/Evidence.h"
#include "Assumptions/Assumptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

namespace warplint {

llvm::StringRef nameOf(ProvenanceKind P) {
  switch (P) {
  case ProvenanceKind::LaunchedHere:
    return "launched-here";
  case ProvenanceKind::LaunchedInBuild:
    return "launched-in-build";
  case ProvenanceKind::BoundedByCode:
    return "bounded-by-code";
  case ProvenanceKind::StatedByUser:
    return "stated-by-user";
  case ProvenanceKind::EachTried:
    return "each-tried";
  case ProvenanceKind::Guessed:
    return "guessed";
  }
  llvm_unreachable("provenance without a name");
}

void Evidence::add(const MadeAssumption &One) {
  if (!llvm::is_contained(All, One))
    All.push_back(One);
}

void Evidence::add(const Evidence &Other) {
  for (const MadeAssumption &One : Other.All)
    add(One);
  if (Other.From)
    launched(*Other.From);
  for (const std::string &Construct : Other.Cuts)
    cut(Construct);
}

void Evidence::launched(ProvenanceKind Of) {
  From = From ? std::max(*From, Of) : Of;
}

void Evidence::cut(llvm::StringRef Construct) {
  if (!llvm::is_contained(Cuts, Construct))
    Cuts.push_back(Construct.str());
}

llvm::SmallVector<Assumption, 2>
fewestOf(llvm::ArrayRef<Assumption> Asked,
         llvm::function_ref<bool(llvm::ArrayRef<Assumption>)> IsGiven) {
  llvm::SmallVector<Assumption, 2> Needed;
  if (Asked.empty() || IsGiven(Asked))
    return Needed;
  llvm::SmallVector<Assumption, 8> Off;
  for (Assumption Each : llvm::reverse(Asked)) {
    Off.push_back(Each);
    if (IsGiven(Off))
      continue;
    Off.pop_back();
    Needed.push_back(Each);
  }
  std::reverse(Needed.begin(), Needed.end());
  return Needed;
}

AssumptionCounts::AssumptionCounts() : Answers(NumAssumptions) {}

void AssumptionCounts::count(const Evidence &Of) {
  for (const MadeAssumption &One : Of.assumed())
    ++Answers[unsigned(One.Id)];
}

void AssumptionCounts::add(const AssumptionCounts &Other) {
  for (auto [Mine, Theirs] : llvm::zip_equal(Answers, Other.Answers))
    Mine += Theirs;
}

bool Evidence::rests(Assumption On) const {
  return llvm::any_of(All,
                      [On](const MadeAssumption &One) { return One.Id == On; });
}

} // namespace warplint
