//===--- StreamCapture.cpp - Streams that are captured into graphs --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which call fails in which mode was also measured, call by call, with CUDA
// 13.0 on an H200.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/ApiCall.h"
#include "Assumptions/Assumptions.h"

using namespace clang;

namespace warplint::hostsync {

using Kind = HostDatum::Kind;
using Fault = CaptureFault::Kind;

/// The stream that \p E names, if its handle does not change unnoticed.
std::optional<StreamHandle> HostOrder::handleOf(const Frame &In, const Expr *E,
                                                const HostState &Now) {
  if (unsigned Stream = streamOf(In, E, Now); Stream != UnknownStream)
    return StreamHandle(Kind::Stream, Stream);
  HostDatum Handle = value(In, E, Now);
  if (Handle.K != Kind::Same)
    return std::nullopt;
  return StreamHandle(Kind::Same, Handle.Id);
}

void HostOrder::report(Fault Is, const Expr &Site, const StreamCapture &Of,
                       const Frame &In, const HostState &Now) {
  bool IsSure = llvm::all_of(Now.Undecided, [&](const CFGBlock *Each) {
    return llvm::is_contained(Of.Undecided, Each);
  });
  if (Recording && IsSure)
    CaptureFaults.push_back(
        {Is, &Site, Of.Begin, In.Function,
         Evidence(MadeAssumption{Assumption::CallsSucceed})});
}

void HostOrder::captureWork(const Frame &In, const Expr &Site, unsigned Stream,
                            HostState &Now) {
  if (Now.Captures.empty() || Stream == UnknownStream)
    return;
  StreamHandle Handle(Kind::Stream, Stream);
  for (auto &[Id, Each] : Now.Captures)
    if (Stream == LegacyStream && Id.first == Kind::Stream &&
        !NonBlocking[Id.second])
      return report(Fault::UsesDefault, Site, Each, In, Now);
  auto Own = Now.Captures.find(Handle);
  if (Own == Now.Captures.end())
    return;
  Own->second.HasWork = true;
  // Whoever has waited for the stream has not waited for this.
  for (auto &[Id, Each] : Now.Captures)
    Each.Joined.erase(Handle);
  for (auto &[Event, Each] : Now.Records)
    Each.Covers.erase(Handle);
}

void HostOrder::captureOperation(unsigned Stream, unsigned Id, HostState &Now) {
  auto Own = Now.Captures.find(StreamHandle(Kind::Stream, Stream));
  if (Own != Now.Captures.end())
    Own->second.Does.insert(Id);
  if (auto Node = GraphOfNode.find(Stream); Node != GraphOfNode.end())
    if (auto Of = Now.Graphs.find(Node->second); Of != Now.Graphs.end())
      Of->second.insert(Id);
}

std::optional<unsigned> HostOrder::graphOf(unsigned Stream,
                                           const HostState &Now) const {
  if (auto Node = GraphOfNode.find(Stream); Node != GraphOfNode.end())
    return Node->second;
  auto Own = Stream == UnknownStream
                 ? Now.Captures.begin()
                 : Now.Captures.find(StreamHandle(Kind::Stream, Stream));
  return Own == Now.Captures.end() ? std::nullopt
                                   : std::optional(Own->second.Graph);
}

unsigned HostOrder::newGraphNumber(const ApiCall &Made) {
  HostState &Now = Made.Now;
  unsigned Id = Made.number(GraphsAt, unsigned(GraphsAt.size()));
  // The call may have made another graph before.
  Now.forget(Kind::Graph, Id);
  eraseIf(Now.Operations,
          [&](const auto &Each) { return Started[Each.first].NodeOf == Id; });
  return Id;
}

void HostOrder::changeGraph(const HostDatum &Handle, HostState &Now) {
  if (Handle.K == Kind::Graph)
    Now.Graphs.erase(Handle.Id);
  if (Handle.K == Kind::Stream && GraphOfNode.count(Handle.Id))
    Now.Graphs.erase(GraphOfNode[Handle.Id]);
}

/// A node is behind those that it is given, and those that they are behind.
void HostOrder::addNode(const ApiCall &Made) {
  auto &[Order, In, Call, Api, Now] = Made;
  int At = Api.GraphArg;
  HostDatum Graph = Made.valueAt(At);
  if (Graph.K != Kind::Graph || !Now.Graphs.count(Graph.Id))
    return callUnknown(In, {Call.getArgs(), Call.getNumArgs()}, Now);
  unsigned Node = newStream(Made, /*Exempt=*/true);
  GraphOfNode[Node] = Graph.Id;
  HostDatum List = Made.valueAt(At + 1);
  auto Count = number(In, Made.at(At + 2), Now);
  std::set<unsigned> Behind;
  for (int64_t I = 0; !Count || I < *Count; ++I) {
    HostDatum Before = load(I == 0 ? List : shifted(List, I), Now);
    Behind.insert(Before.K == Kind::Stream ? Before.Id : UnknownStream);
    if (Before.K != Kind::Stream)
      break;
  }
  for (auto &[Id, Each] : Now.Operations) {
    const std::set<unsigned> &Streams = Each.Streams;
    if (Started[Id].NodeOf == Graph.Id &&
        (Behind.count(UnknownStream) ||
         llvm::any_of(Behind, [&](unsigned Of) { return Streams.count(Of); })))
      Each.Streams.insert(Node);
  }
  Made.make(At - 1, {Kind::Stream, Node});
  if (Api.Kind == HostCallKind::GraphLaunch)
    return launchByCall(Made, Node);
  if (Api.ObjectArg >= 0)
    return copy(Made, Node);
  if (HostDatum To = Made.configured(ConfigField::Destination);
      To.K == Kind::Memory && To.AtStart)
    return begin(In, {Made.operation(To, MemoryUse::Writes)}, Node, Now);
  if (HostDatum Function = Made.configured(ConfigField::HostFunction);
      Function.isKnown())
    callHostFunction(Made, Function, Made.configured(ConfigField::HostArgument),
                     Node);
}

void HostOrder::compareNodes(const std::set<unsigned> &Nodes, Frame &In,
                             HostState &Now) {
  for (auto Each = Nodes.begin(); Each != Nodes.end(); ++Each)
    for (auto Other = std::next(Each); Other != Nodes.end(); ++Other) {
      const Operation &First = Started[*Each], &Second = Started[*Other];
      auto Of = Now.Operations.find(*Each), After = Now.Operations.find(*Other);
      auto Broken = conflictOf(First.Use, Second.Use);
      if (Of != Now.Operations.end() && After != Now.Operations.end() &&
          !Of->second.IsPartial && !After->second.IsPartial && Broken &&
          First.On == Second.On && GraphOfNode.count(First.Stream) &&
          First.UsesFirst && Second.UsesFirst && First.Site != Second.Site &&
          !Of->second.Streams.count(Second.Stream) &&
          !After->second.Streams.count(First.Stream))
        report(*Broken, First, Second, Of->second, In);
    }
}

/// A graph that can be launched waits for the stream, and for itself (CUDA
/// Runtime API, "Graph Management", cudaGraphLaunch).
void HostOrder::runGraph(const ApiCall &Made, unsigned Stream) {
  HostState &Now = Made.Now;
  captureWork(Made.In, Made.Call, Stream, Now);
  issue(Stream, Now);
  HostDatum Graph = Made.valueAt(Made.Api.SourceArg);
  auto Nodes =
      Graph.K == Kind::Graph ? Now.Graphs.find(Graph.Id) : Now.Graphs.end();
  if (Nodes == Now.Graphs.end())
    return;
  std::vector<Operation> Does;
  for (unsigned Id : Nodes->second) {
    Operation Node = Started[Id];
    if (Memories[Node.On].StreamOrdered)
      continue;
    for (const auto &[Before, Under] : Now.Operations)
      if (Node.Use == MemoryUse::Frees && Recording && !Under.IsPartial &&
          Started[Before].Use == Node.Use && Started[Before].On == Node.On &&
          Started[Before].Graph == Graph.Id)
        CaptureFaults.push_back(
            {Fault::FreesEachTime, Node.Inside, Node.Site, Made.In.Function,
             Evidence(MadeAssumption{Assumption::CallsSucceed}), &Made.Call});
    Node.Site = &Made.Call;
    Node.Graph = Graph.Id;
    Does.push_back(std::move(Node));
  }
  for (auto &[Id, Each] : Now.Operations)
    if (Started[Id].Graph == Graph.Id)
      Each.Streams.insert(Stream);
  begin(Made.In, std::move(Does), Stream, Now);
}

void HostOrder::captureEvent(const ApiCall &Made, unsigned Stream) {
  HostState &Now = Made.Now;
  HostDatum Event = Made.valueAt(Made.Api.ObjectArg);
  auto Handle = handleOf(Made.In, Made.at(Made.Api.StreamArg), Now);
  auto Own = Handle ? Now.Captures.find(*Handle) : Now.Captures.end();
  bool IsCaptured = Own != Now.Captures.end();
  if (Made.Api.Kind == HostCallKind::RecordEvent) {
    if (Stream == LegacyStream)
      captureWork(Made.In, Made.Call, Stream, Now);
    if (Event.K != Kind::Event)
      return Now.Records.clear();
    CapturedRecord New;
    if (IsCaptured) {
      New.Origin = Own->second.Origin;
      New.Covers = Own->second.Joined;
      New.Covers.insert(*Handle);
    }
    Now.Records[Event.Id] = std::move(New);
    return;
  }
  auto Known =
      Event.K == Kind::Event ? Now.Records.find(Event.Id) : Now.Records.end();
  if (Known == Now.Records.end()) {
    // It may join all streams.
    if (IsCaptured)
      for (const auto &[Id, Each] : Now.Captures)
        Own->second.Joined.insert(Id);
    return;
  }
  const CapturedRecord &Record = Known->second;
  if (IsCaptured && Record.IsBefore &&
      constant(Made.at(Made.Api.FlagsArg)) == 0)
    return report(Fault::EventFromOutside, Made.Call, Own->second, Made.In,
                  Now);
  if (IsCaptured)
    Own->second.Joined.insert(Record.Covers.begin(), Record.Covers.end());
  else if (Handle && Record.Origin)
    if (auto Of = Now.Captures.find(*Record.Origin); Of != Now.Captures.end()) {
      StreamCapture Forked = Of->second;
      Forked.HasWork = false;
      Forked.Does.clear();
      Forked.Joined = Record.Covers;
      Now.Captures[*Handle] = std::move(Forked);
    }
}

void HostOrder::callCaptureApi(const ApiCall &Made) {
  HostState &Now = Made.Now;
  auto Handle = handleOf(Made.In, Made.at(Made.Api.StreamArg), Now);
  HostDatum Graph;
  if (Made.Api.Kind == HostCallKind::EndCapture)
    Graph = endCapture(Made);
  if (Made.Api.Kind == HostCallKind::BeginCapture)
    beginCapture(Made);
  bool IsActive = Made.Api.Kind == HostCallKind::CaptureStatus && Handle &&
                  Now.Captures.count(*Handle);
  if (Made.Api.ObjectArg >= 0)
    Made.make(IsActive ? HostDatum::number(ActiveCapture) : Graph);
}

void HostOrder::capture(const ApiCall &Made, unsigned Stream) {
  const HostApiEntry &Api = Made.Api;
  HostState &Now = Made.Now;
  auto Report = [&](Fault Is, const StreamCapture &Of) {
    report(Is, Made.Call, Of, Made.In, Now);
  };
  auto Strict = llvm::find_if(
      Now.Captures, [](const auto &Each) { return !Each.second.IsRelaxed; });
  auto ReportStrict = [&] {
    if (Strict != Now.Captures.end())
      Report(Fault::MayWait, Strict->second);
  };
  switch (Api.Kind) {
  case HostCallKind::CreateEvent:
    // Its number may have been that of another event.
    Now.Records.erase(Made.number(EventsAt, Events));
    return;
  case HostCallKind::RecordEvent:
  case HostCallKind::StreamWaits:
    return captureEvent(Made, Stream);
  case HostCallKind::WaitStream: {
    auto Handle = handleOf(Made.In, Made.at(Api.StreamArg), Now);
    auto Own = Handle ? Now.Captures.find(*Handle) : Now.Captures.end();
    if (Own != Now.Captures.end())
      return Report(Fault::WaitsForCapture, Own->second);
    return ReportStrict();
  }
  case HostCallKind::WaitEvent: {
    HostDatum Event = Made.valueAt(Api.ObjectArg);
    auto Known =
        Event.K == Kind::Event ? Now.Records.find(Event.Id) : Now.Records.end();
    if (Known != Now.Records.end() && Known->second.Origin)
      if (auto Of = Now.Captures.find(*Known->second.Origin);
          Of != Now.Captures.end())
        return Report(Fault::WaitsForCapture, Of->second);
    return ReportStrict();
  }
  case HostCallKind::WaitDevice:
    if (Api.ObjectArg >= 0)
      return ReportStrict();
    if (!Now.Captures.empty() && Api.Name.ends_with("Synchronize"))
      Report(Fault::WaitsForCapture, Now.Captures.begin()->second);
    return;
  case HostCallKind::AllocateManaged:
  case HostCallKind::AllocatePinned:
  case HostCallKind::AllocateDevice:
  case HostCallKind::RegisterHost:
    return ReportStrict();
  case HostCallKind::AllocateAsync:
  case HostCallKind::FreeAsync:
  case HostCallKind::CopyAsync:
  case HostCallKind::HostFunction:
    return captureWork(Made.In, Made.Call, Stream, Now);
  case HostCallKind::Copy:
  case HostCallKind::Set:
    return captureWork(Made.In, Made.Call, defaultStream(Made.In), Now);
  case HostCallKind::ExchangeCapture:
    for (auto &[Id, Each] : Now.Captures)
      Each.IsRelaxed = true;
    return;
  default:
    return;
  }
}

/// What runs when a graph does, of a stream that is not known, may have been
/// anything before.
static void forgetOrder(HostState &Now) {
  Now.waitForAll();
  Now.Recorded.clear();
}

void HostOrder::beginCapture(const ApiCall &Made) {
  HostState &Now = Made.Now;
  auto Handle = handleOf(Made.In, Made.at(Made.Api.StreamArg), Now);
  if (!Handle)
    return forgetOrder(Now);
  if (auto Known = Now.Captures.find(*Handle); Known != Now.Captures.end())
    return report(Fault::BegunTwice, Made.Call, Known->second, Made.In, Now);
  for (auto &[Event, Each] : Now.Records)
    Each.IsBefore = true;
  StreamCapture New;
  New.Begin = &Made.Call;
  New.Origin = *Handle;
  New.Graph = newGraphNumber(Made);
  New.IsRelaxed =
      constant(Made.at(Made.Api.FlagsArg)).value_or(RelaxedCaptureMode) ==
      RelaxedCaptureMode;
  New.Undecided = Now.Undecided;
  Now.Captures[*Handle] = std::move(New);
}

/// The graph that \p Made ends the capture of.
HostDatum HostOrder::endCapture(const ApiCall &Made) {
  HostState &Now = Made.Now;
  auto Handle = handleOf(Made.In, Made.at(Made.Api.StreamArg), Now);
  auto Own = Handle ? Now.Captures.find(*Handle) : Now.Captures.end();
  if (Own == Now.Captures.end()) {
    Now.Captures.clear();
    forgetOrder(Now);
    return {};
  }
  StreamCapture Ended = Own->second;
  if (Ended.Origin != *Handle)
    report(Fault::EndsInOther, Made.Call, Ended, Made.In, Now);
  else
    for (const auto &[Id, Each] : Now.Captures)
      if (Each.Origin == *Handle && Id != *Handle && Each.HasWork &&
          !Ended.Joined.count(Id)) {
        report(Fault::NotJoined, Made.Call, Ended, Made.In, Now);
        break;
      }
  std::set<unsigned> Nodes;
  eraseIf(Now.Captures, [&](const auto &Each) {
    bool IsOfGraph = Each.second.Origin == Ended.Origin;
    if (IsOfGraph)
      Nodes.insert(Each.second.Does.begin(), Each.second.Does.end());
    return IsOfGraph;
  });
  return newGraph(Made, std::move(Nodes));
}

HostDatum HostOrder::newGraph(const ApiCall &Made, std::set<unsigned> Nodes) {
  HostDatum Graph{Kind::Graph, newGraphNumber(Made)};
  Made.Now.Graphs[Graph.Id] = std::move(Nodes);
  return Graph;
}

void HostOrder::instantiateGraph(const ApiCall &Made) {
  HostDatum From = Made.valueAt(Made.Api.SourceArg);
  auto Nodes = From.K == Kind::Graph ? Made.Now.Graphs.find(From.Id)
                                     : Made.Now.Graphs.end();
  if (Nodes == Made.Now.Graphs.end())
    return Made.make({});
  compareNodes(Nodes->second, Made.In, Made.Now);
  Made.make(newGraph(Made, Nodes->second));
}

} // namespace warplint::hostsync
