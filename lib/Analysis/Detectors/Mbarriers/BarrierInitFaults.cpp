//===--- BarrierInitFaults.cpp - Barrier objects that are not set up ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Detectors/Mbarriers/BarrierFaults.h"
#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"
#include "Analysis/Detectors/Mbarriers/CopyProgress.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Participation/Participation.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Assumptions/Assumptions.h"
#include "Support/Checked.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace warplint::mbarriers {

namespace {

class InitScan {
public:
  explicit InitScan(const BarrierObjects &Objects)
      : Objects(Objects), Facts(Objects.facts()) {}

  std::vector<InitFault> run();

private:
  void findUninitialized(const BarrierFamily &F);
  void findManyThreads(const BarrierFamily &F);
  void findNotVisible(const BarrierFamily &F, const BarrierOp &Init);
  void findAgain(const BarrierFamily &F, const BarrierOp &Init,
                 InitFault::Kind As);
  void findNotReleased(const BarrierOp &Init);
  void findCounts(const BarrierFamily &F);
  bool reachesOtherThread(const BarrierOp &Init, const BarrierOp &Use,
                          bool OtherWarp) const;
  bool mayBeForOneThread() const;
  std::optional<InitFault>
  countFault(const BarrierFamily &F, const std::array<int64_t, 3> &Block) const;
  bool meetsInitializer(const BarrierFamily &F, const Event &E) const;
  bool isWrittenFor(const BarrierOp &Op,
                    const std::array<int64_t, 3> &Block) const;
  std::optional<InitFault>
  tooManyAtOnce(const BarrierFamily &F, int64_t Expected,
                const std::array<int64_t, 3> &Block) const;
  bool mayTakeTurns(const BarrierFamily &F, const BarrierOp &Arrival) const;
  std::optional<int64_t>
  mostArrivals(const BarrierFamily &F,
               const std::array<int64_t, 3> &Block) const;

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  std::vector<InitFault> Faults;
};

} // namespace

static bool isUse(const BarrierFamily &F, const Event &E) {
  return F.Arrivals.has(E) || F.Waits.has(E) || F.Others.has(E);
}

/// The first thread of each row: where code picks one thread along x, the rows
/// of the block all write the same state, which does no harm before the block
/// is synchronized.
static bool isOneColumn(const participation::Execution &By) {
  const ThreadOfBlock &First = By.Threads.front();
  return First.BlockDim[0] > 1 && llvm::all_of(By.Threads, [&](const auto &T) {
           return T.Index[0] == First.Index[0];
         });
}

/// Threads that go another path come from an initialization of \p F to the
/// barrier of \p E.
bool InitScan::meetsInitializer(const BarrierFamily &F, const Event &E) const {
  if (!E.isSync() ||
      (E.Op->Kind != SyncKind::Barrier &&
       (E.Op->Kind != SyncKind::BarrierWait || E.Op->Scope != Scope::Cluster)))
    return false;
  for (const Event &Other : Facts.cfg().events())
    if (&Other != &E && Other.isSync() &&
        participation::areOfOneBarrier(E, Other) &&
        llvm::any_of(F.Inits, [&](const BarrierOp &Init) {
          return Facts.get<Reachability>().leadsTo(*Init.E, Other);
        }))
      return true;
  return false;
}

/// Shared objects hold nothing when the kernel starts.
void InitScan::findUninitialized(const BarrierFamily &F) {
  if (!isShared(F.place()) || !Objects.isClosed(F))
    return;
  Typestate Setup(Facts.paths(), Facts.cfg().entry(),
                  [&](Typestate::State Now, const Event &E) {
                    // Behind the first use nothing more is said.
                    if (Now == 1 && isUse(F, E))
                      return Typestate::Unreached;
                    return F.Inits.has(E) || meetsInitializer(F, E)
                               ? Typestate::State(2)
                               : Now;
                  });
  for (const BarrierOp *Use : F.uses())
    if (Setup.before(*Use->E) == 1) {
      auto K =
          F.Inits.empty() ? InitFault::Kind::Never : InitFault::Kind::Later;
      Faults.push_back(
          {K, Use->E, F.Inits.empty() ? nullptr : F.Inits.front().E});
      return;
    }
}

