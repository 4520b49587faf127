//===--- QueryLaunch.cpp - What the launch of a query says ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/HostArguments.h"
#include "Analysis/TwoThreads/QuerySymbols.h"
#include "Support/Checked.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;

namespace warplint::twothreads {

/// Numbers of the host of which nothing is known are no larger, and what it
/// makes of them.
static constexpr int64_t LargestOfHost = int64_t(1) << 20, Far = int64_t(1)
                                                                 << 30;

std::optional<int64_t> QuerySymbols::hostValueOf(const Term *Parameter) const {
  auto Index = Constraints ? argumentSlotOf(Parameter) : std::nullopt;
  return Index ? Constraints->valueOf(*Index) : std::nullopt;
}

bool QuerySymbols::isSpelledByHost(const Term *Parameter) const {
  auto Index = Said ? argumentSlotOf(Parameter) : std::nullopt;
  return Index && *Index < Said->Arguments.size() && Said->Arguments[*Index] &&
         Said->Terms.constantOf(*Said->Arguments[*Index]);
}

std::optional<int64_t> QuerySymbols::bytesAt(const Term *Root) const {
  auto Index = Constraints ? argumentSlotOf(Root) : std::nullopt;
  return Index ? Constraints->bytesAt(*Index) : std::nullopt;
}

/// Numbers for what extents and sizes follow from; what else a parameter gets
/// stays open, and so the host's tests of it.
void QuerySymbols::readLaunch(const scenarios::ParameterUses &Roles) {
  Slots = launches::argumentSlotsOf(Facts.root());
  std::set<unsigned> Settled; // Looked up.
  auto Settle = [&](const std::optional<LaunchTerms::Ref> &T) {
    if (T)
      for (unsigned Symbol : Said->Terms.symbolsOf(*T))
        Settled.insert(Symbol);
  };
  for (const auto *Extents : {&Said->Grid, &Said->Block})
    llvm::for_each(*Extents, Settle);
  llvm::SmallSetVector<unsigned, 8> Open;
  for (auto [Slot, Gets] : llvm::zip(Slots, Said->Arguments)) {
    const Term *Parameter = termOf(Slot, Facts.terms());
    if (!Gets || !isIntegerParameter(Parameter))
      continue;
    if (Sizes.of(Parameter).Standing !=
        scenarios::AssumedSizes::Stands::ForItself) {
      Settle(Gets);
      continue;
    }
    for (unsigned Symbol : Said->Terms.symbolsOf(*Gets))
      Open.insert(Symbol);
    if (auto Symbol = Said->Terms.symbolOf(*Gets))
      StandsFor.insert({*Symbol, Parameter});
  }
  Open.remove_if([&](unsigned Symbol) { return Settled.count(Symbol) > 0; });
  for (unsigned Symbol : Open)
    OfHost[Symbol] = nullptr;
  Constraints.emplace(*Said, shape().Grid, shape().Block, Facts.limits(),
                      Open.getArrayRef());
  chooseSizes(Roles);
}

/// One number of the host that goes to several parameters is as large as the
/// largest of them would be; one that the host has tested is what passes.
void QuerySymbols::chooseSizes(const scenarios::ParameterUses &Roles) {
  llvm::SetVector<const Term *> Parameters;
  for (const auto *List : {&Roles.Pitches, &Roles.Bounds, &Roles.Offsets})
    Parameters.insert(List->begin(), List->end());
  for (const auto &[Parameter, Step] : Roles.Steps)
    Parameters.insert(Parameter);
  std::map<unsigned, int64_t> Largest;
  for (const Term *Parameter : Parameters) {
    auto Index = argumentSlotOf(Parameter);
    auto Symbol = Index ? Constraints->openSymbol(*Index) : std::nullopt;
    scenarios::AssumedSizes::Size Size = Sizes.of(Parameter);
    if (Symbol && Size.Standing == scenarios::AssumedSizes::Stands::ForOne &&
        (Said->isShared(*Symbol) || !Constraints->allows(*Symbol, Size.Value)))
      Largest[*Symbol] = std::max(Largest[*Symbol], Size.Value);
  }
  for (auto [Symbol, Value] : Largest)
    if (!Constraints->chosen(Symbol))
      Constraints->choose(Symbol, Value);
}

/// \p Assumed, moved to where the host's tests let a number be.
static TermArena::Range within(launches::LaunchConstraintSolver::Bounds Known,
                               TermArena::Range Assumed) {
  base::Checked Width = base::Checked(Assumed.Max) - Assumed.Min;
  if (Known.Most && *Known.Most < *Assumed.Max)
    Assumed = {std::min(*Assumed.Min, (Known.Most - Width).orElse(*Known.Most)),
               Known.Most};
  if (Known.Least && *Known.Least > *Assumed.Min)
    Assumed = {Known.Least, Known.Most
                                ? std::max(*Known.Most, *Known.Least)
                                : (Known.Least + Width).orElse(*Known.Least)};
  return Assumed;
}

/// What stands for \p Symbol of the host, which is open: the parameter that
/// gets it, or what none gets as it is.
const Term *QuerySymbols::ofHostSymbol(unsigned Symbol) {
  if (auto Gets = StandsFor.find(Symbol); Gets != StandsFor.end())
    return parameter(Gets->second);
  const Term *&Known = OfHost[Symbol];
  if (Known)
    return Known;
  Known = newSymbol(
      within(Constraints->boundsOf(Symbol), {-LargestOfHost, LargestOfHost}),
      {"host", SymbolInfo::Kind::Parameter, 0, nullptr, nullptr});
  addWhatHostTested(Symbol, Known);
  return Known;
}

void QuerySymbols::addWhatHostTested(unsigned Symbol, const Term *Of) {
  for (LaunchTerms::Ref T : Constraints->requirementsOf(Symbol))
    if (const Term *Tested = ofHost(T))
      addFact(Of, Tested);
}

/// \p T, a number of the host, as the query has it. Null where a part of it is
/// neither known nor what a parameter that stands for itself is made of.
const Term *QuerySymbols::ofHost(LaunchTerms::Ref T) {
  const LaunchTerms &Terms = Constraints->terms();
  for (unsigned Symbol : Terms.symbolsOf(T))
    if (!Constraints->chosen(Symbol) && !OfHost.count(Symbol))
      return nullptr;
  std::map<LaunchTerms::Ref, const Term *> Done;
  llvm::SmallVector<LaunchTerms::Ref, 16> Work{T};
  while (!Work.empty()) {
    LaunchTerms::Ref Next = Work.back();
    const LaunchTerms::Node &N = Terms[Next];
    if (!N.isLeaf() && (!Done.count(N.Left) || !Done.count(N.Right))) {
      Work.append({N.Left, N.Right});
      continue;
    }
    Work.pop_back();
    const Term *&Made = Done[Next];
    if (Made)
      continue;
    if (N.Op == Operator::Constant) {
      Made = Arena.constant(N.Value);
    } else if (N.Op == Operator::Symbol) {
      auto Value = Constraints->chosen(unsigned(N.Value));
      Made = Value ? Arena.constant(*Value) : ofHostSymbol(unsigned(N.Value));
    } else {
      Made = combined(N.Op, Done[N.Left], Done[N.Right], Arena);
    }
  }
  return Done[T];
}

const Term *QuerySymbols::openParameter(const Term *Parameter,
                                        TermArena::Range Assumed) {
  std::string Name = nameOfArgument(Parameter);
  SymbolInfo Info{Name.empty() ? "parameter" : Name,
                  SymbolInfo::Kind::Parameter, 0, Parameter, nullptr};
  auto Index = Constraints ? argumentSlotOf(Parameter) : std::nullopt;
  if (!Index || *Index >= Said->Arguments.size() || !Said->Arguments[*Index])
    return newSymbol(Assumed, std::move(Info));
  LaunchTerms::Ref Gets = *Said->Arguments[*Index];
  const Term *&Known = Unknowns[keyOf(Parameter, 0, {})];
  if (auto Symbol = Constraints->openSymbol(*Index)) {
    // Two that get one number.
    if (auto First = StandsFor.find(*Symbol);
        First != StandsFor.end() && First->second != Parameter) {
      const Term *Same = this->parameter(First->second);
      Known = newSymbol(Arena.rangeOf(Same), std::move(Info));
      addFact(Known, Arena.binary(BO_EQ, Known, Same));
      return Known;
    }
    Known = newSymbol(within(Constraints->boundsOf(*Symbol), Assumed),
                      std::move(Info));
    addWhatHostTested(*Symbol, Known);
    return Known;
  }
  const Term *Made = ofHost(Gets);
  if (!Made)
    return newSymbol(Assumed, std::move(Info));
  TermArena::Range Is = Arena.rangeOf(Made);
  Is.Max = std::min(Is.Max.value_or(Far), Far);
  if (*Is.Max >= *Assumed.Min)
    Is.Min = std::max(Is.Min.value_or(-Far), *Assumed.Min);
  else
    Is.Min = std::max(Is.Min.value_or(-Far), -Far);
  Known = newSymbol(Is, std::move(Info));
  addFact(Known, Arena.binary(BO_EQ, Known, Made));
  return Known;
}

/// The first parameter that gets the pointer that \p Root gets.
const Term *QuerySymbols::aliasOf(const Term *Root) const {
  auto Index = Said ? argumentSlotOf(Root) : std::nullopt;
  if (!Index)
    return Root;
  for (unsigned Other = 0; Other < *Index; ++Other)
    if (Said->areSame(Other, *Index))
      return termOf(Slots[Other], Facts.terms());
  return Root;
}

} // namespace warplint::twothreads
