//===--- SyncTimelineTest.cpp - What happens between which barriers -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SyncTimeline/SyncTimeline.h"
#include "AnalysedKernel.h"
#include "llvm/ADT/StringExtras.h"

namespace kernel_maps_test {
using namespace warplint;
using namespace warplint::test;

std::string shown(const timeline::RankRuns &Runs) {
  std::vector<std::string> Words;
  for (const auto &[First, Last] : Runs)
    Words.push_back(First == Last
                        ? std::to_string(First)
                        : std::to_string(First) + "-" + std::to_string(Last));
  return llvm::join(Words, ",");
}

/// The map of `s` in a kernel with the body \p Body, in a block of 64 threads.
class Mapped {
public:
  explicit Mapped(const std::string &Body, Scope Cut = Scope::Block)
      : Kernel("__device__ void unseen();"
               "__global__ void k(int n, int *p) {"
               "  __shared__ int s[64]; int t = threadIdx.x;" +
               Body + "}") {
    Asked.Threads = Cut;
    Asked.BlockDim = {64, 1, 1};
    for (const Event *E : Kernel.events(Event::Kind::Access))
      if (llvm::isa<VariableTerm>(rootOf(E->Address)) && Asked.Objects.empty())
        Asked.Objects.push_back(rootOf(E->Address));
  }

  /// Asks about element \p Index of what the write number \p Of touches.
  Mapped &element(unsigned Of, int64_t Index) {
    Indices = {Index};
    Asked.Element = Kernel.writes().at(Of)->Address;
    Asked.Indices = Indices;
    return *this;
  }

  /// One text an interval: its steps, a bar, what ends it.
  Texts intervals() {
    Drawn = Kernel.facts().get<timeline::SyncTimelines>().of(Asked);
    Texts Result;
    for (const timeline::TimelineInterval &I : Drawn.Intervals) {
      std::string Text;
      for (const timeline::TimelineStep &Step : I.Steps)
        Text += show(Step) + " ";
      Text += "|";
      for (const timeline::TimelineStep &Step : I.Closings)
        Text += " " + show(Step);
      Result.push_back(Text + (I.EndsKernel ? " end" : "") +
                       (I.LeftOut ? " +" + std::to_string(I.LeftOut) : ""));
    }
    return Result;
  }
  Texts roles() {
    intervals();
    Texts Result;
    for (const timeline::TimelineRole &Role : Drawn.Roles)
      Result.push_back(
          (Role.Who == participation::Execution::Kind::Everyone ? "all"
           : Role.Who == participation::Execution::Kind::Some
               ? shown(Role.Ranks)
               : "unknown") +
          (Role.Branch ? " by " + Kernel.text(Role.Branch->condition()) : ""));
    return Result;
  }
  unsigned leftOut() {
    intervals();
    return Drawn.LeftOut;
  }

  AnalysedKernel Kernel;
  timeline::TimelineQuestion Asked;

private:
  std::string show(const timeline::TimelineStep &Step) const {
    return Kernel.text(Step.At->Site) +
           (Step.Role ? "@" + std::to_string(Step.Role) : "") +
           (Step.NextIteration ? "'" : "") +
           (Step.Touching ? "{" + shown(*Step.Touching) + "}" : "");
  }

