//===--- Json.cpp - JSON that others wrote --------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Json.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace warplint::base {

/// SARIF, the deepest of the formats, needs about twenty.
static constexpr unsigned MostLevels = 200;

static bool isNestedTooDeep(StringRef Text) {
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '"')
      InString = !InString;
    else if (InString)
      I += C == '\\';
    else if (C == '[' || C == '{') {
      if (++Depth > MostLevels)
        return true;
    } else if ((C == ']' || C == '}') && Depth)
      --Depth;
  }
  return false;
}

/// LLVM reads 1e999 as infinity, which it writes as no JSON.
static bool hasInfinity(const json::Value &Of) {
  if (const json::Array *Items = Of.getAsArray())
    return any_of(*Items, hasInfinity);
  if (const json::Object *Fields = Of.getAsObject())
    return any_of(*Fields,
                  [](const auto &Field) { return hasInfinity(Field.second); });
  std::optional<double> Number = Of.getAsNumber();
  return Number && !std::isfinite(*Number);
}

Expected<json::Value> parseJson(StringRef Text) {
  if (isNestedTooDeep(Text))
    return createStringError("it is nested more than " +
                             std::to_string(MostLevels) + " levels deep");
  Expected<json::Value> Parsed = json::parse(Text);
  if (Parsed && hasInfinity(*Parsed))
    return createStringError("a number in it is too large");
  return Parsed;
}

} // namespace warplint::base
