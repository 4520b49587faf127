//===--- SarifWriter.cpp - Reports in the exchange format of analyzers ----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Report/Pages.h"
#include "Report/Sarif.h"
#include "Report/SarifNames.h"
#include "Report/VerdictRecords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::report {

static constexpr llvm::StringLiteral Schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json";
static constexpr llvm::StringLiteral CwePages =
    "https://cwe.mitre.org/data/definitions/";

/// Position of a taxonomy in `run.taxonomies`.
enum Taxonomy { Cwe, Guidelines };
static constexpr llvm::StringLiteral TaxonomyNames[] = {
    "CWE", "CUDA C++ Guidelines for Robust and Safety-Critical Programming"};

static llvm::StringRef levelOf(Category Kind) {
  switch (Kind) {
  case Category::Correctness:
    return "error";
  case Category::Portability:
    return "warning";
  case Category::Modernize:
    return "note";
  }
  llvm_unreachable("category without a level");
}

/// From 0 to 100, for viewers that sort or cut by it.
static double rankOf(const ReportedFinding &F) {
  constexpr double Unshown = 40;
  switch (F.Sure) {
  case Certainty::Proven:
    return 90;
  case Certainty::Likely:
    return isUnshown(F) ? Unshown : 60;
  case Certainty::Possible:
    return 40;
  case Certainty::Model:
    return 20;
  }
  llvm_unreachable("certainty without a rank");
}

static Object message(std::string Text) {
  return Object{{"text", std::move(Text)}};
}
static Object message(llvm::StringRef Text) { return message(Text.str()); }
static Object message(const char *Text) { return message(std::string(Text)); }

static Object artifact(llvm::StringRef File) {
  Object Location{{"uri", quoting::forUri(File)}};
  if (!File.starts_with("/"))
    Location["uriBaseId"] = sarif::Root;
  return Location;
}

static Object region(const ReportedPlace &At) {
  return Object{{"startLine", At.Line},
                {"startColumn", At.Column},
                {"endLine", At.Line},
                {"endColumn", At.EndColumn},
                {"snippet", message(At.Text)}};
}

static Object location(const ReportedPlace &At) {
  return Object{
      {"physicalLocation", Object{{"artifactLocation", artifact(At.File)},
                                  {"region", region(At)}}}};
}

static Object location(const ReportedPlace &At, llvm::StringRef Text) {
  Object Location = At.Line ? location(At) : Object();
  Location["message"] = message(Text);
  return Location;
}

static Object primaryLocation(const ReportedFinding &F) {
  Object Physical{{"artifactLocation", artifact(F.At.File)},
                  {"region", region(F.At)}};
  if (!F.Around.empty())
    Physical["contextRegion"] =
        Object{{"startLine", F.AroundLine},
               {"endLine", F.AroundLine + F.Around.size() - 1},
               {"snippet", message(llvm::join(F.Around, "\n"))}};
  Object Location{{"physicalLocation", std::move(Physical)}};
  if (!F.Function.empty())
    Location["logicalLocations"] =
        Array{Object{{"fullyQualifiedName", F.Function}, {"kind", "function"}}};
  return Location;
}

static std::string textOf(const ReportedFinding &F) {
  std::string Text = F.Message;
  for (const ReportedNote &N : F.Notes)
    if (N.Role == NoteRole::Example || N.Role == NoteRole::Advice)
      Text += "\n" + N.Text;
  return Text;
}

static Array relatedLocations(const ReportedFinding &F) {
  Array Related;
  for (const ReportedNote &N : F.Notes) {
    Object Location = location(N.At, N.Text);
    Location["id"] = Related.size();
    Location["properties"] = Object{{"role", nameOf(N.Role)}};
    Related.push_back(std::move(Location));
  }
  return Related;
}

