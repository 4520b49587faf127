//===--- RaceDescription.cpp - What two threads of a race do --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/EncodedPair.h"
#include "Analysis/Detectors/Races/RaceEngine.h"
#include "Analysis/SymbolicExecution/HostArguments.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "Planted/Faults.h"

using namespace clang;

namespace warplint::races {

bool isOfData(const twothreads::SymbolInfo &Info) {
  return Info.K == twothreads::SymbolInfo::Kind::Data ||
         Info.K == twothreads::SymbolInfo::Kind::Elected;
}

std::vector<const SubobjectTerm *> RaceSide::path() const {
  std::vector<const SubobjectTerm *> Path;
  for (const Term *From : {Access->Address, Own})
    for (const auto *Step = dyn_cast_or_null<SubobjectTerm>(From); Step;
         Step = dyn_cast<SubobjectTerm>(Step->base()))
      Path.push_back(Step);
  std::reverse(Path.begin(), Path.end());
  return Path;
}

int64_t EncodedPair::valueOf(const Term *T) {
  solver::Query::Ref At = Writer.write(T);
  for (size_t I = Values.size(); I < Q.symbols().size(); ++I)
    Values.push_back(Q.symbols()[I].Min);
  return Q.evaluate(Values)[At].value_or(0);
}

static void describeSide(RaceSide &Side, unsigned Thread, EncodedPair &E) {
  const twothreads::IntervalAccess &Of =
      Thread == 1 ? E.Asked.First : E.Asked.Second;
  twothreads::ThreadEncoding &Encoding = Thread == 1 ? E.One : E.Other;
  Side.Access = Of.Access;
  Side.Own = Of.Peer ? Of.Peer->Own : nullptr;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    unsigned Who = planted(Fault::SecondRow) && Axis == 1 ? 1 : Thread;
    Side.Thread[Axis] = E.valueOf(E.Symbols.threadIndex(Who, Axis));
    Side.Block[Axis] = E.valueOf(E.Symbols.blockIndex(Thread, Axis));
  }
  llvm::SmallVector<const Term *, 16> Work;
  for (const SubobjectTerm *Step : Side.path())
    if (const auto *Element = dyn_cast<ElementTerm>(Step)) {
      twothreads::EncodedValue Index =
          Encoding.encode(Element->index(), Of.Step);
      Side.Indices.push_back(E.valueOf(Index.Value));
      Work.push_back(Element->index());
    }
  llvm::DenseSet<const Term *> Seen;
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    if (!Seen.insert(T).second)
      continue;
    Work.append(T->operands().begin(), T->operands().end());
    const auto *Phi = dyn_cast<PhiTerm>(T);
    if (!Phi || Side.Variables.size() >= 3)
      continue;
    // What does not control its loop may have changed since the iteration
    // began.
    const auto *Place = dyn_cast<LocalTerm>(Phi->place());
    const Term *Guard = Phi->node()->Branch;
    twothreads::EncodedValue Value = Encoding.encode(Phi, Of.Step);
    if (Guard && mentions(Guard, Phi) && Place && !Value.Root &&
        Place->decl() && !Place->decl()->getName().empty())
      Side.Variables.push_back({Place->decl(), E.valueOf(Value.Value)});
  }
}

/// What the witness of \p E takes for granted.
static Evidence evidenceOf(EncodedPair &E) {
  const KernelFacts &Facts = E.Symbols.facts();
  Evidence Result;
  if (!E.Asked.BlockIsKnown)
    Result.add({Assumption::Launch});
  llvm::SetVector<const Term *> Parameters;
  for (const twothreads::IntervalAccess *Of : {&E.Asked.First, &E.Asked.Second})
    for (const Term *P : scenarios::parametersBehind(Of->Access->Address,
                                                     *Of->Access->At, Facts))
      Parameters.insert(P);
  for (const Term *P : Parameters) {
    if (E.Symbols.isKnownFromHost(P))
      continue;
    scenarios::AssumedSizes::Size Size = E.Symbols.sizes().of(P);
    if (Size.Standing != scenarios::AssumedSizes::Stands::ForItself)
      Result.add({scenarios::chosenSize(Size.Role), P, nullptr, Size.Value});
  }
  for (const Term *Load : E.Loaded)
    Result.add({Assumption::LoadedIndex, Load});
  return Result;
}

Race RaceEngine::describe(EncodedPair &E) {
  const KernelFacts &Facts = Inside->Facts;
  Race Found;
  Found.Relation = E.Asked.Relation;
  Found.Space = E.Asked.First.Space;
  if (Facts.keepsQueries())
    Found.Query = Inside->Decider.smtLib(E.Q);
  describeSide(Found.First, 1, E);
  describeSide(Found.Second, 2, E);
  for (const auto &[Symbol, Index] : E.Writer.symbols()) {
    const twothreads::SymbolInfo &Info = E.Symbols.info(Symbol);
    if (Info.K == twothreads::SymbolInfo::Kind::Parameter && Info.Of)
      if (std::string Name = nameOfArgument(Info.Of); !Name.empty())
        Found.Given.push_back({std::move(Name), E.Values[Index]});
    Found.ChoosesData |= isOfData(Info);
  }
  Found.ChoosesData |= E.DataDiffer;
  Found.RestsOn = evidenceOf(E);
  Found.BlockDim = E.Asked.Launch->Block;
  Found.GridDim = E.Asked.Launch->Grid;
  Found.ClusterSize = E.Asked.Launch->clusterSize();
  Found.ShapeIsKnown = E.Asked.BlockIsKnown;
  putInOrder(Found, *E.Asked.In, E.Asked.First, E.Asked.Second,
             laterIteration(Found, *E.Asked.In, E.Symbols, E.Writer, E.Values),
             Facts.paths());
  return Found;
}

} // namespace warplint::races
