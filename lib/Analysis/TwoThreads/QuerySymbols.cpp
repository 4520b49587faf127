//===--- QuerySymbols.cpp - Symbols of two-thread queries -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/TwoThreads/QuerySymbols.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/TwoThreads/AwaitedReads.h"
#include "Analysis/TwoThreads/CommonContents.h"
#include "Analysis/TwoThreads/JoinedObjects.h"
#include "CudaModel/MemorySpace.h"
#include "Support/Checked.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint::twothreads {

/// Bounds of values of which nothing is known.
static constexpr int64_t UnknownMax = scenarios::AssumedSizes::Row;

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

QuerySymbols::QuerySymbols(const KernelFacts &Facts, const LaunchExtents &Shape,
                           Scope Sharing, const scenarios::ParameterUses &Roles,
                           const launches::LaunchConstraint *Said,
                           bool AnyBound)
    : Facts(Facts),
      Arena(Shape, Facts.work(), Facts.limits(), Facts.assumptions()),
      Sharing(Sharing),
      Sizes(Roles, Shape, AnyBound, Facts.assumptions().made()), Said(Said) {
  if (Said)
    readLaunch(Roles);
  for (unsigned Thread : {1u, 2u})
    makePositions(Thread);
  Probe = newSymbol({}, {"probe", SymbolInfo::Kind::Data, 0, nullptr, nullptr});
  for (const Event &E : Facts.cfg().events())
    if (E.writes())
      for (const Term *Root : possibleRoots(E.Address, Facts.values()))
        Writes[aliasOf(Root)].push_back(&E);
}

const Term *QuerySymbols::newSymbol(TermArena::Range Bounds, SymbolInfo Info) {
  if (!Bounds.Min)
    Bounds.Min = -UnknownMax;
  if (!Bounds.Max)
    Bounds.Max = UnknownMax;
  Info.Meaning = Info.Name;
  if (Info.Thread)
    Info.Name += llvm::utostr(Info.Thread);
  Info.Name += "." + llvm::utostr(Infos.size());
  const Term *New = Arena.symbol(Bounds);
  Infos.push_back(std::move(Info));
  return New;
}

/// Of an unsigned type, by the expression behind it.
static bool isUnsignedValue(const Term *T) {
  const auto *Made = dyn_cast<SiteTerm>(T);
  const Expr *Site = Made ? dyn_cast_or_null<Expr>(Made->site()) : nullptr;
  return Site && Site->getType()->isUnsignedIntegerType();
}

QuerySymbols::Key QuerySymbols::keyOf(const Term *Of, unsigned Thread,
                                      llvm::ArrayRef<const Term *> Parts) {
  Key Result{Key::Of::Value, Of->id(), Thread, {}};
  for (const Term *Part : Parts)
    Result.Parts.push_back(Part ? Part->id() + 1 : 0);
  return Result;
}

const Term *QuerySymbols::unknown(const Term *Of, unsigned Thread,
                                  llvm::ArrayRef<const Term *> Parts,
                                  SymbolInfo::Kind K, const Term *As) {
  const Term *&Known = Unknowns[keyOf(As ? As : Of, Thread, Parts)];
  if (Known)
    return Known;
  TermArena::Range Bounds = Facts.terms().rangeOf(Of);
  if (!Bounds.Min && isUnsignedValue(Of))
    Bounds.Min = 0;
  Known = newSymbol(Bounds, {"value", K, Thread, Of, nullptr});
  if (!Parts.empty()) {
    Infos.back().Parts = Parts.vec();
    Infos.back().Function = As ? As : Of;
  }
  return Known;
}

/// \p Write puts into an element of an array what the same element of another
/// holds, \p Source.
static bool copiesElement(const Event &Write, const Term *&Source) {
  if (Write.Access != AccessKind::Write || Write.Under)
    return false;
  const auto *Read = dyn_cast_or_null<LoadTerm>(Write.Value);
  const auto *To = dyn_cast<ElementTerm>(Write.Address),
             *From = Read ? dyn_cast<ElementTerm>(Read->address()) : nullptr;
  if (!To || !From || To->index() != From->index())
    return false;
  if (Source && Source != From->base())
    return false;
  Source = From->base();
  return true;
}

