//===--- CrossInstanceCache.cpp - Pairs that instances have in common -----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/CrossInstanceCache.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Dependence/HashCombine.h"
#include "Analysis/Launches/LaunchConstraint.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/SourcePlace.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint::races {

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

uint64_t SourceNumbers::of(SourceLocation At) const {
  return sourcePlace(At, Facts.context().getSourceManager());
}

uint64_t SourceNumbers::of(const Stmt *S, const CallContext *Call) {
  uint64_t Number = Call ? of(*Call) : 0;
  return S ? dependence::hashCombine(
                 dependence::hashCombine(Number, of(S->getBeginLoc())),
                 of(S->getEndLoc()))
           : Number;
}

uint64_t SourceNumbers::of(const CallContext &Call) {
  if (Call.isRoot())
    return 1;
  if (auto Known = Calls.find(&Call); Known != Calls.end())
    return Known->second;
  uint64_t Number = dependence::hashCombine(of(Call.callSite(), Call.caller()),
                                            of(Call.function().getLocation()));
  return Calls[&Call] = Number;
}

uint64_t SourceNumbers::of(const Node &N) {
  if (auto Known = Nodes.find(&N); Known != Nodes.end())
    return Known->second;
  uint64_t Number =
      dependence::hashCombine(of(N.terminator(), &N.owner()), N.firstElement());
  Number = dependence::hashCombine(Number, uint64_t(N.ending()));
  for (const CFGElement &Element : N.block())
    if (auto S = Element.getAs<CFGStmt>()) {
      Number = dependence::hashCombine(Number, of(S->getStmt(), nullptr));
      break;
    }
  return Nodes[&N] = Number;
}

uint64_t SourceNumbers::of(const Term *T) {
  if (!T)
    return 0;
  if (auto Known = Terms.find(T); Known != Terms.end())
    return Known->second;
  uint64_t Number = dependence::hashCombine(uint64_t(T->kind()), ofItself(T));
  for (const Term *Part : T->operands())
    Number = dependence::hashCombine(Number, of(Part));
  return Terms[T] = Number;
}

/// The bits of \p Of's type, 0 if that has no size.
static uint64_t sizeOf(const ValueDecl &Of) {
  QualType Type = Of.getType().getNonReferenceType();
  return Type->isDependentType() || Type->isIncompleteType()
             ? 0
             : Of.getASTContext().getTypeSize(Type);
}

/// What \p T is beside its operands.
uint64_t SourceNumbers::ofItself(const Term *T) {
  if (const auto *Constant = dyn_cast<ConstantTerm>(T))
    return Constant->value();
  if (const auto *Who = dyn_cast<IdentityTerm>(T))
    return dependence::hashCombine(uint64_t(Who->identity()),
                                   Who->axis() + Who->tileSize() * 4);
  if (const auto *Sum = dyn_cast<LinearTerm>(T)) {
    uint64_t Number = Sum->constant();
    for (int64_t Coefficient : Sum->coefficients())
      Number = dependence::hashCombine(Number, Coefficient);
    return Number;
  }
  if (const auto *Unary = dyn_cast<UnaryTerm>(T))
    return Unary->opcode();
  if (const auto *Binary = dyn_cast<BinaryTerm>(T))
    return Binary->opcode();
  if (const auto *Kept = dyn_cast<NarrowTerm>(T))
    return Kept->bits() * 2 + Kept->isSigned();
  if (const auto *Made = dyn_cast<SiteTerm>(T))
    return of(Made->site(), Made->callContext());
  if (const auto *Phi = dyn_cast<PhiTerm>(T))
    return of(*Phi->node());
  if (const auto *Unknown = dyn_cast<SymbolTerm>(T))
    return Unknown->number();
  if (const auto *Part = dyn_cast<ExtractTerm>(T))
    return Part->field() ? of(Part->field()->getLocation()) : 0;
  if (const auto *Declared = dyn_cast<DeclaredTerm>(T)) {
    const auto *Local = dyn_cast<LocalTerm>(T);
    uint64_t Number =
        Local && Local->callContext() ? of(*Local->callContext()) : 0;
    const ValueDecl *Decl = Declared->decl();
    return Decl ? dependence::hashCombine(
                      dependence::hashCombine(Number, of(Decl->getLocation())),
                      sizeOf(*Decl))
                : Number;
  }
  if (const auto *Made = dyn_cast<TemporaryTerm>(T))
    return of(Made->site(), Made->callContext());
  if (const auto *Result = dyn_cast<ReturnTerm>(T))
    return Result->callContext() ? of(*Result->callContext()) : 0;
  if (const auto *Field = dyn_cast<FieldTerm>(T))
    return dependence::hashCombine(
        of(Field->field()->getLocation()),
        hasLayout(*Field->field()->getParent())
            ? Facts.context().getFieldOffset(Field->field())
            : 0);
  if (const auto *Element = dyn_cast<ElementTerm>(T))
    return Element->elementSize();
  return 0;
}

