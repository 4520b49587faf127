//===--- ThreadValues.cpp - Values of terms for one thread ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Analysis/Expr/LaneValues.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/RecordOffsets.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Support/Checked.h"
#include "Target/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint {

static std::optional<int64_t> identityOf(const IdentityTerm &T,
                                         const ThreadOfBlock &Self) {
  // Whoever runs a thread of no launch in particular leaves these open.
  auto OfGrid = [&](int64_t Value) {
    return Self.hasGrid() ? std::optional(Value) : std::nullopt;
  };
  switch (T.identity()) {
  case IdentityKind::ThreadIdx:
    return Self.Index[T.axis()];
  case IdentityKind::BlockDim:
    return Self.BlockDim[T.axis()];
  case IdentityKind::BlockIdx:
    return Self.Block[T.axis()];
  case IdentityKind::BlockRankInGrid:
    return Self.blockRank();
  case IdentityKind::ThreadRankInBlock:
    return Self.rank();
  case IdentityKind::ThreadRankInGrid:
    return Self.rank() + Self.blockRank() * Self.blockSize();
  case IdentityKind::BlockSize:
    return Self.blockSize();
  case IdentityKind::LaneId:
    return Self.rank() % LanesPerWarp;
  case IdentityKind::ThreadRankInTile:
    return T.tileSize() ? std::optional(Self.rank() % T.tileSize())
                        : std::nullopt;
  case IdentityKind::TileRankInBlock:
    return T.tileSize() ? std::optional(Self.rank() / T.tileSize())
                        : std::nullopt;
  case IdentityKind::WarpIdInBlock:
    return Self.rank() / LanesPerWarp;
  case IdentityKind::GridDim:
    return OfGrid(Self.GridDim[T.axis()]);
  case IdentityKind::BlocksInGrid:
    return OfGrid(Self.GridDim[0] * Self.GridDim[1] * Self.GridDim[2]);
  case IdentityKind::WarpSize:
    return OfGrid(LanesPerWarp);
  case IdentityKind::TilesInBlock:
  case IdentityKind::GridSize:
  case IdentityKind::TileSize:
  case IdentityKind::BlockRankInCluster:
  case IdentityKind::ClusterRankInGrid:
  case IdentityKind::ThreadRankInCluster:
  case IdentityKind::BlocksInCluster:
  case IdentityKind::Opaque:
    return std::nullopt;
  }
  llvm_unreachable("all kinds are handled");
}

std::optional<int64_t> ThreadValues::run(const Term *T,
                                         const ThreadOfBlock &Self) const {
  Known.clear();
  return Known.run(
      T, [&](const Term *Now, Parts &Of) { return compute(Now, Self, Of); });
}

std::optional<int64_t>
sumOf(const LinearTerm &T,
      llvm::function_ref<std::optional<int64_t>(const Term *)> ValueOf) {
  base::Checked Sum = T.constant();
  for (auto [Op, C] : llvm::zip(T.operands(), T.coefficients()))
    if (!(Sum += base::Checked(ValueOf(Op)) * C))
      break;
  return Sum;
}

bool isOfNumbers(const OpaqueTerm &T) {
  const auto *Made = dyn_cast_or_null<Expr>(T.site());
  if (isa_and_nonnull<FloatingLiteral>(Made))
    return true;
  if (const auto *Cast = dyn_cast_or_null<CastExpr>(Made))
    return T.operands().size() == 1 &&
           (Cast->getCastKind() == CK_FloatingToBoolean ||
            Cast->getCastKind() == CK_FloatingToIntegral ||
            Cast->getCastKind() == CK_IntegralToFloating ||
            Cast->getCastKind() == CK_FloatingCast);
  const auto *Op = dyn_cast_or_null<BinaryOperator>(Made);
  if (!Op || T.operands().size() != 2 || !Op->getType()->isRealFloatingType())
    return false;
  BinaryOperatorKind Kind = plainOpcode(*Op);
  return BinaryOperator::isAdditiveOp(Kind) || Kind == BO_Mul;
}

