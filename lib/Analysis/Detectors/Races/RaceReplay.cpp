//===--- RaceReplay.cpp - From values of symbols to a run -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/EncodedPair.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/HostArguments.h"
#include "Analysis/TwoThreads/JoinedObjects.h"

using namespace clang;

namespace warplint::races {

namespace {

/// Makes the witness of one pair one that can be run.
class WitnessReader {
public:
  explicit WitnessReader(EncodedPair &E)
      : E(E), One(objectOf(E.One, E.Asked.First)),
        Other(objectOf(E.Other, E.Asked.Second)) {}
  /// False if memory would hold two values at one place.
  bool read(simulation::ReplayedWitness &Into);

private:
  void readThread(simulation::ReplayedThread &Into, unsigned Thread);
  void readGiven(simulation::ReplayedWitness &Into);
  std::optional<int64_t> startOf(const Term *Root);
  std::optional<int64_t> valueOf(const Term *T);

  static const Term *objectOf(twothreads::ThreadEncoding &By,
                              const twothreads::IntervalAccess &Of) {
    return By.encode(Of.Access->Address, Of.Step).Root;
  }

  EncodedPair &E;
  /// The objects of the two accesses: one buffer, if they are two parameters.
  const Term *One, *Other;
  /// Objects by the order in which they were met; looked up.
  llvm::DenseMap<const Term *, int64_t> Objects;
};

} // namespace

/// Bytes between two objects: no index leads from one to the other. As few that
/// 32 bits of an address hold the first objects.
static constexpr int64_t BytesOfObject = int64_t(1) << 40;

/// The value of \p T if the witness has all that it is made of.
std::optional<int64_t> WitnessReader::valueOf(const Term *T) {
  bool IsChosen = !anyPartOf(T, [&](const Term &Part) {
    return isa<SymbolTerm>(Part) && !E.Writer.symbols().contains(&Part);
  });
  return IsChosen ? std::optional(E.valueOf(T)) : std::nullopt;
}

/// Where the object begins that \p Root names, as the question sees it.
std::optional<int64_t> WitnessReader::startOf(const Term *Root) {
  const Term *Whole = E.Symbols.objectOf(Root);
  if (Whole == Other && One)
    Whole = One;
  auto [Known, New] =
      Objects.try_emplace(Whole, BytesOfObject * (Objects.size() + 1));
  if (!isa<VariableTerm>(Root))
    return Known->second;
  return Known->second +
         E.Symbols.facts().get<twothreads::JoinedObjects>().startOf(Root);
}

void WitnessReader::readThread(simulation::ReplayedThread &Into,
                               unsigned Thread) {
  Into.Access = (Thread == 1 ? E.Asked.First : E.Asked.Second).Access;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    Into.Self.Index[Axis] = E.valueOf(E.Symbols.threadIndex(Thread, Axis));
    Into.Self.Block[Axis] = E.valueOf(E.Symbols.blockIndex(Thread, Axis));
    Into.Self.BlockDim[Axis] = E.Asked.Launch->Block[Axis];
    Into.Self.GridDim[Axis] = E.Asked.Launch->Grid[Axis];
  }
}

/// Parameters, and where objects begin.
void WitnessReader::readGiven(simulation::ReplayedWitness &Into) {
  const KernelFacts &Facts = E.Symbols.facts();
  walkTerms(Facts.values().programTerms(), [&](const Term &Part) {
    if (isIntegerParameter(&Part)) {
      const Term *Is = E.Symbols.knownParameter(&Part);
      if (auto Value = Is ? valueOf(Is) : std::nullopt)
        Into.Given[&Part] = *Value;
    } else if (isa<VariableTerm, ParameterTerm, LocalTerm, TemporaryTerm,
                   ReturnTerm>(Part)) {
      if (auto Start = startOf(&Part))
        Into.Given[&Part] = *Start;
    }
    return Walk::Enter;
  });
}

bool WitnessReader::read(simulation::ReplayedWitness &Into) {
  Into.In = E.Asked.In;
  for (unsigned Thread : {1u, 2u})
    readThread(Into.Threads[Thread - 1], Thread);
  readGiven(Into);
  // Reading adds symbols.
  auto Symbols = llvm::to_vector(E.Writer.symbols());
  for (const auto &[Symbol, Index] : Symbols) {
    const twothreads::SymbolInfo &Info = E.Symbols.info(Symbol);
    if (!isOfData(Info) || !isa_and_nonnull<SiteTerm>(Info.Of))
      continue;
    int64_t Value = E.Values[Index];
    const auto *Load = dyn_cast<LoadTerm>(Info.Of);
    auto Start = Load && Info.Function && Info.Address.Root
                     ? startOf(Info.Address.Root)
                     : std::nullopt;
    auto Offset = Start ? valueOf(Info.Address.Value) : std::nullopt;
    if (Offset) {
      auto [Held, New] = Into.Memory.try_emplace(
          {*Start + *Offset, simulation::typeRead(*Load)}, Value);
      if (!New && Held->second != Value)
        return false;
      continue;
    }
    for (unsigned Thread : {1u, 2u})
      if (!Info.Thread || Info.Thread == Thread)
        Into.Threads[Thread - 1].Chosen[Info.Of] = Value;
  }
  return true;
}

simulation::Replay replayWitness(EncodedPair &E, uint64_t &Steps) {
  const Interval &In = *E.Asked.In;
  if (E.Asked.Relation == ThreadRelation::SameCluster || E.Asked.Groups ||
      E.Asked.First.Peer || E.Asked.Second.Peer ||
      (In.Start && !maySeparate(*In.Start, In.Threads)))
    return simulation::Replay::Unknown;
  // Each witness takes a look at the terms of the whole kernel.
  uint64_t Nodes = E.Symbols.facts().cfg().nodes().size();
  if (Steps < Nodes)
    return simulation::Replay::Unknown;
  Steps -= Nodes;
  simulation::ReplayedWitness Witness;
  // Two values at one place: other values may show the race.
  if (!WitnessReader(E).read(Witness))
    return simulation::Replay::Unknown;
  return simulation::replay(Witness, E.Symbols.facts(), Steps);
}

} // namespace warplint::races