bool QuerySymbols::isFixed(const Term *Load) const {
  const Term *Address = cast<LoadTerm>(Load)->address(),
             *Root = rootOf(Address);
  auto Found = Writes.find(aliasOf(Root));
  if (Found == Writes.end())
    return true;
  const auto *Element = dyn_cast<ElementTerm>(Address);
  if (!Element)
    return false;
  const Term *Array = Element->base(), *Source = nullptr;
  for (const Event *Write : Found->second) {
    const auto *Of = dyn_cast<ElementTerm>(Write->Address);
    const Term *Part = Of ? Of->base() : Write->Address;
    // Parts of dynamic shared memory lie behind each other.
    if (Part != Array && scenarios::isDynamicShared(Root))
      continue;
    if (Part != Array || !copiesElement(*Write, Source))
      return false;
  }
  // Where the source starts must not differ by block.
  return isa_and_nonnull<ParameterTerm>(Source) &&
         !Writes.count(aliasOf(Source));
}

void QuerySymbols::takeAsSet(const LoadTerm &Load) const {
  const Term *Root = rootOf(Load.address());
  if (Sharing > Scope::Block && Writes.count(aliasOf(Root)) &&
      memorySpaceOf(Root) == MemorySpace::Shared)
    Facts.get<CommonContents>().takeAsSet(Load, /*Blocks=*/true);
}

const Term *QuerySymbols::inFirstIteration(const Term *T) {
  return InFirstIteration.run(
      T, [&](const Term *T, RenamedParts &Of) -> std::optional<const Term *> {
        if (isa<SymbolTerm>(T) && info(T).K == SymbolInfo::Kind::Iterations &&
            !info(T).Of)
          return Arena.constant(0);
        return rename(T, Of);
      });
}

const Term *QuerySymbols::inLastKnownIteration(const Term *T) {
  return InLastKnownIteration.run(
      T, [&](const Term *T, RenamedParts &Of) -> std::optional<const Term *> {
        if (!isa<SymbolTerm>(T) || info(T).K != SymbolInfo::Kind::Iterations ||
            info(T).Of)
          return rename(T, Of);
        const auto &Loops = Facts.evolution();
        const Node *Head = info(T).Loop;
        int64_t Least = Head && Loops.isLeftAtHeadOnly(*Head)
                            ? Loops.minTripCount(*Head)
                            : 1;
        return Arena.constant(std::max<int64_t>(Least, 1) - 1);
      });
}

/// \p Is holds for all symbols that \p T is made of.
static bool isMadeOf(const Term *T, TermFold<bool> &Known,
                     llvm::function_ref<bool(const Term *)> Is) {
  return Known.run(
      T, [&](const Term *T, TermFold<bool>::Parts &Of) -> std::optional<bool> {
        if (isa<SymbolTerm>(T))
          return Is(T);
        if (!Of.knowsAll(T->operands()))
          return std::nullopt;
        return llvm::all_of(T->operands(),
                            [&](const Term *Part) { return *Of.of(Part); });
      });
}

bool QuerySymbols::isOfPlaces(const Term *T) {
  return isMadeOf(T, OfPlaces, [&](const Term *Symbol) {
    return info(Symbol).K == SymbolInfo::Kind::Position;
  });
}

bool QuerySymbols::isOfFirstThread(const Term *T) {
  return isMadeOf(T, OfFirstThread, [&](const Term *Symbol) {
    return info(Symbol).K == SymbolInfo::Kind::Position &&
           info(Symbol).Thread == 1;
  });
}

/// One step of a renaming: \p T with what stands for its parts.
std::optional<const Term *> QuerySymbols::rename(const Term *T,
                                                 RenamedParts &Of) {
  if (isa<SymbolTerm>(T))
    return renameSymbol(T, Of);
  if (!Of.knowsAll(T->operands()))
    return std::nullopt;
  llvm::SmallVector<const Term *, 8> Parts;
  for (const Term *Part : T->operands())
    Parts.push_back(*Of.of(Part));
  const auto *Op = dyn_cast<UnaryTerm>(T);
  return Op && Op->opcode() == UO_LNot ? logicalNot(Parts[0])
                                       : Arena.withOperands(T, Parts);
}

/// The same function of renamed arguments; nothing while those are missing.
std::optional<const Term *> QuerySymbols::renameSymbol(const Term *T,
                                                       RenamedParts &Of) {
  const SymbolInfo Info = info(T);
  if (!Info.Function)
    return T;
  std::vector<const Term *> Parts = Info.Parts;
  bool IsKnown = true;
  // Values and the objects that they lie in take turns.
  for (size_t I = 0; I < Parts.size(); I += 2) {
    std::optional<const Term *> New = Of.of(Parts[I]);
    IsKnown &= New.has_value();
    if (New)
      Parts[I] = *New;
  }
  if (!IsKnown)
    return std::nullopt;
  if (Parts == Info.Parts)
    return T;
  unsigned Owner = 0;
  for (size_t I = 0; I < Parts.size(); I += 2)
    Owner = std::max(Owner, ownerOf(Parts[I]));
  return unknown(Info.Of, Owner, Parts, Info.K, Info.Function);
}

