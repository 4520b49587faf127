//===--- CrossUnitLaunches.cpp - What the units of a build launch ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/CrossUnitLaunches.h"
#include "Analysis/Budgets/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint::launches {

/// Calls of one function by one unit that are recorded as different ones.
static constexpr size_t CallsRecorded = 16;

/// How far the calls of one launch have been followed.
struct CrossUnitLaunches::Following {
  const Limits &Within;
  unsigned Units = 0; ///< On the path of calls.
  unsigned Looks = 0;

  bool mayGoOn(size_t Found) {
    return Within.allows(BudgetId::CallUnits, Units + 1) &&
           Within.allows(BudgetId::CallsOfUnits, Found + 1) &&
           Within.allows(BudgetId::CallLooks, ++Looks);
  }
};

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

void CrossUnitLaunches::define(const std::string &Kernel,
                               const std::string &Unit) {
  Units[Unit].Defined.insert(Kernel);
}

void CrossUnitLaunches::add(const std::string &Kernel, const std::string &Unit,
                            KernelLaunch Launch, std::string Place) {
  Launch.Site = nullptr;
  Launch.Place = std::move(Place);
  Units[Unit].Made[Kernel].push_back(std::move(Launch));
}

void CrossUnitLaunches::addCall(const std::string &Function,
                                const std::string &Unit, OutsideCall Call) {
  std::vector<OutsideCall> &Known = Units[Unit].Calls[Function];
  if (Known.size() >= CallsRecorded) {
    // A call of which nothing is known.
    LaunchConstraint Any;
    Any.Arguments.resize(Call.Fact.Arguments.size());
    Any.Bytes.resize(Any.Arguments.size());
    Call.Fact = std::move(Any);
  }
  // Calls from one place to another on many paths repeat themselves.
  if (llvm::none_of(Known, [&](const OutsideCall &Other) {
        return Other.Fact == Call.Fact;
      }))
    Known.push_back(std::move(Call));
}

void CrossUnitLaunches::add(const CrossUnitLaunches &Other) {
  for (const auto &[Unit, Theirs] : Other.Units) {
    OfUnit &Ours = Units[Unit];
    Ours.Defined.insert(Theirs.Defined.begin(), Theirs.Defined.end());
    for (const auto &[Kernel, Made] : Theirs.Made) {
      auto &Known = Ours.Made[Kernel];
      Known.insert(Known.end(), Made.begin(), Made.end());
    }
    for (const auto &[Function, Calls] : Theirs.Calls)
      for (const OutsideCall &Each : Calls)
        addCall(Function, Unit, Each);
  }
}

std::vector<KernelLaunch> CrossUnitLaunches::of(llvm::StringRef Kernel,
                                                llvm::StringRef Own,
                                                const Limits &Within) const {
  std::vector<KernelLaunch> Result;
  for (const auto &[Unit, Theirs] : Units)
    if (auto Made = Theirs.Made.find(Kernel.str());
        Unit != Own && Made != Theirs.Made.end())
      for (const KernelLaunch &Each : Made->second)
        llvm::append_range(Result, asCalled(Each, Within));
  return Result;
}

//===----------------------------------------------------------------------===//
// Calls between units
//===----------------------------------------------------------------------===//

std::vector<const OutsideCall *>
CrossUnitLaunches::callsOf(const std::string &Function) const {
  std::vector<const OutsideCall *> Result;
  for (const auto &[Unit, Theirs] : Units)
    if (auto Calls = Theirs.Calls.find(Function); Calls != Theirs.Calls.end())
      for (const OutsideCall &Each : Calls->second)
        Result.push_back(&Each);
  return Result;
}

/// \p Known specialized to each call of its entry that can reach it, with the
/// place of the outermost call. Also \p Known itself if a limit was hit, or if
/// no call reaches it and it is a launch by itself.
std::vector<OutsideCall> CrossUnitLaunches::asCalled(const OutsideCall &Known,
                                                     Following &Now) const {
  std::vector<OutsideCall> Result;
  llvm::StringRef Entry = Known.Fact.Entry;
  bool IsOnlyAsCalled = Entry.consume_front(OnlyAsCalled), IsCut = false;
  if (!Entry.empty())
    for (const OutsideCall *Call : callsOf(Entry.str())) {
      IsCut = !Now.mayGoOn(Result.size());
      if (IsCut)
        break;
      std::optional<LaunchConstraint> Here = calledAs(Known.Fact, Call->Fact);
      if (!Here)
        continue;
      llvm::SaveAndRestore Through(Now.Units, Now.Units + 1);
      for (OutsideCall &Each : asCalled({*Here, Call->Place}, Now))
        if (llvm::none_of(Result, [&](const OutsideCall &Other) {
              return Other.Fact == Each.Fact;
            }))
          Result.push_back(std::move(Each));
    }
  if ((Result.empty() && !IsOnlyAsCalled) || IsCut)
    Result.push_back(Known);
  return Result;
}

