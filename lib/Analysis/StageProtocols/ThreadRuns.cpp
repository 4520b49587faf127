//===--- ThreadRuns.cpp - What each thread does to stages -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/StageProtocols/ThreadRuns.h"
#include "Analysis/BarrierObjects/CopiedBytes.h"
#include "Analysis/BarrierObjects/CopyProgress.h"
#include "Analysis/NamedBarriers/WarpRuns.h"
#include "Analysis/Participation/KernelWalk.h"
#include "Analysis/StageProtocols/SharedLayout.h"
#include "Analysis/Symbolic/TermTraversal.h"
#include "Model/Hardware.h"
#include "Model/SyncApi.h"
#include <map>

using namespace clang;

namespace warplint {

bool isTrackedCopy(const Event &E) {
  return E.K == Event::Kind::Sync && E.Op->Kind == SyncKind::AsyncCopy &&
         E.Op->Async == AsyncGroup::None && E.Completion && !E.Op->Group;
}

namespace {

/// What all threads share.
class Course {
public:
  explicit Course(const BarrierObjects &Objects);

  /// Values of branches and joins that statements give, not the thread's own
  /// computation: by the statement and its call.
  using SiteKey = std::pair<const Stmt *, const CallContext *>;

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  WalkedKernel Walked;
  StageRuns Made;
  std::map<SiteKey, llvm::SmallVector<const Term *, 2>> GivenAt;
  llvm::SmallVector<const Term *, 4> Elections;
  SharedLayout Layout;
  /// Addresses are also needed as numbers.
  bool UsesNumbers = false;

  /// The number of the member that \p At lies in.
  unsigned memberOf(const Location &At);
  /// \p At as a part of the largest object around it that a copy fills;
  /// nothing if none does.
  std::optional<Location> partOfFilled(const Location &At) const;
  /// Objects that copies fill, each once.
  llvm::ArrayRef<Location> filled() const { return Filled; }
  /// Who reads for the thread of \p Rank by \p Group.
  unsigned readerFor(AsyncGroup Group, int64_t Rank);

private:
  void note(const Term *T);

  std::vector<Location> Filled;
  std::map<std::pair<AsyncGroup, int64_t>, unsigned> Readers;
};

} // namespace

/// Branches over it must be decided.
static bool counts(const Event &E) {
  if (E.K == Event::Kind::Unknown)
    return true;
  if (E.K != Event::Kind::Sync)
    return false;
  switch (E.Op->Kind) {
  case SyncKind::ObjectInit:
  case SyncKind::ObjectArrive:
  case SyncKind::ObjectArriveExpectTx:
  case SyncKind::ObjectArriveAndDrop:
  case SyncKind::ObjectArriveAndWait:
  case SyncKind::ObjectWait:
  case SyncKind::ObjectTryWait:
  case SyncKind::ObjectWaitParity:
  case SyncKind::ObjectExpectTx:
  case SyncKind::Barrier:
  case SyncKind::BarrierArrive:
  case SyncKind::BarrierWait:
    return true;
  // What has been read is known by them.
  case SyncKind::AsyncCommit:
  case SyncKind::AsyncWait:
    return E.Op->Async == AsyncGroup::Wgmma ||
           (E.Op->Async == AsyncGroup::Tcgen05 && E.Address);
  default:
    return isTrackedCopy(E);
  }
}

Course::Course(const BarrierObjects &Objects)
    : Objects(Objects), Facts(Objects.facts()), Walked(Facts, counts),
      Layout(Facts) {
  for (const Term *Phi : Facts.values().joins().phis())
    for (const Incoming &I : Facts.values().incoming(Phi))
      if (I.Held.Value)
        note(I.Held.Value);
  for (const Node *N : Facts.cfg().order()) {
    if (!N->Reached)
      continue;
    if (N->Branch)
      note(N->Branch);
    for (const Event &E : N->Events)
      if (isTrackedCopy(E)) {
        if (auto To = locate(E.Address); To && isShared(*To))
          Filled.push_back(*To);
      } else if (E.K == Event::Kind::Sync &&
                 E.Op->Kind == SyncKind::MatrixMultiply) {
        UsesNumbers = true;
      }
  }
}

void Course::note(const Term *T) {
  walkTerms(T, [&](const Term &Part) {
    const auto *Given = dyn_cast<SiteTerm>(&Part);
    if (!Given || isa<LoadTerm>(Given) || !Given->site())
      return Walk::Enter;
    auto &At = GivenAt[{Given->site(), Given->callContext()}];
    if (!llvm::is_contained(At, Given)) {
      At.push_back(Given);
      if (const auto *Asm = dyn_cast<GCCAsmStmt>(Given->site());
          Asm && electsLane(*Asm))
        Elections.push_back(Given);
    }
    return Walk::Enter;
  });
}

unsigned Course::memberOf(const Location &At) {
  for (unsigned I = 0; I < Made.Members.size(); ++I)
    if (inSameMember(Made.Members[I], At))
      return I;
  Made.Members.push_back(At);
  return unsigned(Made.Members.size() - 1);
}

std::optional<Location> Course::partOfFilled(const Location &At) const {
  std::optional<Location> Largest;
  for (const Location &To : Filled)
    if (auto Part = asPartOf(To, At, Facts.context());
        Part && (!Largest || Part->Fields.size() < Largest->Fields.size()))
      Largest = Part;
  return Largest;
}

unsigned Course::readerFor(AsyncGroup Group, int64_t Rank) {
  int64_t Who = Group == AsyncGroup::Wgmma ? Rank / ThreadsPerWarpGroup : Rank;
  auto [Known, New] = Readers.try_emplace({Group, Who}, Made.Readers);
  Made.Readers += New;
  return Known->second;
}

namespace {

/// One thread on its way.
class ThreadWalk : KernelWalk {
public:
  ThreadWalk(Course &Of, llvm::ArrayRef<ThreadOfBlock> Block, size_t Rank,
             const GivenValues &Parameters, unsigned &StepsLeft,
             std::vector<StageCommand> &Made)
      : KernelWalk(Of.Walked, Parameters, StepsLeft), Of(Of), Block(Block),
        Self(Block[Rank]), Made(Made) {
    for (const Term *Elected : Of.Elections)
      Now[Elected] = Self.rank() % LanesPerWarp == 0;
  }