const Term *QuerySymbols::parameter(const Term *Parameter) {
  const Term *&Known = Unknowns[keyOf(Parameter, 0, {})];
  if (Known)
    return Known;
  if (auto Value = hostValueOf(Parameter))
    return Known = Arena.constant(*Value);
  scenarios::AssumedSizes::Size Assumed = Sizes.of(Parameter);
  if (Assumed.Standing == scenarios::AssumedSizes::Stands::ForOne)
    return Known = Arena.constant(Assumed.Value);
  if (Assumed.Standing == scenarios::AssumedSizes::Stands::ForTwo) {
    Known =
        newSymbol({Assumed.Value, Assumed.Value},
                  {"pitch", SymbolInfo::Kind::Pitch, 0, Parameter, nullptr});
    OtherPitches[Known] = Arena.constant(Assumed.Other);
    return Known;
  }
  if (Assumed.Standing == scenarios::AssumedSizes::Stands::ForAny)
    return Known = newSymbol(
               {}, {"pitch", SymbolInfo::Kind::Data, 0, Parameter, nullptr});
  return Known = openParameter(Parameter, {Assumed.Least, Assumed.Most});
}

const Term *QuerySymbols::knownParameter(const Term *Parameter) {
  auto Known = Unknowns.find(keyOf(Parameter, 0, {}));
  if (Known != Unknowns.end())
    return Known->second;
  auto Value = hostValueOf(Parameter);
  return Value ? Arena.constant(*Value) : nullptr;
}

/// Bytes that divide the address where \p Root begins.
static int64_t alignmentOf(const Term *Root, const ASTContext &Context) {
  const auto *Declared = dyn_cast<DeclaredTerm>(Root);
  const ValueDecl *Decl = Declared ? Declared->decl() : nullptr;
  if (!Decl || Decl->getType()->isDependentType())
    return 1;
  if (!isa<ParameterTerm>(Root))
    return Context.getDeclAlign(Decl).getQuantity();
  QualType Of = Decl->getType()->getPointeeType();
  return Of.isNull() || Of->isIncompleteType()
             ? 1
             : Context.getTypeAlignInChars(Of).getQuantity();
}

const Term *QuerySymbols::startOf(const Term *Root, unsigned Thread) {
  static constexpr int64_t End = int64_t(1) << 20;
  if (!isa<LocalTerm, TemporaryTerm, ReturnTerm>(Root))
    Thread = 0;
  const Term *&Known = Unknowns[{Key::Of::Start, Root->id(), Thread, {}}];
  if (!Known) {
    int64_t Alignment = alignmentOf(Root, Facts.context());
    const Term *Steps = newSymbol(
        {0, std::max(End / Alignment, int64_t(1)) - 1},
        {"start", SymbolInfo::Kind::Parameter, Thread, nullptr, nullptr});
    Known = Arena.binary(BO_Mul, Steps, Arena.constant(Alignment));
  }
  return Known;
}

const Term *QuerySymbols::iterations(const Node &Head, unsigned Thread,
                                     const Node *Anew) {
  Key Of{Key::Of::Iterations, Head.id(), Thread, {}};
  if (Anew)
    Of.Parts.push_back(Anew->id());
  const Term *&Known = Unknowns[Of];
  if (!Known)
    Known = newSymbol(
        {0, Sizes.maxTripCount()},
        {"rounds", SymbolInfo::Kind::Iterations, Thread, nullptr, &Head});
  return Known;
}

const Term *QuerySymbols::countOf(const Term *Phi, unsigned Thread,
                                  const Term *Iterations, int64_t PerIteration,
                                  bool ByData) {
  const Term *&Known = Unknowns[keyOf(Phi, Thread, {Probe, Probe, Iterations})];
  if (Known)
    return Known;
  TermArena::Range Range = Arena.rangeOf(Iterations);
  Known = newSymbol(
      {0, (base::Checked(Range.Max) * PerIteration).orElse(*Range.Max)},
      {"count", SymbolInfo::Kind::Iterations, Thread, Phi,
       cast<PhiTerm>(Phi)->node(), /*IsCount=*/true, ByData});
  addFact(Known, Arena.binary(BO_LE, Known,
                              Arena.binary(BO_Mul, Iterations,
                                           Arena.constant(PerIteration))));
  return Known;
}

