//===--- SarifReader.cpp - Reports in the exchange format of analyzers ----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Sarif.h"
#include "Report/SarifNames.h"
#include "Report/VerdictRecords.h"
#include "Support/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::report {

static Value toJson(const std::array<int64_t, 3> &Index) {
  return Array{Index[0], Index[1], Index[2]};
}

static bool fromJson(const Array *Items, std::array<int64_t, 3> &Index) {
  if (!Items || Items->size() != 3)
    return false;
  for (unsigned I = 0; I < 3; ++I) {
    std::optional<int64_t> Number = (*Items)[I].getAsInteger();
    if (!Number)
      return false;
    Index[I] = *Number;
  }
  return true;
}

static Object intervalJson(const ReportedPlace &Opening) {
  if (!Opening.Line)
    return Object{{"opens", "kernel"}};
  return Object{{"opens", "barrier"},
                {"file", Opening.File},
                {"line", Opening.Line},
                {"column", Opening.Column}};
}

Object toJson(const ReportedWitness &Shown) {
  Array Threads, Values;
  for (const ReportedThread &T : Shown.Threads) {
    Object Thread{{"thread", toJson(T.Thread)}, {"role", T.Role}};
    if (T.Block)
      Thread["block"] = toJson(*T.Block);
    if (T.At.Line) {
      Thread["file"] = T.At.File;
      Thread["line"] = T.At.Line;
      Thread["column"] = T.At.Column;
    }
    Threads.push_back(std::move(Thread));
  }
  for (const auto &[Name, Number] : Shown.Values)
    Values.push_back(Object{{"name", Name}, {"value", Number}});
  Object Witness{{"threads", std::move(Threads)},
                 {"blockSize", toJson(Shown.BlockDim)},
                 {"gridSize", toJson(Shown.GridDim)},
                 {"values", std::move(Values)}};
  if (Shown.Opening)
    Witness["interval"] = intervalJson(*Shown.Opening);
  return Witness;
}

Object toJson(const ReportedScenario &Scenario) {
  Object Result{{"provenance", Scenario.Provenance},
                {"blockSize", toJson(Scenario.BlockDim)},
                {"gridSize", toJson(Scenario.GridDim)}};
  if (!Scenario.Rule.empty())
    Result["rule"] = Scenario.Rule;
  if (!Scenario.Site.empty())
    Result["site"] = Scenario.Site;
  return Result;
}

bool fromJson(const Object &From, ReportedScenario &Scenario) {
  Scenario.Provenance = From.getString("provenance").value_or("").str();
  Scenario.Rule = From.getString("rule").value_or("").str();
  Scenario.Site = From.getString("site").value_or("").str();
  return !Scenario.Provenance.empty() &&
         fromJson(From.getArray("blockSize"), Scenario.BlockDim) &&
         fromJson(From.getArray("gridSize"), Scenario.GridDim);
}

static void readLocation(const Object &From, ReportedPlace &At) {
  At.File = From.getString("file").value_or("").str();
  At.Line = From.getInteger("line").value_or(0);
  At.Column = From.getInteger("column").value_or(0);
}

static bool fromJson(const Object *From, ReportedThread &T) {
  if (!From || !fromJson(From->getArray("thread"), T.Thread))
    return false;
  T.Role = From->getString("role").value_or("").str();
  readLocation(*From, T.At);
  const Array *Block = From->getArray("block");
  return !Block || fromJson(Block, T.Block.emplace());
}

bool fromJson(const Object &From, ReportedWitness &Shown) {
  const Array *Threads = From.getArray("threads");
  const Array *Values = From.getArray("values");
  if (!Threads || !Values ||
      !fromJson(From.getArray("blockSize"), Shown.BlockDim) ||
      !fromJson(From.getArray("gridSize"), Shown.GridDim))
    return false;
  for (const Value &Each : *Threads)
    if (!fromJson(Each.getAsObject(), Shown.Threads.emplace_back()))
      return false;
  for (const Value &Each : *Values) {
    const Object *Pair = Each.getAsObject();
    auto Name = Pair ? Pair->getString("name") : std::nullopt;
    auto Number = Pair ? Pair->getInteger("value") : std::nullopt;
    if (!Name || !Number)
      return false;
    Shown.Values.push_back({Name->str(), *Number});
  }
  if (const Object *Interval = From.getObject("interval"))
    readLocation(*Interval, Shown.Opening.emplace());
  return true;
}

/// The kind of what a run has shown.
static constexpr llvm::StringLiteral EvidenceOfRun = "run";

