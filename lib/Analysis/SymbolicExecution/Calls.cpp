//===--- Calls.cpp - Terms and events of calls ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/CallSummaries/AccessorSummaries.h"
#include "Analysis/CallSummaries/TypeConstants.h"
#include "Analysis/Expr/LaunchTerms.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelIR/ConstantCalls.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Assumptions/Assumptions.h"
#include "CudaModel/Arithmetic.h"
#include "CudaModel/Collectives.h"
#include "CudaModel/SyncKindRows.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

Event &Evaluation::record(const Stmt *Site, Event::Kind K) {
  Event &E = Now->Events.emplace_back();
  E.K = K;
  E.Site = Site;
  E.Owner = In;
  E.At = Now;
  E.Under = Under;
  return E;
}

/// The address that \p E stands for: of the object itself, or what the pointer
/// holds.
const Term *Evaluation::addressOperand(const Expr *E) {
  const Term *Value = evaluate(E);
  if (E->isGLValue() && E->getType()->isPointerType())
    return load(Value, E, E->getType());
  if (E->isGLValue() || E->getType()->isPointerType())
    return Value;
  // PTX takes addresses in integer registers.
  if (!E->getType()->isRecordType())
    return Value;
  // A class prvalue: give it a place, so that members can be found.
  const Term *At = Arena.temporary(In, E);
  Current = Access.write(Current, At, {Value, E, In});
  return At;
}

/// The only address outside the thread's own variables that \p T is made of;
/// null if there are none or several.
static const Term *onlyAddressIn(const Term *T) {
  const Term *Only = nullptr;
  bool IsOne = walkTerms(T, [&](const Term &Part) {
    if (isa<OpaqueTerm, RecordTerm>(Part))
      return Walk::Enter;
    if (!isa<SubobjectTerm, VariableTerm, ParameterTerm, LoadTerm>(Part) ||
        isThreadOwned(&Part))
      return Walk::Skip;
    if (Only)
      return Walk::Stop;
    Only = &Part;
    return Walk::Skip;
  });
  return IsOne ? Only : nullptr;
}

/// The location that the reference object at \p Object was made for; \p Object
/// itself if that is not known.
const Term *Evaluation::referredBy(const Term *Object) {
  const Term *Only = nullptr;
  for (const auto &[At, Reaching] : Current)
    if (mentions(At.Address, Object))
      if (const Term *Found = onlyAddressIn(Reaching.Value)) {
        if (Only && Only != Found)
          return Object;
        Only = Found;
      }
  return Only ? Only : Object;
}

