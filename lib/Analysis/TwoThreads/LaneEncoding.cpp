//===--- LaneEncoding.cpp - What warp collectives give a thread -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/LaneValues.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"

using namespace clang;

namespace warplint::twothreads {

/// The result of a collective in which all lanes of a warp or tile take part,
/// each in the same iteration, if it follows from where the thread stands. Null
/// if it does not.
const Term *ThreadEncoding::collectiveResult(const ResultTerm &T,
                                             unsigned Step) {
  const Event *E = Values.operationOf(T);
  if (!E || !E->Value || !E->At || !E->Op->exchangesValues())
    return nullptr;
  std::optional<int64_t> Width = lanesTogether(*E, Values);
  auto Of = laneFunctionOf(*E->Op->Entry);
  if (!Width || (E->Op->Kind == SyncKind::Shuffle ? !E->Select : !Of))
    return nullptr;
  // A last warp with fewer lanes is a segment of its own only if it is the
  // first one, too.
  int64_t Threads = Symbols.shape().blockSize(),
          Lanes = std::min(*Width, Threads);
  if (Threads % Lanes != 0)
    return nullptr;
  EncodedValue Value = encode(E->Value, Step);
  if (Value.Root)
    return nullptr;
  TermArena &Arena = Symbols.terms();
  const Term *Lane = Arena.binary(BO_Rem, Symbols.rank(Thread),
                                  number(LanesPerWarp)),
             *Self = Arena.binary(BO_Rem, Lane, number(*Width)),
             *First = Arena.binary(BO_Sub, Lane, Self);
  auto InLane = [&](const Term *T, const Term *There) {
    return Symbols.inLane(T, Thread, Arena.binary(BO_Add, First, There),
                          *E->At);
  };
  LaneValues Together(Arena, Self, *Width, Lanes, InLane);
  if (E->Op->Kind != SyncKind::Shuffle)
    return Together.combined(*Of, Value.Value);
  EncodedValue Select = encode(E->Select, Step);
  return Select.Root ? nullptr
                     : Together.shuffled(Value.Value, E->Op->Entry->Shuffle,
                                         Select.Value);
}

EncodedValue ThreadEncoding::computeResult(const ResultTerm *T, unsigned Step) {
  const Term *Known = collectiveResult(*T, Step);
  return Known ? number(Known) : computeUnknown(T, Step);
}

} // namespace warplint::twothreads
