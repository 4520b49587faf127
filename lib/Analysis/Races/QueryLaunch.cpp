//===--- QueryLaunch.cpp - What the launch of a query says ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races/QuerySymbols.h"
#include "llvm/Support/ErrorHandling.h"

using namespace clang;

namespace warplint {

/// The place of \p Parameter in the kernel's list; nothing for a part of one.
static std::optional<unsigned> indexOf(const Term *Parameter) {
  const auto *Whole = dyn_cast<ParameterTerm>(Parameter);
  const auto *Decl = Whole ? dyn_cast<ParmVarDecl>(Whole->decl()) : nullptr;
  return Decl ? std::optional(Decl->getFunctionScopeIndex()) : std::nullopt;
}

std::optional<int64_t> QuerySymbols::toldFor(const Term *Parameter) const {
  auto Index = Told ? indexOf(Parameter) : std::nullopt;
  return Index ? Told->valueOf(*Index) : std::nullopt;
}

std::optional<int64_t> QuerySymbols::bytesAt(const Term *Root) const {
  auto Index = Told ? indexOf(Root) : std::nullopt;
  return Index ? Told->bytesAt(*Index) : std::nullopt;
}

/// The parameter of the kernel at that place of its list.
const Term *QuerySymbols::parameterAt(unsigned Index) const {
  return Facts.terms().parameter(Facts.root().getParamDecl(Index));
}

/// Numbers for what extents and sizes follow from; what else a parameter gets
/// stays open, and so the host's tests of it.
void QuerySymbols::readLaunch(const ParameterRoles &Roles) {
  llvm::SmallSetVector<unsigned, 8> OfExtents;
  for (const auto *Extents : {&Said->Grid, &Said->Block})
    for (const std::optional<LaunchTerms::Ref> &Extent : *Extents)
      if (Extent)
        for (unsigned Symbol : Said->Terms.symbolsOf(*Extent))
          OfExtents.insert(Symbol);
  llvm::SmallVector<unsigned, 8> LeftOpen;
  unsigned Count = std::min<unsigned>(Said->Arguments.size(),
                                      Facts.root().getNumParams());
  for (unsigned Index = 0; Index < Count; ++Index) {
    auto Symbol = Said->Arguments[Index]
                      ? Said->Terms.symbolOf(*Said->Arguments[Index])
                      : std::nullopt;
    const Term *Parameter = parameterAt(Index);
    if (Symbol && !OfExtents.contains(*Symbol) &&
        isIntegerParameter(Parameter) &&
        Sizes.of(Parameter).Standing == AssumedSizes::Stands::ForItself &&
        Stands.insert({*Symbol, Parameter}).second)
      LeftOpen.push_back(*Symbol);
  }
  Told.emplace(*Said, shape().Grid, shape().Block, LeftOpen);
  chooseSizes(Roles);
}

/// One number of the host that goes to several parameters is as large as the
/// largest of them would be; one that the host has tested is what passes.
void QuerySymbols::chooseSizes(const ParameterRoles &Roles) {
  llvm::SetVector<const Term *> Parameters;
  for (const auto *List : {&Roles.Pitches, &Roles.Bounds, &Roles.Offsets})
    Parameters.insert(List->begin(), List->end());
  for (const auto &[Parameter, Step] : Roles.Steps)
    Parameters.insert(Parameter);
  std::map<unsigned, int64_t> Largest;
  for (const Term *Parameter : Parameters) {
    auto Index = indexOf(Parameter);
    auto Symbol = Index ? Told->openSymbol(*Index) : std::nullopt;
    AssumedSizes::Size Size = Sizes.of(Parameter);
    if (Symbol && Size.Standing == AssumedSizes::Stands::ForOne &&
        (Said->isShared(*Symbol) || !Told->allows(*Symbol, Size.Value)))
      Largest[*Symbol] = std::max(Largest[*Symbol], Size.Value);
  }
  for (auto [Symbol, Value] : Largest)
    if (!Told->chosen(Symbol))
      Told->choose(Symbol, Value);
}

static BinaryOperatorKind operatorOf(LaunchOperator Op) {
  switch (Op) {
  case LaunchOperator::Add:
    return BO_Add;
  case LaunchOperator::Subtract:
    return BO_Sub;
  case LaunchOperator::Multiply:
    return BO_Mul;
  case LaunchOperator::Divide:
    return BO_Div;
  case LaunchOperator::Remainder:
    return BO_Rem;
  case LaunchOperator::BitAnd:
    return BO_And;
  case LaunchOperator::BitOr:
    return BO_Or;
  case LaunchOperator::BitXor:
    return BO_Xor;
  case LaunchOperator::Less:
    return BO_LT;
  case LaunchOperator::LessEqual:
    return BO_LE;
  case LaunchOperator::Equal:
    return BO_EQ;
  case LaunchOperator::NotEqual:
    return BO_NE;
  case LaunchOperator::And:
    return BO_LAnd;
  case LaunchOperator::Or:
    return BO_LOr;
  case LaunchOperator::Minimum:
  case LaunchOperator::Maximum:
  case LaunchOperator::Constant:
  case LaunchOperator::Symbol:
    break;
  }
  llvm_unreachable("not an operator of C++");
}

/// \p T, a number of the host, by what the query has for parameters. Null
/// where a part of it is neither told nor what a parameter stands for itself.
const Term *QuerySymbols::ofHost(LaunchTerms::Ref T) {
  const LaunchTerms &Terms = Told->terms();
  for (unsigned Symbol : Terms.symbolsOf(T))
    if (!Told->chosen(Symbol) && !Stands.count(Symbol))
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
    if (N.Op == LaunchOperator::Constant) {
      Made = Arena.constant(N.Value);
    } else if (N.Op == LaunchOperator::Symbol) {
      auto Value = Told->chosen(unsigned(N.Value));
      Made = Value ? Arena.constant(*Value)
                   : parameter(Stands[unsigned(N.Value)]);
    } else if (N.Op == LaunchOperator::Minimum ||
               N.Op == LaunchOperator::Maximum) {
      const Term *L = Done[N.Left], *R = Done[N.Right];
      bool IsLeast = N.Op == LaunchOperator::Minimum;
      Made = Arena.select(Arena.binary(BO_LT, L, R), IsLeast ? L : R,
                          IsLeast ? R : L);
    } else {
      Made = Arena.binary(operatorOf(N.Op), Done[N.Left], Done[N.Right]);
    }
  }
  return Done[T];
}

