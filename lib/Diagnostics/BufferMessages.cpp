//===--- BufferMessages.cpp - Two buffers in place of a barrier -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/BufferMessages.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "CudaModel/MemorySpace.h"

using namespace clang;

namespace warplint {

namespace {

/// The iterations of one loop, each cut in two by one barrier.
class Iterations {
public:
  Iterations(const Event &Barrier, const Loop &In, const KernelFacts &Facts)
      : Barrier(Barrier), In(In), Facts(Facts), Around(Facts.loops()) {}

  /// Whether no thread begins the next iteration before all threads of the
  /// block have reached the barrier.
  bool areCut() const;
  /// Whether \p Write stores the same elements in each iteration, before the
  /// barrier.
  bool fillInFront(const Event &Write) const;
  bool isBehind(const Event &E) const;

private:
  bool isFixed(const Term *T) const {
    return !T || (Around.isInvariant(T, In) && !anyPartOf(T, [](const Term &P) {
                    return llvm::isa<LoadTerm>(P);
                  }));
  }

  const Event &Barrier;
  const Loop &In;
  const KernelFacts &Facts;
  const Loops &Around;
};

} // namespace

bool Iterations::areCut() const {
  const SyncOp *Op = Barrier.Op;
  if (!Op || Op->Kind != SyncKind::Barrier || Op->Scope != Scope::Block ||
      Op->Predicated || Barrier.Id || Op->IdImmediate ||
      !In.contains(*Barrier.At))
    return false;
  return llvm::all_of(In.Header->predecessors(), [&](const Node *Last) {
    return !In.contains(*Last) || Facts.paths().dominates(*Barrier.At, *Last);
  });
}

bool Iterations::isBehind(const Event &E) const {
  if (E.At != Barrier.At)
    return Facts.paths().dominates(*Barrier.At, *E.At);
  // Events of one node stand in one vector, in their order.
  return &E > &Barrier;
}

bool Iterations::fillInFront(const Event &Write) const {
  if (isBehind(Write) || !isFixed(Write.Address) || !isFixed(Write.Under))
    return false;
  return llvm::all_of(
      Facts.paths().allControls(*Write.At), [&](const Node *Branch) {
        bool Leaves =
            llvm::any_of(Branch->successors(), [&](const Node *Successor) {
              return !In.contains(*Successor);
            });
        return !In.contains(*Branch) || Leaves ||
               (Branch->Branch && isFixed(Branch->Branch));
      });
}

bool mendedByTwoBuffers(const races::Race &R, const KernelFacts &Facts) {
  if (R.K != races::Race::Kind::WriteAfterRead || !R.NextIteration ||
      R.Space != MemorySpace::Shared || !R.Opening)
    return false;
  const auto Roots = possibleRoots(R.Second.Access->Address, Facts.values());
  const VarDecl *Var = Roots.size() == 1 ? variableAt(Roots.front()) : nullptr;
  const Loop *In =
      Facts.loops().innermost(*R.First.Access->At, *R.Second.Access->At);
  // A loop that is entered again begins with the first buffer, which others may
  // still read.
  if (!In || In->Around || !Var || !Var->getType()->isArrayType())
    return false;
  Iterations Turns(*R.Opening, *In, Facts);
  if (!Turns.areCut())
    return false;
  for (const Event &E : Facts.cfg().events()) {
    if (E.isUnknown() && In->contains(*E.At))
      return false;
    if (!E.isAccess() || !Facts.paths().contains(*E.At))
      continue;
    auto Of = possibleRoots(E.Address, Facts.values());
    if (!llvm::is_contained(Of, Roots.front()))
      continue;
    bool Fits = Of.size() == 1 && In->contains(*E.At) && !isOfCopy(E) &&
                E.Access != AccessKind::Atomic &&
                (E.Access == AccessKind::Write ? Turns.fillInFront(E)
                                               : Turns.isBehind(E));
    if (!Fits)
      return false;
  }
  return true;
}

} // namespace warplint