/// What a floating-point operation makes of whole numbers, where all types hold
/// them exactly. \p ValueOf knows all operands.
static std::optional<int64_t>
ofNumbers(const OpaqueTerm &T,
          llvm::function_ref<std::optional<int64_t>(const Term *)> ValueOf) {
  static constexpr uint64_t Largest = 16; // 8-bit types hold those.
  auto Exact = [](std::optional<int64_t> Value) {
    return Value && base::magnitude(*Value) <= Largest ? Value : std::nullopt;
  };
  if (!isOfNumbers(T))
    return std::nullopt;
  if (const auto *Literal = dyn_cast<FloatingLiteral>(T.site())) {
    double Value = Literal->getValueAsApproximateDouble();
    if (!(std::abs(Value) <= double(Largest)) ||
        Value != double(int64_t(Value)))
      return std::nullopt;
    return int64_t(Value);
  }
  llvm::SmallVector<int64_t, 2> Of;
  for (const Term *Part : T.operands()) {
    auto Value = Exact(ValueOf(Part));
    if (!Value)
      return std::nullopt;
    Of.push_back(*Value);
  }
  if (const auto *Cast = dyn_cast<CastExpr>(T.site()))
    return Cast->getCastKind() == CK_FloatingToBoolean ? Of[0] != 0 : Of[0];
  switch (plainOpcode(*cast<BinaryOperator>(T.site()))) {
  case BO_Add:
    return Exact(Of[0] + Of[1]);
  case BO_Sub:
    return Exact(Of[0] - Of[1]);
  default:
    return Exact(Of[0] * Of[1]);
  }
}

/// Every lane has the given values of which \p T is made: none of them counts
/// from where the thread stands.
bool ThreadValues::isGivenToAll(const Term *T) const {
  return walkTerms(T, [&](const Term &Part) {
    const Induction *Loop =
        Given.contains(&Part) ? Values.inductions().find(&Part) : nullptr;
    bool OfThread =
        Loop && !walkTerms({Loop->First, Loop->Next}, [](const Term &Of) {
          return isa<IdentityTerm>(Of) ? Walk::Stop : Walk::Enter;
        });
    return OfThread ? Walk::Stop : Walk::Enter;
  });
}

/// \p T in the lanes of the warp of \p Self.
const std::optional<ThreadValues::OfLanes> &
ThreadValues::inLanes(const Term *T, const ThreadOfBlock &Self) const {
  int64_t Warp = Self.rank() / LanesPerWarp;
  auto [Found, New] = Lanes.try_emplace({T->id(), Warp, Self.BlockDim});
  std::optional<OfLanes> &Result = Found->second;
  if (!New || !isGivenToAll(T))
    return Result;
  if (!Others)
    Others = std::make_unique<ThreadValues>(Values, Given);
  const auto &[X, Y, Z] = Self.BlockDim;
  int64_t First = Warp * LanesPerWarp,
          End = std::min(First + LanesPerWarp, X * Y * Z);
  OfLanes Of;
  ThreadOfBlock Lane = Self;
  for (int64_t Rank = First; Rank < End; ++Rank) {
    Lane.Index = {Rank % X, Rank / X % Y, Rank / X / Y};
    auto There = Others->run(T, Lane);
    if (!There)
      return Result;
    Of.push_back(*There);
  }
  UsedParameters |= Others->usedParameters();
  Result = std::move(Of);
  return Result;
}

/// What a collective gives to \p Self in which all lanes of its warp, or of a
/// tile, take part.
ThreadValues::Value
ThreadValues::ofCollective(const ResultTerm &T,
                           const ThreadOfBlock &Self) const {
  const Event *E = Values.operationOf(T);
  if (!E || !E->Value || !E->Op->exchangesValues())
    return std::nullopt;
  auto Width = lanesTogether(*E, Values);
  const std::optional<OfLanes> &All = inLanes(E->Value, Self);
  if (!Width || !All)
    return std::nullopt;
  int64_t Lane = Self.rank() % LanesPerWarp, First = Lane - Lane % *Width;
  if (auto Of = laneFunctionOf(*E->Op->Entry))
    return combineLanes(
        *Of, llvm::ArrayRef(*All).drop_front(First).take_front(*Width),
        unsigned(Lane - First));
  ShuffleMode Mode = E->Op->Entry->Shuffle;
  auto Select = E->Select ? Others->run(E->Select, Self) : std::nullopt;
  if (!Select || Mode == ShuffleMode::None)
    return std::nullopt;
  int64_t From = sourceLane(Lane, Mode, *Select, *Width);
  // A lane without a thread has nothing to give.
  return From < int64_t(All->size()) ? Value((*All)[From]) : std::nullopt;
}

