//===--- VerdictRecords.cpp - Verdicts between processes ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/VerdictRecords.h"
#include "llvm/ADT/STLExtras.h"

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::ObjectMapper;
using llvm::json::Path;
using llvm::json::Value;

namespace warplint::report {

// How LLVM's JSON library writes and reads the parts of a verdict: it finds
// these functions by the namespace of the place in their types.

using Place = ReportedPlace;

static Value toJSON(const ReportedPlace &At) {
  return Object{{"file", At.File}, {"line", At.Line}, {"column", At.Column}};
}
static bool fromJSON(const Value &From, ReportedPlace &To, Path At) {
  ObjectMapper Map(From, At);
  return Map && Map.map("file", To.File) && Map.map("line", To.Line) &&
         Map.map("column", To.Column);
}

/// Reads a word that \p Named knows.
template <typename T, typename Words>
static bool readWord(ObjectMapper &Map, llvm::StringLiteral Field, T &To,
                     Words Named) {
  std::string Word;
  std::optional<T> Known;
  if (Map.map(Field, Word))
    Known = Named(Word);
  if (Known)
    To = *Known;
  return Known.has_value();
}

static std::optional<Standing> standingNamed(llvm::StringRef Name) {
  for (Standing S : {Standing::Holds, Standing::HoldsIf, Standing::Violated,
                     Standing::Unknown})
    if (nameOf(S) == Name)
      return S;
  return std::nullopt;
}

static Value toJSON(const ConditionOf<Place> &Of) {
  return Object{{"id", Of.Id},
                {"sentence", Of.Sentence},
                {"subjects", Of.Subjects},
                {"at", Of.At}};
}
static bool fromJSON(const Value &From, ConditionOf<Place> &To, Path At) {
  ObjectMapper Map(From, At);
  return Map && Map.map("id", To.Id) && Map.map("sentence", To.Sentence) &&
         Map.map("subjects", To.Subjects) && Map.map("at", To.At);
}

static Value toJSON(const UnknownOf<Place> &Of) {
  return Object{{"id", Of.Id},
                {"text", Of.Text},
                {"settle", Of.Settle},
                {"at", Of.At},
                {"times", Of.Times}};
}
static bool fromJSON(const Value &From, UnknownOf<Place> &To, Path At) {
  ObjectMapper Map(From, At);
  return Map && Map.map("id", To.Id) && Map.map("text", To.Text) &&
         Map.map("settle", To.Settle) && Map.map("at", To.At) &&
         Map.map("times", To.Times);
}

static Value toJSON(const ViolationOf<Place> &Of) {
  return Object{{"check", Of.Check},
                {"message", Of.Message},
                {"certainty", nameOf(Of.Sure)},
                {"at", Of.At}};
}
static bool fromJSON(const Value &From, ViolationOf<Place> &To, Path At) {
  ObjectMapper Map(From, At);
  return Map && Map.map("check", To.Check) && Map.map("message", To.Message) &&
         readWord(Map, "certainty", To.Sure, certaintyNamed) &&
         Map.map("at", To.At);
}

static Value toJSON(const PropertyVerdictOf<Place> &Of) {
  return Object{{"is", nameOf(Of.Says)},
                {"conditions", Of.Conditions},
                {"unknowns", Of.Unknowns},
                {"violations", Of.Violations}};
}
static bool fromJSON(const Value &From, PropertyVerdictOf<Place> &To, Path At) {
  ObjectMapper Map(From, At);
  return Map && readWord(Map, "is", To.Says, standingNamed) &&
         Map.map("conditions", To.Conditions) &&
         Map.map("unknowns", To.Unknowns) &&
         Map.map("violations", To.Violations) &&
         // What follows shows the first of them.
         (To.Says != Standing::Unknown || !To.Unknowns.empty()) &&
         (To.Says != Standing::Violated || !To.Violations.empty());
}

static Value toJSON(const SeenLaunchOf<Place> &Of) {
  return Object{{"at", Of.At}, {"text", Of.Text}};
}
static bool fromJSON(const Value &From, SeenLaunchOf<Place> &To, Path At) {
  ObjectMapper Map(From, At);
  return Map && Map.map("at", To.At) && Map.map("text", To.Text);
}

static Value toJSON(const RedundantBarrierOf<Place> &Of) {
  return Object{{"at", Of.At}, {"barrier", Of.Spelling}};
}
static bool fromJSON(const Value &From, RedundantBarrierOf<Place> &To,
                     Path At) {
  ObjectMapper Map(From, At);
  return Map && Map.map("at", To.At) && Map.map("barrier", To.Spelling);
}

static Value toJSON(const ContractOf<Place> &Of) {
  Array Proven, Accepted;
  for (Property P : Of.Proven)
    Proven.push_back(nameOf(P));
  for (const Acceptance &Each : Of.Accepted) {
    Array Words(Each.Subjects);
    Words.insert(Words.begin(), Each.Id);
    Accepted.push_back(std::move(Words));
  }
  return Object{{"proven", std::move(Proven)},
                {"accepted", std::move(Accepted)},
                {"conditions", Of.Conditions},
                {"problems", Of.Problems},
                {"at", Of.At}};
}
static bool fromJSON(const Value &From, ContractOf<Place> &To, Path At) {
  ObjectMapper Map(From, At);
  std::vector<std::string> Proven;
  std::vector<std::vector<std::string>> Accepted;
  if (!Map || !Map.map("proven", Proven) || !Map.map("accepted", Accepted) ||
      !Map.map("conditions", To.Conditions) ||
      !Map.map("problems", To.Problems) || !Map.map("at", To.At))
    return false;
  for (const std::string &Word : Proven)
    if (auto Named = propertyNamed(Word))
      To.Proven.push_back(*Named);
    else
      return false;
  for (std::vector<std::string> &Words : Accepted) {
    if (Words.empty())
      return false;
    To.Accepted.push_back({Words.front(), {Words.begin() + 1, Words.end()}});
  }
  return true;
}

Array recordOf(llvm::ArrayRef<ReportedVerdict> Kernels) {
  Array Result;
  for (const ReportedVerdict &Each : Kernels)
    Result.push_back(Object{{"kernel", Each.Kernel},
                            {"at", Each.At},
                            {"launches", Each.Launches},
                            {"guessed", Each.Guessed},
                            {"basis", Each.Basis},
                            {"contract", Each.Contract},
                            {"redundant", Each.Redundant},
                            {"properties", Array(Each.Of)}});
  return Result;
}

std::optional<ReportedVerdict> readVerdict(const Value &Record) {
  ReportedVerdict Result;
  std::vector<PropertyVerdictOf<ReportedPlace>> Of;
  Path::Root Errors;
  ObjectMapper Map(Record, Errors);
  if (!Map || !Map.map("kernel", Result.Kernel) || !Map.map("at", Result.At) ||
      !Map.map("launches", Result.Launches) ||
      !Map.map("guessed", Result.Guessed) || !Map.map("basis", Result.Basis) ||
      !Map.map("contract", Result.Contract) ||
      !Map.map("redundant", Result.Redundant) || !Map.map("properties", Of) ||
      Of.size() != Properties)
    return std::nullopt;
  llvm::move(Of, Result.Of.begin());
  return Result;
}

} // namespace warplint::report