void InitScan::findManyThreads(const BarrierFamily &F) {
  for (const BarrierOp &Init : F.Inits) {
    const participation::Execution &By = Objects.execution(*Init.E);
    if (By.Threads.size() < 2 || !By.Sure || !isShared(Init.At) ||
        (isOneColumn(By) && Facts.assume(Assumption::OneInitializer)))
      continue;
    for (const ThreadOfBlock &Self : llvm::drop_begin(By.Threads))
      if (Objects.isSame(Init.At, By.Threads.front(), Init.At, Self)) {
        InitFault Fault{InitFault::Kind::ManyThreads, Init.E, Init.E};
        Fault.Arriving = By.Threads.size();
        Fault.Block = threadsOf(Objects.exampleBlock()).size();
        Fault.BlockIsKnown = Facts.terms().launch().blockSize() != 0;
        Fault.BlockDim = Objects.exampleBlock();
        Fault.From = scenarios::provenanceOf(Facts, Fault.BlockDim,
                                             scenarios::ForWitness);
        Faults.push_back(Fault);
        break;
      }
  }
}

/// Nothing in a function that is not a kernel shows that several threads come:
/// nobody asks which one it is, or waits for others.
bool InitScan::mayBeForOneThread() const {
  if (Facts.root().hasAttr<CUDAGlobalAttr>() ||
      llvm::any_of(Facts.values().programTerms(), [](const Term *T) {
        const auto *Self = dyn_cast<IdentityTerm>(T);
        return Self && Self->uniformAt() < Scope::Block;
      }))
    return false;
  for (const Event &E : Facts.cfg().events())
    if (E.isSync() && (E.Op->Kind == SyncKind::Barrier ||
                       E.Op->Kind == SyncKind::BarrierArrive ||
                       (E.Op->Scope > Scope::Thread &&
                        E.Op->Participants != Participation::Self &&
                        E.Op->Participants != Participation::Counted)))
      return false;
  return true;
}

/// Some thread other than the one that initializes an object uses it.
bool InitScan::reachesOtherThread(const BarrierOp &Init, const BarrierOp &Use,
                                  bool OtherWarp) const {
  const participation::Execution &By = Objects.execution(*Init.E),
                                 &User = Objects.execution(*Use.E);
  // An elected thread, whichever it is, is not the whole block.
  if (By.Who == participation::Execution::Kind::Unknown)
    return !OtherWarp && User.Who == participation::Execution::Kind::Everyone &&
           User.Threads.size() > 1 && Objects.isSameForAll(Init.At, Use.At);
  int64_t Together = OtherWarp ? LanesPerWarp : 1;
  return anyMeet({Init.At, By.Threads}, {Use.At, User.Threads}, Facts.values(),
                 [&](const ThreadOfBlock &Writer, const ThreadOfBlock &Reader) {
                   return Writer.rank() / Together != Reader.rank() / Together;
                 });
}

/// The other threads must be synchronized with the one that initializes before
/// they use the object.
void InitScan::findNotVisible(const BarrierFamily &F, const BarrierOp &Init) {
  if (mayBeForOneThread())
    return;
  constexpr Typestate::State Alone = 1, Warp = 2, Block = 3;
  std::vector<const BarrierOp *> Uses = F.uses();
  Typestate Seen(Facts.paths(), *Init.E,
                 [&](Typestate::State Now, const Event &E) {
                   if (isUse(F, E))
                     return Typestate::Unreached; // Only the first use matters.
                   if (maySeparate(E, Scope::Block))
                     return Block;
                   bool OfWarp = E.isSync(SyncKind::WarpBarrier);
                   return OfWarp ? std::max(Now, Warp) : Now;
                 });
  for (const BarrierOp *Use : Uses) {
    Typestate::State State = Seen.before(*Use->E);
    if (State != Typestate::Unreached && State != Block &&
        reachesOtherThread(Init, *Use, State != Alone)) {
      Faults.push_back({InitFault::Kind::NotVisible, Use->E, Init.E});
      return; // The first one says it all.
    }
  }
}

/// Who sets an object up anew, or ends it, must know that all have left their
/// last wait.
void InitScan::findAgain(const BarrierFamily &F, const BarrierOp &Init,
                         InitFault::Kind As) {
  for (const BarrierOp &Wait : F.Waits) {
    auto Meets = [](const Event &E) { return maySeparate(E, Scope::Warp); };
    auto Together = Typestate::marking(Facts.paths(), *Wait.E, Meets);
    if (Together.before(*Init.E) == 1 && Objects.isForMany(Wait) &&
        Objects.isSameForAll(Init.At, Wait.At)) {
      Faults.push_back({As, Wait.E, Init.E});
      return;
    }
  }
}