/// \p Assumed, moved to where the host's tests let a number be.
static TermArena::Range within(LaunchValues::Bounds Known,
                               TermArena::Range Assumed) {
  int64_t Width = *Assumed.Max - *Assumed.Min;
  if (Known.Most && *Known.Most < *Assumed.Max)
    Assumed = {std::min(*Assumed.Min, *Known.Most - Width), Known.Most};
  if (Known.Least && *Known.Least > *Assumed.Min)
    Assumed = {Known.Least, Known.Most ? std::max(Known.Most, Known.Least)
                                       : *Known.Least + Width};
  return Assumed;
}

const Term *QuerySymbols::openParameter(const Term *Parameter,
                                        TermArena::Range Assumed) {
  const auto *Whole = dyn_cast<ParameterTerm>(Parameter);
  SymbolInfo Info{Whole ? Whole->decl()->getNameAsString() : "parameter",
                  SymbolInfo::Kind::Parameter, 0, Parameter, nullptr};
  auto Index = Told ? indexOf(Parameter) : std::nullopt;
  if (!Index || *Index >= Said->Arguments.size() || !Said->Arguments[*Index])
    return newSymbol(Assumed, std::move(Info));
  LaunchTerms::Ref Gets = *Said->Arguments[*Index];
  const Term *&Known = Unknowns[keyOf(Parameter, 0, {})];
  if (auto Symbol = Told->openSymbol(*Index)) {
    // Two that get one number.
    if (auto First = Stands.find(*Symbol);
        First != Stands.end() && First->second != Parameter)
      return this->parameter(First->second);
    Known = newSymbol(within(Told->boundsOf(*Symbol), Assumed), std::move(Info));
    for (LaunchTerms::Ref T : Told->requirementsOf(*Symbol))
      if (const Term *Tested = ofHost(T))
        addFact(Known, Tested);
    return Known;
  }
  const Term *Made = ofHost(Gets);
  if (!Made)
    return newSymbol(Assumed, std::move(Info));
  Known = newSymbol(Arena.rangeOf(Made), std::move(Info));
  addFact(Known, Arena.binary(BO_EQ, Known, Made));
  return Known;
}

/// The first parameter that gets the pointer that \p Root gets.
const Term *QuerySymbols::aliasOf(const Term *Root) const {
  auto Index = Said ? indexOf(Root) : std::nullopt;
  if (!Index)
    return Root;
  const auto *Decl = cast<ParmVarDecl>(cast<ParameterTerm>(Root)->decl());
  const auto *Kernel = cast<FunctionDecl>(Decl->getDeclContext());
  for (unsigned Other = 0; Other < *Index; ++Other)
    if (Said->areSame(Other, *Index))
      return Facts.terms().parameter(Kernel->getParamDecl(Other));
  return Root;
}

} // namespace warplint
