//===--- SharedPipeline.cpp - The pipeline that a block shares ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/SharedPipeline.h"
#include "Analysis/Budgets/Limits.h"
#include "CudaModel/CooperativeGroups.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace warplint::pipelines {

static bool isWholeBlock(const Expr *Group) {
  auto Type = groupTypeOf(Group->getType());
  return Type && Type->Kind == GroupKind::ThreadBlock;
}

/// The number of stages is the second argument of the state's template.
static int64_t stagesOfState(QualType Pointer) {
  const auto *State = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Pointer->getPointeeCXXRecordDecl());
  if (!State || State->getTemplateArgs().size() != 2 ||
      State->getTemplateArgs()[1].getKind() != TemplateArgument::Integral)
    return 0;
  return State->getTemplateArgs()[1].getAsIntegral().getExtValue();
}

std::optional<SharedPipeline> sharedPipelineOf(const KernelFacts &Facts) {
  SharedPipeline Found;
  for (const Event &E : Facts.cfg().events()) {
    if (!E.isSync(SyncKind::ObjectInit) || !E.Op->Group)
      continue;
    const auto *Call = dyn_cast<CallExpr>(E.Site);
    if (Found.Made || !Call || Call->getNumArgs() < 2 ||
        !isWholeBlock(E.Op->Group))
      return std::nullopt;
    Found.Made = &E;
    Found.Stages = stagesOfState(Call->getArg(1)->getType());
    if (Call->getNumArgs() < 3)
      continue;
    const Expr *Role = Call->getArg(2);
    Found.Role = Facts.values().valueOf(*E.Owner, Role);
    if (!Role->getType()->isEnumeralType() || !Found.Role)
      return std::nullopt;
  }
  if (!Found.Made || Found.Stages < 1 ||
      !Facts.limits().allows(BudgetId::PipelineStages, uint64_t(Found.Stages)))
    return std::nullopt;
  return Found;
}

bool isCopyOfBlock(const Event &E) {
  return E.isSync(SyncKind::AsyncCopy) && E.Op->Async == AsyncGroup::None &&
         E.Completion && (!E.Op->Group || isWholeBlock(E.Op->Group));
}

} // namespace warplint::pipelines
