//===--- OperationAccesses.cpp - What operations on memory touch ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "CudaModel/RandomState.h"
#include "CudaModel/SyncApi.h"
#include "CudaModel/SyncKindRows.h"
#include "clang/Basic/Builtins.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

static std::optional<AccessKind> touchOf(SyncKind Kind) {
  const SyncKindRow &Does = rowOf(Kind);
  if (!Does.reads() && !Does.writes())
    return std::nullopt;
  return Does.Family == SyncFamily::Atomic ? AccessKind::Atomic
         : Does.reads()                    ? AccessKind::Read
                                           : AccessKind::Write;
}

/// Bytes that \p Moves moves, by its operand; nothing if that is not known.
static std::optional<uint32_t> lengthOf(const Event &Moves) {
  auto Length = numberOf(Moves.Width);
  if (!Length || *Length <= 0 || *Length > UINT32_MAX)
    return std::nullopt;
  return uint32_t(*Length);
}

/// What an operation on memory reads or writes.
void Evaluation::recordTouch(const Event &Done) {
  const SyncOp &Op = *Done.Op;
  std::optional<AccessKind> Kind = touchOf(Op.Kind);
  if (!Kind || !Done.Address || isThreadOwned(Done.Address))
    return;
  const Term *IsAddressed = nullptr;
  if (Op.Lanes < unsigned(LanesPerWarp))
    IsAddressed = Arena.binary(BO_LT, Arena.identity(laneInWarp()),
                               Arena.constant(Op.Lanes));
  llvm::SaveAndRestore<const Term *> Only(
      Under, IsAddressed ? underAlso(IsAddressed) : Under);
  Event &Access = record(Done.Site, Event::Kind::Access);
  Access.Access = *Kind;
  Access.Value = Done.Value;
  Access.Op = &Op;
  bool IsText = isa<GCCAsmStmt>(Done.Site);
  Access.Address =
      IsText ? pointerFrom(Done.Address, Arena, Code.context()) : Done.Address;
  // `st.bulk`: as many bytes as an operand says.
  if (Op.Kind == SyncKind::CachedStore && Op.Entry->WidthArg >= 0) {
    Access.Bytes = lengthOf(Done).value_or(0);
    return;
  }
  QualType Type = Op.Object->getType();
  Access.Bytes =
      IsText ? Op.Bytes
             : bytesOf(Type->isPointerType() ? Type->getPointeeType() : Type);
  // The warp as a whole loads or stores a tile: one row of it for each lane
  // covers the tile.
  if (Done.Width && Op.Bytes) {
    const Term *Pitch = Arena.binary(BO_Mul, Done.Width,
                                     Arena.constant(int64_t(Access.Bytes))),
               *Lane = Arena.identity(laneInWarp());
    auto Bytes = numberOf(Pitch);
    Access.Address = Bytes && *Bytes > 0
                         ? Arena.element(Access.Address, Lane, *Bytes)
                         : Arena.element(Access.Address,
                                         Arena.binary(BO_Mul, Lane, Pitch), 1);
    Access.Bytes = Op.Bytes;
    return;
  }
  // Of rows that lie apart only where the first begins is known.
  if (*Kind == AccessKind::Write && Done.Width) {
    Event Rest = Access;
    Rest.Bytes = 0;
    Now->Events.push_back(Rest);
  }
}

/// What an asynchronous copy into shared memory reads and writes. It may do so
/// from here on. Which thread of a block brings which part of a copy that they
/// make together is not known: any of them may bring any. Of a copy by another
/// group, or whose length is not known, only where it begins is known.
void Evaluation::recordCopy(const Event &Copy) {
  const SyncOp &Op = *Copy.Op;
  if (Op.isAtPeer() || Op.Async == AsyncGroup::Bulk)
    return;
  std::optional<uint32_t> Length = lengthOf(Copy);
  bool IsWhole = (!Op.Group || Op.Scope == Scope::Block) && Length;
  auto Touch = [&](const Term *At, AccessKind Kind) {
    if (!At || isThreadOwned(At))
      return;
    Event &Access = record(Copy.Site, Event::Kind::Access);
    Access.Access = Kind;
    Access.Address = pointerFrom(At, Arena, Code.context());
    Access.Op = &Op;
    Access.Bytes = IsWhole ? *Length : 0;
  };
  Touch(Copy.Value, AccessKind::Read);
  Touch(Copy.Address, AccessKind::Write);
}

/// What a multiplication reads of matrices in shared memory, from here on: at
/// least the first row of each.
void Evaluation::recordMatrices(const Event &Multiply) {
  constexpr uint32_t BytesOfRow = 16;
  for (const Term *Descriptor : {Multiply.Value, Multiply.Select}) {
    const Term *At = Descriptor ? matrixAt(Descriptor) : nullptr;
    if (!At)
      continue;
    Event &Access = record(Multiply.Site, Event::Kind::Access);
    Access.Access = AccessKind::Read;
    Access.Address = pointerFrom(At, Arena, Code.context());
    Access.Op = Multiply.Op;
    Access.Bytes = BytesOfRow;
  }
}

/// Copies and fills of memory that the compiler knows: accesses to as many
/// bytes as a constant says.
void Evaluation::recordBlockMove(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  unsigned Id = Callee ? Callee->getBuiltinID() : 0;
  bool Copies = Id == Builtin::BImemcpy || Id == Builtin::BImemmove ||
                Id == Builtin::BI__builtin_memcpy ||
                Id == Builtin::BI__builtin_memmove;
  bool Fills = Id == Builtin::BImemset || Id == Builtin::BI__builtin_memset;
  if ((!Copies && !Fills) || Call.getNumArgs() != 3)
    return;
  const auto *Length = dyn_cast<ConstantTerm>(evaluate(Call.getArg(2)));
  auto Touch = [&](const Expr *Pointer, AccessKind Kind) {
    const Term *At = evaluate(Pointer);
    if (isThreadOwned(At) || !Length || Length->value() <= 0)
      return;
    Event &Access = record(&Call, Event::Kind::Access);
    Access.Access = Kind;
    Access.Address = At;
    Access.Bytes = uint32_t(Length->value());
  };
  if (Copies)
    Touch(Call.getArg(1), AccessKind::Read);
  Touch(Call.getArg(0), AccessKind::Write);
}

/// A random number generator reads its state and leaves the next one.
void Evaluation::recordGenerator(const CallExpr &Call) {
  const Expr *State = generatorState(Call);
  const Term *At = State ? evaluate(State) : nullptr;
  if (!At || isThreadOwned(At))
    return;
  for (AccessKind Kind : {AccessKind::Read, AccessKind::Write}) {
    Event &Access = record(&Call, Event::Kind::Access);
    Access.Access = Kind;
    Access.Address = At;
    Access.Bytes = bytesOf(State->getType()->getPointeeType());
  }
}

} // namespace warplint