uint64_t SourceNumbers::of(const Event &E) {
  uint64_t Number = dependence::hashCombine(
      uint64_t(E.K) * 8 + uint64_t(E.Access), E.Bytes * 2 + E.Volatile);
  Number = dependence::hashCombine(Number, E.Op ? uint64_t(E.Op->Kind) + 1 : 0);
  Number = dependence::hashCombine(Number, of(E.Site, E.Owner));
  for (const Term *T : {E.Under, E.Address, E.Mask, E.Select, E.Id, E.Count})
    Number = dependence::hashCombine(Number, of(T));
  return Number;
}

llvm::ArrayRef<const Term *> SourceNumbers::joinedBy(const Term *Phi) {
  auto [Known, New] = Joined.try_emplace(Phi);
  if (!New)
    return Known->second;
  llvm::SmallSetVector<const Term *, 8> Of;
  for (const Incoming &In : Facts.values().incoming(Phi)) {
    Of.insert(In.Reaching.Value);
    for (const Node *Branch : Facts.paths().allControls(*In.From))
      if (Branch->Branch)
        Of.insert(Branch->Branch);
  }
  Known->second.assign(Of.begin(), Of.end());
  return Known->second;
}

uint64_t SourceNumbers::behind(llvm::ArrayRef<const Term *> From) {
  llvm::SmallVector<const Term *, 32> Work;
  llvm::DenseSet<const Term *> Seen;
  auto Visit = [&](const Term *T) {
    if (T && Seen.insert(T).second)
      Work.push_back(T);
  };
  uint64_t Number = 0, OfJoins = 0;
  for (const Term *T : From) {
    Number = dependence::hashCombine(Number, of(T));
    Visit(T);
  }
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    for (const Term *Part : T->operands())
      Visit(Part);
    if (!isa<PhiTerm>(T))
      continue;
    uint64_t OfParts = of(T);
    for (const Term *Part : joinedBy(T)) {
      OfParts = dependence::hashCombine(OfParts, of(Part));
      Visit(Part);
    }
    OfJoins += OfParts; // In whatever order.
  }
  return dependence::hashCombine(Number, OfJoins);
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

static uint64_t numberOf(const LaunchExtents &Shape) {
  uint64_t Number = 0;
  for (const auto &Extents : {Shape.Block, Shape.Grid, Shape.Cluster})
    for (uint32_t Extent : Extents)
      Number = dependence::hashCombine(Number, Extent);
  return Number;
}

static uint64_t numberOf(const launches::LaunchConstraint &Said) {
  uint64_t Number = Said.IsByPointer;
  for (const LaunchTerms::Node &N : Said.Terms.nodes()) {
    Number = dependence::hashCombine(
        dependence::hashCombine(Number, uint64_t(N.Op)), uint64_t(N.Value));
    Number = dependence::hashCombine(dependence::hashCombine(Number, N.Left),
                                     N.Right);
  }
  auto Add =
      [&](llvm::ArrayRef<std::optional<launches::LaunchConstraint::Ref>> Refs) {
        Number = dependence::hashCombine(Number, Refs.size());
        for (const auto &Ref : Refs)
          Number = dependence::hashCombine(Number, Ref ? *Ref + 1 : 0);
      };
  Add(Said.Grid);
  Add(Said.Block);
  Add(Said.Arguments);
  Add(Said.Bytes);
  for (launches::LaunchConstraint::Ref Ref : Said.Holds)
    Number = dependence::hashCombine(Number, Ref);
  return Number;
}

static uint64_t numberOf(const scenarios::ParameterUses &Roles,
                         SourceNumbers &Numbers) {
  uint64_t Number = 0;
  for (const auto *Set :
       {&Roles.Pitches, &Roles.OfBlocks, &Roles.Bounds, &Roles.Shifts,
        &Roles.ShiftsInArrays, &Roles.Offsets}) {
    Number = dependence::hashCombine(Number, Set->size());
    for (const Term *T : *Set)
      Number = dependence::hashCombine(
          dependence::hashCombine(Number, Numbers.of(T)),
          Roles.PlaceOfPitch.lookup(T));
  }
  for (const auto &[T, Step] : Roles.Steps)
    Number =
        dependence::hashCombine(dependence::hashCombine(Number, Numbers.of(T)),
                                Step.Threads * 8 + Step.Blocks);
  return Number;
}

namespace {

/// Of all kernels of a unit. Looked up, never iterated.
struct SilentPairs {
  std::unordered_map<uint64_t, twothreads::PairVerdict> Known;
};

} // namespace