Event Evaluation::recordOperation(const Stmt &Site, const SyncOp &Op) {
  using Immediate = std::optional<uint64_t>;
  auto Operand = [&](const Expr *E,
                     Immediate Number = std::nullopt) -> const Term * {
    if (!E)
      return Number ? Arena.constant(int64_t(*Number)) : nullptr;
    const Term *Value = evaluate(E);
    // Library collectives take values by reference.
    if (E->isGLValue() && isThreadOwned(Value))
      if (Definition Reaching = Access.read(Current, Value); Reaching.Value)
        return Reaching.Value;
    return Value;
  };
  const Term *Address = Op.Object ? addressOperand(Op.Object) : nullptr;
  if (Address && Op.ObjectOffset)
    Address = Arena.binary(BO_Add, Address, Arena.constant(Op.ObjectOffset));
  if (Address && Op.ObjectOffsetBy)
    Address = Arena.binary(BO_Add, Address, evaluate(Op.ObjectOffsetBy));
  if (Address && Op.isAtPeer())
    Address = addressAtPeer(
        Site, Address,
        Op.PeerRank ? evaluate(Op.PeerRank)
                    : Arena.constant(int64_t(*Op.PeerRankImmediate)));
  if (Address && Op.ByReference && isThreadOwned(Address))
    Address = referredBy(Address);
  // What atomics and exchanges get as an immediate is not looked at.
  bool IsCount =
      Op.isOf(SyncFamily::Object, SyncFamily::Copy, SyncFamily::Pipeline);
  const Term *Mask = Operand(Op.Mask),
             *Value =
                 Operand(Op.Value, IsCount ? Op.ValueImmediate : Immediate()),
             *Select = Operand(Op.Select, Op.Kind == SyncKind::Shuffle
                                              ? Op.SelectImmediate
                                              : Immediate()),
             *Width = Operand(Op.Width, Op.WidthImmediate),
             *Id = Operand(Op.Id, Op.IdImmediate),
             *Count = Operand(Op.Count, Op.CountImmediate);
  const Term *Completion = !Op.Completion ? nullptr
                           : Op.Kind == SyncKind::ObjectInit
                               ? Operand(Op.Completion)
                               : addressOperand(Op.Completion);
  const Term *Guarded = Op.Guard.Left ? guardOf(Op) : nullptr;
  llvm::SaveAndRestore<const Term *> Only(Under,
                                          Guarded ? underAlso(Guarded) : Under);
  Event &E = record(&Site, Event::Kind::Sync);
  E.Op = &Op;
  E.Address = Address;
  E.Mask = Mask;
  E.Value = Value;
  E.Select = Select;
  E.Completion = Completion;
  E.Width = Width;
  E.Id = Id;
  E.Count = Count;
  Event Done = E;
  if (Op.Predicated && !Guarded)
    return Done;
  if (Op.Kind == SyncKind::AsyncCopy)
    recordCopy(Done);
  else if (Op.Kind == SyncKind::MatrixMultiply)
    recordMatrices(Done);
  else
    recordTouch(Done);
  return Done;
}

/// What the predicate of an instruction asks for.
const Term *Evaluation::guardOf(const SyncOp &Op) {
  const Term *Right = Op.Guard.Right
                          ? evaluate(Op.Guard.Right)
                          : Arena.constant(int64_t(Op.Guard.RightImmediate));
  return Arena.binary(Op.Guard.Opcode, evaluate(Op.Guard.Left), Right);
}

/// What `mapa` at \p Site makes of \p Address; see peerOf.
const Term *Evaluation::addressAtPeer(const Stmt &Site, const Term *Address,
                                      const Term *Rank) {
  return Arena.opaque(In, &Site, {Address, Rank}, Scope::System);
}

/// The value of an argument and, through a pointer or reference to the thread's
/// own variable, what that variable holds.
void Evaluation::appendOperands(const Expr *Argument,
                                llvm::SmallVectorImpl<const Term *> &Operands) {
  const Term *Value = evaluate(Argument);
  Operands.push_back(Value);
  bool Address = Argument->isGLValue() || Argument->getType()->isPointerType();
  if (!Address || !isThreadOwned(Value))
    return;
  QualType Pointee = Argument->isGLValue()
                         ? Argument->getType()
                         : Argument->getType()->getPointeeType();
  const RecordDecl *Record = Pointee->getAsRecordDecl();
  Definition Reaching = Record ? Access.snapshot(Current, Value, *Record)
                               : Access.read(Current, Value);
  if (Reaching.Value)
    Operands.push_back(Reaching.Value);
}

