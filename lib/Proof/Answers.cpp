//===--- Answers.cpp - What a recorded run says of findings ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Answers.h"
#include "Support/Json.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace warplint::proof {

namespace json = llvm::json;

static bool readTriple(const json::Array *Values,
                       std::array<int64_t, 3> &Result) {
  if (!Values || Values->size() != 3)
    return false;
  for (unsigned I = 0; I < 3; ++I) {
    auto Value = (*Values)[I].getAsInteger();
    if (!Value)
      return false;
    Result[I] = *Value;
  }
  return true;
}

static bool readThread(const json::Value &From, SeenPair::ThreadSeen &Result) {
  const json::Object *Thread = From.getAsObject();
  if (!Thread || !readTriple(Thread->getArray("block"), Result.Block) ||
      !readTriple(Thread->getArray("thread"), Result.Thread))
    return false;
  Result.Interval = Thread->getInteger("interval").value_or(0);
  Result.Left = Thread->getBoolean("left").value_or(false);
  return true;
}

static bool readMeeting(const json::Object &Line, SeenPair &Pair) {
  const json::Array *Threads = Line.getArray("threads");
  std::array<SeenPair::ThreadSeen, 2> Both;
  if (!Threads || Threads->size() != 2 || !readThread((*Threads)[0], Both[0]) ||
      !readThread((*Threads)[1], Both[1]))
    return false;
  if (Pair.Met)
    return true;
  Pair.Met = Both;
  Pair.Address = Line.getString("address").value_or("").str();
  Pair.Mask = Line.getString("mask").value_or("").str();
  Pair.Shared = Line.getBoolean("shared").value_or(false);
  return true;
}

static bool readLine(const json::Object &Line, std::vector<SeenPair> &Result) {
  auto Number = Line.getInteger("pair");
  auto Met = Line.getBoolean("met");
  const json::Array *Reached = Line.getArray("reached");
  if (!Number || *Number < 0 || size_t(*Number) >= Result.size() || !Met ||
      !Reached || Reached->size() != 2)
    return false;
  SeenPair &Pair = Result[*Number];
  for (unsigned I = 0; I < 2; ++I)
    Pair.Reached[I] += (*Reached)[I].getAsInteger().value_or(0);
  Pair.Lost += Line.getInteger("lost").value_or(0);
  Pair.Stopped |= Line.getBoolean("stopped").value_or(false);
  return !*Met || readMeeting(Line, Pair);
}

llvm::Expected<std::vector<SeenPair>> readSeen(llvm::StringRef Text,
                                               const RecordingPlan &Plan) {
  std::vector<SeenPair> Result(Plan.Pairs.size());
  for (unsigned I = 0; I < Result.size(); ++I) {
    Result[I].Kind = Plan.kindOf(Plan.Pairs[I]);
    Result[I].OnePlace = Plan.Pairs[I].First == Plan.Pairs[I].Second;
  }
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  std::string Trouble, Device;
  for (llvm::StringRef Line : Lines) {
    auto Value = base::parseJson(Line);
    if (!Value)
      return Value.takeError();
    const json::Object *Object = Value->getAsObject();
    if (!Object)
      return llvm::createStringError("the recording is damaged");
    if (Object->getString("finding"))
      continue; // Of a reproduction.
    if (auto Failed = Object->getString("error"))
      Trouble = Failed->str();
    else if (auto Name = Object->getString("device"))
      Device = Name->str();
    else if (!readLine(*Object, Result))
      return llvm::createStringError("the recording is damaged");
  }
  // Another unit of the program may have seen the race all the same.
  bool Any = llvm::any_of(Result, [](const SeenPair &P) { return P.Met; });
  if (!Trouble.empty() && !Any)
    return llvm::createStringError("the program left the device in error: " +
                                   Trouble);
  for (SeenPair &Pair : Result)
    Pair.Device = Device;
  return Result;
}

unsigned readReproduced(llvm::StringRef Text, report::Report &R) {
  using Answer = report::ReportedProof::Answer;
  std::map<std::string, report::ReportedProof> Seen;
  unsigned Count = 0;
  for (llvm::StringRef Line : llvm::split(Text, '\n')) {
    auto Value = base::parseJson(Line);
    if (!Value) {
      llvm::consumeError(Value.takeError());
      continue;
    }
    const json::Object *Object = Value->getAsObject();
    auto Finding = Object ? Object->getString("finding") : std::nullopt;
    if (!Finding)
      continue;
    ++Count;
    llvm::StringRef Name = Object->getString("answer").value_or("");
    report::ReportedProof Proof{Answer::Impossible,
                                Object->getString("text").value_or("").str(),
                                report::ReportedProof::Way::Reproduction,
                                Object->getString("device").value_or("").str()};
    for (Answer Each : {Answer::Confirmed, Answer::NotMet})
      if (Name == report::nameOf(Each))
        Proof.Says = Each;
    auto [Known, New] = Seen.try_emplace(Finding->str(), Proof);
    if (!New && Known->second.Says != Answer::Confirmed)
      Known->second = Proof;
  }
  for (report::ReportedFinding &F : R.Findings)
    if (auto Known = Seen.find(report::fingerprintOf(F)); Known != Seen.end())
      F.Proven = Known->second;
  return Count;
}