const Term *QuerySymbols::oneOf(const Term *Phi, unsigned Thread,
                                const Term *First,
                                llvm::ArrayRef<int64_t> Values) {
  const Term *&Known = Unknowns[keyOf(Phi, Thread, {Probe, First})];
  if (Known)
    return Known;
  Known = newSymbol({*llvm::min_element(Values), *llvm::max_element(Values)},
                    {"round", SymbolInfo::Kind::Iterations, Thread, Phi,
                     cast<PhiTerm>(Phi)->node()});
  const Term *Any = Arena.constant(0);
  for (int64_t V : Values)
    Any = logicalOr(Any, Arena.binary(BO_EQ, Known, Arena.constant(V)));
  addFact(Known, Any);
  return Known;
}

bool QuerySymbols::areTwins(const Term *Own, const Term *Other) {
  using Key = std::tuple<SymbolInfo::Kind, const Term *, const Node *,
                         llvm::StringRef>; // Looked up.
  auto KeyOf = [](const SymbolInfo &S) {
    return Key(S.K, S.Of, S.Loop, S.Meaning);
  };
  if (isa<SymbolTerm>(Own) && isa<SymbolTerm>(Other)) // As mostly.
    if (const SymbolInfo &First = info(Own), &Second = info(Other);
        First.Thread == 1 && Second.Thread == 2)
      return KeyOf(First) == KeyOf(Second);
  const SymbolSet &Of1 = symbolsOf(Own), &Of2 = symbolsOf(Other);
  // With different numbers of symbols, one of them would have no counterpart.
  if (Of1.size() != Of2.size())
    return false;
  std::map<Key, const Term *> Firsts;
  for (const Term *First : Of1)
    if (const SymbolInfo &S = info(First); S.Thread == 1)
      Firsts[KeyOf(S)] = First;
  Renaming Twins;
  for (const Term *Second : Of2)
    if (const SymbolInfo &S = info(Second); S.Thread == 2)
      if (auto First = Firsts.find(KeyOf(S)); First != Firsts.end())
        Twins[Second] = First->second;
  return renamed(Other, Twins) == Own;
}

/// Both loads have one type: a word does not equal its first byte.
static bool areReadAlike(const SymbolInfo &A, const SymbolInfo &B) {
  auto TypeOf = [](const SymbolInfo &S) {
    const auto *Read = dyn_cast_or_null<LoadTerm>(S.Of);
    const auto *Site = Read ? dyn_cast_or_null<Expr>(Read->site()) : nullptr;
    return Site ? Site->getType().getCanonicalType().getUnqualifiedType()
                : QualType();
  };
  return TypeOf(A) == TypeOf(B);
}

const Term *QuerySymbols::sameWhereRead(const SymbolSet &Symbols) {
  llvm::SmallVector<const Term *, 8> Read;
  for (const Term *Symbol : Symbols)
    if (info(Symbol).Address.Root)
      Read.push_back(Symbol);
  const Term *Result = Arena.constant(1);
  uint64_t Pairs = 0;
  for (size_t I = 0; I < Read.size(); ++I)
    for (size_t J = I + 1; J < Read.size(); ++J) {
      const SymbolInfo &A = info(Read[I]), &B = info(Read[J]);
      bool OfTwo = A.Thread && B.Thread && A.Thread != B.Thread,
           AreFixed = A.Function && B.Function;
      if (A.Address.Root != B.Address.Root || (OfTwo && !AreFixed) ||
          !areReadAlike(A, B))
        continue;
      if (!Facts.limits().allows(BudgetId::SameReads, ++Pairs))
        return nullptr;
      if (const auto *Fixed = dyn_cast_or_null<LoadTerm>(A.Of); OfTwo && Fixed)
        takeAsSet(*Fixed);
      const Term *Relation =
          Arena.binary(BO_NE, A.Address.Value, B.Address.Value);
      Result = logicalAnd(
          Result, logicalOr(Relation, Arena.binary(BO_EQ, Read[I], Read[J])));
    }
  return Result;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

const Term *QuerySymbols::objectOf(const Term *Root) {
  if (!scenarios::isDynamicShared(Root))
    return Facts.get<JoinedObjects>().wholeOf(aliasOf(Root));
  if (!Dynamic)
    Dynamic = Root;
  return Dynamic;
}

bool QuerySymbols::isHandshake(const Term *Load) const {
  const auto *Read = cast<LoadTerm>(Load);
  if (llvm::any_of(Facts.values().readsOf(*Read),
                   [](const Event *E) { return E->Volatile; }) ||
      Facts.get<AwaitedReads>().contains(*Read))
    return true;
  const auto *Object = dyn_cast<VariableTerm>(rootOf(Read->address()));
  const auto *Var = Object ? dyn_cast<VarDecl>(Object->decl()) : nullptr;
  return Sharing > Scope::Block && Var &&
         memorySpaceOf(*Var) == MemorySpace::Shared;
}

} // namespace warplint::twothreads