/// What the callee may have written through its arguments, all but \p Kept: \p
/// With, or the result of a collective on which threads agree.
void Evaluation::clobberArguments(const CallExpr &Call, const Term *With,
                                  llvm::ArrayRef<const Expr *> Kept) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  unsigned Skip =
      isa<CXXOperatorCallExpr>(Call) && isa_and_nonnull<CXXMethodDecl>(Callee)
          ? 1
          : 0;
  auto Clobber = [&](const Expr *Argument, QualType Pointee, const Term *With) {
    const Term *At = evaluate(Argument);
    if (!Pointee.isConstQualified() && isThreadOwned(At))
      Current = Access.write(Current, At, {With, &Call, In});
  };
  for (unsigned I = 0; I < Call.getNumArgs(); ++I) {
    const Expr *Argument = Call.getArg(I);
    if (llvm::is_contained(Kept, Argument))
      continue;
    QualType Type = Argument->getType();
    const Term *Left = With;
    if (Callee && I >= Skip && I - Skip < Callee->getNumParams()) {
      const ParmVarDecl &To = *Callee->getParamDecl(I - Skip);
      Type = To.getType();
      if (Scope Agreed = agreementOn(To);
          Agreed != Scope::Thread && !Code.isUserCode(Callee->getLocation()))
        Left = Arena.result(In, &Call, {}, Agreed);
    }
    if (Type->isReferenceType() && Argument->isGLValue())
      Clobber(Argument, Type->getPointeeType(), Left);
    else if (Type->isPointerType() && !Argument->isGLValue())
      Clobber(Argument, Type->getPointeeType(), Left);
  }
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (!Method || !Method->isInstance() || Method->isConst())
    return;
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    Object = Member->getImplicitObjectArgument();
  else if (Skip)
    Object = Call.getArg(0);
  if (Object)
    Clobber(Object,
            Object->isGLValue() ? Object->getType()
                                : Object->getType()->getPointeeType(),
            With);
}

/// Lanes exchange values in segments of \p Op that are whole warps.
bool Evaluation::isOverWarps(const SyncOp &Op) {
  if (Op.TileSize)
    return Op.TileSize == LanesPerWarp;
  if (Op.Width)
    return evaluate(Op.Width)->isConstant(LanesPerWarp);
  std::optional<uint64_t> Segment = Op.SegmentImmediate;
  if (Op.Segment)
    if (const auto *Packed = dyn_cast<ConstantTerm>(evaluate(Op.Segment)))
      Segment = uint64_t(Packed->value());
  if (Op.Entry->SegmentArg < 0)
    return true;
  return Segment && lanesOfSegment(*Segment, Op.Entry->Shuffle) == LanesPerWarp;
}

/// What each thread gets from the operation \p Done.
const Term *Evaluation::resultOf(const Event &Done) {
  const SyncOp &Op = *Done.Op;
  if (Op.Kind == SyncKind::Shuffle)
    if (const Term *Taken = shuffleResult(Done, isOverWarps(Op), Arena))
      return Taken;
  // All lanes read one lane if they agree on the source lane.
  if (Op.Entry->Shuffle == ShuffleMode::Index && Done.Select && isOverWarps(Op))
    return Arena.result(In, Done.Site, {Done.Select}, Scope::Warp,
                        resultBelow(Done, Arena));
  // Lanes that test one phase of one object together get one result.
  if (Op.Kind == SyncKind::ObjectTryWait && Done.Address && Done.Value &&
      Arena.assumptions().assume(Assumption::SameAnswer))
    return Arena.result(In, Done.Site, {Done.Address, Done.Value}, Scope::Warp);
  return Arena.result(In, Done.Site, {}, Op.ResultUniformAt,
                      resultBelow(Done, Arena));
}

const Term *Evaluation::computeOperation(const CallExpr &Call,
                                         llvm::ArrayRef<SyncOp> Ops) {
  const Term *Value = nullptr;
  for (const SyncOp &Op : Ops) {
    if (Op.Kind == SyncKind::PeerAddress)
      return addressAtPeer(Call, addressOperand(Op.Object),
                           evaluate(Op.Select));
    Event Done = recordOperation(Call, Op);
    if (Op.Kind == SyncKind::CachedLoad)
      Value = Done.Address ? Arena.load(Done.Address, In, &Call) : nullptr;
    else
      Value = resultOf(Done);
  }
  if (!Value)
    Value = Arena.result(In, &Call, {}, Scope::Thread);
  // A match gives all lanes alike whether their values are equal.
  const Term *Left =
      Ops.size() == 1 && Ops[0].Kind == SyncKind::Match
          ? Arena.result(In, &Call, {Value}, Ops[0].ResultUniformAt)
          : Arena.result(In, &Call, {}, Scope::Thread);
  // Tiles take what lanes hand on by reference, and leave it as it is.
  llvm::SmallVector<const Expr *, 1> Kept;
  for (const SyncOp &Op : Ops)
    if (Op.Kind == SyncKind::Shuffle || Op.Kind == SyncKind::Vote ||
        Op.Kind == SyncKind::WarpReduce)
      Kept.push_back(Op.Value);
  clobberArguments(Call, Left, Kept);
  return Value;
}