/// Empty where there is nothing but the finding itself.
static Array codeFlows(const ReportedFinding &F) {
  Array Steps{Object{{"location", location(F.At, F.Message)}}};
  for (const ReportedNote &N : F.Notes)
    if (N.Role == NoteRole::Reason && N.At.Line)
      Steps.push_back(Object{{"location", location(N.At, N.Text)}});
  if (Steps.size() == 1)
    return Array();
  Object Flow{{"threadFlows", Array{Object{{"locations", std::move(Steps)}}}}};
  return Array{std::move(Flow)};
}

static Object fix(const ReportedFinding &F, bool Safe) {
  Array Changes;
  for (const ReportedEdit &E : F.Edits)
    if (E.Safe == Safe)
      Changes.push_back(Object{
          {"artifactLocation", artifact(E.File)},
          {"replacements",
           Array{Object{{"deletedRegion", Object{{"startLine", E.Line},
                                                 {"startColumn", E.Column},
                                                 {"endLine", E.EndLine},
                                                 {"endColumn", E.EndColumn}}},
                        {"insertedContent", message(E.Replacement)}}}}});
  llvm::StringRef Text =
      Safe ? "leaves what a correct program does as it is"
           : "changes what the program does: have a look before taking it";
  return Object{{"description", message(Text)},
                {"artifactChanges", std::move(Changes)},
                {"properties", Object{{"safe", Safe}}}};
}

static Array fixes(const ReportedFinding &F) {
  Array All;
  for (bool Safe : {true, false})
    if (llvm::any_of(F.Edits, [&](const auto &E) { return E.Safe == Safe; }))
      All.push_back(fix(F, Safe));
  return All;
}

static Object fingerprintsOf(const ReportedFinding &F) {
  Object Fingerprints{{sarif::Fingerprint, fingerprintOf(F)}};
  if (std::string InContext = contextFingerprintOf(F); !InContext.empty())
    Fingerprints[sarif::ContextFingerprint] = InContext;
  return Fingerprints;
}

static Object result(const ReportedFinding &F, unsigned RuleIndex) {
  Object Properties{{"category", nameOf(F.Kind)},
                    {"certainty", nameOf(F.Sure)},
                    {"tier", nameOf(F.Level)}};
  if (F.IsError)
    Properties["warningAsError"] = true;
  if (Array Evidence = evidenceOf(F); !Evidence.empty())
    Properties["evidence"] = std::move(Evidence);
  if (!F.Kernel.empty())
    Properties["kernel"] = F.Kernel;
  if (F.Shown)
    Properties["witness"] = toJson(*F.Shown);
  if (F.Scenario)
    Properties["scenario"] = toJson(*F.Scenario);
  if (F.Map)
    Properties["map"] = toJson(*F.Map);
  if (F.Proven)
    Properties["proof"] = toJson(*F.Proven);
  Object Result{{"ruleId", nameOfCheck(F.Check)},
                {"ruleIndex", RuleIndex},
                {"kind", "fail"},
                {"level", levelOf(F.Kind)},
                {"rank", rankOf(F)},
                {"message", message(textOf(F))},
                {"locations", Array{primaryLocation(F)}},
                {"partialFingerprints", fingerprintsOf(F)},
                {"properties", std::move(Properties)}};
  auto AddUnlessEmpty = [&](llvm::StringRef Key, Array Items) {
    if (!Items.empty())
      Result[Key] = std::move(Items);
  };
  AddUnlessEmpty("relatedLocations", relatedLocations(F));
  AddUnlessEmpty("codeFlows", codeFlows(F));
  AddUnlessEmpty("fixes", fixes(F));
  return Result;
}

static Object relationship(Taxonomy Where, llvm::StringRef Id) {
  return Object{
      {"target",
       Object{{"id", Id.str()},
              {"toolComponent", Object{{"name", TaxonomyNames[Where]},
                                       {"index", static_cast<int>(Where)}}}}},
      {"kinds", Array{"relevant"}}};
}

