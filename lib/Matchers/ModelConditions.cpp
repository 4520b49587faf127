//===--- ModelConditions.cpp - Conditions by the tables of the model ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/CompilerOrder.h"
#include "CudaModel/BarrierTypes.h"
#include "CudaModel/HostApi.h"
#include "CudaModel/LaunchApi.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/SyncKindRows.h"
#include "Matchers/Conditions.h"
#include "Matchers/OperationKinds.h"

using namespace clang;

namespace warplint::matchers {

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

bool kernelDecl(const FunctionDecl &F, const OnFunction &) {
  return F.hasAttr<CUDAGlobalAttr>();
}
bool deviceFunction(const FunctionDecl &F, const OnFunction &) {
  return F.hasAttr<CUDADeviceAttr>() && !F.hasAttr<CUDAGlobalAttr>();
}
bool sharedVariable(const VarDecl &V, const OnVariable &) {
  return memorySpaceOf(V) == MemorySpace::Shared;
}
bool barrierObject(const VarDecl &V, const OnVariable &Asked) {
  return isBarrierObject(V.getType(), Asked.Unit);
}

//===----------------------------------------------------------------------===//
// Kinds of operations
//===----------------------------------------------------------------------===//

template <typename Asked, typename Test>
static bool anyOperation(const Stmt &S, const Asked &Where, Test Is) {
  return llvm::any_of(Where.operations(S), Is);
}

static bool isBarrier(const SyncOp &Op) {
  return Op.isOf(SyncFamily::Barrier, SyncFamily::WarpBarrier);
}
static bool isFence(const SyncOp &Op) { return Op.isOf(SyncFamily::Fence); }
static bool isAtomic(const SyncOp &Op) { return Op.isOf(SyncFamily::Atomic); }
static bool isArrival(const SyncOp &Op) { return arrivesAtObject(Op.Kind); }
static bool isWait(const SyncOp &Op) { return waitsForObject(Op.Kind); }

bool ordersMemory(const SyncOp &Op) { return dependence::ordersMemory(Op); }

/// The row of the host's API that \p Call has; null if there is none.
static const HostApiEntry *hostRowOf(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  return Callee ? lookupHostApi(*Callee) : nullptr;
}

bool kernelLaunch(const CallExpr &Call, const OnCall &) {
  if (isa<CUDAKernelCallExpr>(Call))
    return true;
  const HostApiEntry *Row = hostRowOf(Call);
  return Row && launchesByCall(*Row);
}
bool syncCall(const CallExpr &Call, const OnCall &Asked) {
  return !isa<CUDAKernelCallExpr>(Call) && !Asked.operations(Call).empty();
}
bool barrierCall(const CallExpr &Call, const OnCall &Asked) {
  return anyOperation(Call, Asked, isBarrier);
}
bool fenceCall(const CallExpr &Call, const OnCall &Asked) {
  return anyOperation(Call, Asked, isFence);
}
bool warpCollective(const CallExpr &Call, const OnCall &Asked) {
  return anyOperation(Call, Asked,
                      [](const SyncOp &Op) { return Op.exchangesValues(); });
}
bool shuffleCall(const CallExpr &Call, const OnCall &Asked) {
  return anyOperation(Call, Asked, [](const SyncOp &Op) {
    return Op.Kind == SyncKind::Shuffle;
  });
}
bool activeMaskCall(const CallExpr &Call, const OnCall &Asked) {
  return anyOperation(Call, Asked, [](const SyncOp &Op) {
    return Op.Kind == SyncKind::ActiveMask;
  });
}
bool atomicCall(const CallExpr &Call, const OnCall &Asked) {
  return anyOperation(Call, Asked, isAtomic);
}
bool asyncCopy(const CallExpr &Call, const OnCall &Asked) {
  return anyOperation(Call, Asked, [](const SyncOp &Op) {
    return Op.Kind == SyncKind::AsyncCopy;
  });
}
bool arriveCall(const CallExpr &Call, const OnCall &Asked) {
  return anyOperation(Call, Asked, isArrival);
}
bool waitCall(const CallExpr &Call, const OnCall &Asked) {
  return anyOperation(Call, Asked, isWait);
}
bool threadIndex(const Expr &E, const OnExpr &Asked) {
  // What is written once stands in the tree as several expressions.
  if (isa<ImplicitCastExpr, ParenExpr, FullExpr>(E))
    return false;
  auto Is = Asked.Facts.identityOf(E);
  return Is && Is->UniformAt == Scope::Thread;
}
bool syncAsm(const GCCAsmStmt &Asm, const OnAsm &Asked) {
  return !Asked.operations(Asm).empty();
}

//===----------------------------------------------------------------------===//
// Properties of operations
//===----------------------------------------------------------------------===//

bool hasScope(const Stmt &S, const OnStmt &Asked) {
  llvm::StringRef Word = Asked.With.Word;
  return anyOperation(S, Asked, [&](const SyncOp &Op) {
    if (Word == "named")
      return Op.Id || Op.IdImmediate;
    return nameOf(Op.Scope) == (Word == "device" ? "grid" : Word);
  });
}

/// The order that code spells \p Word.
static MemoryOrder orderSpelled(llvm::StringRef Word) {
  if (Word == "consume")
    return MemoryOrder::Consume;
  if (Word == "seq_cst")
    return MemoryOrder::SeqCst;
  return memoryOrderNamed(Word).value_or(MemoryOrder::Unknown);
}

bool hasOrder(const Stmt &S, const OnStmt &Asked) {
  MemoryOrder Order = orderSpelled(Asked.With.Word);
  return anyOperation(S, Asked,
                      [&](const SyncOp &Op) { return Op.Order == Order; });
}
bool namesOrder(const Stmt &S, const OnStmt &Asked) {
  return anyOperation(S, Asked, [](const SyncOp &Op) { return Op.NamesOrder; });
}
bool ordersMemory(const Stmt &S, const OnStmt &Asked) {
  return anyOperation(S, Asked,
                      [](const SyncOp &Op) { return ordersMemory(Op); });
}
bool isDeprecated(const Stmt &S, const OnStmt &Asked) {
  return anyOperation(S, Asked,
                      [](const SyncOp &Op) { return Op.Entry->Deprecated; });
}
bool hasMask(const Stmt &S, const OnStmt &Asked) {
  return anyOperation(S, Asked, [&](const SyncOp &Op) {
    return Asked.matchesSpelled(Op.Mask);
  });
}
bool hasSource(const Stmt &S, const OnStmt &Asked) {
  return anyOperation(S, Asked, [&](const SyncOp &Op) {
    return Asked.matchesSpelled(Op.Select);
  });
}
bool hasObject(const Stmt &S, const OnStmt &Asked) {
  return anyOperation(S, Asked, [&](const SyncOp &Op) {
    return Asked.matchesSpelled(Op.Object);
  });
}
bool hasBarrierId(const Stmt &S, const OnStmt &Asked) {
  return anyOperation(
      S, Asked, [&](const SyncOp &Op) { return Asked.matchesSpelled(Op.Id); });
}
bool hasInstruction(const GCCAsmStmt &Asm, const OnAsm &Asked) {
  llvm::StringRef Wanted = Asked.With.Word;
  return anyOperation(Asm, Asked, [&](const SyncOp &Op) {
    llvm::StringRef Opcode = Op.Entry->Name;
    return Opcode.consume_front(Wanted) &&
           (Opcode.empty() || Opcode.starts_with("."));
  });
}
bool clobbersMemory(const GCCAsmStmt &Asm, const OnAsm &) {
  return dependence::clobbersMemory(Asm);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// An argument of a launch: between `<<<` and `>>>`, or of a call of the API.
static const Expr *launchArgument(const CallExpr &Call,
                                  const Expr *LaunchConfiguration::*Written,
                                  int8_t HostApiEntry::*Position) {
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Call))
    return configurationOf(*Launch).*Written;
  const HostApiEntry *Row = hostRowOf(Call);
  return Row && Row->*Position >= 0 &&
                 unsigned(Row->*Position) < Call.getNumArgs()
             ? Call.getArg(Row->*Position)
             : nullptr;
}

