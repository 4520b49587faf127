//===--- Capture.cpp - warplint-capture -----------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stream that is being captured runs nothing: a call that waits for it, or
// that may wait for everything, fails and ends the capture (CUDA Programming
// Guide, "CUDA Graphs", "Prohibited and Unhandled Operations").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/CaptureFault.h"
#include "CudaModel/SuggestedCalls.h"
#include "Diagnostics/EvidenceMessages.h"
#include "checks/StreamCheck.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace warplint {

namespace {

class Capture : public Check {
public:
  using Check::Check;
  void checkUnit(DeviceCode &Code, FindingList &Out) override;
};

} // namespace

using Kind = hostsync::CaptureFault::Kind;

static std::string messageOf(const hostsync::CaptureFault &Fault) {
  const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Fault.Site);
  std::string Name =
      nameOf({Fault.Site, Launch ? Launch->getDirectCallee() : nullptr});
  switch (Fault.Is) {
  case Kind::WaitsForCapture:
    return Name + " waits for a stream that is being captured: it fails and "
                  "ends the capture";
  case Kind::UsesDefault:
    return Name + " uses the default stream while a stream that it waits for "
                  "is being captured: it fails and ends the capture";
  case Kind::MayWait:
    return Name + " is not allowed while this thread captures a stream: it "
                  "fails and ends the capture";
  case Kind::EventFromOutside:
    return Name + " lets a captured stream wait for an event that was recorded "
                  "before the capture: it fails and ends the capture";
  case Kind::NotJoined:
    return Name + " fails: a stream that has joined the capture has work that "
                  "this stream does not wait for";
  case Kind::EndsInOther:
    return Name + " fails: the capture has begun in another stream";
  case Kind::BegunTwice:
    return Name + " fails: the stream is being captured already";
  case Kind::FreesEachTime:
    return "a function that a graph calls frees memory that it has freed when "
           "the graph was launched before";
  }
  return {};
}

static std::string adviceFor(Kind Is) {
  using namespace suggested;
  switch (Is) {
  case Kind::WaitsForCapture:
    return "wait behind the capture, for the stream in which the graph is "
           "launched; " +
           IsCapturing.str() + " says whether a stream is captured";
  case Kind::UsesDefault:
    return "give the work to the captured stream, or make that stream with " +
           NonBlocking.str();
  case Kind::MayWait:
    return "move it in front of the capture, or capture with " +
           RelaxedCapture.str();
  case Kind::EventFromOutside:
    return "wait for the event in front of the capture, or pass " +
           ExternalEvent.str() + " to wait for it whenever the graph runs";
  case Kind::NotJoined:
    return "record an event behind the last work of that stream, and let the "
           "stream that is captured wait for it";
  case Kind::EndsInOther:
    return "end it in the stream in which it has begun";
  case Kind::BegunTwice:
    return "end the capture before the next one begins";
  case Kind::FreesEachTime:
    return "let the owner of the graph keep the memory until the graph is "
           "destroyed";
  }
  return {};
}

void Capture::checkUnit(DeviceCode &Code, FindingList &Out) {
  for (const hostsync::CaptureFault &Each : hostsync::captureFaults(Code)) {
    SourceLocation Loc = Each.Site->getBeginLoc();
    Finding F = makeFinding(Loc, messageOf(Each));
    F.RestsOn = itemsOf(Each.RestsOn);
    F.Notes.push_back({Each.Begin->getBeginLoc(),
                       Each.Again ? "the graph is given the function here"
                                  : "the capture begins here",
                       NoteRole::Operation});
    if (Each.Again)
      F.Notes.push_back({Each.Again->getBeginLoc(),
                         "the graph is launched again here",
                         NoteRole::Operation});
    F.Notes.push_back({Loc, adviceFor(Each.Is), NoteRole::Advice});
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeCapture(const CheckInfo &Info) {
  return std::make_unique<Capture>(Info);
}

} // namespace warplint
