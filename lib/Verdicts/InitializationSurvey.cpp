//===--- InitializationSurvey.cpp - Elements written before reads ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A read of shared memory is shown to find a written element in two cases: the
// thread itself has written this address on each path to the read, or all
// threads of the block have filled the object, or what they read of it, before
// a barrier of the block that each path to the read passes.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Participation/Participation.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Analysis/Uniformity/Convergence.h"
#include "CudaModel/Separation.h"
#include "Target/Limits.h"
#include "Verdicts/Surveys.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace warplint::verdicts {

namespace {

class InitializationSurvey {
public:
  InitializationSurvey(const KernelFacts &Facts, VerdictBuilder &To)
      : Facts(Facts), To(To) {}

  void run();

private:
  bool isWrittenByItself(const Event &Read) const;
  bool isFilledBefore(const Event &Read) const;
  bool eachThread(const Event &E, size_t Size,
                  llvm::function_ref<void(size_t First)> Do) const;

  const KernelFacts &Facts;
  VerdictBuilder &To;
  std::vector<const Event *> Writes, Barriers;
};

} // namespace

void InitializationSurvey::run() {
  std::vector<const Event *> Reads;
  for (const Node *N : Facts.cfg().order()) {
    if (!N->Reached)
      continue;
    for (const Event &E : N->Events) {
      if (E.K == Event::Kind::Sync && E.Op->Kind == SyncKind::Barrier &&
          participation::needsAllThreads(Facts, E) &&
          Facts.convergence().divergentControls(*N, Scope::Block).empty())
        Barriers.push_back(&E);
      if (E.K != Event::Kind::Access ||
          memorySpaceOf(E.Address, Facts.values()) != MemorySpace::Shared)
        continue;
      if (E.Access != AccessKind::Write)
        Reads.push_back(&E);
      else if (!E.Under && !isOfCopy(E) && !E.Op)
        Writes.push_back(&E);
    }
  }
  for (const Event *Read : Reads)
    if (!isWrittenByItself(*Read) && !isFilledBefore(*Read))
      To.unknown(Property::Initialized, Reason::ElementsNotShown,
                 placeOf(Facts, *Read));
}

bool InitializationSurvey::isWrittenByItself(const Event &Read) const {
  return llvm::any_of(Writes, [&](const Event *Write) {
    return Write->Address == Read.Address && Write->Bytes >= Read.Bytes &&
           Read.Bytes && Facts.paths().precedes(*Write, Read);
  });
}

/// Calls \p Do with the first of the bytes that each thread of the block
/// touches at \p E in any iteration; false if one of them is not known, or not
/// in an object of \p Size.
bool InitializationSurvey::eachThread(
    const Event &E, size_t Size,
    llvm::function_ref<void(size_t First)> Do) const {
  auto At = locate(E.Address);
  if (!At || !At->Fields.empty() || !E.Bytes)
    return false;
  const LaunchExtents &Launch = Facts.terms().launch();
  const GivenValues None;
  ThreadValues Run(Facts.values(), None);
  for (const ThreadOfBlock &Self :
       threadsOf({Launch.Block[0], Launch.Block[1], Launch.Block[2]})) {
    auto First = At->offset(Run, Self);
    if (!First || *First < 0 || size_t(*First) + E.Bytes > Size)
      return false;
    Do(size_t(*First));
  }
  return true;
}

bool InitializationSurvey::isFilledBefore(const Event &Read) const {
  const auto *Root = dyn_cast<VariableTerm>(rootOf(Read.Address));
  if (!Root || !Facts.terms().launch().blockSize() ||
      !Facts.convergence().earlyExits().empty())
    return false;
  QualType Type = Root->decl()->getType();
  if (Type->isIncompleteType() || Type->isDependentType())
    return false;
  int64_t Size = Facts.context().getTypeSizeInChars(Type).getQuantity();
  if (Size <= 0 || Size > MaxSharedBytesPerMultiprocessor)
    return false;
  std::vector<bool> Bytes;
  Bytes.assign(size_t(Size), false);
  for (const Event *Write : Writes) {
    bool IsBefore = rootOf(Write->Address) == Root &&
                    llvm::any_of(Barriers, [&](const Event *Barrier) {
                      return Facts.paths().precedes(*Write, *Barrier) &&
                             Facts.paths().precedes(*Barrier, Read);
                    });
    if (IsBefore)
      eachThread(*Write, Bytes.size(), [&](size_t First) {
        std::fill_n(Bytes.begin() + First, Write->Bytes, true);
      });
  }
  bool AreWritten = true;
  auto IsWritten = [&](size_t First) {
    auto At = Bytes.begin() + First;
    AreWritten &= std::find(At, At + Read.Bytes, false) == At + Read.Bytes;
  };
  // A thread is looked at in its first iteration.
  bool IsOnce = !anyPartOf(Read.Address, Facts.values(),
                           [](const Term &Part) { return isa<PhiTerm>(Part); });
  return llvm::all_of(Bytes, [](bool Is) { return Is; }) ||
         (IsOnce && eachThread(Read, Bytes.size(), IsWritten) && AreWritten);
}

void surveyInitialization(const KernelFacts &Facts, VerdictBuilder &To) {
  InitializationSurvey(Facts, To).run();
}

} // namespace warplint::verdicts
