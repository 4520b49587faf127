//===--- MadeReport.h - Reports that tests write and read ----- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TEST_UNIT_OUTPUT_MADEREPORT_H
#define WARPLINT_TEST_UNIT_OUTPUT_MADEREPORT_H

#include "Report/Report.h"

namespace warplint {

inline report::ReportedPlace place(std::string File, unsigned Line,
                                   std::string Text) {
  return {std::move(File), Line, 3, 9, std::move(Text)};
}

inline report::ReportedFinding finding(std::string Check, std::string File,
                                       unsigned Line, std::string Text) {
  report::ReportedFinding F;
  F.Check = std::move(Check);
  F.At = place(std::move(File), Line, std::move(Text));
  F.Function = "ns::kernel";
  F.Message = "something is wrong";
  return F;
}

/// A map with everything that one can have.
inline report::ReportedMap map() {
  report::ReportedMap M;
  M.Object = "tile";
  M.Element = "tile[3]";
  M.Scope = "block";
  M.BlockDim = {64, 1, 1};
  M.Roles = {{Taking::All, {}, "", {}},
             {Taking::Some, {{0, 31}, {40, 40}}, "x < \"</é>\"", {}},
             {Taking::Unknown, {}, "p[x]", {"/opt/x.h", 2, 5, 0, ""}}};
  report::ReportedMap::Step Barrier{"arrives and waits",
                                    "sync()",
                                    {"src/a b.cu", 9, 3, 0, ""},
                                    0,
                                    false,
                                    false,
                                    std::nullopt};
  report::ReportedMap::Step Access{
      "reads", "tile[x]", {"src/a b.cu", 12, 5, 0, ""}, 1, true,
      true,    {{{3, 3}}}};
  report::ReportedMap::Step Elsewhere{"writes", "call()", {},  2,
                                      false,    false,    {{}}};
  M.Intervals = {{std::nullopt, {Access}, {Barrier}, false, false, 0},
                 {Barrier, {Elsewhere, Access}, {}, true, true, 7}};
  M.LeftOut = 4;
  return M;
}

/// A finding with everything that one can have.
inline report::ReportedFinding fullFinding() {
  report::ReportedFinding F =
      finding("divergent-barrier", "src/a b.cu", 12, "  sync(); // \"é\" <b>&");
  F.Kind = Category::Portability;
  F.Sure = Certainty::Likely;
  F.Notes = {{place("src/a b.cu", 10, "if (x)"), "why", NoteRole::Reason},
             {place("/opt/x.h", 3, "y"), "the other", NoteRole::Operation},
             {F.At, "for example", NoteRole::Example},
             {report::ReportedPlace(), "do this", NoteRole::Advice}};
  F.Edits = {{"src/a b.cu", 12, 3, 12, 9, "new\n\"text\"", true},
             {"src/a b.cu", 13, 1, 13, 1, "{", false}};
  F.Around = {"before", F.At.Text, ""};
  F.AroundLine = 11;
  F.Shown.emplace();
  F.Shown->BlockDim = {256, 1, 1};
  F.Shown->Values = {{"n", -5}, {"i", int64_t(1) << 40}};
  F.Shown->Threads = {
      {{31, 0, 0}, std::nullopt, "writes", F.At},
      {{0, 1, 0}, {{2, 0, 0}}, "reads", report::ReportedPlace()}};
  F.Shown->Opening = place("src/a b.cu", 9, "sync();");
  F.Scenario.emplace();
  F.Scenario->Provenance = "launched-in-build";
  F.Scenario->Rule = "a rule";
  F.Scenario->BlockDim = {256, 1, 1};
  F.Scenario->Site = "src/main.cu:7";
  F.Kernel = "ns::kernel<'x'>";
  F.Map = map();
  return F;
}

inline CheckInfo info() {
  return {"divergent-barrier",
          "only some threads come",
          Category::Correctness,
          "1.14",
          833,
          "0.1"};
}

} // namespace warplint

#endif // WARPLINT_TEST_UNIT_OUTPUT_MADEREPORT_H
