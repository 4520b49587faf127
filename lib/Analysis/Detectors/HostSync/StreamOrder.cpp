//===--- StreamOrder.cpp - Launches, copies and what waits for them -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostOrder.h"

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

unsigned HostOrder::memoryOf(const VarDecl &Managed) {
  auto [Slot, New] = ManagedMemory.try_emplace(Managed.getCanonicalDecl(),
                                               unsigned(Memories.size()));
  if (New)
    Memories.push_back({nullptr, Code.isPolledByHost(Managed)});
  return Slot->second;
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

void HostOrder::start(Frame &In, const Expr &Site, const FunctionDecl *Kernel,
                      unsigned Into, const WrittenByFunction::Fields &Fields,
                      unsigned Stream, HostState &Now) {
  auto [Slot, New] = StartedAt.try_emplace({{In.Context, &Site}, Into},
                                           unsigned(Started.size()));
  if (New)
    Started.push_back({&Site, Kernel, Into, Fields});
  // An event that was recorded in an earlier iteration is not behind this one.
  for (auto &[Event, Complete] : Now.Recorded)
    Complete.erase(Slot->second);
  StartedWrite Write;
  Write.Streams.insert(Stream);
  Now.Writes[Slot->second] = Write;
}

/// Something begins in \p Stream: the default stream waits for all others that
/// do not exempt themselves, and they for it.
void HostOrder::issue(unsigned Stream, HostState &Now) {
  for (auto &[Id, Write] : Now.Writes) {
    if (Stream == LegacyStream
            ? endsWith(Write, LegacyStream)
            : Write.Streams.count(LegacyStream) &&
                  (Stream == UnknownStream || !NonBlocking[Stream]))
      Write.Streams.insert(Stream);
  }
}

void HostOrder::launch(Frame &In, const Expr &Site, const FunctionDecl *Kernel,
                       llvm::ArrayRef<HostDatum> Given, unsigned Stream,
                       HostState &Now) {
  issue(Stream, Now);
  if (!Kernel)
    return;
  const WrittenByFunction &Written = Writes.of(*Kernel);
  for (const auto &[Parameter, Fields] : Written.Parameters)
    if (Parameter < Given.size() && Given[Parameter].K == Kind::Memory &&
        Given[Parameter].AtStart)
      start(In, Site, Kernel, Given[Parameter].Id, Fields, Stream, Now);
  for (const auto &[Member, Fields] : Written.Members) {
    if (Member.first >= Given.size() || Given[Member.first].K != Kind::Address)
      continue;
    HostPlaces::Id Part = Places.member(Given[Member.first].Id, *Member.second);
    HostDatum To = load({Kind::Address, Part, true}, Now);
    if (To.K == Kind::Memory && To.AtStart)
      start(In, Site, Kernel, To.Id, Fields, Stream, Now);
  }
  for (const auto &[Managed, Fields] : Written.Managed)
    start(In, Site, Kernel, memoryOf(*Managed), Fields, Stream, Now);
}

/// The function that \p E names or points to.
static const FunctionDecl *functionOf(const Expr &E) {
  const Expr *Plain = E.IgnoreParenCasts();
  if (const auto *Op = dyn_cast<UnaryOperator>(Plain);
      Op && Op->getOpcode() == UO_AddrOf)
    Plain = Op->getSubExpr()->IgnoreParenCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Plain);
  return Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
}

