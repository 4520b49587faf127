//===--- HandshakesTest.cpp - How blocks tell each other ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "AnalysedKernel.h"
#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"

namespace handshakes_test {
using namespace warplint;
using namespace warplint::test;

using Fault = memoryorder::HandshakeFault::Kind;

/// A kernel and its handshakes. `count` is the ticket, `data` what passes.
struct Meeting {
  explicit Meeting(const std::string &Body, const AnalysisOptions &Options = {})
      : Kernel("__device__ int count;\n"
               "__global__ void k(int *data, volatile int *flag, int *lock,"
               " int *out, int n) {\n" +
                   Body + "\n}",
               Options) {}

  const memoryorder::Handshakes &all() const {
    return Kernel.facts().get<memoryorder::Handshakes>();
  }

  std::vector<Fault> faults() const {
    std::vector<Fault> Result;
    for (const memoryorder::HandshakeFault &F : all().faults())
      Result.push_back(F.K);
    return Result;
  }

  AnalysedKernel Kernel;
};

using Faults = std::vector<Fault>;

const std::string Ticket =
    "if (atomicAdd(&count, 1) == gridDim.x - 1) { __threadfence();"
    " *out = data[n]; }";

TEST(HandshakesTest, TicketPassesWhatIsWrittenBeforeAndReadBehind) {
  Meeting M("data[blockIdx.x] = 1; __threadfence(); " + Ticket);
  ASSERT_EQ(M.all().all().size(), 1u);
  const memoryorder::Handshake &H = M.all().all()[0];
  EXPECT_EQ(H.K, memoryorder::Handshake::Kind::Ticket);
  EXPECT_EQ(H.Announcement, H.Observation);
  EXPECT_EQ(H.Needed, Scope::Grid);
  ASSERT_EQ(H.Passed.size(), 1u);
  EXPECT_EQ(show(H.Passed[0].Write->Object), "data");
  EXPECT_EQ(show(H.Passed[0].Read->address()), "data[n]");
  ASSERT_EQ(M.all().tickets().size(), 1u);
  EXPECT_EQ(show(M.all().tickets()[0].Last), "gridDim.x + -1");
  EXPECT_TRUE(M.faults().empty());
}

TEST(HandshakesTest, TicketsThatShareAFlagAreAllFound) {
  const std::string Count = "if (threadIdx.x == 0)"
                            "  last = atomicAdd(&count, 1) == gridDim.x - 1;"
                            "__syncthreads(); if (last) *out = data[n];"
                            "__syncthreads();";
  Meeting M("__shared__ bool last; data[blockIdx.x] = 1; __threadfence();" +
            Count + Count);
  llvm::SmallPtrSet<const Event *, 2> Counting;
  for (const memoryorder::TicketCounter &Ticket : M.all().tickets())
    Counting.insert(Ticket.Count->At);
  EXPECT_EQ(Counting.size(), 2u);
}

TEST(HandshakesTest, FenceMustStandOnEveryPathToTheTicket) {
  EXPECT_EQ(Meeting("data[blockIdx.x] = 1; " + Ticket).faults(),
            Faults{Fault::NoFence});
  EXPECT_EQ(
      Meeting("data[blockIdx.x] = 1; if (out[1]) __threadfence(); " + Ticket)
          .faults(),
      Faults{Fault::NoFence});
  EXPECT_EQ(Meeting("data[blockIdx.x] = 1; if (n) __threadfence(); if (n) {" +
                    Ticket + "}")
                .faults(),
            Faults{});
  EXPECT_EQ(Meeting("data[blockIdx.x] = 1; __threadfence_block(); " + Ticket)
                .faults(),
            Faults{Fault::NarrowFence});
}

TEST(HandshakesTest, WhoeverAnnouncesWaitsForThoseWhoWrote) {
  const std::string Write = "data[blockIdx.x * blockDim.x + threadIdx.x] = 1; ";
  const std::string ByOne = "if (threadIdx.x == 0) {" + Ticket + "}";
  EXPECT_EQ(Meeting(Write + "__threadfence(); " + ByOne).faults(),
            Faults{Fault::NoBarrier});
  EXPECT_EQ(
      Meeting(Write + "__threadfence(); __syncthreads(); " + ByOne).faults(),
      Faults{});
  EXPECT_EQ(Meeting(Write +
                    "__syncthreads(); if (threadIdx.x == 0) {"
                    " __threadfence(); " +
                    Ticket + "}")
                .faults(),
            Faults{});
  EXPECT_EQ(Meeting(Write +
                    "if (threadIdx.x == 0) __threadfence();"
                    " __syncthreads(); " +
                    ByOne)
                .faults(),
            Faults{Fault::NoFence});
  // A block of one warp still has other lanes.
  EXPECT_EQ(Meeting(Write + "__threadfence(); __syncwarp(); " + ByOne,
                    launch({32, 1, 1}))
                .faults(),
            Faults{});
}

TEST(HandshakesTest, FlagNeedsBothSides) {
  const std::string Consumer =
      " else { while (*flag == 0) {} __threadfence(); *out = *data; }";
  EXPECT_EQ(Meeting("if (blockIdx.x == 0) { *data = 1; *flag = 1; }" + Consumer)
                .faults(),
            Faults{Fault::NoFence});
  EXPECT_EQ(Meeting("if (blockIdx.x == 0) { *data = 1; __threadfence();"
                    " *flag = 1; }" +
                    Consumer)
                .faults(),
            Faults{});
  // A store that the loop goes on waiting behind announces nothing.
  EXPECT_TRUE(
      Meeting("if (blockIdx.x == 0) { *data = 1; *flag = 0; }" + Consumer)
          .all()
          .all()
          .empty());
  // Nobody reads.
  EXPECT_TRUE(Meeting("*data = 1; *flag = 1;").all().all().empty());
}

TEST(HandshakesTest, OneBlockNeedsBlockScope) {
  Meeting M("if (threadIdx.x == 0) { *data = 1; __threadfence_block();"
            " *flag = 1; } else if (threadIdx.x == 32) { while (*flag == 0) {}"
            " __threadfence_block(); *out = *data; }",
            launch({64, 1, 1}, {1, 1, 1}));
  ASSERT_EQ(M.all().all().size(), 1u);
  EXPECT_EQ(M.all().all()[0].Needed, Scope::Block);
  EXPECT_TRUE(M.faults().empty());
}

TEST(HandshakesTest, LockIsTakenAndGivenBack) {
  Meeting M(
      "while (atomicCAS_block(lock, 0, 1) != 0) {} *out += 1; *lock = 0;");
  ASSERT_EQ(M.all().all().size(), 1u);
  EXPECT_EQ(M.all().all()[0].K, memoryorder::Handshake::Kind::Lock);
  EXPECT_EQ(M.faults(), (Faults{Fault::PlainRelease, Fault::NoFence}));
  // A loop that updates one word is no lock.
  EXPECT_TRUE(Meeting("int old = *lock, seen; do { seen = old; old ="
                      " atomicCAS_block(lock, seen, seen + 1); }"
                      " while (old != seen); *out += old;")
                  .all()
                  .all()
                  .empty());
}

TEST(HandshakesTest, BlocksOfOneColumnShareWhatTheColumnNumbers) {
  const std::string ByRow = "data[blockIdx.x] = 1; __threadfence_block();"
                            " if (atomicAdd(&lock[blockIdx.x], 1) == n - 1)"
                            " *out = data[blockIdx.x] + ";
  // The block's own, which its threads hand on among themselves.
  EXPECT_TRUE(Meeting(ByRow + "n;").all().all().empty());
  Meeting M(ByRow + "blockIdx.y;");
  ASSERT_EQ(M.all().all().size(), 1u);
  EXPECT_EQ(M.all().all()[0].Needed, Scope::Grid);
  EXPECT_EQ(M.faults(), Faults{Fault::NarrowFence});
}

TEST(HandshakesTest, CounterOfAGroupIsNotTheBlocksOwn) {
  Meeting M("data[blockIdx.x] = 1;"
            " if (atomicAdd(&lock[blockIdx.x / n], 1) == n - 1)"
            " *out = data[n];");
  ASSERT_EQ(M.all().all().size(), 1u);
  EXPECT_EQ(M.all().all()[0].Needed, Scope::Grid);
}

TEST(HandshakesTest, WhatBelongsToTheNodeThatWasSeenIsNotAnnouncedWithAnother) {
  const std::string Walk =
      "for (int i = threadIdx.x; i < n;) { if (flag[i] > 0) {"
      " int next = lock[i]; int seen = data[i]; data[";
  EXPECT_TRUE(
      Meeting(Walk + "i] = 1; flag[next] = 1; i += 32; } }").faults().empty());
  EXPECT_EQ(Meeting(Walk + "next] = 1; flag[next] = 1; i += 32; } }").faults(),
            (Faults{Fault::NoFence, Fault::NoFence}));
}

TEST(HandshakesTest, CriticalSectionHasNoFlags) {
  Meeting M("while (atomicCAS_block(lock, 0, 1) != 0) {} __threadfence();"
            " if (*flag > 0) *out = data[1]; data[0] = n; *flag = n;"
            " __threadfence(); atomicCAS_block(lock, 1, 0);");
  for (const memoryorder::Handshake &H : M.all().all())
    EXPECT_EQ(H.K, memoryorder::Handshake::Kind::Lock);
}

TEST(HandshakesTest, WorkIsNoTicket) {
  Meeting M("for (int i = atomicAdd(&count, 1); i < n;"
            " i = atomicAdd(&count, 1)) data[i] += 1;");
  EXPECT_TRUE(M.all().all().empty());
  EXPECT_TRUE(M.all().tickets().empty());
}

//===----------------------------------------------------------------------===//
// Bounded work
//===----------------------------------------------------------------------===//

std::string repeated(unsigned Times, const std::string &Text) {
  std::string Result;
  for (unsigned I = 0; I < Times; ++I)
    Result += Text;
  return Result;
}

/// \p Text \p Times times, with its number for each `#`.
std::string numbered(unsigned Times, const std::string &Text) {
  std::string Result;
  for (unsigned I = 0; I < Times; ++I)
    for (char C : Text)
      Result += C == '#' ? std::to_string(I) : std::string(1, C);
  return Result;
}

/// A value that holds the one before it twice, iteration after iteration: a
/// walk that does not remember where it was never ends.
const std::string Hash =
    "unsigned h = n; " + repeated(100, "h ^= h << 5; h ^= h >> 3; ");

TEST(HandshakesTest, SharedPartsOfIndicesAreVisitedOnce) {
  const std::string Wait = "while (flag[h & 7] == 0) {} ";
  EXPECT_EQ(Meeting(Hash + "data[0] = 1; flag[h & 7] = 1; " + Wait +
                    "*out = data[1];")
                .faults(),
            (Faults{Fault::NoFence, Fault::NoFence}));
  EXPECT_EQ(Meeting(Hash +
                    "data[0] = 1; __threadfence();"
                    " flag[h & 7] = 1; " +
                    Wait + "__threadfence(); *out = data[1];")
                .faults(),
            Faults{});
}

TEST(HandshakesTest, SharedPartsOfConditionsAreVisitedOnce) {
  // Beside a ticket, around its fence, and as what is stored and waited for.
  EXPECT_EQ(Meeting(Hash +
                    "data[blockIdx.x] = 1; if (h > 5) __threadfence(); "
                    "if (h > 5) {" +
                    Ticket + "}")
                .faults(),
            Faults{});
  Meeting Compared(Hash + "data[blockIdx.x] = 1; if (atomicAdd(&count, 1) == h)"
                          " *out = data[n];");
  EXPECT_EQ(Compared.faults(), Faults{Fault::NoFence});
  Meeting Stored(Hash + "data[0] = n; *flag = h; while ((*flag ^ h) & h) {} "
                        "*out = data[1];");
  EXPECT_EQ(Stored.all().all().size(), 1u);
}

TEST(HandshakesTest, DeepTermsNeedNoStack) {
  const std::string Chain =
      "int h = *flag; " + repeated(3000, "h = h * h + 1; ");
  Meeting M(Chain + "data[0] = 1; *flag = 1; if (h) *out = data[1];");
  EXPECT_EQ(M.all().all().size(), 1u);
}

TEST(HandshakesTest, ValuesThatGoAroundALoopDependOnWhatComesIn) {
  // `second` gets the flag an iteration after `first` does.
  Meeting M("int first = 0, second = 0;"
            " while (second == 0) { second = first; first = *flag; }"
            " *out = data[1]; data[0] = 1; *flag = 1;");
  ASSERT_EQ(M.all().all().size(), 1u);
  EXPECT_EQ(M.all().all()[0].K, memoryorder::Handshake::Kind::Flag);
}

TEST(HandshakesTest, PairsOfManyLocksAreCutAndCounted) {
  const std::string Lock = "while (atomicCAS_block(&lock[#], 0, 1) != 0) {}"
                           " data[#] += n; lock[#] = 0; ";
  Meeting Few(numbered(3, Lock));
  EXPECT_TRUE(Few.Kernel.facts().limits().cuts().empty());
  EXPECT_EQ(Few.all().all().size(), 6u); // Also of different locks.
  Meeting Many(numbered(240, Lock));
  const memoryorder::Handshakes &Found = Many.all();
  ASSERT_EQ(Many.Kernel.facts().limits().cuts().size(), 1u);
  EXPECT_EQ(Many.Kernel.facts().limits().cuts()[0].Construct,
            "pairs of taking a lock and giving it back");
  EXPECT_EQ(Many.Kernel.facts().limits().cuts()[0].Times, 240u * 239 / 2);
  // What is one lock is looked at all the same.
  ASSERT_EQ(Found.all().size(), 240u);
  for (const memoryorder::Handshake &H : Found.all())
    EXPECT_EQ(H.Announcement->address(), H.Observation->address());
  EXPECT_EQ(Found.faults().size(), 480u);
}

TEST(HandshakesTest, PairsOfManyFlagsAreCutAndCounted) {
  const std::string Flag = "data[n + #] = 1; flag[#] = 1;"
                           " if (flag[#]) out[#] = data[#]; ";
  Meeting Few(numbered(3, Flag));
  EXPECT_EQ(Few.all().all().size(), 9u); // Also of different flags.
  EXPECT_TRUE(Few.Kernel.facts().limits().cuts().empty());
  Meeting Many(numbered(240, Flag));
  const memoryorder::Handshakes &Found = Many.all();
  ASSERT_FALSE(Many.Kernel.facts().limits().cuts().empty());
  EXPECT_EQ(Many.Kernel.facts().limits().cuts()[0].Construct,
            "pairs of setting a flag and looking at it");
  for (const memoryorder::Handshake &H : Found.all())
    EXPECT_EQ(H.Announcement->address(), H.Observation->address());
  EXPECT_FALSE(Found.all().empty());
}

} // namespace handshakes_test