/// A call that hands on its argument and does nothing else.
static bool isTransparent(const FunctionDecl *Callee) {
  if (!Callee)
    return false;
  switch (Callee->getBuiltinID()) {
  case Builtin::BImove:
  case Builtin::BIforward:
  case Builtin::BImove_if_noexcept:
  case Builtin::BIas_const:
  case Builtin::BIaddressof:
  case Builtin::BI__addressof:
  case Builtin::BI__builtin_addressof:
  case Builtin::BI__builtin_expect:
  case Builtin::BI__builtin_assume_aligned:
    return true;
  default:
    return false;
  }
}

/// \p T follows from what the host passes: a launch has its value.
static bool isOfParameters(const Term *T) {
  return walkTerms(T, [](const Term &Part) {
    bool IsOpen =
        isa<IdentityTerm, PhiTerm, SiteTerm>(Part) ||
        (Part.operands().empty() && !isa<ConstantTerm, ParameterTerm>(Part));
    return IsOpen ? Walk::Stop : Walk::Enter;
  });
}

/// The position of the lowest bit of \p Of, for a number that a launch has;
/// null for another.
static const Term *lowestBit(const Term *Of, TermArena &Arena) {
  if (!isOfParameters(Of))
    return nullptr;
  const Term *Result = Arena.constant(0);
  for (int Bit = 31; Bit >= 0; --Bit)
    Result = Arena.select(
        Arena.binary(BO_And, Of, Arena.constant(int64_t(1) << Bit)),
        Arena.constant(Bit + 1), Result);
  return Result;
}

/// The result of \p Function for the arguments \p Of; null if no term has it.
static const Term *applied(ArithmeticFunction Function,
                           llvm::ArrayRef<const Term *> Of, TermArena &Arena) {
  switch (Function) {
  case ArithmeticFunction::Product:
    return Arena.binary(BO_Mul, Of[0], Of[1]);
  case ArithmeticFunction::Minimum:
    return Arena.select(Arena.binary(BO_LT, Of[1], Of[0]), Of[1], Of[0]);
  case ArithmeticFunction::Maximum:
    return Arena.select(Arena.binary(BO_LT, Of[0], Of[1]), Of[1], Of[0]);
  case ArithmeticFunction::Absolute:
    return Arena.select(Arena.binary(BO_LT, Of[0], Arena.constant(0)),
                        Arena.unary(UO_Minus, Of[0]), Of[0]);
  case ArithmeticFunction::LowestBit:
    return lowestBit(Of[0], Arena);
  case ArithmeticFunction::BitCount:
    return nullptr;
  }
  llvm_unreachable("no such function");
}

/// What \p Call gives without a look inside of \p Callee.
const Term *Evaluation::computePlain(const CallExpr &Call,
                                     const FunctionDecl &Callee) {
  const summaries::AccessorSummary &Result = Code.plainResult(Callee);
  if (Result.IsEmpty)
    return Arena.record(Callee.getReturnType()->getAsRecordDecl(), {});
  const Expr *Argument = summaries::argumentFor(Call, Result.Part->Of);
  const Term *At =
      Result.Part->Of ? evaluate(Argument) : addressOperand(Argument);
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  const RecordDecl *Class =
      Result.Part->Of
          ? Result.Part->Of->getType().getNonReferenceType()->getAsRecordDecl()
      : Method ? Method->getParent()
               : nullptr;
  for (const FieldDecl *Field : Result.Part->Fields) {
    At = memberOf(At, Class, Field, Call);
    Class = Field->getType()->getAsRecordDecl();
  }
  return asBase(At, Class,
                Callee.getReturnType().getNonReferenceType()->getAsRecordDecl(),
                Call);
}

