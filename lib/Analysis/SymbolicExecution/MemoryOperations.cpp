//===--- MemoryOperations.cpp - Accesses that other threads see -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/SyncKindRows.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

namespace {

/// Finds objects. Loads of one pointer variable stand for one object, however
/// often the pointer is read.
class ObjectFinder {
public:
  explicit ObjectFinder(const Evaluation &Values) : Values(Values) {}

  const Term *find(const Term *Address) {
    return Objects.run(rootOf(Address), [&](const Term *Root, Parts &Of) {
      return objectAt(Root, Of);
    });
  }

private:
  /// By the root of an address; null where that is no one object. A join that
  /// comes iteration to itself has none.
  using Parts = TermFold<const Term *>::Parts;

  std::optional<const Term *> objectAt(const Term *Root, Parts &Of) {
    if (isa<VariableTerm, ParameterTerm>(Root))
      return Root;
    if (const auto *Part = dyn_cast<ExtractTerm>(Root)) {
      std::optional<const Term *> Whole = Of.of(rootOf(Part->from()));
      return Whole && *Whole ? std::optional(Root) : Whole;
    }
    if (const auto *Load = dyn_cast<LoadTerm>(Root))
      return PointerAt.try_emplace(Load->address(), Root).first->second;
    if (isa<PhiTerm>(Root))
      return objectOfJoin(Root, Of);
    return nullptr;
  }

  std::optional<const Term *> objectOfJoin(const Term *Phi, Parts &Of) {
    const Term *Only = nullptr;
    for (const Incoming &I : Values.incoming(Phi)) {
      const Term *Root = rootOf(I.Reaching.Value);
      if (Root == Phi)
        continue;
      std::optional<const Term *> Object = Of.of(Root);
      if (!Object || !*Object)
        return Object;
      if (Only && Only != *Object)
        return nullptr;
      Only = *Object;
    }
    return Only;
  }

  const Evaluation &Values;
  llvm::DenseMap<const Term *, const Term *> PointerAt;
  TermFold<const Term *> Objects{nullptr};
};

} // namespace

llvm::SmallVector<const Term *, 2> possibleRoots(const Term *Address,
                                                 const Evaluation &Values) {
  llvm::SmallVector<const Term *, 2> Found;
  llvm::SmallPtrSet<const Term *, 8> Seen;
  llvm::SmallVector<const Term *, 8> Work{Address};
  while (!Work.empty()) {
    const Term *Root = rootOf(Work.pop_back_val());
    if (!Seen.insert(Root).second)
      continue;
    if (isa<PhiTerm>(Root) && !Values.incoming(Root).empty())
      for (const Incoming &I : Values.incoming(Root))
        Work.push_back(I.Reaching.Value);
    else if (const auto *Choice = dyn_cast<SelectTerm>(Root))
      Work.append({Choice->ifTrue(), Choice->ifFalse()});
    else
      Found.push_back(Root);
  }
  return Found;
}

const Evaluation::EventIndex &Evaluation::index() const {
  if (Index)
    return *Index;
  Index.emplace();
  for (const Event &E : P.events()) {
    Index->BySite[{E.Owner, E.Site}].push_back(&E);
    if (!E.writes() || !E.Address)
      continue;
    auto Roots = possibleRoots(E.Address, *this);
    if (const Term *Root = rootOf(E.Address); !llvm::is_contained(Roots, Root))
      Roots.push_back(Root);
    for (const Term *Root : Roots)
      Index->WritesByRoot[Root].push_back(&E);
  }
  return *Index;
}

/// The address of a variable in shared memory is part of \p Number.
static bool isMadeOfShared(const Term *Number) {
  return !walkTerms(Number, [](const Term &Part) {
    if (isa<VariableTerm>(Part) && memorySpaceOf(&Part) == MemorySpace::Shared)
      return Walk::Stop;
    return isa<LoadTerm>(Part) ? Walk::Skip : Walk::Enter;
  });
}

/// What sets the pointer at \p Root was not followed: an address of the
/// thread's own is among what it may be made of, or no object at all.
static bool isFromNowhere(const Term *Root) {
  if (isa<BinaryTerm, UnaryTerm, NarrowTerm, LinearTerm>(Root))
    return isMadeOfShared(Root);
  if (!isa<OpaqueTerm, ExtractTerm>(Root))
    return isa<UndefinedTerm>(Root);
  bool OfObject = false;
  bool OfOwn = !walkTerms(Root, [&](const Term &T) {
    if (isa<LocalTerm, TemporaryTerm, ReturnTerm>(T))
      return Walk::Stop;
    OfObject |= isa<ParameterTerm, VariableTerm, LoadTerm, PhiTerm>(T);
    return isa<LoadTerm>(T) ? Walk::Skip : Walk::Enter;
  });
  return OfOwn || !OfObject;
}

std::optional<MemorySpace> memorySpaceOf(const Term *Address,
                                         const Evaluation &Values) {
  std::optional<MemorySpace> Only;
  for (const Term *Root : possibleRoots(Address, Values)) {
    if (Root->isConstant(0)) // A null pointer points nowhere.
      continue;
    if (isFromNowhere(Root))
      return std::nullopt;
    MemorySpace Here = memorySpaceOf(Root);
    if (Only && *Only != Here)
      return std::nullopt;
    Only = Here;
  }
  return Only;
}

bool isOfCopy(const Event &E) {
  return E.isAccess() && E.Op && E.Op->Kind == SyncKind::AsyncCopy;
}

/// What \p E does to memory; false if nothing.
static bool describe(const Event &E, MemoryOperation &Made) {
  if (E.isAccess()) {
    // Operations bring an event of their own.
    if (E.Op)
      return false;
    Made.Reads = E.Access == AccessKind::Read;
    Made.Writes = !Made.Reads;
    Made.Strength =
        E.Volatile ? AccessStrength::Volatile : AccessStrength::Plain;
    return true;
  }
  if (!E.isSync())
    return false;
  Made.Order = E.Op->Order;
  Made.Extent = E.Op->Scope;
  if (!E.isSync(SyncFamily::Atomic, SyncFamily::Cached))
    return false;
  Made.Reads = rowOf(E.Op->Kind).reads();
  Made.Writes = rowOf(E.Op->Kind).writes();
  CacheView Cache = E.Op->Entry->Cache;
  Made.Strength = E.isSync(SyncFamily::Atomic)   ? AccessStrength::Atomic
                  : Made.Writes                  ? AccessStrength::Device
                  : Cache == CacheView::ReadOnly ? AccessStrength::ReadOnly
                  : Cache == CacheView::Device   ? AccessStrength::Device
                                                 : AccessStrength::Plain;
  return true;
}

std::vector<MemoryOperation> memoryOperations(const InlinedCFG &P,
                                              const Evaluation &Values) {
  std::vector<MemoryOperation> All;
  ObjectFinder Objects(Values);
  for (const Event &E : P.events()) {
    MemoryOperation Made;
    if (!E.Address || isThreadOwned(E.Address) || !describe(E, Made))
      continue;
    Made.At = &E;
    Made.Object = Objects.find(E.Address);
    if (!Made.Object)
      continue;
    Made.Space = memorySpaceOf(Made.Object);
    All.push_back(Made);
  }
  return All;
}

} // namespace warplint
