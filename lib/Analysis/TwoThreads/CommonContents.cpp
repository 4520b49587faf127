//===--- CommonContents.cpp - What several threads read alike -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/TwoThreads/CommonContents.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/UniformTerms.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LaunchScenarios/AssumedSizes.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/SyncKindRows.h"

using namespace clang;

namespace warplint::twothreads {

llvm::ArrayRef<const Event *>
CommonContents::storesInto(const Term *Root) const {
  const auto *Object = dyn_cast<VariableTerm>(Root);
  const auto *Var = Object ? dyn_cast<VarDecl>(Object->decl()) : nullptr;
  if (!Var || memorySpaceOf(*Var) != MemorySpace::Shared ||
      scenarios::isDynamicShared(Root))
    return {};
  llvm::ArrayRef<const Event *> Writes = Facts.values().writesTo(Root);
  bool AreStores = llvm::all_of(
      Writes, [](const Event *E) { return E->isStore() && E->Value; });
  return AreStores ? Writes : llvm::ArrayRef<const Event *>();
}

bool CommonContents::isInLoop(const LoadTerm &Load) const {
  auto Reads = Facts.values().readsOf(Load);
  return Reads.empty() || Facts.loops().outermost(*Reads.front()->At);
}

/// All threads of the block store, or those to which the iterations of a loop
/// give the elements.
bool CommonContents::isByAll(const Event &Store) const {
  return !Store.Under &&
         llvm::all_of(
             Facts.paths().allControls(*Store.At), [&](const Node *Branch) {
               return Facts.loops().leftBy(*Branch, *Store.At) ||
                      Facts.uniformity().isUniformBranch(*Branch, Scope::Block);
             });
}

bool CommonContents::isOneValue(const LoadTerm &Load, bool Blocks) const {
  llvm::ArrayRef<const Event *> Stores = storesInto(rootOf(Load.address()));
  // Whoever does not store leaves what was there.
  if (llvm::none_of(Stores, [&](const Event *E) { return isByAll(*E); }))
    return false;
  const Term *Value = Stores.front()->Value;
  bool IsOne =
      llvm::all_of(Stores, [&](const Event *E) { return E->Value == Value; }) &&
      Facts.uniformity().isUniform(Value, Scope::Grid) &&
      // The same in all iterations of all loops.
      !anyPartOf(Value, [&](const Term &Part) {
        const auto *Read = dyn_cast<LoadTerm>(&Part);
        return isa<PhiTerm, OpaqueTerm, ResultTerm, UndefinedTerm>(Part) ||
               (Read &&
                !Facts.values().writesTo(rootOf(Read->address())).empty());
      });
  if (IsOne)
    takeAsSet(Load, Blocks);
  return IsOne;
}

bool CommonContents::isAlike(const LoadTerm &Load, bool Blocks) const {
  if (storesInto(rootOf(Load.address())).empty() || isInLoop(Load) ||
      (Blocks && dependsOnBlock(Load)))
    return false;
  // Each block has its own array, and finds its own values where none is set.
  if (Blocks)
    takeAsSet(Load, true);
  return true;
}

/// Adds to \p To the values and branch conditions that \p Part depends on.
/// False if they are unknown.
bool CommonContents::addParts(const Term &Part,
                              llvm::SmallVectorImpl<const Term *> &To) const {
  auto AddBranch = [&](const Node *Branch) {
    if (Branch->Branch)
      To.push_back(Branch->Branch);
    return Branch->Branch != nullptr;
  };
  if (isa<PhiTerm>(Part)) {
    for (const Incoming &In : Facts.values().incoming(&Part))
      To.push_back(In.Reaching.Value);
    return !To.empty() &&
           llvm::all_of(Facts.uniformity().choosers(&Part), AddBranch);
  }
  To.append(Part.operands().begin(), Part.operands().end());
  const auto *Read = dyn_cast<LoadTerm>(&Part);
  if (!Read)
    return true;
  const Term *Root = rootOf(Read->address());
  if (isa<ParameterTerm, VariableTerm>(Root) &&
      Facts.values().writesTo(Root).empty())
    return true;
  llvm::ArrayRef<const Event *> Stores = storesInto(Root);
  if (Stores.empty())
    return false;
  for (const Event *E : Stores) {
    To.push_back(E->Value);
    To.push_back(E->Address);
    if (E->Under)
      To.push_back(E->Under);
    if (!llvm::all_of(Facts.paths().allControls(*E->At), AddBranch))
      return false;
  }
  return true;
}

/// What \p E does, and what it finds, is the same in all blocks if all before
/// it is.
bool CommonContents::isAlikeInBlocks(const Event &E) const {
  if (E.isSync())
    return E.isSync(SyncKind::Barrier)
               ? E.Op->Scope <= Scope::Block
               : E.isSync(SyncKind::Fence) ||
                     E.isSync(SyncFamily::WarpBarrier, SyncFamily::Exchange,
                              SyncFamily::Exit);
  if (!E.isAccess() || E.Access == AccessKind::Atomic)
    return false;
  return E.Access == AccessKind::Write ||
         llvm::all_of(
             possibleRoots(E.Address, Facts.values()), [&](const Term *Root) {
               return isa<ParameterTerm, VariableTerm>(Root) &&
                      (memorySpaceOf(Root) == MemorySpace::Shared ||
                       (Facts.values().writesTo(Root).empty() && !E.Volatile));
             });
}

bool CommonContents::areBlocksAlike() const {
  if (AlikeBlocks)
    return *AlikeBlocks;
  AlikeBlocks =
      llvm::none_of(Facts.values().programTerms(),
                    [](const Term *T) {
                      const auto *Made = dyn_cast<OpaqueTerm>(T);
                      return tellsBlocksApart(*T) ||
                             (Made && (Made->site() || Made->callContext()) &&
                              Made->uniformAt() < Scope::Grid);
                    }) &&
      llvm::all_of(Facts.cfg().events(),
                   [&](const Event &E) { return isAlikeInBlocks(E); });
  return *AlikeBlocks;
}

bool CommonContents::dependsOnBlock(const LoadTerm &Load) const {
  auto [Known, IsNew] = OfBlock.try_emplace(&Load, true);
  if (!IsNew)
    return Known->second;
  return Known->second =
             !walkTerms(&Load, [&](const Term &Part, TermList &Instead) {
               if (isa<UndefinedTerm, OpaqueTerm, ResultTerm>(Part))
                 return Walk::Stop;
               if (isa<IdentityTerm>(Part))
                 return tellsBlocksApart(Part) ? Walk::Stop : Walk::Skip;
               return addParts(Part, Instead) ? Walk::Enter : Walk::Stop;
             });
}

} // namespace warplint::twothreads