static Object rule(const CheckInfo &Info) {
  Array Tags{nameOf(Info.Kind), "cuda", "synchronization"};
  Array Relationships;
  std::string CweId = std::to_string(Info.Cwe);
  if (Info.Cwe) {
    Tags.push_back("external/cwe/cwe-" + CweId);
    Relationships.push_back(relationship(Cwe, CweId));
  }
  if (!Info.Guideline.empty())
    Relationships.push_back(relationship(Guidelines, Info.Guideline));
  Object Rule{
      {"id", (CheckPrefix + Info.Id).str()},
      {"shortDescription", message(Info.Summary)},
      {"fullDescription", message(summaryParagraph(Info.Id, Info.Summary))},
      {"help", Object{{"text", renderPage(pageOf(Info.Id), /*Width=*/80)},
                      {"markdown", pageOf(Info.Id)}}},
      {"helpUri", helpUri(Info)},
      {"defaultConfiguration", Object{{"level", levelOf(Info.Kind)}}},
      {"properties", Object{{"tags", std::move(Tags)}, {"since", Info.Since}}}};
  if (!Relationships.empty())
    Rule["relationships"] = std::move(Relationships);
  return Rule;
}

/// A rule that the project wrote itself: of it only its findings are known.
static Object ownRule(const ReportedFinding &F) {
  return Object{
      {"id", nameOfCheck(F.Check)},
      {"shortDescription", message(F.Message)},
      {"defaultConfiguration", Object{{"level", levelOf(F.Kind)}}},
      {"properties", Object{{"tags", Array{nameOf(F.Kind), "own-rule"}}}}};
}

static Object taxonomy(Taxonomy Which, llvm::ArrayRef<CheckInfo> Rules) {
  std::set<std::string> Ids;
  for (const CheckInfo &Info : Rules)
    if (Which == Guidelines && !Info.Guideline.empty())
      Ids.insert(Info.Guideline.str());
    else if (Which == Cwe && Info.Cwe)
      Ids.insert(std::to_string(Info.Cwe));
  Array Taxa;
  for (const std::string &Id : Ids) {
    Object Taxon{{"id", Id}};
    if (Which == Cwe)
      Taxon["helpUri"] = (CwePages + Id + ".html").str();
    Taxa.push_back(std::move(Taxon));
  }
  Object Taxonomy{{"name", TaxonomyNames[Which]},
                  {"organization", Which == Cwe ? "MITRE" : "NVIDIA"},
                  {"taxa", std::move(Taxa)}};
  if (Which == Guidelines)
    Taxonomy["version"] = "3.0.1";
  return Taxonomy;
}

/// \p File may be empty.
static Object notification(llvm::StringRef Level, llvm::StringRef Id,
                           llvm::StringRef Text, llvm::StringRef File,
                           unsigned Line = 0) {
  Object Problem{{"level", Level},
                 {"descriptor", Object{{"id", Id}}},
                 {"message", message(Text)}};
  if (!File.empty()) {
    Object Where{{"artifactLocation", artifact(File)}};
    if (Line)
      Where["region"] = Object{{"startLine", Line}};
    Problem["locations"] =
        Array{Object{{"physicalLocation", std::move(Where)}}};
  }
  return Problem;
}

static Object notification(const KernelCut &Cut) {
  Object Result =
      notification("note", sarif::Cut,
                   leftOutText(Cut.Kernel, Cut.Construct, Cut.Times), Cut.File);
  Result["properties"] = Object{{sarif::CutKernel, Cut.Kernel},
                                {sarif::CutConstruct, Cut.Construct},
                                {sarif::CutTimes, Cut.Times}};
  return Result;
}

static Object notification(const UnreadHost &Unread) {
  Object Result =
      notification("note", sarif::Unread,
                   unreadText(Unread.Function, Unread.Reason), Unread.File);
  Result["properties"] = Object{{sarif::UnreadFunction, Unread.Function},
                                {sarif::UnreadReason, Unread.Reason}};
  return Result;
}

static Object notification(const NolintRemark &Remark) {
  Object Result =
      notification(Remark.IsReasonMissing ? "error" : "note", sarif::Nolint,
                   Remark.Text, Remark.File, Remark.Line);
  Result["properties"] = Object{{sarif::ReasonMissing, Remark.IsReasonMissing}};
  return Result;
}

