//===--- LaneFunctions.cpp - What collectives compute of lanes ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/LaneFunctions.h"
#include "llvm/ADT/StringSwitch.h"

namespace warplint {

std::optional<LaneFunction> laneFunctionOf(const SyncApiEntry &Entry) {
  llvm::StringRef Name = Entry.Name;
  Name = Name.substr(Name.rfind(':') + 1);
  Name.consume_front("__");
  Name.consume_back("_sync");
  using Found = std::optional<LaneFunction>;
  switch (Entry.Kind) {
  case SyncKind::Vote:
    return llvm::StringSwitch<Found>(Name)
        .Case("any", LaneFunction::Any)
        .Case("all", LaneFunction::All)
        .Case("uni", LaneFunction::Uniform)
        .Case("ballot", LaneFunction::Ballot)
        .Default(std::nullopt);
  case SyncKind::Match:
    return Name == "match_any" ? Found(LaneFunction::MatchAny) : std::nullopt;
  case SyncKind::WarpReduce:
    return llvm::StringSwitch<Found>(Name)
        .Case("reduce_add", LaneFunction::Add)
        .Case("reduce_min", LaneFunction::Minimum)
        .Case("reduce_max", LaneFunction::Maximum)
        .Case("reduce_and", LaneFunction::And)
        .Case("reduce_or", LaneFunction::Or)
        .Case("reduce_xor", LaneFunction::Xor)
        .Default(std::nullopt);
  default:
    return std::nullopt;
  }
}

int64_t sourceLane(int64_t Self, ShuffleMode Mode, int64_t Select,
                   int64_t Width) {
  if (Width <= 0)
    return Self;
  int64_t First = Self - Self % Width, Last = First + Width - 1,
          By = Select & LaneBits, Source = Self;
  switch (Mode) {
  case ShuffleMode::None:
    break;
  case ShuffleMode::Index:
    return First + (Select % Width + Width) % Width;
  case ShuffleMode::Up:
    Source = Self - By;
    break;
  case ShuffleMode::Down:
    Source = Self + By;
    break;
  case ShuffleMode::Xor: // Lanes of earlier segments are in reach.
    Source = Self ^ By;
    return Source <= Last ? Source : Self;
  }
  return Source >= First && Source <= Last ? Source : Self;
}

} // namespace warplint