/// Sets the unknown extents \p Extents to the numbers that \p Of determines.
static void settle(std::array<uint32_t, 3> &Extents,
                   std::array<std::optional<LaunchTerms::Ref>, 3> &Said,
                   const LaunchConstraint &Of) {
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    auto Number =
        Said[Axis] ? Of.Terms.numberWhere(*Said[Axis], Of.Holds) : std::nullopt;
    if (!Number || Extents[Axis] || *Number <= 0 || *Number > UINT32_MAX)
      continue;
    Extents[Axis] = uint32_t(*Number);
    Said[Axis] = std::nullopt;
  }
}

std::vector<KernelLaunch>
CrossUnitLaunches::asCalled(const KernelLaunch &Made,
                            const Limits &Within) const {
  std::vector<KernelLaunch> Result;
  Following Now{Within};
  for (const LaunchConstraint &Fact : Made.Facts)
    for (OutsideCall &Each : asCalled({Fact, Made.Caller}, Now)) {
      KernelLaunch New = Made;
      New.Caller = std::move(Each.Place);
      settle(New.Extents.Grid, Each.Fact.Grid, Each.Fact);
      settle(New.Extents.Block, Each.Fact.Block, Each.Fact);
      // The entry is resolved.
      Each.Fact.Entry.clear();
      Each.Fact.Entered.clear();
      New.Facts = {std::move(Each.Fact)};
      Result.push_back(std::move(New));
    }
  return Result;
}

/// Adds to \p Work the entries of the constraints \p Of.
template <typename List>
static void addEntries(const List &Of, std::vector<std::string> &Work) {
  for (const LaunchConstraint &Fact : Of)
    if (!Fact.Entry.empty())
      Work.push_back(llvm::StringRef(Fact.Entry).ltrim(OnlyAsCalled).str());
}

std::set<std::string> CrossUnitLaunches::entries() const {
  std::vector<std::string> Work;
  for (const auto &[Unit, Theirs] : Units)
    for (const auto &[Kernel, Made] : Theirs.Made)
      for (const KernelLaunch &Each : Made)
        addEntries(Each.Facts, Work);
  std::set<std::string> Result;
  while (!Work.empty()) {
    std::string Next = std::move(Work.back());
    Work.pop_back();
    if (Result.insert(Next).second)
      for (const OutsideCall *Call : callsOf(Next))
        addEntries(llvm::ArrayRef(Call->Fact), Work);
  }
  return Result;
}

CrossUnitLaunches
CrossUnitLaunches::concerning(const std::set<std::string> &Which) const {
  CrossUnitLaunches Result, Known;
  for (const std::string &Own : Which) {
    auto Found = Units.find(Own);
    if (Found == Units.end())
      continue;
    Known.Units[Own].Made = Found->second.Made;
    for (const auto &[Unit, Theirs] : Units)
      for (const auto &[Kernel, Made] : Theirs.Made)
        if (Unit != Own && Found->second.Defined.count(Kernel))
          Known.Units[Unit].Made[Kernel] = Result.Units[Unit].Made[Kernel] =
              Made;
  }
  for (const auto &[Unit, Theirs] : Units)
    Known.Units[Unit].Calls = Theirs.Calls;
  for (const std::string &Entry : Known.entries())
    for (const auto &[Unit, Theirs] : Units)
      if (auto Calls = Theirs.Calls.find(Entry); Calls != Theirs.Calls.end())
        Result.Units[Unit].Calls.insert(*Calls);
  return Result;
}

std::set<std::string> CrossUnitLaunches::units() const {
  std::set<std::string> Result;
  for (const auto &Each : Units)
    Result.insert(Each.first);
  return Result;
}

void CrossUnitLaunches::dropOtherCalls() {
  std::set<std::string> Needed = entries();
  for (auto &[Unit, Theirs] : Units)
    for (auto Each = Theirs.Calls.begin(); Each != Theirs.Calls.end();)
      Each = Needed.count(Each->first) ? std::next(Each)
                                       : Theirs.Calls.erase(Each);
}

bool CrossUnitLaunches::hasLaunches() const {
  return llvm::any_of(Units, [](const auto &Each) {
    return !Each.second.Made.empty() || !Each.second.Calls.empty();
  });
}

} // namespace warplint::launches
