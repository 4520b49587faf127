//===--- WarpSpecialization.cpp - What threads of a block are for ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LaunchScenarios/WarpSpecialization.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace warplint::scenarios {

/// Bits for successors of a branch.
enum : unsigned { OnTrue = 1, OnFalse = 2, OnBoth = OnTrue | OnFalse };

WarpSpecialization::WarpSpecialization(const KernelFacts &Facts)
    : Facts(Facts) {
  auto TouchesMemory = [](const Node &N) {
    return llvm::any_of(N.Events, [](const Event &E) { return E.isAccess(); });
  };
  llvm::MapVector<const Node *, unsigned> Successors;
  for (const Node *N : Facts.cfg().order())
    if (TouchesMemory(*N))
      for (const Node *Branch : Facts.paths().controls(*N))
        if (auto Successor = Facts.paths().successorTo(*Branch, *N);
            Successor && Branch->successors().size() == 2)
          Successors[Branch] |= *Successor == 0 ? OnTrue : OnFalse;
  for (const auto &[Branch, Taken] : Successors) {
    if (Taken != OnBoth || !Branch->Branch)
      continue;
    Inputs Of = inputsOf(Branch->Branch, Facts.values());
    if (Of.Parameters.empty() && Of.Counters.empty() &&
        !Facts.uniformity().isUniform(Branch->Branch, Scope::Block))
      Branches.push_back(Branch);
  }
}

bool WarpSpecialization::areAllPresent(const LaunchExtents &Shape) const {
  ThreadValues Run(Facts.values());
  std::vector<ThreadOfBlock> Threads =
      threadsOf({Shape.Block[0], Shape.Block[1], Shape.Block[2]});
  return llvm::all_of(Branches, [&](const Node *Branch) {
    unsigned Taken = 0;
    for (size_t I = 0; I < Threads.size() && Taken != OnBoth; ++I) {
      auto Holds = Run.run(Branch->Branch, Threads[I]);
      Taken |= !Holds ? OnBoth : *Holds ? OnTrue : OnFalse;
    }
    return Taken == OnBoth;
  });
}

void keepThoseOfAllRoles(
    std::vector<LaunchExtents> &Shapes, const KernelFacts &Facts,
    llvm::function_ref<std::vector<LaunchExtents>()> Common) {
  WarpSpecialization Roles(Facts);
  auto LacksSome = [&](const LaunchExtents &Shape) {
    return !Roles.areAllPresent(Shape);
  };
  if (Shapes.empty() || llvm::none_of(Shapes, LacksSome))
    return;
  std::vector<LaunchExtents> Found = Shapes;
  llvm::erase_if(Found, LacksSome);
  if (Found.empty()) {
    Found = Common();
    llvm::erase_if(Found, LacksSome);
  }
  if (!Found.empty())
    Shapes = std::move(Found);
}

} // namespace warplint::scenarios