  std::vector<int64_t> Indices;
  timeline::SyncTimeline Drawn;
};

TEST(SyncTimelines, RowsAreIntervalsAndHoldWhatTouchesTheObject) {
  EXPECT_EQ(Mapped("s[t] = 1; p[t] = 2; __syncthreads(); p[t] = s[63 - t];")
                .intervals(),
            (Texts{"s[t] | __syncthreads()", "s[63 - t] | end"}));
}

TEST(SyncTimelines, AnAccessBehindALoopsBarrierIsInTheNextIteration) {
  EXPECT_EQ(Mapped("for (int i = 0; i < n; ++i) {"
                   "  s[t] = i; __syncthreads(); p[i] = s[0]; }")
                .intervals(),
            (Texts{"s[t] | __syncthreads() end",
                   "s[0] s[t]' | __syncthreads()' end"}));
}

TEST(SyncTimelines, RolesAreThreadsThatComeTogether) {
  Mapped Map("if (t < 32) s[t] = 1; else s[t] = 2; if (p[t]) s[0] = 3;"
             "__syncthreads();");
  EXPECT_EQ(Map.intervals(),
            (Texts{"s[t] s[t]@1 s[0]@2 | __syncthreads()@3", "| end"}));
  EXPECT_EQ(Map.roles(), (Texts{"0-31 by t < 32", "32-63 by t < 32",
                                "unknown by p[t]", "all"}));
}

TEST(SyncTimelines, ArrivalsWaitsAndFencesAreShown) {
  EXPECT_EQ(
      Mapped("s[t] = 1; __syncwarp(); __threadfence(); __syncthreads();")
          .intervals(),
      (Texts{"s[t] __syncwarp() __threadfence() | __syncthreads()", "| end"}));
  EXPECT_EQ(
      Mapped("s[t] = 1; __syncwarp(); s[t] = 2;", Scope::Warp).intervals(),
      (Texts{"s[t] | __syncwarp()", "s[t] | end"}));
}

TEST(SyncTimelines, WhatPassesValuesOnlyIsNotShown) {
  EXPECT_EQ(Mapped("s[t] = __shfl_sync(~0u, t, 0);").intervals(),
            (Texts{"s[t] | end"}));
}

TEST(SyncTimelines, AnUnseenCallBoundsIntervals) {
  EXPECT_EQ(Mapped("s[t] = 1; unseen(); s[t] = 2;").intervals(),
            (Texts{"s[t] | unseen()", "s[t] | end"}));
}

TEST(SyncTimelines, SaysWhoTouchesTheElement) {
  EXPECT_EQ(Mapped("s[t] = 1; p[t] = s[63 - t];").element(0, 5).intervals(),
            (Texts{"s[t]{5} s[63 - t]{58} | end"}));
  EXPECT_EQ(Mapped("s[t] = 1; if (t < 32) p[t] = s[63 - t];")
                .element(0, 5)
                .intervals(),
            (Texts{"s[t]{5} s[63 - t]@1{} | end"}));
}

TEST(SyncTimelines, WhatALoopOrMemoryDecidesIsNotSaid) {
  EXPECT_EQ(Mapped("s[t] = 1; for (int i = 0; i < n; ++i) s[i] = 2;"
                   "s[p[t]] = 3; if (p[t]) s[t] = 4;")
                .element(0, 5)
                .intervals(),
            (Texts{"s[t]{5} s[i] s[p[t]] s[t]@1 | end"}));
}

TEST(SyncTimelines, ALimitKeepsWhatIsAskedAbout) {
  std::string Body;
  for (int I = 0; I < 40; ++I)
    Body += "s[" + std::to_string(I) + "] = 1;";
  Mapped Steps(Body);
  Steps.Asked.Wanted = {Steps.Kernel.writes().back()};
  Texts Row = Steps.intervals();
  ASSERT_EQ(Row.size(), 1u);
  EXPECT_TRUE(llvm::StringRef(Row[0]).ends_with("s[14] s[39] | end +24"))
      << Row[0];

  Body.clear();
  for (int I = 0; I < 40; ++I)
    Body += "s[t] = 1; __syncthreads();";
  Mapped Intervals(Body);
  auto Barriers = Intervals.Kernel.events(Event::Kind::Sync);
  Intervals.Asked.Opening = Barriers.back();
  EXPECT_EQ(Intervals.intervals().size(), 12u);
  EXPECT_EQ(Intervals.leftOut(), 29u);
  EXPECT_EQ(Intervals.intervals().back(), "| end");
}

} // namespace kernel_maps_test
