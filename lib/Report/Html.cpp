//===--- Html.cpp - A report as one page for a browser --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/EvidenceText.h"
#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Report/Formats.h"
#include "Report/Pages.h"
#include "Report/SarifNames.h"
#include "Report/Verdicts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::report {

/// The style sheet and the scripts, in the order of CMakeLists.txt.
static constexpr llvm::StringLiteral Parts[] = {
#define PART(NAME, ...) __VA_ARGS__,
#include "HtmlPage.inc"
#undef PART
};

/// Those of the page of verdicts.
static constexpr llvm::StringLiteral VerdictParts[] = {
#define PART(NAME, ...) __VA_ARGS__,
#include "VerdictPage.inc"
#undef PART
};

static Object pagePlace(const ReportedPlace &At) {
  return Object{{"file", At.File}, {"line", At.Line}, {"text", At.Text}};
}

static Object pageFinding(const ReportedFinding &F) {
  Array Notes, Edits;
  for (const ReportedNote &N : F.Notes)
    Notes.push_back(Object{
        {"at", pagePlace(N.At)}, {"text", N.Text}, {"role", nameOf(N.Role)}});
  if (std::string Text = restsOnText(F); !Text.empty())
    Notes.push_back(Object{{"at", pagePlace(F.At)},
                           {"text", Text},
                           {"role", nameOf(NoteRole::Reason)}});
  for (const ReportedEdit &E : F.Edits)
    Edits.push_back(Object{
        {"line", E.Line}, {"replacement", E.Replacement}, {"safe", E.Safe}});
  Object Finding{{"check", nameOfCheck(F.Check)},
                 {"category", nameOf(F.Kind)},
                 {"certainty", nameOf(F.Sure)},
                 {"file", F.At.File},
                 {"line", F.At.Line},
                 {"column", F.At.Column},
                 {"endColumn", F.At.EndColumn},
                 {"function", F.Function},
                 {"kernel", F.Kernel},
                 {"fingerprint", fingerprintOf(F)},
                 {"context", contextOf(F)},
                 {"text", llvm::StringRef(F.At.Text).trim().str()},
                 {"message", F.Message},
                 {"around", Array(F.Around)},
                 {"aroundLine", F.AroundLine},
                 {"notes", std::move(Notes)},
                 {"edits", std::move(Edits)}};
  if (!F.Owners.empty())
    Finding["owners"] = Array(F.Owners);
  if (F.Shown)
    Finding["witness"] = toJson(*F.Shown);
  if (F.Map)
    Finding["map"] = toJson(*F.Map);
  if (F.Proven)
    Finding["proof"] = toJson(*F.Proven);
  return Finding;
}

static Object dataOf(const Report &R, llvm::ArrayRef<CheckInfo> Checks,
                     llvm::StringRef Version) {
  Array Findings, Failures;
  Object Pages;
  for (const ReportedFinding &F : R.Findings)
    Findings.push_back(pageFinding(F));
  for (const UnitFailure &Failure : R.Summary.Failures)
    Failures.push_back(
        Object{{"file", Failure.File}, {"reason", Failure.Reason}});
  for (const CheckInfo &Info : Checks)
    if (llvm::any_of(R.Findings,
                     [&](const auto &F) { return F.Check == Info.Id; }))
      Pages[(CheckPrefix + Info.Id).str()] =
          renderPage(pageOf(Info.Id), /*Width=*/90);
  std::string Summary;
  llvm::raw_string_ostream Line(Summary);
  RunSummary Counts = R.Summary;
  Counts.Failures.clear();
  Counts.Cuts.clear();
  Counts.Deciding = Counts.Findings; // A page decides nothing.
  printSummary(Line, Counts);
  return Object{{"version", Version},
                {"summary", llvm::StringRef(Line.str()).trim().str()},
                {"findings", std::move(Findings)},
                {"failures", std::move(Failures)},
                {"pages", std::move(Pages)}};
}

static std::string asJson(Value Data) {
  std::string Text;
  llvm::raw_string_ostream(Text) << Data;
  return quoting::printableJson(Text);
}

/// A page that shows \p Data: a style sheet, then scripts.
static void writePage(llvm::raw_ostream &OS, llvm::StringRef Title,
                      llvm::ArrayRef<llvm::StringLiteral> Of, Object Data) {
  // Code and names come from the linted project: they reach the page as data
  // only, and the page may load nothing.
  OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
        "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>"
     << Title << "</title>\n<style>\n"
     << Of.front()
     << "</style>\n</head>\n<body>\n<main id=\"report\"></main>\n"
        "<noscript>This report is drawn by a script that it carries; without "
        "scripts read the text or SARIF report.</noscript>\n"
        "<script type=\"application/json\" id=\"data\">"
     << quoting::forScriptElement(asJson(std::move(Data)))
     << "</script>\n<script>\n";
  for (llvm::StringRef Script : Of.drop_front())
    OS << Script;
  OS << "</script>\n</body>\n</html>\n";
}

void writeHtml(llvm::raw_ostream &OS, const Report &R,
               llvm::ArrayRef<CheckInfo> Checks, llvm::StringRef Version) {
  writePage(OS, "warplint report", Parts, dataOf(R, Checks, Version));
}

static Object pageKernel(const ReportedVerdict &Of, const Demand &Asked) {
  Array Verdicts, Launches, Redundant;
  for (const auto &Barrier : Of.Redundant)
    Redundant.push_back(shortText(Barrier));
  for (Property P : Asked.Shown) {
    Object Verdict = toJson(Of, P);
    Verdict["text"] = shortText(Of, P);
    if (isPromised(Of, P))
      Verdict["promise"] = Asked.isMet(Of, P) ? "kept" : "broken";
    Verdicts.push_back(std::move(Verdict));
  }
  for (const auto &Each : Of.Launches)
    Launches.push_back(Each.Text);
  return Object{{"name", Of.Kernel},
                {"file", Of.At.File},
                {"line", Of.At.Line},
                {"launches", std::move(Launches)},
                {"stated", Array(Of.Contract.Conditions)},
                {"broken", Array(contractFaults(Of, Asked))},
                {"redundant", std::move(Redundant)},
                {"verdicts", std::move(Verdicts)}};
}

void writeVerdictHtml(llvm::raw_ostream &OS, const VerdictReport &R,
                      llvm::StringRef Version) {
  Array Kernels, Shown, Failures;
  std::set<std::string> Basis;
  for (const ReportedVerdict &Each : R.Kernels) {
    Kernels.push_back(pageKernel(Each, R.Asked));
    Basis.insert(Each.Basis.begin(), Each.Basis.end());
  }
  for (Property P : R.Asked.Shown)
    Shown.push_back(Object{{"name", nameOf(P)}, {"meaning", meaningOf(P)}});
  for (const UnitFailure &Each : R.Failures)
    Failures.push_back(Object{{"file", Each.File}, {"reason", Each.Reason}});
  std::string Summary;
  llvm::raw_string_ostream Line(Summary);
  VerdictReport Counted = R;
  Counted.Failures.clear();
  printVerdictSummary(Line, Counted);
  writePage(OS, "warplint prove", VerdictParts,
            Object{{"version", Version},
                   {"summary", llvm::StringRef(Summary).trim().str()},
                   {"properties", std::move(Shown)},
                   {"basis", Array(Basis)},
                   {"kernels", std::move(Kernels)},
                   {"failures", std::move(Failures)}});
}

} // namespace warplint::report