Array toJson(llvm::ArrayRef<EvidenceItem> RestsOn) {
  Array All;
  for (const EvidenceItem &Each : RestsOn) {
    Object Item{{"kind", nameOf(Each.K)}, {"id", Each.Id}};
    if (!Each.Subject.empty())
      Item["subject"] = Each.Subject;
    if (Each.Value)
      Item["value"] = *Each.Value;
    All.push_back(std::move(Item));
  }
  return All;
}

Array evidenceOf(const ReportedFinding &F) {
  Array All = toJson(F.RestsOn);
  if (F.Proven && F.Proven->Says != ReportedProof::Answer::Impossible) {
    Object Run{{"kind", EvidenceOfRun}, {"id", nameOf(F.Proven->Says)}};
    if (F.Proven->Tries)
      Run["value"] = int64_t(F.Proven->Tries);
    All.push_back(std::move(Run));
  }
  return All;
}

bool fromJson(const Array &Items, std::vector<EvidenceItem> &RestsOn) {
  using Kind = EvidenceItem::Kind;
  for (const Value &Each : Items) {
    const Object *From = Each.getAsObject();
    auto Name = From ? From->getString("kind") : std::nullopt;
    auto Id = From ? From->getString("id") : std::nullopt;
    if (!Name || !Id)
      return false;
    if (*Name == EvidenceOfRun)
      continue; // The proof says it.
    EvidenceItem &Item = RestsOn.emplace_back();
    for (Kind K : {Kind::Launch, Kind::Cut})
      if (*Name == nameOf(K))
        Item.K = K;
    Item.Id = Id->str();
    Item.Subject = From->getString("subject").value_or("").str();
    Item.Value = From->getInteger("value");
  }
  return true;
}

static llvm::Error broken(const llvm::Twine &What) {
  return llvm::createStringError(What.str());
}

/// The object at the end of a path of keys, null if there is none.
static const Object *below(const Object *From,
                           std::initializer_list<llvm::StringRef> Keys) {
  for (llvm::StringRef Key : Keys)
    From = From ? From->getObject(Key) : nullptr;
  return From;
}

static std::string stringIn(const Object *From, llvm::StringRef Key) {
  return From ? From->getString(Key).value_or("").str() : "";
}

/// Numbers of lines and columns; anything else is 0.
static unsigned numberIn(const Object *From, llvm::StringRef Key) {
  int64_t Number = From ? From->getInteger(Key).value_or(0) : 0;
  return Number > 0 && Number < UINT32_MAX ? Number : 0;
}

static Array emptyArray() { return {}; }

static const Array &arrayIn(const Object *From, llvm::StringRef Key) {
  static const Array Nothing = emptyArray();
  const Array *Found = From ? From->getArray(Key) : nullptr;
  return Found ? *Found : Nothing;
}

/// The path behind a URI that `writeSarif` made.
static std::string pathOf(const Object *Artifact) {
  std::string Uri = stringIn(Artifact, "uri"), Path;
  llvm::StringRef Rest = Uri;
  Rest.consume_front("file://");
  while (!Rest.empty()) {
    std::string Byte;
    if (Rest.front() == '%' && Rest.size() > 2 &&
        llvm::tryGetFromHex(Rest.substr(1, 2), Byte)) {
      Path += Byte;
      Rest = Rest.drop_front(3);
    } else {
      Path += Rest.front();
      Rest = Rest.drop_front();
    }
  }
  return Path;
}

static ReportedPlace placeOf(const Object *Location) {
  const Object *Physical = below(Location, {"physicalLocation"});
  const Object *Region = below(Physical, {"region"});
  ReportedPlace At;
  At.File = pathOf(below(Physical, {"artifactLocation"}));
  At.Line = numberIn(Region, "startLine");
  At.Column = numberIn(Region, "startColumn");
  At.EndColumn = numberIn(Region, "endColumn");
  At.Text = stringIn(below(Region, {"snippet"}), "text");
  return At;
}

static Category categoryOf(llvm::StringRef Name) {
  for (Category Kind : {Category::Portability, Category::Modernize})
    if (Name == nameOf(Kind))
      return Kind;
  return Category::Correctness;
}

static NoteRole roleOf(llvm::StringRef Name) {
  for (NoteRole Role :
       {NoteRole::Operation, NoteRole::Example, NoteRole::Advice})
    if (Name == nameOf(Role))
      return Role;
  return NoteRole::Reason;
}

static void readAround(const Object *Location, ReportedFinding &F) {
  const Object *Context =
      below(Location, {"physicalLocation", "contextRegion"});
  F.AroundLine = numberIn(Context, "startLine");
  if (!F.AroundLine)
    return;
  std::string Text = stringIn(below(Context, {"snippet"}), "text");
  llvm::SmallVector<llvm::StringRef, 16> Lines;
  llvm::StringRef(Text).split(Lines, '\n');
  F.Around = {Lines.begin(), Lines.end()};
}