void HostOrder::launchByCall(Frame &In, const CallExpr &Call,
                             const HostApiEntry &Api, HostState &Now) {
  auto At = [&](int Position) -> const Expr * {
    return Position >= 0 && unsigned(Position) < Call.getNumArgs()
               ? Call.getArg(Position)
               : nullptr;
  };
  const Expr *Named = At(Api.KernelArg);
  const FunctionDecl *Kernel = Named ? functionOf(*Named) : nullptr;
  std::vector<HostDatum> Given;
  for (unsigned I = 0; Kernel && I < Kernel->getNumParams(); ++I) {
    if (const Expr *List = At(Api.ArgumentsArg)) {
      HostDatum Array = value(In, List, Now);
      HostDatum Address =
          Array.K == Kind::Address
              ? load({Kind::Address, Places.element(Array.Id, I), true}, Now)
              : HostDatum();
      bool IsRecord = Kernel->getParamDecl(I)->getType()->isRecordType();
      Given.push_back(IsRecord ? Address : load(Address, Now));
    } else if (const Expr *Argument = Api.PassedFrom >= 0
                                          ? At(Api.PassedFrom + int(I))
                                          : nullptr) {
      HostDatum At = Argument->isGLValue() ? locate(In, Argument, Now)
                                           : value(In, Argument, Now);
      bool IsLoaded =
          Argument->isGLValue() && !Argument->getType()->isRecordType();
      Given.push_back(IsLoaded ? load(At, Now) : At);
    }
  }
  unsigned Stream = UnknownStream;
  if (Api.StreamArg >= 0) {
    Stream = streamOf(In, At(Api.StreamArg), Now);
  } else if (const Expr *Config = At(Api.ConfigArg)) {
    HostDatum Where = value(In, Config, Now);
    const RecordDecl *Record =
        Config->getType()->getPointeeType()->getAsRecordDecl();
    for (const FieldDecl *Field :
         Record ? Record->fields() : RecordDecl::field_range({}, {}))
      if (Where.K == Kind::Address &&
          configFieldOf(*Field) == ConfigField::Stream)
        if (HostDatum Handle = load(
                {Kind::Address, Places.member(Where.Id, *Field), true}, Now);
            Handle.K == Kind::Stream)
          Stream = Handle.Id;
  }
  launch(In, Call, Kernel, Given, Stream, Now);
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// When \p Stream has ended, the write is complete.
bool HostOrder::endsWith(const StartedWrite &Write, unsigned Stream) const {
  if (Stream == UnknownStream || Write.Streams.count(Stream) ||
      Write.Streams.count(UnknownStream))
    return true;
  return Stream == LegacyStream &&
         llvm::any_of(Write.Streams,
                      [&](unsigned Each) { return !NonBlocking[Each]; });
}

void HostOrder::waitFor(unsigned Stream, const Expr &Call, HostState &Now) {
  for (auto &[Id, Write] : Now.Writes) {
    if (endsWith(Write, Stream))
      Write.MayBeDone = true;
    else
      Write.Missed = &Call;
  }
}

void HostOrder::waitForEvent(const HostDatum &Event, const Expr &Call,
                             HostState &Now) {
  auto Covered = Now.Recorded.find(Event.Id);
  if (Event.K != Kind::Event || Covered == Now.Recorded.end())
    return Now.waitForAll();
  for (auto &[Id, Write] : Now.Writes) {
    if (Covered->second.count(Id))
      Write.MayBeDone = true;
    else
      Write.Missed = &Call;
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// A call of the runtime, with what its arguments are.
struct HostOrder::ApiCall {
  HostOrder &Order;
  Frame &In;
  const CallExpr &Call;
  const HostApiEntry &Api;
  HostState &Now;

  const Expr *at(int Position) const {
    return Position >= 0 && unsigned(Position) < Call.getNumArgs()
               ? Call.getArg(Position)
               : nullptr;
  }
  HostDatum valueAt(int Position) const {
    const Expr *E = at(Position);
    return E ? Order.value(In, E, Now) : HostDatum();
  }
  /// Sets what the address in the object's argument points to.
  void make(HostDatum Made) const {
    HostDatum To = valueAt(Api.ObjectArg);
    if (To.K != Kind::Address)
      return;
    Order.forget(To.Id, Now);
    if (Made.K != Kind::Unknown)
      Now.Data[To.Id] = Made;
  }
  /// The number of the object that the call creates, the same each time that
  /// the call is executed.
  unsigned number(std::map<SiteKey, unsigned> &Known, unsigned Next) const {
    return Known.try_emplace({In.Context, &Call}, Next).first->second;
  }
};

void HostOrder::callApi(Frame &In, const CallExpr &Call,
                        const HostApiEntry &Api, HostState &Now) {
  ApiCall Made{*this, In, Call, Api, Now};
  unsigned Stream = streamOf(In, Made.at(Api.StreamArg), Now);
  switch (Api.Kind) {
  case HostCallKind::Launch:
    return launchByCall(In, Call, Api, Now);
  case HostCallKind::GraphLaunch:
    return callUnknown(In, {Call.getArgs(), Call.getNumArgs()}, Now);
  case HostCallKind::AllocateManaged:
  case HostCallKind::AllocatePinned:
    return Made.make({Kind::Memory, memoryMadeAt(Call, In.Context), true});
  case HostCallKind::RegisterHost:
    pin(Made.valueAt(Api.ObjectArg));
    if (const Expr *Pointer = Made.at(Api.ObjectArg))
      if (HostDatum To = locate(In, Pointer->IgnoreParenCasts(), Now);
          To.K == Kind::Address)
        Now.Data[To.Id] = {Kind::Memory, memoryMadeAt(Call, In.Context), true};
    return;
  case HostCallKind::DeviceView:
    return Made.make(Made.valueAt(Api.SourceArg));
  case HostCallKind::CopyAsync: {
    issue(Stream, Now);
    HostDatum To = Made.valueAt(Api.ObjectArg);
    auto Direction = constant(Made.at(Api.DirectionArg));
    if (To.K == Kind::Address)
      To = ownMemory(To.Id);
    if (To.K == Kind::Memory && To.AtStart && Direction != HostToHostCopy)
      start(In, Call, nullptr, To.Id, {nullptr}, Stream, Now);
    return;
  }
  case HostCallKind::Copy: {
    issue(LegacyStream, Now);
    auto Direction = constant(Made.at(Api.DirectionArg));
    if (Direction != DeviceToDeviceCopy)
      waitFor(LegacyStream, Call, Now);
    return;
  }
  case HostCallKind::Harmless:
    for (const Expr *Argument : Call.arguments())
      if (HostDatum To = value(In, Argument, Now); To.K == Kind::Address)
        forget(To.Id, Now);
    return;
  case HostCallKind::WaitDevice:
  case HostCallKind::WaitStream:
  case HostCallKind::WaitEvent:
  case HostCallKind::CreateStream:
  case HostCallKind::CreateEvent:
  case HostCallKind::RecordEvent:
  case HostCallKind::StreamWaits:
    return callStreamApi(Made, Stream);
  }
}

/// Streams, events, and waits for them.
void HostOrder::callStreamApi(const ApiCall &Made, unsigned Stream) {
  const HostApiEntry &Api = Made.Api;
  HostState &Now = Made.Now;
  switch (Api.Kind) {
  case HostCallKind::WaitDevice:
    return Now.waitForAll();
  case HostCallKind::WaitStream:
    return waitFor(Stream, Made.Call, Now);
  case HostCallKind::WaitEvent:
    return waitForEvent(Made.valueAt(Api.ObjectArg), Made.Call, Now);
  case HostCallKind::CreateStream: {
    unsigned Id = Made.number(StreamsAt, unsigned(NonBlocking.size()));
    if (Id == NonBlocking.size())
      NonBlocking.push_back(constant(Made.at(Api.FlagsArg)) ==
                            NonBlockingStream);
    return Made.make({Kind::Stream, Id, true});
  }
  case HostCallKind::CreateEvent: {
    unsigned Id = Made.number(EventsAt, Events);
    Events += Id == Events;
    Now.Recorded.erase(Id);
    return Made.make({Kind::Event, Id, true});
  }
  case HostCallKind::RecordEvent: {
    issue(Stream, Now);
    HostDatum Event = Made.valueAt(Api.ObjectArg);
    if (Event.K != Kind::Event)
      return;
    std::set<unsigned> &Complete = Now.Recorded[Event.Id];
    Complete.clear();
    for (const auto &[Id, Write] : Now.Writes)
      if (endsWith(Write, Stream))
        Complete.insert(Id);
    return;
  }
  case HostCallKind::StreamWaits: {
    HostDatum Event = Made.valueAt(Api.ObjectArg);
    auto Covered = Now.Recorded.find(Event.Id);
    bool IsKnown = Event.K == Kind::Event && Covered != Now.Recorded.end();
    for (auto &[Id, Write] : Now.Writes)
      if (!IsKnown || Covered->second.count(Id))
        Write.Streams.insert(Stream);
    return;
  }
  case HostCallKind::Launch:
  case HostCallKind::GraphLaunch:
  case HostCallKind::AllocateManaged:
  case HostCallKind::AllocatePinned:
  case HostCallKind::RegisterHost:
  case HostCallKind::DeviceView:
  case HostCallKind::CopyAsync:
  case HostCallKind::Copy:
  case HostCallKind::Harmless:
    return;
  }
}

} // namespace warplint::hostsync
