//===--- AnyWinner.cpp - Stores of which any may be the last --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `owner = threadIdx.x; __syncthreads(); if (owner == threadIdx.x) ...` elects
// one of the threads that store. The memory model calls it a race; a word does
// not tear, so one of the numbers is there, and all threads see the same one.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/ConsumedReads.h"
#include "Analysis/Dependence/Dependence.h"
#include "Analysis/Expr/Contradictions.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/MemorySpace.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace warplint::dependence {

/// Each of \p Threads has another value of \p T, whatever memory holds.
static bool isNumberOfThread(const Term *T,
                             llvm::ArrayRef<ThreadOfBlock> Threads,
                             const KernelFacts &Facts) {
  if (!isFixed(T))
    return false;
  ThreadValues Values(Facts.values());
  llvm::DenseSet<int64_t> Taken;
  return llvm::all_of(Threads, [&](const ThreadOfBlock &Self) {
    auto Value = Values.run(T, Self);
    return Value && Taken.insert(*Value).second;
  });
}

/// \p L and \p R are different members, be it of one union: who asks for the
/// one does not mean the other.
static bool areOfTwoMembers(const AccessPath &L, const AccessPath &R) {
  return llvm::any_of(
      llvm::zip(llvm::reverse(L.Fields), llvm::reverse(R.Fields)),
      [](auto Both) { return std::get<0>(Both) != std::get<1>(Both); });
}

/// Comparisons depend on what is loaded at \p Place, and nothing else does.
static bool isOnlyCompared(const Term *Place, const KernelFacts &Facts) {
  const auto Whole = locate(Place);
  bool IsCompared = false;
  auto IsOfPlace = [&](const Term *T) {
    while (isa<NarrowTerm>(T))
      T = T->operands()[0];
    const auto *Load = dyn_cast<LoadTerm>(T);
    return Load && Load->address() == Place;
  };
  return Whole &&
         walkTerms(usedTerms(Facts),
                   [&](const Term &Part, TermList &Instead) {
                     if (const auto *Load = dyn_cast<LoadTerm>(&Part);
                         Load && rootOf(Load->address()) == Whole->Root) {
                       auto Other = locate(Load->address());
                       return Other && areOfTwoMembers(*Whole, *Other)
                                  ? Walk::Enter
                                  : Walk::Stop;
                     }
                     for (const Incoming &I : Facts.values().incoming(&Part))
                       if (I.Reaching.Value)
                         Instead.push_back(I.Reaching.Value);
                     const auto *Test = dyn_cast<BinaryTerm>(&Part);
                     if (!Test || !Test->isComparison())
                       return Walk::Enter;
                     llvm::SmallVector<const Term *, 4> Sides;
                     for (const Term *Side : Test->operands())
                       if (isa<LinearTerm>(Side))
                         llvm::append_range(Sides, Side->operands());
                       else
                         Sides.push_back(Side);
                     IsCompared |= llvm::any_of(Sides, IsOfPlace);
                     llvm::erase_if(Sides, IsOfPlace);
                     llvm::append_range(Instead, Sides);
                     return Sides.empty() ? Walk::Skip : Walk::Enter;
                   }) &&
         IsCompared;
}

/// Threads that store at \p Store store something of their own in another
/// place, too, and whose it is afterwards need not be the same.
static bool storesMoreThere(const Event &Store, const KernelFacts &Facts) {
  auto Over = Facts.paths().allControls(*Store.At);
  return llvm::any_of(Facts.cfg().events(), [&](const Event &E) {
    return E.writes() && E.Address != Store.Address &&
           memorySpaceOf(rootOf(E.Address)) != MemorySpace::Local &&
           Facts.uniformity().isUniform(E.Address, Scope::Block) &&
           !(E.Value && Facts.uniformity().isUniform(E.Value, Scope::Block)) &&
           Facts.paths().allControls(*E.At) == Over;
  });
}

bool electsOneThread(const Event &First, const Event &Second,
                     llvm::ArrayRef<ThreadOfBlock> Threads,
                     const KernelFacts &Facts) {
  auto IsWord = [](const Event &E) {
    return E.isStore() && !E.Op && !E.Under && E.Value &&
           (E.Bytes == 1 || E.Bytes == 2 || E.Bytes == 4 || E.Bytes == 8);
  };
  const Term *Place = First.Address;
  auto StoresAlike = [&](const Event *E) {
    return E->Address != Place ||
           (IsWord(*E) &&
            (E->Value == First.Value ||
             Facts.uniformity().isUniform(E->Value, Scope::Block)));
  };
  return IsWord(First) && IsWord(Second) && Place == Second.Address &&
         First.Value == Second.Value &&
         memorySpaceOf(rootOf(Place)) == MemorySpace::Shared &&
         Facts.uniformity().isUniform(Place, Scope::Block) &&
         isNumberOfThread(First.Value, Threads, Facts) &&
         llvm::all_of(Facts.values().writesTo(rootOf(Place)), StoresAlike) &&
         !storesMoreThere(First, Facts) && !storesMoreThere(Second, Facts) &&
         isOnlyCompared(Place, Facts);
}

} // namespace warplint::dependence
