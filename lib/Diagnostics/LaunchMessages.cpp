//===--- LaunchMessages.cpp - Launches in words ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/LaunchMessages.h"
#include "Target/Limits.h"

namespace warplint {

std::string unlaunchableText(const launches::Unlaunchable &What) {
  using Part = launches::Unlaunchable::Part;
  bool IsBlock = What.Of == Part::Block;
  std::string Most = std::to_string(What.Most);
  if (IsBlock && !What.Axis && What.Most < uint64_t(MaxThreadsPerBlock))
    return "no launch of blocks of " + std::to_string(What.Asked) +
           " threads keeps the kernel's launch bounds (at most " + Most +
           "): their size is taken as not known";
  std::string Text = IsBlock                 ? "no GPU launches blocks of "
                     : What.Of == Part::Grid ? "no GPU launches grids of "
                                             : "no GPU launches clusters of ";
  Text += std::to_string(What.Asked) + (IsBlock ? " threads" : " blocks");
  if (What.Axis)
    Text += std::string(" along ") + "xyz"[*What.Axis];
  return Text + " (at most " + Most + "): their size is taken as not known";
}

} // namespace warplint
