//===--- VerdictBuilder.cpp - Collects what a verdict rests on ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verdicts/VerdictBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace clang;

namespace warplint::verdicts {

llvm::ArrayRef<ReasonInfo> allReasons() {
  static constexpr ReasonInfo Rows[] = {
#define REASON(Name, Id, Text, Settle) {Id, Text, Settle},
#include "Verdicts/Reasons.def"
#undef REASON
  };
  return Rows;
}

void VerdictBuilder::unknown(Property Of, Reason Why, SourceLocation At,
                             llvm::StringRef Detail) {
  const ReasonInfo &Row = infoOf(Why);
  std::string Text = Row.Text.str();
  if (!Detail.empty())
    Text += (": " + llvm::Twine(Detail)).str();
  auto &All = Made.of(Of).Unknowns;
  auto Known =
      llvm::find_if(All, [&](const auto &Other) { return Other.Id == Row.Id; });
  if (Known == All.end())
    All.push_back({Row.Id.str(), std::move(Text), Row.Settle.str(), At});
  else
    ++Known->Times;
}

void VerdictBuilder::assume(Property Of, Assumption That,
                            llvm::StringRef Subject, SourceLocation At) {
  auto &All = Made.of(Of).Conditions;
  auto Known = llvm::find_if(
      All, [&](const auto &Other) { return Other.Id == nameOf(That); });
  if (Known == All.end()) {
    All.push_back({nameOf(That).str(), infoOf(That).Sentence.str(), {}, At});
    Known = std::prev(All.end());
  }
  if (!Subject.empty() && !llvm::is_contained(Known->Subjects, Subject))
    Known->Subjects.push_back(Subject.str());
  if (Known->At.isInvalid())
    Known->At = At;
}

void VerdictBuilder::inherit(Property Of, Property On, SourceLocation At) {
  if (!isKnown(On))
    return unknown(Of, Reason::ConditionRaces, At);
  for (const auto &Each : Made.of(On).Conditions) {
    Assumption That = *assumptionNamed(Each.Id);
    assume(Of, That, "", Each.At);
    for (const std::string &Subject : Each.Subjects)
      assume(Of, That, Subject, Each.At);
  }
}

void VerdictBuilder::violate(Property Of, const Finding &By) {
  Made.of(Of).Violations.push_back(
      {By.Check.str(), By.Message, By.Sure, By.Loc});
}

KernelVerdict VerdictBuilder::take() {
  for (auto &Of : Made.Of) {
    llvm::stable_sort(Of.Violations, [](const auto &L, const auto &R) {
      return L.Sure < R.Sure;
    });
    unsigned Ids = llvm::count_if(Of.Conditions, [](const auto &Each) {
      return Each.Id != nameOf(Assumption::Launch);
    });
    if (Ids > LargestConditionCount) {
      const ReasonInfo &Row = infoOf(Reason::TooMany);
      Of.Unknowns.push_back({Row.Id.str(), Row.Text.str(), Row.Settle.str()});
    }
    Of.Says = !Of.Violations.empty()   ? Standing::Violated
              : !Of.Unknowns.empty()   ? Standing::Unknown
              : !Of.Conditions.empty() ? Standing::HoldsIf
                                       : Standing::Holds;
  }
  return std::exchange(Made, {});
}

} // namespace warplint::verdicts
