//===--- StreamOrder.cpp - Launches, copies and what waits for them -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/ApiCall.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"

using namespace clang;

namespace warplint::hostsync {

using Kind = HostDatum::Kind;

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

/// Looks for operations that \p Next, in \p Stream, must be behind and is not.
void HostOrder::compare(Frame &In, const Operation &Next, unsigned Stream,
                        HostState &Now) {
  for (const auto &[Id, Under] : Now.Operations) {
    const Operation &Before = Started[Id];
    if (Before.On != Next.On || Under.IsPartial ||
        Before.NodeOf != Next.NodeOf ||
        (Before.Site == Next.Site && Before.Context == Next.Context))
      continue;
    auto Broken = conflictOf(Before.Use, Next.Use);
    if (Broken == StreamFault::Kind::Unordered &&
        !(Before.UsesFirst && Next.UsesFirst))
      continue;
    bool IsBehind = Under.MayBeDone || Under.IsBehindAll ||
                    Stream == UnknownStream || Under.Streams.count(Stream) ||
                    Under.Streams.count(UnknownStream);
    // What is freed is not used later, either, unless the host goes on with
    // other memory of the same name.
    if (Before.Use == MemoryUse::Frees)
      IsBehind = Under.MayBeDone || Under.IsCarried;
    if (Broken && !IsBehind)
      report(*Broken, Before, Next, Under, In);
  }
}

void HostOrder::report(StreamFault::Kind Is, const Operation &Before,
                       const Operation &Next, const StartedOperation &Under,
                       const Frame &In) {
  if (!Recording)
    return;
  const Memory &On = Memories[Before.On];
  bool IsRead = Is == StreamFault::Kind::ReadEarly;
  bool IsOfHost = IsRead || Is == StreamFault::Kind::Overwritten;
  bool IsPageable =
      IsOfHost && On.Pageable && !Before.ByHost && !(IsRead && Before.Kernel);
  bool IsOfLife = Is != StreamFault::Kind::Unordered && On.StreamOrdered;
  Evidence RestsOn(MadeAssumption{Assumption::CallsSucceed});
  if (!IsRead && !IsOfLife &&
      ((Before.Kernel && Before.UsesFirst) || (Next.Kernel && Next.UsesFirst)))
    RestsOn.add({Assumption::FirstElement});
  Faults.push_back({Is, Before, Next, In.Function, On.Made, Under.Missed,
                    Before.IsStaged, IsPageable, std::move(RestsOn)});
}

void HostOrder::begin(Frame &In, std::vector<Operation> Each, unsigned Stream,
                      HostState &Now) {
  if (Each.empty())
    return;
  size_t Before = Faults.size();
  for (Operation &Next : Each) {
    Next.Context = In.Context;
    Next.Stream = Stream;
    Next.NodeOf = graphOf(Stream, Now);
    // Of nodes that calls make, edges may follow.
    if (!GraphOfNode.count(Stream))
      compare(In, Next, Stream, Now);
  }
  // Of several the last one that it must be behind.
  if (Faults.size() > Before + 1)
    Faults.erase(Faults.begin() + Before, Faults.end() - 1);
  for (Operation &Next : Each) {
    auto [Slot, New] = StartedAt.try_emplace(
        {{In.Context, Next.Site}, Next.On, Next.Use, Next.NodeOf},
        unsigned(Started.size()));
    if (New)
      Started.push_back(std::move(Next));
    // An event that was recorded in an earlier iteration is not behind this
    // one.
    for (auto &[Event, Complete] : Now.Recorded)
      Complete.erase(Slot->second);
    captureOperation(Stream, Slot->second, Now);
    StartedOperation Fresh;
    Fresh.Streams.insert(Stream);
    Now.Operations[Slot->second] = Fresh;
  }
}

/// Something begins in \p Stream: the default stream waits for all others that
/// do not exempt themselves, and they for it.
void HostOrder::issue(unsigned Stream, HostState &Now) {
  for (auto &[Id, Each] : Now.Operations) {
    if (Stream == LegacyStream
            ? endsWith(Each, LegacyStream)
            : Each.Streams.count(LegacyStream) &&
                  (Stream == UnknownStream || !NonBlocking[Stream]))
      Each.Streams.insert(Stream);
  }
}

void HostOrder::launch(Frame &In, const Expr &Site, const FunctionDecl *Kernel,
                       llvm::ArrayRef<HostDatum> Given, unsigned Stream,
                       HostState &Now) {
  if (Within)
    Within->IsKnown = false;
  captureWork(In, Site, Stream, Now);
  issue(Stream, Now);
  if (!Kernel)
    return;
  std::vector<Operation> Does;
  auto Add = [&](unsigned On, MemoryUse Use,
                 const KernelAccesses::Fields &Fields, bool UsesFirst) {
    Operation New;
    New.Site = &Site;
    New.Kernel = Kernel;
    New.Use = Use;
    New.On = On;
    New.Fields = Fields;
    New.UsesFirst = UsesFirst;
    Does.push_back(std::move(New));
  };
  // A kernel that is given no memory of which anything is known is not asked.
  static const KernelAccesses Nothing;
  const KernelAccesses &Touched =
      Accesses.haveManaged() || llvm::any_of(Given,
                                             [](const HostDatum &Each) {
                                               return Each.K == Kind::Memory ||
                                                      Each.K == Kind::Address;
                                             })
          ? Accesses.of(*Kernel)
          : Nothing;
  for (unsigned I : Touched.FirstRead)
    if (I < Given.size() && Given[I].K == Kind::Memory && Given[I].AtStart)
      Add(Given[I].Id, MemoryUse::Reads, {}, true);
  // The life of what a stream has allocated is that of all its elements.
  const FunctionDecl *Body = Kernel;
  Kernel->hasBody(Body);
  for (unsigned I = 0; I < Given.size() && I < Body->getNumParams(); ++I)
    if (Given[I].K == Kind::Memory && Memories[Given[I].Id].StreamOrdered &&
        Body->getParamDecl(I)->isReferenced() &&
        !(Touched.FirstRead.count(I) && Given[I].AtStart))
      Add(Given[I].Id, MemoryUse::Reads, {}, false);
  for (const auto &[Parameter, Fields] : Touched.Written)
    if (Parameter < Given.size() && Given[Parameter].K == Kind::Memory &&
        Given[Parameter].AtStart)
      Add(Given[Parameter].Id, MemoryUse::Writes, Fields,
          Touched.FirstWritten.count(Parameter));
  for (const auto &[Member, Fields] : Touched.Members) {
    if (Member.first >= Given.size() || Given[Member.first].K != Kind::Address)
      continue;
    HostPlaces::Id Part = Places.member(Given[Member.first].Id, *Member.second);
    HostDatum To = load({Kind::Address, Part, true}, Now);
    if (To.K == Kind::Memory && To.AtStart)
      Add(To.Id, MemoryUse::Writes, Fields, false);
  }
  for (const auto &[Managed, Fields] : Touched.Managed)
    Add(memoryOf(*Managed), MemoryUse::Writes, Fields, false);
  begin(In, std::move(Does), Stream, Now);
}

/// The function that \p E names or points to.
static const FunctionDecl *functionOf(const Expr &E) {
  const Expr *Of = host::addressedBy(E);
  const auto *Ref = dyn_cast<DeclRefExpr>((Of ? *Of : E).IgnoreParenCasts());
  return Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
}

void HostOrder::launchByCall(const ApiCall &Made, unsigned Stream) {
  auto &[Order, In, Call, Api, Now] = Made;
  const Expr *Named = Made.at(Api.KernelArg);
  const FunctionDecl *Kernel = Named ? functionOf(*Named) : nullptr;
  HostDatum Array = Made.valueAt(Api.ArgumentsArg);
  if (HostDatum Function = Made.configured(ConfigField::Kernel);
      Function.K == Kind::Callable) {
    Kernel = Callables[Function.Id];
    Array = Made.configured(ConfigField::Arguments);
  }
  std::vector<HostDatum> Given;
  for (unsigned I = 0; Kernel && I < Kernel->getNumParams(); ++I) {
    if (Array.isKnown()) {
      HostDatum Address = load(shifted(Array, I), Now);
      bool IsRecord = Kernel->getParamDecl(I)->getType()->isRecordType();
      Given.push_back(IsRecord ? Address : load(Address, Now));
    } else if (const Expr *Argument = Api.PassedFrom >= 0
                                          ? Made.at(Api.PassedFrom + int(I))
                                          : nullptr) {
      Given.push_back(passed(In, Argument, Now));
    }
  }
  HostDatum Handle = Made.configured(ConfigField::Stream);
  launch(In, Call, Kernel, Given, Handle.K == Kind::Stream ? Handle.Id : Stream,
         Now);
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// When \p Stream has ended, the operation is complete.
bool HostOrder::endsWith(const StartedOperation &Started,
                         unsigned Stream) const {
  if (Stream == UnknownStream || Started.Streams.count(Stream) ||
      Started.Streams.count(UnknownStream))
    return true;
  return Stream == LegacyStream &&
         llvm::any_of(Started.Streams, [&](unsigned Each) {
           return Each != NoStream && !NonBlocking[Each];
         });
}

void HostOrder::waitFor(unsigned Stream, const Expr &Call, HostState &Now) {
  for (auto &[Id, Each] : Now.Operations) {
    if (endsWith(Each, Stream))
      Each.MayBeDone = true;
    else
      Each.Missed = &Call;
  }
}

void HostOrder::waitForEvent(const HostDatum &Event, const Expr &Call,
                             HostState &Now) {
  auto Covered = Now.Recorded.find(Event.Id);
  if (Event.K != Kind::Event || Covered == Now.Recorded.end())
    return Now.waitForAll();
  for (auto &[Id, Each] : Now.Operations) {
    if (Covered->second.count(Id))
      Each.MayBeDone = true;
    else
      Each.Missed = &Call;
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// What was made just now belongs to the current device of the thread.
static void placeOnDevice(std::pair<Kind, unsigned> Made, HostState &Now) {
  Now.DeviceOf.erase(Made);
  if (Now.Device)
    Now.DeviceOf[Made] = *Now.Device;
}

/// Whether \p Event surely belongs to another device than \p Stream, so that
/// it cannot be recorded there (CUDA Programming Guide, "Stream and Event
/// Behavior").
static bool areOnTwoDevices(const HostDatum &Event, unsigned Stream,
                            const HostState &Now) {
  auto OfEvent = Now.DeviceOf.find({Event.K, Event.Id});
  auto OfStream = Now.DeviceOf.find({Kind::Stream, Stream});
  return Event.K == Kind::Event && OfEvent != Now.DeviceOf.end() &&
         OfStream != Now.DeviceOf.end() && OfEvent->second != OfStream->second;
}

unsigned HostOrder::newStream(const ApiCall &Made, bool Exempt) {
  HostState &Now = Made.Now;
  unsigned Id = Made.number(StreamsAt, unsigned(NonBlocking.size()));
  if (Id == NonBlocking.size())
    NonBlocking.push_back(Exempt);
  placeOnDevice({Kind::Stream, Id}, Now);
  Now.forget(Kind::Stream, Id);
  for (auto &[Started, Each] : Now.Operations)
    if (Each.Streams.erase(Id))
      Each.Streams.insert(UnknownStream);
  return Id;
}

void HostOrder::recordEvent(const ApiCall &Made, unsigned Stream) {
  HostState &Now = Made.Now;
  issue(Stream, Now);
  HostDatum Event = Made.valueAt(Made.Api.ObjectArg);
  if (areOnTwoDevices(Event, Stream, Now))
    return;
  std::set<unsigned> Complete;
  for (const auto &[Id, Each] : Now.Operations)
    if (endsWith(Each, Stream))
      Complete.insert(Id);
  if (Event.K == Kind::Event)
    Now.Recorded[Event.Id] = Complete;
  else // Any of them.
    for (auto &[Id, Known] : Now.Recorded)
      Known.insert(Complete.begin(), Complete.end());
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
    bool Exempt = constant(Made.at(Api.FlagsArg)) == NonBlockingStream;
    return Made.make({Kind::Stream, newStream(Made, Exempt), true});
  }
  case HostCallKind::CreateEvent: {
    unsigned Id = Made.number(EventsAt, Events);
    Events += Id == Events;
    Now.forget(Kind::Event, Id);
    placeOnDevice({Kind::Event, Id}, Now);
    // Never recorded: whoever waits for it waits for nothing.
    Now.Recorded[Id].clear();
    return Made.make({Kind::Event, Id, true});
  }
  case HostCallKind::RecordEvent:
    return recordEvent(Made, Stream);
  case HostCallKind::StreamWaits: {
    HostDatum Event = Made.valueAt(Api.ObjectArg);
    auto Covered = Now.Recorded.find(Event.Id);
    bool IsKnown = Event.K == Kind::Event && Covered != Now.Recorded.end();
    for (auto &[Id, Each] : Now.Operations)
      if (!IsKnown || Covered->second.count(Id))
        Each.Streams.insert(Stream);
      else
        Each.Missed = &Made.Call;
    return;
  }
  default: // See callApi().
    return;
  }
}

//===----------------------------------------------------------------------===//
// What others do in a stream
//===----------------------------------------------------------------------===//

void HostOrder::callHostFunction(const ApiCall &Made, const HostDatum &Function,
                                 const HostDatum &Given, unsigned Stream) {
  auto &[Order, In, Call, Api, Now] = Made;
  issue(Stream, Now);
  const FunctionDecl *Body = bodyOf(Function);
  HostFunctionRun Run;
  HostState After = Now;
  if (Body && Given.K == Kind::Address)
    ownMemory(Given.Id);
  HostFunctionRun *Outer = std::exchange(Within, &Run);
  Run.IsKnown &=
      Body && enterBy(In, *Body, &Call, {}, After, /*Thread=*/false,
                      [&](unsigned I, HostPlaces::Id Place, HostState &Into) {
                        if (I + 1 == Body->getNumParams())
                          give(Place, Given, Into);
                      });
  Within = Outer;
  In.Forked.clear();
  if (!Run.IsKnown) {
    // It may wake the host.
    if (!graphOf(Stream, Now))
      return callUnknown(In, {Call.getArgs(), Call.getNumArgs()}, Now);
    llvm::erase_if(Run.Does, [](const Operation &Each) {
      return Each.Use != MemoryUse::Frees;
    });
  }
  for (HostPlaces::Id Place : Run.Written)
    // Variables of the function itself are new each time.
    if (Now.Data.count(Place) || Places.isPart(Place) ||
        MemoryOfPlace.count(Place)) {
      forget(Place, Now);
      Exposed.insert(Place);
    }
  for (Operation &Each : Run.Does)
    Each.Site = &Call;
  begin(In, std::move(Run.Does), Stream, Now);
}

/// What is given to it is touched, by a read at least.
bool HostOrder::callDeviceLibrary(Frame &In, const CallExpr &Call,
                                  const FunctionDecl &Callee, HostState &Now) {
  DeviceLibraryCall Is = deviceLibraryCallOf(Callee);
  unsigned Count = Call.getNumArgs();
  if (Is == DeviceLibraryCall::None || Count == 0)
    return false;
  const Expr *First = Call.getArg(0), *Last = Call.getArg(Count - 1);
  unsigned Stream = UnknownStream;
  if (Is == DeviceLibraryCall::WithPolicy) {
    HostDatum Policy = passed(In, First, Now);
    if (Policy.K == Kind::Address)
      Policy = load(Policy, Now);
    if (Policy.K == Kind::Stream)
      Stream = Policy.Id;
  } else {
    Stream = streamOf(In, Last, Now);
  }
  if (Is == DeviceLibraryCall::ChoosesStream) {
    if (Stream != UnknownStream)
      give(Places.result(Call), {Kind::Stream, Stream}, Now);
    return true;
  }
  if (Stream == UnknownStream && Is == DeviceLibraryCall::WithPolicy)
    return false;
  if (Within)
    Within->IsKnown = false;
  if (Call.getType()->isEnumeralType())
    give(Places.result(Call), HostDatum::number(0), Now);
  for (const Expr *Argument : Call.arguments())
    if (Argument->isGLValue() && !Argument->getType().isConstQualified())
      if (HostDatum To = locate(In, Argument, Now); To.K == Kind::Address)
        forget(To.Id, Now);
  // How much scratch memory does it need?
  if (Is == DeviceLibraryCall::WithStream && number(In, First, Now) == 0)
    return true;
  captureWork(In, Call, Stream, Now);
  issue(Stream, Now);
  std::vector<Operation> Does;
  for (const Expr *Argument : Call.arguments()) {
    HostDatum On = passed(In, Argument, Now);
    if (On.K != Kind::Memory || llvm::any_of(Does, [&](const Operation &Each) {
          return Each.On == On.Id;
        }))
      continue;
    Does.push_back(operation(Call, On, MemoryUse::Reads));
    Does.back().UsesFirst = On.AtStart && Argument != First;
  }
  begin(In, std::move(Does), Stream, Now);
  if (Is == DeviceLibraryCall::WithPolicy &&
      !isAsynchronousPolicy(First->getType()))
    waitFor(Stream, Call, Now);
  return true;
}

} // namespace warplint::hostsync