static Object invocation(const RunSummary &Summary) {
  Array Problems;
  for (const UnitFailure &Failure : Summary.Failures)
    Problems.push_back(
        notification("error", sarif::Incomplete, Failure.Reason, Failure.File));
  for (const KernelCut &Cut : Summary.Cuts)
    Problems.push_back(notification(Cut));
  for (const UnreadHost &Unread : Summary.Unread)
    Problems.push_back(notification(Unread));
  for (const NolintRemark &Remark : Summary.Nolints)
    Problems.push_back(notification(Remark));
  return Object{{"executionSuccessful", Summary.Failures.empty()},
                {"toolExecutionNotifications", std::move(Problems)}};
}

static Object properties(const Report &R) {
  const RunSummary &S = R.Summary;
  Object Properties{{"schema", SchemaVersion},  {"units", S.Units},
                    {"kernels", S.Kernels},     {"kernelsRepeated", S.Repeated},
                    {"kernelsCut", S.Cut},      {"suppressed", S.Suppressed},
                    {"known", S.Known},         {"unchanged", S.Unchanged},
                    {"hostOnly", S.HostOnly},   {"undecided", S.Undecided},
                    {"checks", Array(R.Checks)}};
  if (R.Part)
    Properties["shard"] =
        Object{{"index", R.Part->Index}, {"count", R.Part->Count}};
  if (!R.Verdicts.empty())
    Properties["verdicts"] = recordOf(R.Verdicts);
  return Properties;
}

void writeSarif(llvm::raw_ostream &OS, const Report &R,
                llvm::ArrayRef<CheckInfo> Checks, llvm::StringRef Version) {
  // Only rules that speak: the pages of the others would be most of a report.
  std::vector<CheckInfo> Rules;
  for (const CheckInfo &Info : Checks)
    if (llvm::any_of(R.Findings,
                     [&](const auto &F) { return F.Check == Info.Id; }))
      Rules.push_back(Info);
  Array RuleObjects, Results, Artifacts;
  for (const CheckInfo &Info : Rules)
    RuleObjects.push_back(rule(Info));
  std::map<std::string, unsigned> OwnRules; // Their indices, by id.
  for (const ReportedFinding &F : R.Findings) {
    unsigned Index =
        llvm::find_if(Rules, [&](const auto &I) { return I.Id == F.Check; }) -
        Rules.begin();
    if (isOwnRule(F.Check)) {
      auto [At, IsNew] = OwnRules.try_emplace(F.Check, RuleObjects.size());
      if (IsNew)
        RuleObjects.push_back(ownRule(F));
      Index = At->second;
    }
    Results.push_back(result(F, Index));
  }
  for (const std::string &File : R.Files) {
    Object Artifact{{"location", artifact(File)}};
    if (R.Sources.count(File))
      Artifact["roles"] = Array{sarif::SourceRole};
    Artifacts.push_back(std::move(Artifact));
  }
  Array Supported;
  for (int I : {Cwe, Guidelines})
    Supported.push_back(Object{{"name", TaxonomyNames[I]}, {"index", I}});
  Object Driver{{"name", sarif::Tool},
                {"version", Version},
                {"supportedTaxonomies", std::move(Supported)},
                {"rules", std::move(RuleObjects)}};
  Object Run{
      {"tool", Object{{"driver", std::move(Driver)}}},
      {"taxonomies", Array{taxonomy(Cwe, Rules), taxonomy(Guidelines, Rules)}},
      {"originalUriBaseIds",
       Object{{sarif::Root, Object{{"description", message("the root of the "
                                                           "project")}}}}},
      {"columnKind", "unicodeCodePoints"},
      {"artifacts", std::move(Artifacts)},
      {"invocations", Array{invocation(R.Summary)}},
      {"properties", properties(R)},
      {"results", std::move(Results)}};
  Value Document = Object{{"$schema", Schema},
                          {"version", sarif::Version},
                          {"runs", Array{std::move(Run)}}};
  OS << quoting::printableJson(llvm::formatv("{0:1}\n", Document).str());
}

} // namespace warplint::report
