//===--- ThreadExecutor.h - Threads that go together ------------*- C++ -*-===//
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

namespace warplint::pipelines {

/// Executes threads of one block, together as long as they take the same path:
/// where they diverge at a branch, one part is executed to the post-dominator
/// first, then the others.
class ThreadExecutor : simulation::ConcreteExecutor {
public:
  using simulation::ConcreteExecutor::usedParameters;

  /// Members by their index, in ascending order.
  using Group = std::vector<size_t>;
  /// \p BlockRank: the rank of \p Block in its cluster. \p Members: ranks in
  /// the block, in ascending order.
  ThreadExecutor(ExecutionContext &Of, llvm::ArrayRef<ThreadOfBlock> Block,
                 unsigned BlockRank, std::vector<size_t> Members,
                 const GivenValues &Parameters, uint64_t &StepsLeft);

  /// False if the threads cannot be executed.
  bool run();
  /// Adds the recorded commands to `ExecutionContext::Made`, warp by warp.
  void addRuns();

private:
  /// One value for each member; unset for members that are not executing.
  using Values = llvm::SmallVector<std::optional<int64_t>, 32>;
  struct Each {
    Values Of;
    size_t AlikeFor = ~size_t(0); ///< A group with one common value.
  };

  // ThreadExecutor.cpp: which threads execute together.
  std::optional<int64_t> agreed(const Term *T) override;
  std::optional<bool> holds(const Term *Condition) override;
  std::optional<const Node *> diverge(const Node &N) override;
  bool pass(const Event &E) override;
  void take(llvm::ArrayRef<Joining> Joins) override;
  const ThreadOfBlock &member(size_t I) const { return Block[Members[I]]; }
  size_t first() const { return Walking.front(); }
  void letWalk(const Group &Who);
  /// The inputs of \p T may differ among members, or \p T itself, as the
  /// address of a place in another block, which has no value.
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

  std::optional<int64_t> operand(const Term *T, int64_t Otherwise) {
    return T ? agreed(T) : Otherwise;
  }
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
  Group Walking; ///< The members that are executing.
  /// Groups of members for which a question about an event has different
  /// answers; empty if it has one answer.
  std::vector<Group> Apart;
  /// The groups that have executed together; their members as bits.
  std::map<Group, size_t> Numbers;
  std::vector<llvm::BitVector> Groups;
  size_t WalkingNow = 0;
  struct Command {
    StageCommand C;
    size_t By = 0; ///< The number of a group, each member of which does it.
  };
  std::vector<Command> Made;
  /// Values that differ among members; `Now` has the value of one member while
  /// it is evaluated for that member.
  llvm::DenseMap<const Term *, std::unique_ptr<Each>> Differing;
  /// Values of a term since one of its inputs was last set.
  struct Asked {
    uint64_t Since = 0; ///< By the count of `Gifts`.
    /// By member; nothing where it was not evaluated.
    std::vector<std::optional<std::optional<int64_t>>> Of;
  };
  llvm::DenseMap<const Term *, Asked> Known; ///< Looked up.
  uint64_t Gifts = 0;                        ///< Calls of `give`.
  /// The count at the last call for each term.
  llvm::DenseMap<const Term *, uint64_t> GivenLast;
  /// How many more loads and stores are recorded; ordering operations are
  /// recorded beyond.
  size_t ElementsLeft;
  /// Number of pipeline stages that each member has committed and released.
  Values Committed, Released;
  Values Ordering;        ///< Ordering operations of each member so far.
  llvm::BitVector GoesOn; ///< Members that are not followed any further.
  bool IsCut = false;     ///< The executing members are not followed, either.
};

/// Groups the executing members by their entries in \p Of.
template <typename List>
std::vector<ThreadExecutor::Group> ThreadExecutor::alike(const List &Of) const {
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

/// The entry of \p Of that all executing members have; nothing if entries
/// differ: `Apart` has the groups then.
template <typename List>
typename List::value_type ThreadExecutor::agreedOf(const List &Of) {
  auto Groups = alike(Of);
  if (Groups.size() == 1)
    return Of[first()];
  Apart = std::move(Groups);
  return {};
}

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_THREADWALK_H
