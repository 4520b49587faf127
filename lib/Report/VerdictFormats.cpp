//===--- VerdictFormats.cpp - Verdicts as JSON and SARIF ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Report/Pages.h"
#include "Report/SarifNames.h"
#include "Report/Verdicts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::report {

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void addPlace(Object &To, const ReportedPlace &At) {
  if (!At.Line)
    return;
  To["file"] = At.File;
  To["line"] = At.Line;
  To["column"] = At.Column;
}

static void addList(Object &To, llvm::StringRef Key, Array Values) {
  if (!Values.empty())
    To[Key] = std::move(Values);
}

Object toJson(const ReportedVerdict &Kernel, Property P) {
  const auto &Of = Kernel.of(P);
  Object Result{{"verdict", nameOf(Of.Says)}};
  Array Evidence, Reasons, Findings;
  for (const auto &Each : Of.Conditions) {
    Object If{{"kind", nameOf(EvidenceItem::Kind::Assumption)},
              {"id", Each.Id},
              {"sentence", Each.Sentence},
              {"subjects", Array(Each.Subjects)}};
    if (std::string Text = statementFor(Kernel, Each); !Text.empty())
      If["statement"] = Text;
    addPlace(If, Each.At);
    Evidence.push_back(std::move(If));
  }
  for (const auto &Each : Of.Unknowns) {
    Object Why{{"id", Each.Id},
               {"text", Each.Text},
               {"settledBy", Each.Settle},
               {"times", Each.Times}};
    addPlace(Why, Each.At);
    Reasons.push_back(std::move(Why));
  }
  for (const auto &Each : Of.Violations) {
    Object By{{"check", nameOfCheck(Each.Check)},
              {"message", Each.Message},
              {"certainty", nameOf(Each.Sure)}};
    addPlace(By, Each.At);
    Findings.push_back(std::move(By));
  }
  addList(Result, "evidence", std::move(Evidence));
  addList(Result, "reasons", std::move(Reasons));
  addList(Result, "findings", std::move(Findings));
  return Result;
}

static void writeLine(llvm::raw_ostream &OS, Object Line) {
  OS << quoting::printableJson(
      llvm::formatv("{0}\n", Value(std::move(Line))).str());
}

static void writeKernel(llvm::raw_ostream &OS, const ReportedVerdict &Of,
                        const Demand &Asked) {
  Array Launches;
  for (const auto &Each : Of.Launches)
    Launches.push_back(Each.Text);
  for (Property P : Asked.Shown) {
    Object Line = toJson(Of, P);
    Line["type"] = "verdict";
    Line["kernel"] = Of.Kernel;
    Line["property"] = nameOf(P);
    addPlace(Line, Of.At);
    addList(Line, "launches", Launches);
    addList(Line, "stated", Array(Of.Contract.Conditions));
    if (isPromised(Of, P))
      Line["promise"] = Asked.isMet(Of, P) ? "kept" : "broken";
    addList(Line, "guessedBlocks", Array(Of.Guessed));
    addList(Line, "restsOn", Array(Of.Basis));
    writeLine(OS, std::move(Line));
  }
  for (const auto &Barrier : Of.Redundant) {
    Object Line{{"type", "redundant-barrier"},
                {"kernel", Of.Kernel},
                {"barrier", Barrier.Spelling}};
    addPlace(Line, Barrier.At);
    writeLine(OS, std::move(Line));
  }
}

void writeVerdictJson(llvm::raw_ostream &OS, const VerdictReport &R) {
  for (const ReportedVerdict &Each : R.Kernels)
    writeKernel(OS, Each, R.Asked);
  for (const ReportedVerdict &Each : R.Kernels)
    for (const std::string &Problem : Each.Contract.Problems)
      writeLine(OS, Object{{"type", "contract"},
                           {"kernel", Each.Kernel},
                           {"problem", Problem}});
  for (const UnitFailure &Each : R.Failures)
    writeLine(OS, Object{{"type", "incomplete"},
                         {"file", Each.File},
                         {"reason", Each.Reason}});
  Object Counts;
  StandingCounts All = R.counts();
  for (Property P : R.Asked.Shown) {
    Object Of;
    for (Standing S : {Standing::Holds, Standing::HoldsIf, Standing::Violated,
                       Standing::Unknown})
      Of[nameOf(S)] = All[unsigned(P)][unsigned(S)];
    Counts[nameOf(P)] = std::move(Of);
  }
  writeLine(OS, Object{{"type", "verdicts"},
                       {"schema", SchemaVersion},
                       {"kernels", R.Kernels.size()},
                       {"counts", std::move(Counts)},
                       {"exitCode", int(R.exitCode())}});
}

//===----------------------------------------------------------------------===//
// SARIF
//===----------------------------------------------------------------------===//