/// `barrier.cluster.arrive.relaxed` orders nothing: the initialization must be
/// released by a fence first (PTX ISA, "fence.mbarrier_init").
void InitScan::findNotReleased(const BarrierOp &Init) {
  auto Released =
      Typestate::marking(Facts.paths(), *Init.E, [](const Event &E) {
        return E.isUnknown() || (E.isSync() && E.Op->Scope >= Scope::Cluster &&
                                 (E.Op->Kind == SyncKind::Fence ||
                                  (E.Op->Kind == SyncKind::Barrier) ||
                                  (E.Op->Kind == SyncKind::BarrierArrive &&
                                   E.Op->Order != MemoryOrder::Relaxed)));
      });
  for (const Event &E : Facts.cfg().events())
    if (E.isSync(SyncKind::BarrierArrive) && E.Op->Scope == Scope::Cluster &&
        E.Op->Order == MemoryOrder::Relaxed && Released.before(E) == 1) {
      Faults.push_back({InitFault::Kind::NotReleased, &E, Init.E});
      return;
    }
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

/// How many arrivals one execution of \p E makes; nothing if not constant.
static std::optional<int64_t> updateOf(const Event &E) {
  return E.Value ? numberOf(E.Value) : 1;
}

/// The most arrivals that one phase can see: a thread that waits before it
/// comes again arrives once. Nothing if there is no such bound.
std::optional<int64_t>
InitScan::mostArrivals(const BarrierFamily &F,
                       const std::array<int64_t, 3> &Block) const {
  llvm::DenseMap<int64_t, int64_t> Waiting, Once;
  for (const BarrierOp &Op : F.Arrivals) {
    participation::Execution By =
        participation::executionOf(Facts, *Op.E, Block);
    auto Update = updateOf(*Op.E);
    if (By.Who == participation::Execution::Kind::Unknown || !Update)
      return std::nullopt;
    bool Waits = Op.E->Op->Kind == SyncKind::ObjectArriveAndWait ||
                 Objects.waitFor(*Op.E);
    if (!Waits && (Objects.isInCycle(*Op.E->At) || Objects.keepsToken(*Op.E)))
      return std::nullopt;
    for (const ThreadOfBlock &Self : By.Threads)
      if (Waits)
        Waiting[Self.rank()] = std::max(Waiting[Self.rank()], *Update);
      else
        Once[Self.rank()] += *Update;
  }
  int64_t Sum = 0;
  for (const auto *Part : {&Waiting, &Once})
    for (const auto &[Rank, Count] : *Part)
      Sum += Count;
  return Sum;
}

/// The threads that arrive at \p Arrival may do so one after the other, each in
/// a phase of its own: they wait for the same mbarriers before, or for phases
/// that depend on the thread.
bool InitScan::mayTakeTurns(const BarrierFamily &F,
                            const BarrierOp &Arrival) const {
  for (const BarrierFamily &Other : Objects.families())
    for (const BarrierOp &Wait : Other.Waits) {
      if (!mayBeOfOneThread(Objects, *Wait.E, *Arrival.E) ||
          !Facts.get<Reachability>().leadsTo(*Wait.E, *Arrival.E))
        continue;
      if (&Other == &F || !Wait.E->Value ||
          !Facts.uniformity().isUniform(Wait.E->Value, Scope::Block))
        return true;
    }
  return false;
}

/// More threads than are expected execute one arrival together, on one
/// mbarrier: the first ones end the phase, and the others arrive in those
/// behind it.
std::optional<InitFault>
InitScan::tooManyAtOnce(const BarrierFamily &F, int64_t Expected,
                        const std::array<int64_t, 3> &Block) const {
  for (const BarrierOp &Op : F.Arrivals) {
    participation::Execution By =
        participation::executionOf(Facts, *Op.E, Block);
    auto Update = updateOf(*Op.E);
    base::Checked Arriving = base::Checked(Update) * int64_t(By.Threads.size());
    if (!By.Sure || By.Threads.size() < 2 || !Arriving ||
        *Arriving <= Expected || mayTakeTurns(F, Op) ||
        !llvm::all_of(By.Threads, [&](const ThreadOfBlock &Self) {
          return Objects.isSame(Op.At, Self, Op.At, By.Threads.front());
        }))
      continue;
    InitFault Fault{InitFault::Kind::TooMany, Op.E, F.Inits.front().E};
    Fault.Arriving = *Arriving;
    return Fault;
  }
  return std::nullopt;
}

std::optional<InitFault>
InitScan::countFault(const BarrierFamily &F,
                     const std::array<int64_t, 3> &Block) const {
  const BarrierOp &Init = F.Inits.front();
  const BarrierOp &First = F.Arrivals.front();
  ThreadValues Run(Facts.values());
  auto Expected = Init.E->Value
                      ? Run.run(Init.E->Value, threadsOf(Block).front())
                      : std::nullopt;
  if (!Expected)
    return std::nullopt;
  auto AtOnce = tooManyAtOnce(F, *Expected, Block);
  auto Most = mostArrivals(F, Block);
  if (!Most && !AtOnce)
    return std::nullopt;
  InitFault Fault =
      AtOnce.value_or(InitFault{InitFault::Kind::TooFew, First.E, Init.E});
  Fault.Expected = *Expected;
  if (!AtOnce)
    Fault.Arriving = *Most;
  Fault.Block = Block[0] * Block[1] * Block[2];
  Fault.BlockDim = Block;
  Fault.BlockIsKnown = Facts.terms().launch().blockSize() != 0;
  if (AtOnce)
    return Fault;
  if (*Most == 0 || *Most == *Expected)
    return std::nullopt;
  if (*Most < *Expected)
    return Fault;
  // Too many is certain only where all reach one place together.
  Fault.K = InitFault::Kind::TooMany;
  bool Waits = First.E->Op->Kind == SyncKind::ObjectArriveAndWait ||
               Objects.waitFor(*First.E);
  participation::Execution By =
      participation::executionOf(Facts, *First.E, Block);
  bool One = llvm::all_of(By.Threads, [&](const ThreadOfBlock &Self) {
    return Objects.isSame(First.At, Self, First.At, By.Threads.front());
  });
  if (F.Arrivals.size() != 1 || !Waits || !By.Sure || !One)
    return std::nullopt;
  return Fault;
}

/// A branch that selects threads is there because some take it and some do not.
bool InitScan::isWrittenFor(const BarrierOp &Op,
                            const std::array<int64_t, 3> &Block) const {
  participation::Execution By = participation::executionOf(Facts, *Op.E, Block);
  return Facts.terms().launch().blockSize() ||
         By.Who != participation::Execution::Kind::Some ||
         (!By.Threads.empty() &&
          int64_t(By.Threads.size()) < Block[0] * Block[1] * Block[2]);
}

void InitScan::findCounts(const BarrierFamily &F) {
  // One initialization has the count of all elements; with several, or with
  // arrivals that copies make, nothing is said.
  bool ByCopies = llvm::any_of(F.Others, [](const BarrierOp &Op) {
    return Op.E->Op->Kind == SyncKind::AsyncCommit;
  });
  if (F.Inits.size() != 1 || F.Arrivals.empty() || F.Waits.empty() ||
      ByCopies || !isShared(F.place()) || !Objects.isClosed(F) ||
      !Facts.convergence().earlyExits().empty())
    return;
  const Event &Init = *F.Inits.front().E;
  llvm::SmallVector<int64_t, 4> Hints;
  if (base::Checked Count = numberOf(Init.Value))
    for (base::Checked Hint : {Count, Count * 2, Count + LanesPerWarp})
      Hints.push_back(Hint.orElse(*Count));
  std::optional<InitFault> Shown;
  const scenarios::Scenario Tried =
      scenarios::blockScenario(Facts, scenarios::BlockRule::WholeWarps, Hints);
  for (const auto &Block : Tried.blocks()) {
    if (llvm::any_of(F.Arrivals, [&](const BarrierOp &Op) {
          return !isWrittenFor(Op, Block);
        }))
      continue;
    auto Fault = countFault(F, Block);
    if (!Fault || (Shown && Shown->K != Fault->K)) {
      Shown.reset();
      break;
    }
    // 256 threads, or else as many as can be.
    if (!Shown || Shown->Block != 256)
      Shown = Fault;
  }
  if (!Shown) {
    if (Tried.From.isGuess())
      Facts.get<scenarios::SilentInGuesses>().add("counts of mbarriers");
    return;
  }
  Shown->From = Tried.From;
  Faults.push_back(*Shown);
}

std::vector<InitFault> InitScan::run() {
  bool IsKernel = Facts.root().hasAttr<CUDAGlobalAttr>();
  for (const BarrierFamily &F : Objects.families()) {
    size_t Before = Faults.size();
    if (IsKernel) {
      findUninitialized(F);
      findManyThreads(F);
    }
    for (const BarrierOp &Init : F.Inits) {
      findNotVisible(F, Init);
      findAgain(F, Init, InitFault::Kind::Again);
      findNotReleased(Init);
    }
    for (const BarrierOp &End : F.Ends)
      findAgain(F, End, InitFault::Kind::Ended);
    if (IsKernel && Faults.size() == Before)
      findCounts(F);
  }
  return std::move(Faults);
}

std::vector<InitFault> findInitFaults(const KernelFacts &Facts) {
  return InitScan(Facts.get<BarrierObjects>()).run();
}

} // namespace warplint::mbarriers