/// Whether \p Callee gives memory of the calling thread alone (CUDA Programming
/// Guide, "Dynamic Global Memory Allocation and Operations", `alloca`).
static bool givesOwnMemory(const FunctionDecl &Callee) {
  switch (Callee.getBuiltinID()) {
  case Builtin::BIalloca:
  case Builtin::BI__builtin_alloca:
  case Builtin::BI__builtin_alloca_uninitialized:
  case Builtin::BI__builtin_alloca_with_align:
    return true;
  default:
    return false;
  }
}

const Term *Evaluation::computeCall(const CallExpr &Call) {
  llvm::ArrayRef<SyncOp> Ops = Code.operations(Call);
  if (!Ops.empty())
    return computeOperation(Call, Ops);
  const FunctionDecl *Callee = Code.target(Call);
  if (isTransparent(Callee) && Call.getNumArgs() >= 1)
    return evaluate(Call.getArg(0));

  if (auto Function = Callee && !Code.isUserCode(Callee->getLocation())
                          ? arithmeticOf(*Callee)
                          : std::nullopt) {
    llvm::SmallVector<const Term *, 2> Of;
    for (const Expr *Argument : Call.arguments()) {
      const Term *Value = evaluate(Argument);
      Of.push_back(Argument->isGLValue()
                       ? load(Value, Argument, Argument->getType())
                       : Value);
    }
    const Term *Result = applied(*Function, Of, Arena);
    if (!Result) // Some of the bits of the argument.
      Result = Arena.opaque(
          In, &Call, Of, Scope::System,
          int64_t(Code.context().getTypeSize(Call.getArg(0)->getType())) + 1);
    if (!Call.isGLValue())
      return Result;
    // A reference to one of the arguments: to a place that holds the same.
    const Term *At = Arena.temporary(In, &Call);
    Current = Access.write(Current, At, {Result, &Call, In});
    return At;
  }

  if (Callee && isa<CXXOperatorCallExpr>(Call) && copiesValue(*Callee)) {
    const Expr *Source = Call.getArg(1);
    const Term *From = evaluate(Source), *To = evaluate(Call.getArg(0));
    const Expr *Target = Call.getArg(0);
    store(To,
          Source->isGLValue() ? load(From, Source, Source->getType()) : From,
          Target, Target->getType(), Source);
    return To;
  }

  if (Callee && givesOwnMemory(*Callee)) {
    for (const Expr *Argument : Call.arguments())
      evaluate(Argument);
    return Arena.temporary(In, &Call);
  }
  if (auto Number = Callee ? summaries::numberOfType(*Callee) : std::nullopt)
    return Arena.constant(*Number);
  if (Callee && mayBeConstant(*Callee))
    if (auto Number =
            constantResult(Call, summaries::callsAround(*In), Code.context()))
      return Arena.constant(*Number);
  if (Callee && Code.plainResult(*Callee).isKnown())
    return computePlain(Call, *Callee);

  llvm::SmallVector<const Term *, 8> Operands;
  for (const Expr *Argument : Call.arguments())
    appendOperands(Argument, Operands);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    appendOperands(Member->getImplicitObjectArgument(), Operands);

  recordBlockMove(Call);
  recordGenerator(Call);
  bool HasBody = Callee && Callee->doesThisDeclarationHaveABody();
  BodyTraits Traits = HasBody ? Code.traits(*Callee) : BodyTraits();
  bool DeclaredByUser = !Callee || (!Callee->getBuiltinID() &&
                                    Code.isUserCode(Callee->getLocation()));
  if (Traits.Synchronizes || (!HasBody && DeclaredByUser))
    record(&Call, Event::Kind::Unknown);
  // What a function that is not seen makes of its arguments is not known: no
  // proof that anything varies. Library functions are functions of theirs.
  bool Unseen = Code.callsUserCode(Call);
  if (Unseen)
    Operands.clear();
  const Term *Value = Arena.opaque(
      In, &Call, Operands,
      Traits.ReadsThreadIdentity && !Unseen ? Scope::Thread : Scope::System);
  clobberArguments(Call, Value);
  return Value;
}

} // namespace warplint