static Object message(std::string Text) {
  return Object{{"text", std::move(Text)}};
}

static Object location(const ReportedPlace &At) {
  Object Artifact{{"uri", quoting::forUri(At.File)}};
  if (!llvm::StringRef(At.File).starts_with("/"))
    Artifact["uriBaseId"] = sarif::Root;
  return Object{{"physicalLocation",
                 Object{{"artifactLocation", std::move(Artifact)},
                        {"region", Object{{"startLine", At.Line},
                                          {"startColumn", At.Column}}}}}};
}

static constexpr llvm::StringLiteral RedundantBarrierRule = "redundant-barrier";

static Object result(const ReportedVerdict &Kernel, Property P,
                     const Demand &Asked) {
  const auto &Of = Kernel.of(P);
  bool IsMet = Asked.isMet(Kernel, P);
  bool Fails =
      Of.Says == Standing::Violated || (!IsMet && isPromised(Kernel, P));
  Object Result{
      {"ruleId", nameOf(P)},
      {"ruleIndex", llvm::find(Asked.Shown, P) - Asked.Shown.begin()},
      {"kind", Fails   ? "fail"
               : IsMet ? "pass"
                       : "open"},
      {"level", Fails ? "error" : "none"},
      {"message", message(Kernel.Kernel + ": " + shortText(Kernel, P))},
      {"properties",
       Object{{"kernel", Kernel.Kernel}, {"is", toJson(Kernel, P)}}}};
  if (Kernel.At.Line)
    Result["locations"] = Array{location(Kernel.At)};
  Array Related;
  for (const auto &By : Of.Violations)
    if (By.At.Line) {
      Object Place = location(By.At);
      Place["message"] = message(By.Message);
      Related.push_back(std::move(Place));
    }
  for (const auto &Why : Of.Unknowns)
    if (Why.At.Line) {
      Object Place = location(Why.At);
      Place["message"] = message(Why.Text);
      Related.push_back(std::move(Place));
    }
  if (!Related.empty())
    Result["relatedLocations"] = std::move(Related);
  return Result;
}

/// No fail and no pass: the kernel is right with the barrier, too.
static Object result(const ReportedVerdict &Kernel,
                     const RedundantBarrierOf<ReportedPlace> &Barrier) {
  return Object{{"ruleId", RedundantBarrierRule},
                {"kind", "informational"},
                {"level", "none"},
                {"message", message(Kernel.Kernel + ": " + Barrier.Spelling +
                                    " orders no accesses")},
                {"locations", Array{location(Barrier.At)}},
                {"properties", Object{{"kernel", Kernel.Kernel}}}};
}

void writeVerdictSarif(llvm::raw_ostream &OS, const VerdictReport &R,
                       llvm::StringRef Version) {
  Array Rules, Results, Problems;
  for (Property P : R.Asked.Shown)
    Rules.push_back(Object{{"id", nameOf(P)},
                           {"shortDescription", message(meaningOf(P).str())}});
  for (const ReportedVerdict &Each : R.Kernels)
    for (Property P : R.Asked.Shown)
      Results.push_back(result(Each, P, R.Asked));
  bool IsAnyRedundant = false;
  for (const ReportedVerdict &Each : R.Kernels)
    for (const auto &Barrier : Each.Redundant) {
      IsAnyRedundant = true;
      Results.push_back(result(Each, Barrier));
    }
  if (IsAnyRedundant)
    Rules.push_back(Object{
        {"id", RedundantBarrierRule},
        {"shortDescription", message("a barrier that orders no accesses")}});
  for (const UnitFailure &Each : R.Failures)
    Problems.push_back(
        Object{{"level", "error"},
               {"descriptor", Object{{"id", sarif::Incomplete}}},
               {"message", message(Each.File + ": " + Each.Reason)}});
  Object Driver{{"name", (llvm::Twine(sarif::Tool) + "-prove").str()},
                {"version", Version},
                {"rules", std::move(Rules)}};
  Object Run{
      {"tool", Object{{"driver", std::move(Driver)}}},
      {"originalUriBaseIds",
       Object{{sarif::Root,
               Object{{"description", message("the root of the project")}}}}},
      {"columnKind", "unicodeCodePoints"},
      {"invocations",
       Array{Object{{"executionSuccessful", R.Failures.empty()},
                    {"toolExecutionNotifications", std::move(Problems)}}}},
      {"results", std::move(Results)}};
  Value Document = Object{
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
                  "schemas/sarif-schema-2.1.0.json"},
      {"version", sarif::Version},
      {"runs", Array{std::move(Run)}}};
  OS << quoting::printableJson(llvm::formatv("{0:1}\n", Document).str());
}

} // namespace warplint::report
