//===--- TargetMessages.cpp - For which targets a finding holds -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/TargetMessages.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint {

static std::string listOf(llvm::ArrayRef<GpuTarget> Targets) {
  std::string List = Targets.front().str();
  for (size_t I = 1; I < Targets.size(); ++I)
    List += (I + 1 < Targets.size() ? ", " : " and ") + Targets[I].str();
  return List;
}

std::string targetsInWords(llvm::ArrayRef<GpuTarget> Some,
                           const GpuTargets &All) {
  return All.all().size() == 1 ? "this target" : listOf(Some);
}

void addTargets(Finding &F, llvm::ArrayRef<GpuTarget> Some,
                const GpuTargets &All) {
  if (Some.size() == All.all().size())
    return;
  std::string Text = "it is so on " + listOf(Some);
  if (llvm::is_contained(Some, All.analysed())) {
    std::vector<GpuTarget> Others;
    llvm::copy_if(
        All.all(), std::back_inserter(Others),
        [&](const GpuTarget &T) { return !llvm::is_contained(Some, T); });
    Text += ", not on " + listOf(Others);
  } else {
    Text += " only, judged by the code for " + All.analysed().str();
    F.Sure = std::max(F.Sure, Certainty::Likely);
  }
  F.Notes.push_back({F.Loc, std::move(Text), NoteRole::Reason});
}

} // namespace warplint
