//===--- ThreadWalk.h - Threads that stages are handed by -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_THREADWALK_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_THREADWALK_H

#include "Analysis/Detectors/PipelineProtocols/ExecutionContext.h"
#include "llvm/ADT/BitVector.h"

namespace warplint {

/// Loads and stores of elements by all threads of one block together: they are
/// kept until the play is over.
inline constexpr size_t ElementLimit = size_t(1) << 19;

/// What a thread does to order others is followed that far: in a play of as
/// many iterations, whatever goes wrong in a later one has gone wrong before.
inline constexpr size_t OrderingLimit = 1024;

/// What all threads of one block do together.
inline constexpr size_t CommandLimit = size_t(1) << 20;

/// Threads of one block on their path, together as far as they go the same one:
/// where a branch parts them, some come first to where its successors meet, and the
/// others follow.
class ThreadWalk : ConcreteExecutor {
public:
  using ConcreteExecutor::usedParameters;

  /// Of members: their places among all, in order.
  using Group = std::vector<size_t>;
  /// \p BlockRank: of \p Block in its cluster. \p Members: ranks in the block,
  /// in order.
  ThreadWalk(ExecutionContext &Of, llvm::ArrayRef<ThreadOfBlock> Block,
             unsigned BlockRank, std::vector<size_t> Members,
             const GivenValues &Parameters, unsigned &StepsLeft);

  /// False if they cannot be followed.
  bool run();
  /// Adds what they do to what all threads have made, warp by warp.
  void addRuns();

private:
  /// One value for each member; of those that do not walk now, none.
  using Values = llvm::SmallVector<std::optional<int64_t>, 32>;
  struct Each {
    Values Of;
    size_t AlikeFor = ~size_t(0); ///< A group that has one value.
  };

  // ThreadWalk.cpp: who goes with whom.
  std::optional<int64_t> agreed(const Term *T) override;
  std::optional<bool> holds(const Term *Condition) override;
  std::optional<const Node *> diverge(const Node &N) override;
  bool pass(const Event &E) override;
  void take(llvm::ArrayRef<Joining> Joins) override;
  const ThreadOfBlock &member(size_t I) const { return Block[Members[I]]; }
  size_t first() const { return Walking.front(); }
  void letWalk(const Group &Who);
  /// What \p T is computed from may differ, or what it is: the address of a
  /// place in another block has no value.
  bool mayDiffer(const Term *T);
  bool haveOther(const Term *T);
  bool isUnknown(const Term *T);
  std::optional<int64_t> valueFor(const Term *T, size_t I);
  std::optional<int64_t> valueNow(const Term *T, size_t I);
  Values valuesOf(const Term *T);
  Values truthsOf(const Term *Condition);
  bool differ(Each &On);
  void give(const Term *T, std::optional<int64_t> To);
  Each &differingOn(const Term *T);
  void give(const Term *T, const Values &To);
  Values of(std::optional<int64_t> Value) const {
    return Values(Members.size(), Value);
  }
  template <typename List> std::vector<Group> alike(const List &Of) const;
  template <typename List> typename List::value_type agreedOf(const List &Of);
  bool isApartFromFirst();

  std::optional<int64_t> operand(const std::optional<uint64_t> &Immediate,
                                 const Term *T, int64_t Otherwise);
  bool happensFor(const Event &E, size_t I);
  const Term *chosen(const Term *Address, size_t I);
  std::optional<SharedPlace> placeOf(const Term *Address, size_t I);
  std::optional<SharedPlace> placeAtPeer(const Term *Address, size_t I);
  std::optional<SharedPlace> agreedPlace(const Term *Address, bool AtPeer);
  std::optional<SharedPlace> objectOf(const Event &E);
  std::optional<uint64_t> destinations(const Event &E);
  bool isFollowed(const Event &E);
  bool passObject(const Event &E);
  bool passCopy(const Event &E);
  void passSend(const Event &E);
  void sendBy(const Event &E, size_t I, bool Alone);
  bool copyBy(const Event &E, size_t I, bool Alone, uint64_t Blocks);
  bool passBarrier(const Event &E);
  void passAccess(const Event &E);
  void accessBy(const Event &E, size_t I, bool Alone);
  bool passMultiply(const Event &E);
  bool passGroup(const Event &E);
  void addRead(const Event &E, const SharedPlace &From, int64_t Bytes);
  void passShuffle(const Event &E);
  bool add(StageCommand::Kind K, const Event &E, const SharedPlace &Object,
           std::optional<int64_t> Number);
  void add(const StageCommand &C) { Made.push_back({C, WalkingNow}); }
  bool isFarEnough();
  void addAlone(const StageCommand &C, size_t I);
  void answer(const Event &E, int64_t Answer);
  bool passTry(const Event &E);
  bool makePipeline(const Event &E);
  bool passPipeline(const Event &E);

  ExecutionContext &Of;
  llvm::ArrayRef<ThreadOfBlock> Block;
  unsigned BlockRank;
  std::vector<size_t> Members;
  Group Walking; ///< Those that walk now.
  /// What is asked about an event has different answers for these; none if it
  /// has one.
  std::vector<Group> Apart;
  /// Who has walked together; the members of each as bits.
  std::map<Group, size_t> Numbers;
  std::vector<llvm::BitVector> Groups;
  size_t WalkingNow = 0;
  struct Command {
    StageCommand C;
    size_t By = 0; ///< The number of a group, of which each member does it.
  };
  std::vector<Command> Made;
  /// What is given to members on which they differ; `Now` has it only while it
  /// is asked for one of them.
  llvm::DenseMap<const Term *, std::unique_ptr<Each>> Differing;
  /// What was asked of a term since something that it hangs on was given.
  struct Asked {
    uint64_t Since = 0; ///< As counted by `Gifts`.
    /// By member; nothing where nobody asked.
    std::vector<std::optional<std::optional<int64_t>>> Of;
  };
  llvm::DenseMap<const Term *, Asked> Known; ///< Looked up.
  uint64_t Gifts = 0;                        ///< Calls of `give`.
  llvm::DenseMap<const Term *, uint64_t> GivenLast; ///< The last one of each.
  /// Loads and stores beyond are left out: what orders the others is not.
  size_t ElementsLeft;
  /// Of the pipeline: stages that each member has committed and released.
  Values Committed, Released;
  Values Ordering;        ///< How much each member has done to order others.
  llvm::BitVector GoesOn; ///< Members that are not followed any further.
  bool IsCut = false;     ///< Nor is any of those that walk now.
};

/// Members that have the same in \p Of, which has an entry for each.
template <typename List>
std::vector<ThreadWalk::Group> ThreadWalk::alike(const List &Of) const {
  std::map<typename List::value_type, size_t> Numbers;
  std::vector<Group> Result;
  for (size_t I : Walking) {
    auto [At, New] = Numbers.try_emplace(Of[I], Result.size());
    if (New)
      Result.emplace_back();
    Result[At->second].push_back(I);
  }
  return Result;
}

/// What all have in \p Of; nothing if that differs: they are `Apart` then.
template <typename List>
typename List::value_type ThreadWalk::agreedOf(const List &Of) {
  auto Groups = alike(Of);
  if (Groups.size() == 1)
    return Of[first()];
  Apart = std::move(Groups);
  return {};
}

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_THREADWALK_H