  /// False if the thread cannot be followed.
  bool run() { return walk(); }

private:
  std::optional<int64_t> agreed(const Term *T) override;
  bool pass(const Event &E) override;
  std::optional<int64_t> operand(const std::optional<uint64_t> &Immediate,
                                 const Term *T, int64_t Otherwise);
  std::optional<SharedPlace> placeOf(const Term *Address);
  bool passObject(const Event &E);
  bool passCopy(const Event &E);
  bool passBarrier(const Event &E);
  void passAccess(const Event &E);
  bool passMultiply(const Event &E);
  bool passGroup(const Event &E);
  void addRead(const Event &E, const SharedPlace &From, int64_t Bytes);
  void passShuffle(const Event &E);
  bool add(StageCommand::Kind K, const Event &E, const SharedPlace &Object,
           std::optional<int64_t> Number);
  bool isRepeated(const Event &E) const;

  Course &Of;
  llvm::ArrayRef<ThreadOfBlock> Block;
  const ThreadOfBlock &Self;
  std::vector<StageCommand> &Made;
};

} // namespace

std::optional<int64_t> ThreadWalk::agreed(const Term *T) {
  if (Of.UsesNumbers)
    for (const Term *Address : Of.Layout.addressesIn(T)) {
      Location At = *locate(Address);
      auto Number = Of.Layout.startOf(At);
      for (const auto &[Index, Size] : At.Steps)
        if (auto Value = valueOf(Index, Self); Number && Value)
          *Number += *Value * Size;
        else
          Number.reset();
      if (!Number)
        return std::nullopt;
      Now[Address] = *Number;
    }
  return valueOf(T, Self);
}

std::optional<int64_t>
ThreadWalk::operand(const std::optional<uint64_t> &Immediate, const Term *T,
                    int64_t Otherwise) {
  if (Immediate)
    return int64_t(*Immediate);
  return T ? valueOf(T, Self) : Otherwise;
}

std::optional<SharedPlace> ThreadWalk::placeOf(const Term *Address) {
  auto At = locate(Address);
  if (!At || !isShared(*At))
    return std::nullopt;
  if (auto Part = Of.partOfFilled(*At))
    At = Part;
  int64_t Offset = At->Bytes;
  for (const auto &[Index, Size] : At->Steps) {
    auto Value = valueOf(Index, Self);
    if (!Value)
      return std::nullopt;
    Offset += *Value * Size;
  }
  return SharedPlace{Of.memberOf(*At), Offset};
}

bool ThreadWalk::add(StageCommand::Kind K, const Event &E,
                     const SharedPlace &Object, std::optional<int64_t> Number) {
  if (!Number)
    return false;
  StageCommand C;
  C.K = K;
  C.At = &E;
  C.Object = Object;
  C.Number = *Number;
  Made.push_back(C);
  return true;
}

bool ThreadWalk::passObject(const Event &E) {
  using Kind = StageCommand::Kind;
  auto Object = placeOf(E.Address);
  if (!Object || E.Op->isAtPeer() || !happens(E))
    return false;
  auto Value = [&](int64_t Otherwise) {
    return operand(E.Op->ValueImmediate, E.Value, Otherwise);
  };
  switch (E.Op->Kind) {
  case SyncKind::ObjectInit:
    return add(Kind::Init, E, *Object, Value(1));
  case SyncKind::ObjectArrive:
    return add(Kind::Arrive, E, *Object, Value(1));
  case SyncKind::ObjectArriveAndDrop:
    return add(Kind::Drop, E, *Object, 1);
  case SyncKind::ObjectArriveAndWait:
    return add(Kind::Arrive, E, *Object, 1) &&
           add(Kind::WaitOwn, E, *Object, 0);
  case SyncKind::ObjectExpectTx:
  case SyncKind::ObjectArriveExpectTx: {
    auto Bytes = operand(E.Op->WidthImmediate, E.Width, -1);
    if (!add(Kind::Expect, E, *Object, Bytes ? *Bytes : -1))
      return false;
    return E.Op->Kind == SyncKind::ObjectExpectTx ||
           add(Kind::Arrive, E, *Object, Value(1));
  }
  default: // Waits.
    return E.Op->Parity ? add(Kind::WaitFor, E, *Object, Value(0))
                        : add(Kind::WaitOwn, E, *Object, 0);
  }
}

bool ThreadWalk::passCopy(const Event &E) {
  if (E.Op->Async != AsyncGroup::None || !E.Completion)
    return true; // Tracked by groups.
  auto Object = placeOf(E.Completion), To = placeOf(E.Address);
  if (!Object || !To || E.Op->Group || !happens(E) || reachesOtherBlocks(*E.Op))
    return false;
  StageCommand C;
  C.K = StageCommand::Kind::Copy;
  C.At = &E;
  C.Object = *Object;
  C.Place = *To;
  C.IsExpected = E.Op->Entry && E.Op->Entry->ExpectsItsBytes;
  if (E.Op->WidthImmediate || E.Width) {
    C.Reports = operand(E.Op->WidthImmediate, E.Width, 0);
    if (!C.Reports)
      return false;
  }
  C.Bytes =
      C.Reports ? *C.Reports : bytesOfTile(*locate(E.Address), Facts.context());
  Made.push_back(C);
  return true;
}

bool ThreadWalk::passBarrier(const Event &E) {
  auto Id = operand(E.Op->IdImmediate, E.Id, 0),
       Count = operand(E.Op->CountImmediate, E.Count, 0);
  if (!Id || !Count || !happens(E) || E.Op->Kind != SyncKind::Barrier ||
      (E.Op->Group && E.Op->Scope < Scope::Block))
    return false;
  // Blocks of a cluster meet like the threads of one.
  if (!isHardwareBarrier(E))
    Id = NamedBarriers;
  if (!add(StageCommand::Kind::Meet, E, {}, Id))
    return false;
  Made.back().Bytes = *Count;
  return true;
}

/// What is not certain to be touched, or where, is left out.
void ThreadWalk::passAccess(const Event &E) {
  auto At = locate(E.Address);
  if (!At || !isShared(*At) || !Of.partOfFilled(*At) || isGuessed(*E.At))
    return;
  if (!happens(E).value_or(false))
    return;
  auto Place = placeOf(E.Address);
  if (!Place)
    return;
  StageCommand C;
  C.At = &E;
  C.Place = *Place;
  C.Bytes = std::max<int64_t>(1, E.Bytes);
  Made.push_back(C);
}

void ThreadWalk::addRead(const Event &E, const SharedPlace &From,
                         int64_t Bytes) {
  StageCommand C;
  C.K = StageCommand::Kind::Read;
  C.At = &E;
  C.Place = From;
  C.Bytes = Bytes;
  C.Reader = Of.readerFor(E.Op->Async, Self.rank());
  Made.push_back(C);
}

/// Matrices of which it is not known where they begin are left out.
bool ThreadWalk::passMultiply(const Event &E) {
  if (isGuessed(*E.At))
    return true;
  for (const Term *Descriptor : {E.Value, E.Select}) {
    auto Packed = Descriptor ? agreed(Descriptor) : std::nullopt;
    if (!Packed) {
      const Term *At = Descriptor ? matrixAt(Descriptor) : nullptr;
      if (auto From = At ? placeOf(At) : std::nullopt)
        addRead(E, *From, 1);
      continue;
    }
    int64_t Start = matrixStart(*Packed);
    auto Variable = Of.Layout.variableAt(Start);
    if (!Variable)
      continue;
    // As a part of each member that copies fill there.
    std::set<unsigned> Members;
    for (const Location &Filled : Of.filled()) {
      Location To = *Of.partOfFilled(Filled);
      unsigned Member = Of.memberOf(To);
      auto InVariable = asPartOf(*Variable, To, Facts.context());
      if (InVariable && Members.insert(Member).second)
        addRead(E, {Member, Start - (InVariable->Bytes - To.Bytes)}, 1);
    }
  }
  return true;
}

/// Groups of what is read beside the threads.
bool ThreadWalk::passGroup(const Event &E) {
  using Kind = StageCommand::Kind;
  if (!happens(E) || reachesOtherBlocks(*E.Op))
    return false;
  bool Waits = E.Op->Kind == SyncKind::AsyncWait;
  auto Object = E.Address ? placeOf(E.Address) : SharedPlace();
  if (!Object || !add(Waits       ? Kind::WaitRead
                      : E.Address ? Kind::ArriveRead
                                  : Kind::Commit,
                      E, *Object, Waits ? pendingAfter(E) : 0))
    return false;
  Made.back().Reader = Of.readerFor(E.Op->Async, Self.rank());
  return true;
}

/// A lane's value for all: `__shfl_sync(~0u, threadIdx.x / 32, 0)`.
void ThreadWalk::passShuffle(const Event &E) {
  const auto *Call = dyn_cast<Expr>(E.Site);
  const Term *Result = Call ? Facts.values().valueOf(*E.Owner, Call) : nullptr;
  auto From = E.Select ? valueOf(E.Select, Self) : 0;
  if (!E.Value || !Result || !From || *From < 0 || *From >= LanesPerWarp)
    return;
  size_t Lane = size_t(Self.rank() / LanesPerWarp * LanesPerWarp + *From);
  if (Lane < Block.size())
    if (auto Value = valueOf(E.Value, Block[Lane]))
      Now[Result] = *Value;
}

/// The try \p E comes again until it succeeds.
bool ThreadWalk::isRepeated(const Event &E) const {
  return llvm::any_of(
      Facts.paths().allControls(*E.At), [&](const Node *Branch) {
        return Branch->Branch && Of.Objects.dependsOn(Branch->Branch, E);
      });
}

/// False if the thread cannot be followed past \p E.
bool ThreadWalk::pass(const Event &E) {
  if (E.K == Event::Kind::Unknown)
    return false;
  bool OfMultiply = E.Op && E.Op->Kind == SyncKind::MatrixMultiply;
  if (touchesMemory(E) && !OfMultiply)
    passAccess(E);
  if (E.K != Event::Kind::Sync || happens(E) == false)
    return true;
  switch (E.Op->Kind) {
  case SyncKind::AsyncCopy:
    return passCopy(E);
  case SyncKind::Barrier:
  case SyncKind::BarrierArrive:
  case SyncKind::BarrierWait:
    return passBarrier(E);
  case SyncKind::WarpBarrier:
    return add(StageCommand::Kind::MeetWarp, E, {}, 0);
  // What lanes give each other they have read before.
  case SyncKind::Shuffle:
    passShuffle(E);
    [[fallthrough]];
  case SyncKind::Vote:
  case SyncKind::Match:
  case SyncKind::WarpReduce:
    return add(StageCommand::Kind::MeetWarp, E, {}, 0);
  case SyncKind::ObjectInvalidate:
    return true;
  case SyncKind::ObjectCompleteTx:
  case SyncKind::PipelineAcquire:
  case SyncKind::PipelineCommit:
  case SyncKind::PipelineWait:
  case SyncKind::PipelineRelease:
    return false;
  case SyncKind::MatrixMultiply:
    return passMultiply(E);
  case SyncKind::AsyncCommit:
  case SyncKind::AsyncWait:
    if (counts(E))
      return passGroup(E);
    return E.Op->Kind == SyncKind::AsyncWait || E.Op->Async != AsyncGroup::None;
  default:
    if (!counts(E))
      return true;
    if (!passObject(E))
      return false;
    // Who tries goes on when it has succeeded.
    if (E.Op->Kind == SyncKind::ObjectTryWait && !isRepeated(E))
      return false;
    if (E.Op->Kind == SyncKind::ObjectTryWait)
      if (auto Of = this->Of.GivenAt.find({E.Site, E.Owner});
          Of != this->Of.GivenAt.end())
        for (const Term *Result : Of->second)
          Now[Result] = 1;
    return true;
  }
}

std::optional<StageRuns> runThreads(const BarrierObjects &Objects,
                                    const std::array<int64_t, 3> &BlockDim,
                                    const GivenValues &Parameters,
                                    unsigned StepLimit) {
  std::vector<ThreadOfBlock> Block = threadsOf(BlockDim);
  if (Block.empty() || Block.size() > size_t(MaxThreadsPerBlock))
    return std::nullopt;
  Course Of(Objects);
  Of.Made.OfThread.resize(Block.size());
  for (size_t Rank = 0; Rank < Block.size(); ++Rank)
    if (!ThreadWalk(Of, Block, Rank, Parameters, StepLimit,
                    Of.Made.OfThread[Rank])
             .run())
      return std::nullopt;
  return std::move(Of.Made);
}

} // namespace warplint