static void readFixes(const Object &Result, ReportedFinding &F) {
  for (const Value &EachFix : arrayIn(&Result, "fixes")) {
    const Object *Fix = EachFix.getAsObject();
    const Object *Properties = below(Fix, {"properties"});
    bool Safe = Properties && Properties->getBoolean("safe").value_or(false);
    for (const Value &EachChange : arrayIn(Fix, "artifactChanges")) {
      const Object *Change = EachChange.getAsObject();
      for (const Value &Each : arrayIn(Change, "replacements")) {
        const Object *Region = below(Each.getAsObject(), {"deletedRegion"});
        F.Edits.push_back(
            {pathOf(below(Change, {"artifactLocation"})),
             numberIn(Region, "startLine"), numberIn(Region, "startColumn"),
             numberIn(Region, "endLine"), numberIn(Region, "endColumn"),
             stringIn(below(Each.getAsObject(), {"insertedContent"}), "text"),
             Safe});
      }
    }
  }
}

Object toJson(const ReportedProof &Proof) {
  Object Result{{"answer", nameOf(Proof.Says)},
                {"text", Proof.Text},
                {"by", nameOf(Proof.By)}};
  if (!Proof.Device.empty())
    Result["device"] = Proof.Device;
  if (Proof.Tries)
    Result["tries"] = int64_t(Proof.Tries);
  return Result;
}

static ReportedProof proofOf(const Object &From) {
  using Answer = ReportedProof::Answer;
  std::string Name = stringIn(&From, "answer");
  using Way = ReportedProof::Way;
  ReportedProof Proof{Answer::Impossible, stringIn(&From, "text"), Way::Program,
                      stringIn(&From, "device")};
  for (Answer Each : {Answer::Confirmed, Answer::NotMet})
    if (Name == nameOf(Each))
      Proof.Says = Each;
  for (Way Each : {Way::Reproduction, Way::Delays})
    if (stringIn(&From, "by") == nameOf(Each))
      Proof.By = Each;
  Proof.Tries =
      uint64_t(std::max<int64_t>(From.getInteger("tries").value_or(0), 0));
  return Proof;
}

static llvm::Error readResult(const Value &From, ReportedFinding &F) {
  const Object *Result = From.getAsObject();
  if (!Result)
    return broken("is not an object");
  std::string Rule = stringIn(Result, "ruleId");
  llvm::StringRef Check = idOfCheck(Rule);
  if (Check.empty())
    return broken("'" + Rule + "' is no check of warplint");
  F.Check = Check.str();
  F.Message = llvm::StringRef(stringIn(below(Result, {"message"}), "text"))
                  .split('\n')
                  .first.str();
  const Array &Locations = arrayIn(Result, "locations");
  const Object *Location =
      Locations.empty() ? nullptr : Locations.front().getAsObject();
  F.At = placeOf(Location);
  if (F.Message.empty() || F.At.File.empty() || !F.At.Line)
    return broken("lacks a message or a location");
  readAround(Location, F);
  const Array &Logical = arrayIn(Location, "logicalLocations");
  if (!Logical.empty())
    F.Function = stringIn(Logical.front().getAsObject(), "fullyQualifiedName");
  for (const Value &Each : arrayIn(Result, "relatedLocations")) {
    const Object *Note = Each.getAsObject();
    F.Notes.push_back({placeOf(Note),
                       stringIn(below(Note, {"message"}), "text"),
                       roleOf(stringIn(below(Note, {"properties"}), "role"))});
  }
  readFixes(*Result, F);
  const Object *Properties = below(Result, {"properties"});
  F.Kind = categoryOf(stringIn(Properties, "category"));
  F.Sure = certaintyNamed(stringIn(Properties, "certainty"))
               .value_or(Certainty::Proven);
  F.Level = tierNamed(stringIn(Properties, "tier"))
                .value_or(tierOf(F.Kind, F.Sure, Tier::Correctness));
  F.IsError =
      Properties && Properties->getBoolean("warningAsError").value_or(false);
  const Array *RestsOn =
      Properties ? Properties->getArray("evidence") : nullptr;
  if (RestsOn && !fromJson(*RestsOn, F.RestsOn))
    return broken("holds evidence that cannot be read");
  const Object *Shown = below(Properties, {"witness"});
  if (Shown && !fromJson(*Shown, F.Shown.emplace()))
    return broken("holds a witness that cannot be read");
  const Object *Scenario = below(Properties, {"scenario"});
  if (Scenario && !fromJson(*Scenario, F.Scenario.emplace()))
    return broken("holds a scenario that cannot be read");
  F.Kernel = stringIn(Properties, "kernel");
  const Object *Map = below(Properties, {"map"});
  if (Map && !fromJson(*Map, F.Map.emplace()))
    return broken("holds a map that cannot be read");
  if (const Object *Proof = below(Properties, {"proof"}))
    F.Proven = proofOf(*Proof);
  return llvm::Error::success();
}

