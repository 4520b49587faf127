//===--- LegacyWarpIntrinsic.cpp - warplint-legacy-warp-intrinsic ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warp intrinsics without `_sync` take part with whichever lanes are
// active. They are deprecated since CUDA 9 and gone from sm_70 on (CUDA
// Programming Guide, "Warp Vote Functions", "Warp Shuffle Functions").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/WarpCollectives/LaneMasks.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/SuggestedCalls.h"
#include "Diagnostics/Explanation.h"
#include "Diagnostics/TargetMessages.h"
#include "Matchers/NodeTest.h"
#include "Target/Warp.h"
#include "checks/Check.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace warplint {

namespace {

class LegacyWarpIntrinsic : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

static constexpr llvm::StringLiteral Legacy = "warpCollective(isDeprecated())";

/// `__any(` becomes `__any_sync(MASK, `, with the mask of a whole warp: right
/// only where all lanes come.
static void addFix(Finding &F, const Event &E) {
  const auto *Call = cast<CallExpr>(E.Site);
  SourceLocation Name = Call->getCallee()->getExprLoc();
  if (Name.isMacroID() || Call->getNumArgs() == 0 ||
      Call->getArg(0)->getBeginLoc().isMacroID())
    return;
  F.Edits.push_back({CharSourceRange::getTokenRange(Name),
                     (E.Op->Entry->Name + suggested::LegacySuffix).str(),
                     /*Safe=*/true});
  SourceLocation First = Call->getArg(0)->getBeginLoc();
  F.Edits.push_back({CharSourceRange::getCharRange(First, First),
                     hexOf(AllLanes) + ", ", /*Safe=*/true});
}

void LegacyWarpIntrinsic::checkKernel(const KernelFacts &Facts,
                                      FindingList &Out) {
  const GpuTargets &Targets = Facts.targets();
  auto Without = Targets.with(GpuFeature::IndependentThreadScheduling);
  bool Gone = !Without.empty();
  std::optional<matchers::NodeTest> IsLegacy; // Most kernels have none.
  for (const Event &E : Facts.cfg().events()) {
    if (!E.isSync() || !E.Op->exchangesValues())
      continue;
    if (!IsLegacy)
      IsLegacy.emplace(Legacy, Facts.code());
    if (!IsLegacy->matches(*E.Site) ||
        !Facts.code().isUserCode(E.Site->getBeginLoc()))
      continue;
    Finding F = makeFinding(
        E.Site->getBeginLoc(),
        "'" + E.Op->Spelling + "' takes part with whichever lanes are active" +
            (Gone
                 ? ", and does not exist on " + targetsInWords(Without, Targets)
                 : ""));
    F.Kind = Gone ? Category::Correctness : Category::Modernize;
    if (Gone)
      addTargets(F, Without, Targets);
    F.Notes.push_back({F.Loc,
                       ("use '" + E.Op->Entry->Name + suggested::LegacySuffix +
                        "' with a mask of the lanes that must take part")
                           .str(),
                       NoteRole::Advice});
    if (collectives::areLanesTogether(*E.At, Facts))
      addFix(F, E);
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeLegacyWarpIntrinsic(const CheckInfo &Info) {
  return std::make_unique<LegacyWarpIntrinsic>(Info);
}

} // namespace warplint