/// \p E, but for a default argument, which nobody gave.
static const Expr *given(const Expr *E) {
  return E && isa<CXXDefaultArgExpr>(E->IgnoreImplicit()) ? nullptr : E;
}

bool hasGrid(const CallExpr &Call, const OnCall &Asked) {
  return Asked.matchesSpelled(
      launchArgument(Call, &LaunchConfiguration::Grid, &HostApiEntry::GridArg));
}
bool hasBlock(const CallExpr &Call, const OnCall &Asked) {
  return Asked.matchesSpelled(launchArgument(Call, &LaunchConfiguration::Block,
                                             &HostApiEntry::BlockArg));
}
bool hasStream(const CallExpr &Call, const OnCall &Asked) {
  return Asked.matchesSpelled(given(launchArgument(
      Call, &LaunchConfiguration::Stream, &HostApiEntry::StreamArg)));
}
bool hasDefaultStream(const CallExpr &Call, const OnCall &Asked) {
  const Expr *Stream = launchArgument(Call, &LaunchConfiguration::Stream,
                                      &HostApiEntry::StreamArg);
  bool IsLegacy = !isDefaultStreamPerThread(Asked.Unit);
  if (!Stream)
    return IsLegacy && isa<CUDAKernelCallExpr>(Call);
  if (Stream->isValueDependent() || Stream->isTypeDependent())
    return false;
  const Expr *Spelled = Stream->IgnoreUnlessSpelledInSource();
  if (!given(Stream) || Spelled->isNullPointerConstant(
                            Asked.Unit, Expr::NPC_ValueDependentIsNotNull))
    return IsLegacy;
  // The handle is a number, cast to a pointer.
  Expr::EvalResult Number;
  return Spelled->IgnoreParenCasts()->EvaluateAsInt(Number, Asked.Unit) &&
         ((IsLegacy && Number.Val.getInt() == 0) ||
          Number.Val.getInt() == LegacyStreamHandle);
}

} // namespace warplint::matchers
