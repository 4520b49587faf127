//===--- Shards.cpp - Parts of an audit -----------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/Shards.h"
#include <set>

namespace warplint::audit {

std::optional<report::Shard> parseShard(llvm::StringRef Text) {
  report::Shard Part;
  auto [Index, Count] = Text.split('/');
  if (Index.getAsInteger(10, Part.Index) ||
      Count.getAsInteger(10, Part.Count) || !Part.isValid())
    return std::nullopt;
  return Part;
}

/// Of more missing shards only the number is reported.
static constexpr size_t MostNamed = 20;

std::string missingShards(llvm::ArrayRef<report::Shard> Parts) {
  if (Parts.empty())
    return "";
  std::set<unsigned> Missing;
  for (unsigned Index = 1; Index <= Parts.front().Count; ++Index)
    Missing.insert(Index);
  for (const report::Shard &Part : Parts) {
    if (Part.Count != Parts.front().Count)
      return "they are parts of different audits: of " +
             std::to_string(Parts.front().Count) + " and of " +
             std::to_string(Part.Count) + " shards";
    Missing.erase(Part.Index);
  }
  if (Missing.empty())
    return "";
  std::string Text = "of " + std::to_string(Parts.front().Count) +
                     " shards these are missing:";
  size_t Named = 0;
  for (unsigned Index : Missing)
    if (Named++ < MostNamed)
      Text += " " + std::to_string(Index);
  if (Missing.size() > MostNamed)
    Text += " and " + std::to_string(Missing.size() - MostNamed) + " more";
  return Text;
}

} // namespace warplint::audit