std::optional<ThreadValues::Value>
ThreadValues::compute(const Term *T, const ThreadOfBlock &Self,
                      Parts &Of) const {
  const Value Unknown;
  if (auto Found = Given.find(T); Found != Given.end()) {
    UsedParameters |= isa<ParameterTerm, ExtractTerm>(T);
    return Value(Found->second);
  }
  if (const auto *Number = dyn_cast<ConstantTerm>(T))
    return Value(Number->value());
  if (const auto *Identity = dyn_cast<IdentityTerm>(T))
    return identityOf(*Identity, Self);
  if (const auto *Sum = dyn_cast<LinearTerm>(T)) {
    if (!Of.knowsAll(Sum->operands()))
      return std::nullopt;
    return sumOf(*Sum, [&](const Term *Part) { return *Of.of(Part); });
  }
  if (const auto *Op = dyn_cast<UnaryTerm>(T)) {
    std::optional<Value> V = Of.of(Op->of());
    if (!V || !*V)
      return V;
    return fold(Op->opcode(), **V);
  }
  if (const auto *Op = dyn_cast<BinaryTerm>(T)) {
    std::optional<Value> L = Of.of(Op->lhs());
    if (!L || !*L)
      return L;
    if (Op->isLogical() && (**L != 0) == (Op->opcode() == BO_LOr))
      return Value(Op->opcode() == BO_LOr);
    std::optional<Value> R = Of.of(Op->rhs());
    if (!R || !*R)
      return R;
    return fold(Op->opcode(), **L, **R);
  }
  if (const auto *Narrow = dyn_cast<NarrowTerm>(T)) {
    std::optional<Value> V = Of.of(Narrow->of());
    if (!V || !*V)
      return V;
    return Value(IntegerType{Narrow->bits(), Narrow->isSigned()}.convert(**V));
  }
  if (const auto *Choice = dyn_cast<SelectTerm>(T)) {
    std::optional<Value> If = Of.of(Choice->condition());
    if (!If || !*If)
      return If;
    return Of.of(**If ? Choice->ifTrue() : Choice->ifFalse());
  }
  if (const auto *Part = dyn_cast<SubobjectTerm>(T)) {
    std::optional<Value> Base = Of.of(Part->base());
    if (!Base || !*Base)
      return Base;
    if (const auto *Member = dyn_cast<FieldTerm>(Part)) {
      const FieldDecl &Field = *Member->field();
      return Value(base::Checked(*Base) +
                   offsetOfAccess(Field, Field.getASTContext()));
    }
    const auto *Element = cast<ElementTerm>(Part);
    std::optional<Value> Index = Of.of(Element->index());
    if (!Index || !*Index)
      return Index;
    return Value(base::Checked(*Base) +
                 base::Checked(*Index) * Element->elementSize());
  }
  if (isa<PhiTerm>(T))
    if (const Induction *Loop = Values.inductions().find(T))
      return Of.of(Loop->First);
  if (const auto *Made = dyn_cast<ResultTerm>(T))
    return ofCollective(*Made, Self);
  if (const auto *Made = dyn_cast<OpaqueTerm>(T)) {
    if (!Of.knowsAll(Made->operands()))
      return std::nullopt;
    return Value(
        ofNumbers(*Made, [&](const Term *Part) { return *Of.of(Part); }));
  }
  return Unknown;
}

Inputs inputsOf(llvm::ArrayRef<const Term *> Terms, const Evaluation &Values) {
  Inputs Found;
  walkTerms(Terms, [&](const Term &Part, TermList &Instead) {
    if (const auto *Given = dyn_cast<ParameterTerm>(&Part))
      if (Given->decl()->getType()->isIntegralOrEnumerationType())
        Found.Parameters.push_back(Given);
    if (const auto *Self = dyn_cast<IdentityTerm>(&Part)) {
      IdentityKind Kind = Self->identity();
      Found.UsesY |= Kind == IdentityKind::ThreadIdx && Self->axis() == 1;
      Found.UsesZ |= Kind == IdentityKind::ThreadIdx && Self->axis() == 2;
      Found.UsesBlock |= Kind == IdentityKind::BlockIdx ||
                         Kind == IdentityKind::BlockRankInGrid ||
                         Kind == IdentityKind::ThreadRankInGrid;
    }
    if (const auto *Made = dyn_cast<ResultTerm>(&Part))
      if (const Event *E = Values.operationOf(*Made);
          E && E->Op->exchangesValues())
        for (const Term *Given : {E->Value, E->Select})
          if (Given)
            Instead.push_back(Given);
    if (!isa<PhiTerm>(Part))
      return Walk::Enter;
    const Induction *Loop = Values.inductions().find(&Part);
    if (!Loop)
      return Walk::Skip;
    Found.Counters.push_back(&Part);
    Instead.push_back(Loop->First);
    return Walk::Enter;
  });
  return Found;
}

std::vector<ThreadOfBlock> threadsOf(const std::array<int64_t, 3> &BlockDim) {
  std::vector<ThreadOfBlock> All;
  base::Checked Threads =
      base::Checked(BlockDim[0]) * BlockDim[1] * BlockDim[2];
  if (Threads.orElse(MaxThreadsPerBlock + 1) > MaxThreadsPerBlock)
    return {{{0, 0, 0}, BlockDim}}; // No block is as large as that.
  for (int64_t Z = 0; Z < BlockDim[2]; ++Z)
    for (int64_t Y = 0; Y < BlockDim[1]; ++Y)
      for (int64_t X = 0; X < BlockDim[0]; ++X)
        All.push_back({{X, Y, Z}, BlockDim});
  return All;
}

} // namespace warplint