CrossInstanceCache::CrossInstanceCache(
    const KernelFacts &Facts, llvm::ArrayRef<scenarios::Scenario> Launches,
    const scenarios::ParameterUses &Roles)
    : Facts(Facts), Numbers(Facts),
      IsAlone(!Facts.root().getTemplateInstantiationPattern()) {
  if (IsAlone)
    return;
  OfKernel = dependence::hashCombine(Numbers.of(Facts.root().getLocation()),
                                     numberOf(Roles, Numbers));
  for (const scenarios::Scenario &Launch : Launches) {
    OfKernel = dependence::hashCombine(OfKernel, Launch.BlockIsKnown);
    OfKernel = dependence::hashCombine(
        OfKernel, Launch.Said ? numberOf(*Launch.Said) : 0);
    for (const auto *Shapes : {&Launch.Shapes, &Launch.Larger}) {
      OfKernel = dependence::hashCombine(OfKernel, Shapes->size());
      for (const LaunchExtents &Shape : *Shapes)
        OfKernel = dependence::hashCombine(OfKernel, numberOf(Shape));
    }
  }
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events)
      if (E.K == Event::Kind::Sync)
        OfKernel = dependence::hashCombine(OfKernel, Numbers.of(E));
}

uint64_t CrossInstanceCache::of(const Event &Access, bool WithValue) {
  auto [Known, New] = Accesses.try_emplace({&Access, WithValue}, 0);
  if (!New)
    return Known->second;
  llvm::SmallVector<const Term *, 8> Terms = {Access.Address, Access.Under};
  if (WithValue)
    Terms.push_back(Access.Value);
  for (const Node *Branch : Facts.paths().allControls(*Access.At))
    Terms.push_back(Branch->Branch);
  return Accesses[{&Access, WithValue}] =
             dependence::hashCombine(Numbers.of(Access), Numbers.behind(Terms));
}

/// Several intervals may start with one barrier.
uint64_t CrossInstanceCache::of(const Interval &In) {
  auto [Known, New] = Intervals.try_emplace(&In, 0);
  if (New)
    Known->second = dependence::hashCombine(
        In.Start ? Numbers.of(*In.Start) : 0,
        AtStart[In.Start]++ * 8 + uint64_t(In.Threads.Common));
  return Known->second;
}

uint64_t CrossInstanceCache::of(const twothreads::PairQuestion &Asked) {
  const Event &A = *Asked.First.Access, &B = *Asked.Second.Access;
  uint64_t Number = dependence::hashCombine(
      OfKernel, uint64_t(Asked.Relation) * 64 + uint64_t(Asked.Sharing));
  Number = dependence::hashCombine(Number, of(*Asked.In));
  for (unsigned Step : {Asked.First.Step, Asked.Second.Step}) {
    const Node *Anew = Asked.In->Steps[Step].Anew;
    Number = dependence::hashCombine(Number, Anew ? Numbers.of(*Anew) : 0);
  }
  // Two writes of one value do no harm.
  bool Values = A.Access != AccessKind::Read && B.Access != AccessKind::Read;
  return dependence::hashCombine(dependence::hashCombine(Number, of(A, Values)),
                                 of(B, Values));
}

/// Pairs of groups, and of blocks of a cluster, depend on what those do
/// elsewhere.
static bool isOfTwoThreads(const twothreads::PairQuestion &Asked) {
  return !Asked.Groups && !Asked.First.Peer && !Asked.Second.Peer;
}

const twothreads::PairVerdict *
CrossInstanceCache::known(const twothreads::PairQuestion &Asked) {
  if (IsAlone || !isOfTwoThreads(Asked))
    return nullptr;
  auto &Known = Facts.code().notes<SilentPairs>().Known;
  auto Pair = Known.find(of(Asked));
  return Pair == Known.end() ? nullptr : &Pair->second;
}

void CrossInstanceCache::keep(const twothreads::PairQuestion &Asked,
                              const twothreads::PairVerdict &Silent) {
  bool IsOpen = Silent.K == twothreads::PairVerdict::Kind::Open &&
                Silent.Why != twothreads::Undecided::SolverSteps &&
                Silent.Why != twothreads::Undecided::Unbounded;
  if (!IsAlone && !IsOpen && isOfTwoThreads(Asked) && Facts.isComplete() &&
      Facts.work().left()) {
    // Other instances have other terms.
    twothreads::PairVerdict &Kept =
        Facts.code().notes<SilentPairs>().Known[of(Asked)];
    Kept = Silent;
    Kept.RestsOn = Silent.RestsOn.withoutSubjects();
  }
}

} // namespace warplint::races
