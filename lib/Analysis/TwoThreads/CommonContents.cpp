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

using namespace clang;

namespace warplint::twothreads {

CommonContents::CommonContents(const KernelFacts &Facts) : Facts(Facts) {
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events) {
      if (E.K != Event::Kind::Access)
        continue;
      if (E.Access == AccessKind::Read)
        Reads.try_emplace({E.Owner, E.Site}, N);
      else
        for (const Term *Root : possibleRoots(E.Address, Facts.values()))
          Writes[Root].push_back(&E);
    }
}

const CommonContents::EventList *
CommonContents::storesInto(const Term *Root) const {
  const auto *Object = dyn_cast<VariableTerm>(Root);
  const auto *Var = Object ? dyn_cast<VarDecl>(Object->decl()) : nullptr;
  if (!Var || memorySpaceOf(*Var) != MemorySpace::Shared ||
      scenarios::isDynamicShared(Root))
    return nullptr;
  auto Found = Writes.find(Root);
  if (Found == Writes.end() || llvm::any_of(Found->second, [](const Event *E) {
        return E->Access != AccessKind::Write || !E->Value || !E->Address;
      }))
    return nullptr;
  return &Found->second;
}

bool CommonContents::isInLoop(const LoadTerm &Load) const {
  auto Found = Reads.find({Load.callContext(), Load.site()});
  return Found == Reads.end() || Facts.loops().outermost(*Found->second);
}

bool CommonContents::isOneValue(const LoadTerm &Load) const {
  const EventList *Stores = storesInto(rootOf(Load.address()));
  if (!Stores)
    return false;
  const Term *Value = Stores->front()->Value;
  return llvm::all_of(*Stores,
                      [&](const Event *E) { return E->Value == Value; }) &&
         Facts.uniformity().isUniform(Value, Scope::Grid) &&
         // The same in all iterations of all loops.
         !anyPartOf(Value, [&](const Term &Part) {
           const auto *Read = dyn_cast<LoadTerm>(&Part);
           return isa<PhiTerm, OpaqueTerm, ResultTerm, UndefinedTerm>(Part) ||
                  (Read && Writes.count(rootOf(Read->address())));
         });
}

bool CommonContents::isAlike(const LoadTerm &Load, bool Blocks) const {
  return storesInto(rootOf(Load.address())) && !isInLoop(Load) &&
         !(Blocks && dependsOnBlock(Load));
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
  if (isa<ParameterTerm, VariableTerm>(Root) && !Writes.count(Root))
    return true;
  const EventList *Stores = storesInto(Root);
  if (!Stores)
    return false;
  for (const Event *E : *Stores) {
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
  if (E.K == Event::Kind::Sync)
    switch (E.Op->Kind) {
    case SyncKind::Barrier:
      return E.Op->Scope <= Scope::Block;
    case SyncKind::WarpBarrier:
    case SyncKind::Shuffle:
    case SyncKind::Vote:
    case SyncKind::Match:
    case SyncKind::WarpReduce:
    case SyncKind::Fence:
    case SyncKind::Exit:
      return true;
    default:
      return false;
    }
  if (E.K != Event::Kind::Access || E.Access == AccessKind::Atomic)
    return false;
  return E.Access == AccessKind::Write ||
         llvm::all_of(possibleRoots(E.Address, Facts.values()),
                      [&](const Term *Root) {
                        return isa<ParameterTerm, VariableTerm>(Root) &&
                               (memorySpaceOf(Root) == MemorySpace::Shared ||
                                (!Writes.count(Root) && !E.Volatile));
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
      llvm::all_of(Facts.cfg().order(), [&](const Node *N) {
        return !N->Reached || llvm::all_of(N->Events, [&](const Event &E) {
          return isAlikeInBlocks(E);
        });
      });
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
