//===--- UnloadedElements.cpp - Elements that nobody writes ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SharedMemory/UnloadedElements.h"
#include "Analysis/Symbolic/Locations.h"
#include "Analysis/Symbolic/TermTraversal.h"

using namespace clang;

namespace warplint {

namespace {

class Coverage {
public:
  Coverage(int64_t Size, const KernelFacts &Facts)
      : Size(Size), Facts(Facts), Run(Facts.values(), None),
        Written(size_t(Size), false) {
    const LaunchExtents &Launch = Facts.terms().launch();
    Threads = threadsOf({Launch.Block[0], Launch.Block[1], Launch.Block[2]});
  }

  /// Notes what all threads and rounds write; false if that is not known.
  bool add(const Event &Write);
  /// Some thread comes to \p Read, as far as the numbers that were passed
  /// allow, and finds nothing there.
  bool misses(const Event &Read);

private:
  /// Nothing if \p Branch cannot be run for a thread.
  std::optional<bool> leadsTo(const Node &Branch, const Node &N,
                              const ThreadOfBlock &Self) const;
  /// What a round adds to the only loop variable of \p At, 0 if there is none;
  /// nothing if it is not known, or if there are several.
  std::optional<int64_t> strideOf(const Location &At,
                                  const ThreadOfBlock &Self) const;
  void write(int64_t First, int64_t Bytes, int64_t Stride);

  int64_t Size;
  const KernelFacts &Facts;
  GivenValues None;
  ThreadValues Run;
  std::vector<ThreadOfBlock> Threads;
  std::vector<bool> Written;
};

} // namespace

std::optional<bool> Coverage::leadsTo(const Node &Branch, const Node &N,
                                      const ThreadOfBlock &Self) const {
  auto Arm = Facts.paths().armTo(Branch, N);
  if (!Arm || !Branch.Branch || Branch.successors().size() != 2)
    return std::nullopt;
  auto Outcome = Run.run(Branch.Branch, Self);
  if (!Outcome)
    return std::nullopt;
  return (*Outcome != 0) == (*Arm == 0);
}

std::optional<int64_t> Coverage::strideOf(const Location &At,
                                          const ThreadOfBlock &Self) const {
  int64_t Stride = 0;
  for (const auto &[Step, StepSize] : At.Steps) {
    const Term *Counter = nullptr;
    bool Several = false;
    walkTerms(Step, [&](const Term &Part) {
      if (!isa<PhiTerm>(Part))
        return Walk::Enter;
      Several |= Counter != nullptr;
      Counter = &Part;
      return Walk::Skip;
    });
    if (!Counter)
      continue;
    const Induction *Loop = Facts.values().inductions().find(Counter);
    int64_t Factor = Step == Counter ? 1 : 0;
    if (const auto *Sum = dyn_cast<LinearTerm>(Step))
      for (auto [Part, C] : llvm::zip(Sum->operands(), Sum->coefficients()))
        if (Part == Counter)
          Factor = C;
    if (Several || Stride || !Loop || Loop->K != Induction::Kind::Added ||
        !Factor)
      return std::nullopt;
    auto Added = Run.run(Loop->Step, Self);
    if (!Added || !*Added)
      return std::nullopt;
    Stride = *Added * Factor * StepSize;
  }
  return Stride;
}

void Coverage::write(int64_t First, int64_t Bytes, int64_t Stride) {
  // Rounds that guards leave out can lie before or behind the object.
  int64_t At = First;
  if (Stride > 0 && At < 0)
    At += (-At + Stride - 1) / Stride * Stride;
  if (Stride < 0 && At >= Size)
    At -= (At - Size - Stride) / -Stride * -Stride;
  for (; At >= 0 && At < Size; At += Stride) {
    for (int64_t Byte = At; Byte < std::min(At + Bytes, Size); ++Byte)
      Written[size_t(Byte)] = true;
    if (!Stride)
      return;
  }
}

/// Blocks differ on \p T: what one of them does not write, another may.
static bool differsByBlock(const Term *T) {
  return findPart(T, [](const Term &Part) {
    return Part.isIdentity(IdentityKind::BlockIdx) ||
           Part.isIdentity(IdentityKind::BlockRankInGrid) ||
           Part.isIdentity(IdentityKind::ThreadRankInGrid) ||
           Part.isIdentity(IdentityKind::Opaque);
  });
}

bool Coverage::add(const Event &Write) {
  auto At = locate(Write.Address);
  if (!At || !At->Fields.empty() || !Write.Bytes)
    return false;
  for (const ThreadOfBlock &Self : Threads) {
    // How often a loop runs does not count: each round is taken to write.
    bool StaysAway = llvm::any_of(
        Facts.paths().allControls(*Write.At), [&](const Node *Branch) {
          return Branch->Branch && !differsByBlock(Branch->Branch) &&
                 !findPart(Branch->Branch,
                           [](const Term &T) { return isa<PhiTerm>(T); }) &&
                 leadsTo(*Branch, *Write.At, Self) == false;
        });
    if (StaysAway)
      continue;
    auto First = At->offset(Run, Self);
    auto Stride = strideOf(*At, Self);
    if (!First || !Stride)
      return false;
    write(*First, Write.Bytes, *Stride);
  }
  return true;
}

/// Nothing but what was passed to the kernel keeps it from being known.
static bool asksForParameters(const Term *T, const Evaluation &Values) {
  return walkTerms(T, Values, [](const Term &Part) {
    return isa<SiteTerm, UndefinedTerm>(Part) ? Walk::Stop : Walk::Enter;
  });
}

bool Coverage::misses(const Event &Read) {
  auto At = locate(Read.Address);
  if (!At || !At->Fields.empty() || Read.Under || !Read.Bytes)
    return false;
  for (const ThreadOfBlock &Self : Threads) {
    bool Comes = llvm::all_of(
        Facts.paths().allControls(*Read.At), [&](const Node *Branch) {
          auto Leads = leadsTo(*Branch, *Read.At, Self);
          return Leads ? *Leads
                       : Branch->Branch &&
                             asksForParameters(Branch->Branch, Facts.values());
        });
    auto First = At->offset(Run, Self);
    if (Comes && First && *First >= 0 && *First + Read.Bytes <= Size &&
        !Written[size_t(*First)])
      return true;
  }
  return false;
}

const Event *readOfUnloaded(llvm::ArrayRef<const Event *> Reads,
                            llvm::ArrayRef<const Event *> Writes,
                            int64_t ObjectSize, const KernelFacts &Facts) {
  static constexpr int64_t MostBytes = 256 * 1024;
  if (!Facts.terms().launch().blockSize() || Writes.empty() ||
      ObjectSize <= 0 || ObjectSize > MostBytes)
    return nullptr;
  Coverage Of(ObjectSize, Facts);
  for (const Event *Write : Writes)
    if (!Of.add(*Write))
      return nullptr;
  for (const Event *Read : Reads)
    if (Of.misses(*Read))
      return Read;
  return nullptr;
}

} // namespace warplint
