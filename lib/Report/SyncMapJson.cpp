//===--- SyncMapJson.cpp - Maps of kernels as data ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/SarifNames.h"

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::report {

using Runs = std::vector<std::pair<int64_t, int64_t>>;

//===----------------------------------------------------------------------===//
// Writing: what is false, 0 or empty is left out, except where a reader needs
// it to understand the rest
//===----------------------------------------------------------------------===//

static Array runsJson(const Runs &Of) {
  Array All;
  for (const auto &[First, Last] : Of)
    All.push_back(Array{First, Last});
  return All;
}

static void addPlace(Object &To, const ReportedPlace &At) {
  if (!At.Line)
    return;
  To["file"] = At.File;
  To["line"] = At.Line;
  To["column"] = At.Column;
}

static Object roleJson(const ReportedMap::Role &Role) {
  Object Result{{"who", nameOf(Role.Who)}};
  if (Role.Who == Taking::Some)
    Result["threads"] = runsJson(Role.Threads);
  if (!Role.Condition.empty()) {
    Object Condition{{"text", Role.Condition}};
    addPlace(Condition, Role.At);
    Result["condition"] = std::move(Condition);
  }
  return Result;
}

static Object stepJson(const ReportedMap::Step &Step) {
  Object Result{{"does", Step.Does}, {"text", Step.Text}, {"role", Step.Role}};
  addPlace(Result, Step.At);
  if (Step.NextIteration)
    Result["nextRound"] = true;
  if (Step.InFinding)
    Result["inFinding"] = true;
  if (Step.Touching)
    Result["touching"] = runsJson(*Step.Touching);
  return Result;
}

static Array stepsJson(const std::vector<ReportedMap::Step> &Steps) {
  Array All;
  for (const ReportedMap::Step &Step : Steps)
    All.push_back(stepJson(Step));
  return All;
}

static Object intervalJson(const ReportedMap::Interval &I) {
  Object Result{{"steps", stepsJson(I.Steps)},
                {"closings", stepsJson(I.Closings)}};
  if (I.Opening)
    Result["opening"] = stepJson(*I.Opening);
  if (I.EndsKernel)
    Result["endsKernel"] = true;
  if (I.IsMeeting)
    Result["isMeeting"] = true;
  if (I.LeftOut)
    Result["leftOut"] = I.LeftOut;
  return Result;
}

Object toJson(const ReportedMap &Map) {
  Array Roles, Intervals;
  for (const ReportedMap::Role &Role : Map.Roles)
    Roles.push_back(roleJson(Role));
  for (const ReportedMap::Interval &I : Map.Intervals)
    Intervals.push_back(intervalJson(I));
  Object Result{
      {"scope", Map.Scope},
      {"blockSize", Array{Map.BlockDim[0], Map.BlockDim[1], Map.BlockDim[2]}},
      {"roles", std::move(Roles)},
      {"intervals", std::move(Intervals)}};
  if (!Map.Object.empty())
    Result["object"] = Map.Object;
  if (!Map.Element.empty())
    Result["element"] = Map.Element;
  if (Map.LeftOut)
    Result["leftOut"] = Map.LeftOut;
  return Result;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool runsFrom(const Array *From, Runs &Result) {
  if (!From)
    return false;
  for (const Value &Each : *From) {
    const Array *Run = Each.getAsArray();
    if (!Run || Run->size() != 2)
      return false;
    auto First = (*Run)[0].getAsInteger(), Last = (*Run)[1].getAsInteger();
    if (!First || !Last || *First > *Last)
      return false;
    Result.push_back({*First, *Last});
  }
  return true;
}

static std::string stringIn(const Object &From, llvm::StringRef Key) {
  return From.getString(Key).value_or("").str();
}

static unsigned countIn(const Object &From, llvm::StringRef Key) {
  int64_t Number = From.getInteger(Key).value_or(0);
  return Number > 0 && Number < UINT32_MAX ? Number : 0;
}

static void readStop(const Object &From, ReportedPlace &At) {
  At.File = stringIn(From, "file");
  At.Line = countIn(From, "line");
  At.Column = countIn(From, "column");
}

static bool roleFrom(const Object *From, ReportedMap::Role &Role) {
  if (!From)
    return false;
  Role.Who = takingNamed(stringIn(*From, "who"));
  if (Role.Who == Taking::Some &&
      !runsFrom(From->getArray("threads"), Role.Threads))
    return false;
  if (const Object *Condition = From->getObject("condition")) {
    Role.Condition = stringIn(*Condition, "text");
    readStop(*Condition, Role.At);
  }
  return true;
}

/// \p Roles is how many there are.
static bool stepFrom(const Object *From, size_t Roles,
                     ReportedMap::Step &Step) {
  if (!From)
    return false;
  Step.Does = stringIn(*From, "does");
  Step.Text = stringIn(*From, "text");
  Step.Role = countIn(*From, "role");
  readStop(*From, Step.At);
  Step.NextIteration = From->getBoolean("nextRound").value_or(false);
  Step.InFinding = From->getBoolean("inFinding").value_or(false);
  const Array *Touching = From->getArray("touching");
  return Step.Role < Roles &&
         (!Touching || runsFrom(Touching, Step.Touching.emplace()));
}

static bool stepsFrom(const Array *From, size_t Roles,
                      std::vector<ReportedMap::Step> &Steps) {
  if (!From)
    return false;
  for (const Value &Each : *From)
    if (!stepFrom(Each.getAsObject(), Roles, Steps.emplace_back()))
      return false;
  return true;
}

static bool intervalFrom(const Object *From, size_t Roles,
                         ReportedMap::Interval &I) {
  if (!From || !stepsFrom(From->getArray("steps"), Roles, I.Steps) ||
      !stepsFrom(From->getArray("closings"), Roles, I.Closings))
    return false;
  if (const Object *Opening = From->getObject("opening"))
    if (!stepFrom(Opening, Roles, I.Opening.emplace()))
      return false;
  I.EndsKernel = From->getBoolean("endsKernel").value_or(false);
  I.IsMeeting = From->getBoolean("isMeeting").value_or(false);
  I.LeftOut = countIn(*From, "leftOut");
  return true;
}

bool fromJson(const Object &From, ReportedMap &Map) {
  const Array *Roles = From.getArray("roles");
  const Array *Intervals = From.getArray("intervals");
  const Array *Block = From.getArray("blockSize");
  if (!Roles || !Intervals || !Block || Block->size() != 3)
    return false;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    Map.BlockDim[Axis] = (*Block)[Axis].getAsInteger().value_or(0);
  Map.Scope = stringIn(From, "scope");
  Map.Object = stringIn(From, "object");
  Map.Element = stringIn(From, "element");
  Map.LeftOut = countIn(From, "leftOut");
  for (const Value &Each : *Roles)
    if (!roleFrom(Each.getAsObject(), Map.Roles.emplace_back()))
      return false;
  for (const Value &Each : *Intervals)
    if (!intervalFrom(Each.getAsObject(), Map.Roles.size(),
                      Map.Intervals.emplace_back()))
      return false;
  return true;
}

} // namespace warplint::report