static void readNotifications(const Object &Run, RunSummary &Summary) {
  for (const Value &Invocation : arrayIn(&Run, "invocations"))
    for (const Value &Each :
         arrayIn(Invocation.getAsObject(), "toolExecutionNotifications")) {
      const Object *Problem = Each.getAsObject();
      const Array &Locations = arrayIn(Problem, "locations");
      ReportedPlace At = placeOf(
          Locations.empty() ? nullptr : Locations.front().getAsObject());
      std::string Id = stringIn(below(Problem, {"descriptor"}), "id");
      const Object *Of = below(Problem, {"properties"});
      if (Id == sarif::Unread) {
        Summary.Unread.push_back({At.File, stringIn(Of, sarif::UnreadFunction),
                                  stringIn(Of, sarif::UnreadReason)});
        continue;
      }
      if (Id == sarif::Cut) {
        Summary.Cuts.push_back({At.File, stringIn(Of, sarif::CutKernel),
                                stringIn(Of, sarif::CutConstruct),
                                numberIn(Of, sarif::CutTimes)});
        continue;
      }
      std::string Text = stringIn(below(Problem, {"message"}), "text");
      if (Id == sarif::Nolint)
        Summary.Nolints.push_back(
            {At.File, At.Line, std::move(Text),
             Of && Of->getBoolean(sarif::ReasonMissing).value_or(false)});
      else
        Summary.Failures.push_back({At.File, std::move(Text)});
    }
}

static llvm::Error readProperties(const Object &Run, Report &R) {
  const Object *Properties = below(&Run, {"properties"});
  if (!Properties)
    return broken("the run has no properties of warplint");
  RunSummary &S = R.Summary;
  S.Units = numberIn(Properties, "units");
  S.Kernels = numberIn(Properties, "kernels");
  S.Repeated = numberIn(Properties, "kernelsRepeated");
  S.Cut = numberIn(Properties, "kernelsCut");
  S.Undecided = numberIn(Properties, "undecided");
  S.Suppressed = numberIn(Properties, "suppressed");
  S.Known = numberIn(Properties, "known");
  S.Unchanged = numberIn(Properties, "unchanged");
  S.HostOnly = numberIn(Properties, "hostOnly");
  for (const Value &Check : arrayIn(Properties, "checks"))
    R.Checks.push_back(Check.getAsString().value_or("").str());
  if (const Object *Part = below(Properties, {"shard"})) {
    R.Part = {numberIn(Part, "index"), numberIn(Part, "count")};
    if (!R.Part->isValid())
      return broken("its shard is not one of 1 to " +
                    llvm::Twine(Shard::MostParts) + " shards");
  }
  for (const Value &Each : arrayIn(Properties, "verdicts"))
    if (auto Read = readVerdict(Each))
      R.Verdicts.push_back(std::move(*Read));
    else
      return broken("holds a verdict that cannot be read");
  return llvm::Error::success();
}

llvm::Expected<Report> readSarif(llvm::StringRef Text) {
  llvm::Expected<Value> Parsed = base::parseJson(Text);
  if (!Parsed)
    return broken("not valid JSON: " + llvm::toString(Parsed.takeError()));
  const Object *Log = Parsed->getAsObject();
  if (stringIn(Log, "version") != sarif::Version)
    return broken("not SARIF " + sarif::Version);
  const Array &Runs = arrayIn(Log, "runs");
  const Object *Run = Runs.size() == 1 ? Runs.front().getAsObject() : nullptr;
  if (!Run || stringIn(below(Run, {"tool", "driver"}), "name") != sarif::Tool)
    return broken("not the report of one run of warplint");
  Report R;
  if (llvm::Error Failed = readProperties(*Run, R))
    return Failed;
  readNotifications(*Run, R.Summary);
  for (const Value &Each : arrayIn(Run, "artifacts")) {
    std::string File = pathOf(below(Each.getAsObject(), {"location"}));
    for (const Value &Role : arrayIn(Each.getAsObject(), "roles"))
      if (Role.getAsString() == sarif::SourceRole)
        R.Sources.insert(File);
    R.Files.insert(std::move(File));
  }
  const Array &Results = arrayIn(Run, "results");
  for (size_t I = 0; I < Results.size(); ++I)
    if (llvm::Error Failed = readResult(Results[I], R.Findings.emplace_back()))
      return broken("result " + llvm::Twine(I + 1) + ": " +
                    llvm::toString(std::move(Failed)));
  R.settle();
  return R;
}

} // namespace warplint::report
