//===--- HostLaunches.cpp - What a launch of host code asks for -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Unit/HostRun.h"

using namespace clang;

namespace warplint {

/// Attributes of one launch that are read.
static constexpr int64_t MaxAttributes = 16;

static HostLaunch::Extents extentsOf(const HostValue &V) {
  return {V.part(0).asNumber(), V.part(1).asNumber(), V.part(2).asNumber()};
}

/// The extents in three arguments from \p First on, or in a record there.
HostLaunch::Extents HostRun::extentsAt(const CallExpr &Call, int First,
                                       bool Flat, const State &In) {
  unsigned Count = Call.getNumArgs();
  if (First < 0 || unsigned(First) >= Count)
    return {};
  if (!Flat)
    return extentsOf(value(Call.getArg(First), In));
  HostLaunch::Extents Result;
  for (unsigned I = 0; I < 3 && First + I < Count; ++I)
    Result[I] = number(Call.getArg(First + I), In);
  return Result;
}

void HostRun::launch(const CUDAKernelCallExpr &Call, const States &Now) {
  const CallExpr *Config = Call.getConfig();
  if (!Config || Config->getNumArgs() < 2)
    return;
  for (const State &Each : Now) {
    HostValue Launched = value(Call.getCallee(), Each);
    if (Launched.K != HostValue::Kind::Kernel)
      continue;
    HostLaunch New;
    New.Kernel = Launched.Kernel;
    New.Site = &Call;
    New.FitsDevice = asksResidency();
    New.Grid = extentsAt(*Config, 0, false, Each);
    New.Block = extentsAt(*Config, 1, false, Each);
    if (Config->getNumArgs() > 2)
      New.SharedBytes = number(Config->getArg(2), Each);
    Found.push_back(New);
  }
}

void HostRun::launch(const CallExpr &Call, const HostApiEntry &Api,
                     const States &Now) {
  auto HasArgument = [&](int Position) {
    return Position >= 0 && unsigned(Position) < Call.getNumArgs();
  };
  if (!HasArgument(Api.KernelArg))
    return;
  for (const State &Each : Now) {
    HostValue Launched = value(Call.getArg(Api.KernelArg), Each);
    if (Launched.K != HostValue::Kind::Kernel)
      continue;
    HostLaunch New;
    New.Kernel = Launched.Kernel;
    New.Site = &Call;
    New.FitsDevice = asksResidency();
    New.Grid = extentsAt(Call, Api.GridArg, Api.Flat, Each);
    New.Block = extentsAt(Call, Api.BlockArg, Api.Flat, Each);
    if (HasArgument(Api.SharedArg))
      New.SharedBytes = number(Call.getArg(Api.SharedArg), Each);
    if (Api.Cooperative)
      New.Attributes.Cooperative = Told::Yes;
    if (HasArgument(Api.ConfigArg))
      readConfiguration(*Call.getArg(Api.ConfigArg), Each, New);
    Found.push_back(New);
  }
}

/// The list of attributes that \p Pointer points to.
HostValue HostRun::attributesAt(const HostValue &Pointer, const State &In) {
  auto Known = In.Known.find(Pointer.Pointee);
  if (Pointer.K != HostValue::Kind::Pointer || Known == In.Known.end())
    return {};
  if (Pointer.Pointee->getType()->isArrayType())
    return Known->second;
  HostValue Single;
  Single.K = HostValue::Kind::Record;
  Single.Parts.push_back(Known->second);
  return Single;
}

void HostRun::readConfiguration(const Expr &Config, const State &In,
                                HostLaunch &Into) {
  Into.Attributes = {Told::Unknown, Told::Unknown};
  HostValue Pointer = value(&Config, In);
  auto Known = In.Known.find(Pointer.Pointee);
  const RecordDecl *Record =
      Config.getType()->isPointerType()
          ? Config.getType()->getPointeeType()->getAsRecordDecl()
          : nullptr;
  if (Pointer.K != HostValue::Kind::Pointer || Known == In.Known.end() ||
      !Record)
    return;
  HostValue Attributes;
  const RecordDecl *AttributeType = nullptr;
  std::optional<int64_t> Count;
  for (const FieldDecl *Field : Record->fields()) {
    HostValue V = Known->second.part(Field->getFieldIndex());
    ConfigField Which = configFieldOf(*Field);
    if (Which == ConfigField::Grid)
      Into.Grid = extentsOf(V);
    else if (Which == ConfigField::Block)
      Into.Block = extentsOf(V);
    else if (Which >= ConfigField::GridX && Which <= ConfigField::GridZ)
      Into.Grid[size_t(Which) - size_t(ConfigField::GridX)] = V.asNumber();
    else if (Which >= ConfigField::BlockX && Which <= ConfigField::BlockZ)
      Into.Block[size_t(Which) - size_t(ConfigField::BlockX)] = V.asNumber();
    else if (Which == ConfigField::SharedBytes)
      Into.SharedBytes = V.asNumber();
    else if (Which == ConfigField::AttributeCount)
      Count = V.asNumber();
    else if (Which == ConfigField::Attributes) {
      AttributeType = Field->getType()->getPointeeType()->getAsRecordDecl();
      Attributes = attributesAt(V, In);
    }
  }
  if (!Count || !AttributeType)
    return;
  Into.Attributes = {};
  for (int64_t I = 0; I < *Count && I < MaxAttributes; ++I)
    readAttribute(Attributes.part(size_t(I)), *AttributeType, Into);
}

/// Whether a flag is set.
static Told toldBy(const HostValue &Flag) {
  auto Number = Flag.asNumber();
  return !Number ? Told::Unknown : *Number ? Told::Yes : Told::No;
}

void HostRun::readAttribute(const HostValue &Attribute, const RecordDecl &Of,
                            HostLaunch &Into) {
  std::optional<int64_t> Id;
  HostValue Cooperative, Cluster, Overlaps;
  for (const FieldDecl *Field : Of.fields()) {
    HostValue V = Attribute.part(Field->getFieldIndex());
    AttributeField Which = attributeFieldOf(*Field);
    if (Which == AttributeField::Id)
      Id = V.asNumber();
    const RecordDecl *Values = Field->getType()->getAsRecordDecl();
    if (Which != AttributeField::Value || !Values)
      continue;
    for (const FieldDecl *Kind : Values->fields()) {
      HostValue Part = V.part(Kind->getFieldIndex());
      AttributeField Chosen = attributeFieldOf(*Kind);
      if (Chosen == AttributeField::Cooperative)
        Cooperative = Part;
      else if (Chosen == AttributeField::ClusterDimension)
        Cluster = Part;
      else if (Chosen == AttributeField::ProgrammaticStreamSerialization)
        Overlaps = Part;
    }
  }
  if (!Id)
    Into.Attributes = {Told::Unknown, Told::Unknown};
  else if (*Id == int64_t(LaunchAttributeId::Cooperative))
    Into.Attributes.Cooperative = toldBy(Cooperative);
  else if (*Id == int64_t(LaunchAttributeId::ClusterDimension))
    Into.Cluster = extentsOf(Cluster);
  else if (*Id == int64_t(LaunchAttributeId::ProgrammaticStreamSerialization))
    Into.Attributes.OverlapsPredecessor = toldBy(Overlaps);
}

} // namespace warplint