static std::string triple(const std::array<int64_t, 3> &Values) {
  return "(" + std::to_string(Values[0]) + "," + std::to_string(Values[1]) +
         "," + std::to_string(Values[2]) + ")";
}

static std::string nameOf(const SeenPair::ThreadSeen &Who) {
  return "thread " + triple(Who.Thread) + " of block " + triple(Who.Block);
}

/// Who reached a barrier, and who did not.
static std::string meetingAtBarrier(const SeenPair &Seen) {
  const auto &[Waits, Other] = *Seen.Met;
  return nameOf(Waits) + " waits there as its barrier " +
         std::to_string(Waits.Interval + 1) + "; " + nameOf(Other) +
         (Other.Left ? " leaves the kernel without it"
                     : " passes another barrier as that");
}

static report::ReportedProof answerForBarrier(const SeenPair &Seen) {
  using Answer = report::ReportedProof::Answer;
  if (Seen.Met)
    return {Answer::Confirmed, meetingAtBarrier(Seen)};
  return {Answer::NotMet, "the barrier was reached " +
                              std::to_string(Seen.Reached[0]) +
                              " times, each time by all threads that were "
                              "looked at"};
}

/// Who called, and which lane did not.
static report::ReportedProof answerForCall(const SeenPair &Seen) {
  using Answer = report::ReportedProof::Answer;
  if (!Seen.Met)
    return {Answer::NotMet,
            "lanes came to the call " + std::to_string(Seen.Reached[0]) +
                " times; no lane was missing that a mask named, and none came "
                "that its own did not name"};
  const auto &[Caller, Other] = *Seen.Met;
  std::string Text = nameOf(Caller) + " comes there with mask " + Seen.Mask +
                     " as its call " + std::to_string(Caller.Interval + 1);
  if (Caller.Thread == Other.Thread)
    return {Answer::Confirmed, Text + ", and the mask does not name it"};
  return {Answer::Confirmed, Text + "; thread " + triple(Other.Thread) +
                                 ", which the mask names, leaves the kernel "
                                 "without that call"};
}

static report::ReportedProof withoutDevice(const SeenPair &Seen) {
  if (Seen.Kind == RecordedSite::Access::Wait)
    return answerForBarrier(Seen);
  if (Seen.Kind == RecordedSite::Access::Call)
    return answerForCall(Seen);
  if (!Seen.Met) {
    std::string Text = Seen.OnePlace ? "the place was reached "
                                     : "the two places were reached ";
    Text += std::to_string(Seen.Reached[0]);
    if (!Seen.OnePlace)
      Text += " and " + std::to_string(Seen.Reached[1]);
    Text += " times";
    if (Seen.Lost)
      Text += ", " + std::to_string(Seen.Lost) + " of them not judged";
    if (Seen.Stopped)
      Text += "; later visits were not recorded";
    return {report::ReportedProof::Answer::NotMet, Text};
  }
  const auto &[First, Second] = *Seen.Met;
  std::string Text = nameOf(First) + " and " + nameOf(Second) + " at " +
                     Seen.Address + " of " +
                     (Seen.Shared ? "shared" : "global") + " memory";
  if (First.Block == Second.Block)
    Text += First.Interval == 0
                ? ", before any barrier"
                : ", behind barrier " + std::to_string(First.Interval);
  return {report::ReportedProof::Answer::Confirmed, Text};
}

report::ReportedProof answerOf(const SeenPair &Seen) {
  report::ReportedProof Proof = withoutDevice(Seen);
  Proof.Device = Seen.Device;
  bool OfTwo = Seen.Kind != RecordedSite::Access::Wait &&
               Seen.Kind != RecordedSite::Access::Call && !Seen.OnePlace;
  uint64_t Both = Seen.Reached[0] + (OfTwo ? Seen.Reached[1] : 0);
  if (!Seen.Met && Seen.Reached[0] && (!OfTwo || Seen.Reached[1]))
    Proof.Tries = Both - std::min(Both, Seen.Lost);
  return Proof;
}

} // namespace warplint::proof
