//===--- MemoryCalls.cpp - Copies, allocations and releases ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/ApiCall.h"
#include "Assumptions/Assumptions.h"

using namespace clang;

namespace warplint::hostsync {

using Kind = HostDatum::Kind;

unsigned HostOrder::memoryMadeAt(const Expr &Site, unsigned Context) {
  auto [Slot, New] =
      MadeAt.try_emplace({Context, &Site}, unsigned(Memories.size()));
  if (New)
    Memories.push_back({&Site});
  return Slot->second;
}

/// What an allocation gives. The call may have given other memory before: what
/// still points there is not known from now on.
HostDatum HostOrder::newMemory(const ApiCall &Made) {
  HostDatum New{Kind::Memory, memoryMadeAt(Made.Call, Made.In.Context), true};
  forgetMemory(New.Id, Made.Now);
  return New;
}

void HostOrder::forgetMemory(unsigned Id, HostState &Now) {
  Now.forget(Kind::Memory, Id);
  eraseIf(Now.Operations,
          [&](const auto &Each) { return Started[Each.first].On == Id; });
}

unsigned HostOrder::memoryOf(const VarDecl &Managed) {
  auto [Slot, New] = ManagedMemory.try_emplace(Managed.getCanonicalDecl(),
                                               unsigned(Memories.size()));
  if (New)
    Memories.push_back({nullptr, Code.isPolledByHost(Managed)});
  return Slot->second;
}

void HostOrder::callApi(Frame &In, const CallExpr &Call,
                        const HostApiEntry &Api, HostState &Now) {
  ApiCall Made{*this, In, Call, Api, Now};
  unsigned Stream = streamOf(In, Made.at(Api.StreamArg), Now);
  if (Within && Api.Kind != HostCallKind::Harmless) {
    Within->IsKnown = false;
    return;
  }
  // Assumption::CallsSucceed.
  if (Call.getType()->isEnumeralType() && !Api.Name.ends_with("Query"))
    give(Places.result(Call), HostDatum::number(0), Now);
  capture(Made, Stream);
  switch (Api.Kind) {
  case HostCallKind::Launch:
    return launchByCall(Made, Api.StreamArg >= 0 ? Stream : UnknownStream);
  case HostCallKind::BeginCapture:
  case HostCallKind::EndCapture:
  case HostCallKind::CaptureStatus:
  case HostCallKind::ExchangeCapture:
    return callCaptureApi(Made);
  case HostCallKind::InstantiateGraph:
    return instantiateGraph(Made);
  case HostCallKind::SetDevice:
    Now.Device = number(In, Made.at(Api.ObjectArg), Now);
    return;
  case HostCallKind::RunGraph:
    return runGraph(Made, Stream);
  case HostCallKind::CreateGraph: {
    HostDatum Graph{Kind::Graph, newGraphNumber(Made)};
    Now.Graphs[Graph.Id].clear();
    return Made.make(Graph);
  }
  case HostCallKind::GraphLaunch:
  case HostCallKind::GraphNode:
    return addNode(Made);
  case HostCallKind::HostFunction:
    return callHostFunction(Made, Made.valueAt(Api.ObjectArg),
                            Made.valueAt(Api.SourceArg), Stream);
  case HostCallKind::AllocateManaged:
  case HostCallKind::AllocatePinned:
  case HostCallKind::AllocateDevice:
  case HostCallKind::AllocateAsync:
  case HostCallKind::FreeAsync:
    return allocateOrFree(Made, Stream);
  case HostCallKind::RegisterHost:
    pin(Made.valueAt(Api.ObjectArg));
    if (const Expr *Pointer = Made.at(Api.ObjectArg))
      if (HostDatum To = locate(In, Pointer->IgnoreParenCasts(), Now);
          To.K == Kind::Address)
        Now.Data[To.Id] = {Kind::Memory, memoryMadeAt(Call, In.Context), true};
    return;
  case HostCallKind::DeviceView:
    return Made.make(Made.valueAt(Api.SourceArg));
  case HostCallKind::CopyAsync:
  case HostCallKind::Copy:
  case HostCallKind::Set:
    return copy(Made, Stream);
  case HostCallKind::Harmless:
    for (const Expr *Argument : Call.arguments())
      if (HostDatum To = value(In, Argument, Now); To.K == Kind::Address)
        forget(To.Id, Now);
    return;
  case HostCallKind::WaitDevice:
    if (Api.ObjectArg >= 0)
      return allocateOrFree(Made, Stream);
    return Now.waitForAll();
  case HostCallKind::WaitStream:
  case HostCallKind::WaitEvent:
  case HostCallKind::CreateStream:
  case HostCallKind::CreateEvent:
  case HostCallKind::RecordEvent:
  case HostCallKind::StreamWaits:
    return callStreamApi(Made, Stream);
  }
}

/// A copy or a memset.
void HostOrder::copy(const ApiCall &Made, unsigned Stream) {
  HostState &Now = Made.Now;
  bool IsAsync =
      Made.Api.Kind != HostCallKind::Copy && Made.Api.Kind != HostCallKind::Set;
  if (!IsAsync)
    Stream = defaultStream(Made.In);
  issue(Stream, Now);
  auto Direction = Made.Api.Direction >= 0
                       ? std::optional<int64_t>(Made.Api.Direction)
                       : constant(Made.at(Made.Api.DirectionArg));
  HostDatum To = Made.valueAt(Made.Api.ObjectArg),
            From = Made.valueAt(Made.Api.SourceArg);
  if (IsAsync && To.K == Kind::Address)
    To = ownMemory(To.Id);
  if (IsAsync && Direction == HostToDeviceCopy && From.K == Kind::Address)
    From = ownMemory(From.Id);
  bool IsStaged = Made.Api.Kind == HostCallKind::Copy &&
                  Direction == HostToDeviceCopy &&
                  (From.K == Kind::Address ||
                   (From.K == Kind::Memory && Memories[From.Id].Pageable));
  // Of memory of the host, a memset waits for its end (CUDA Runtime API, "API
  // synchronization behavior", Memset).
  bool IsSetOfHost = Made.Api.Kind == HostCallKind::Set &&
                     To.K == Kind::Memory && !Memories[To.Id].Device &&
                     !Memories[To.Id].StreamOrdered;
  bool IsDone = IsSetOfHost || (Made.Api.Kind == HostCallKind::Copy &&
                                Direction != DeviceToDeviceCopy);
  std::vector<Operation> Does;
  // The life of what a stream has allocated is that of all its elements.
  for (const HostDatum &Part : {From, To})
    if (Part.K == Kind::Memory &&
        (Memories[Part.Id].StreamOrdered || Part == From)) {
      Does.push_back(Made.operation(Part, MemoryUse::Reads));
      Does.back().UsesFirst = Part.AtStart && Part == From;
    }
  if (To.K == Kind::Memory && To.AtStart &&
      (!IsAsync || Direction != HostToHostCopy)) {
    Does.push_back(Made.operation(To, MemoryUse::Writes));
    Does.back().IsStaged = IsStaged;
  }
  // Out of memory that is not pinned: what comes before in the stream is waited
  // for, the copy itself is not.
  if (IsDone && IsStaged)
    waitFor(Stream, Made.Call, Now);
  begin(Made.In, std::move(Does), Stream, Now);
  if (IsDone && !IsStaged)
    waitFor(Stream, Made.Call, Now);
}

void HostOrder::allocateOrFree(const ApiCall &Made, unsigned Stream) {
  HostState &Now = Made.Now;
  HostCallKind Does = Made.Api.Kind;
  if (Does == HostCallKind::FreeAsync || Does == HostCallKind::WaitDevice) {
    HostDatum Freed = Made.valueAt(Made.Api.ObjectArg);
    bool IsKnown = Freed.K == Kind::Memory && Freed.AtStart;
    if (Does == HostCallKind::FreeAsync) {
      issue(Stream, Now);
    } else {
      // Freeing waits for the device, but not for what a stream has allocated.
      if (!IsKnown || !Memories[Freed.Id].StreamOrdered)
        return Now.waitForAll();
      Stream = NoStream;
    }
    if (IsKnown)
      begin(Made.In, {Made.operation(Freed, MemoryUse::Frees)}, Stream, Now);
    return;
  }
  bool IsOrdered = Does == HostCallKind::AllocateAsync;
  // Two streams do not run beside each other what an allocation stands between
  // (CUDA Programming Guide, "Implicit Synchronization").
  if (!IsOrdered)
    for (auto &[Id, Each] : Now.Operations)
      Each.IsBehindAll = true;
  else
    issue(Stream, Now);
  HostDatum New = newMemory(Made);
  Memories[New.Id].StreamOrdered = IsOrdered;
  Memories[New.Id].Device = IsOrdered || Does == HostCallKind::AllocateDevice;
  Made.make(New);
  if (IsOrdered)
    begin(Made.In, {Made.operation(New, MemoryUse::Allocates)}, Stream, Now);
}

} // namespace warplint::hostsync
