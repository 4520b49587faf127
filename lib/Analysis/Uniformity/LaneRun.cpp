//===--- LaneRun.cpp - Terms in all lanes of a warp -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/LaneValues.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Analysis/Uniformity/LaneAgreement.h"
#include "Assumptions/SampleSizes.h"
#include "CudaModel/Arithmetic.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace warplint {

/// \p Site makes the same of two operands, whichever comes first.
static bool isOrderless(const Stmt *Site) {
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(Site)) {
    BinaryOperatorKind Kind = plainOpcode(*Op);
    return Kind == BO_Add || Kind == BO_Mul;
  }
  if (const auto *Op = dyn_cast_or_null<CXXOperatorCallExpr>(Site))
    return Op->getOperator() == OO_Plus || Op->getOperator() == OO_PlusEqual;
  const auto *Call = dyn_cast_or_null<CallExpr>(Site);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && isCommutative(*Callee);
}

/// The operator of a comparison of floating-point numbers; nullopt if \p T is
/// something else.
static std::optional<BinaryOperatorKind> comparesFloats(const OpaqueTerm &T) {
  const auto *Site = dyn_cast_or_null<BinaryOperator>(T.site());
  return Site && T.operands().size() == 2 && Site->isComparisonOp() &&
                 Site->getOpcode() != BO_Cmp
             ? std::optional(Site->getOpcode())
             : std::nullopt;
}

static bool isTest(const Term *T) {
  const auto *Op = dyn_cast<BinaryTerm>(T);
  const auto *Made = dyn_cast<OpaqueTerm>(T);
  return (Op && (Op->isComparison() || Op->isLogical())) ||
         (Made && comparesFloats(*Made));
}

/// A number of 30 bits that stands for \p Parts.
static int64_t numberFor(llvm::ArrayRef<int64_t> Parts) {
  llvm::ArrayRef<uint8_t> Bytes(reinterpret_cast<const uint8_t *>(Parts.data()),
                                Parts.size() * sizeof(int64_t));
  return int64_t(llvm::xxh3_64bits(Bytes) & ((1u << 30) - 1));
}

/// What lanes have of their own, but for those whose numbers differ in the bits
/// \p Same only. In the last draw all lanes have the same.
LaneRun::Table LaneRun::drawn(const Term *T, uint32_t Same) const {
  if (Draw + 1 == samples::LaneDraws)
    Same = LaneBits;
  return each([&](unsigned Lane) {
    return ofDraw(numberFor({int64_t(T->id()), int64_t(Lane & ~Same), Draw}));
  });
}

/// \p Number as a number of the draw: every other one has few.
int64_t LaneRun::ofDraw(int64_t Number) const {
  return Draw % 2 ? Number : Number % (2 + Draw);
}

std::optional<LaneRun::Table> LaneRun::identity(const IdentityTerm &T) const {
  const LaunchExtents &Launch = Arena.launch();
  const auto &Block = Launch.Block;
  bool RowsAreWhole = Block[0] % LanesPerWarp == 0;
  uint64_t Threads =
      Launch.blockSize() ? Launch.blockSize() : Launch.MaxThreads;
  unsigned Warp = Threads && Threads <= LanesPerWarp ? 0 : Draw;
  switch (T.identity()) {
  case IdentityKind::LaneId:
    return each([](unsigned Lane) { return Lane; });
  case IdentityKind::ThreadRankInTile:
    if (T.tileSize() == 0 || T.tileSize() > LanesPerWarp)
      return drawn(&T, 0);
    return each([&](unsigned Lane) { return Lane % T.tileSize(); });
  case IdentityKind::ThreadIdx:
    if (T.axis() != 0)
      return drawn(&T, RowsAreWhole ? LaneBits : 0);
    if (!RowsAreWhole && (Block[1] != 1 || Block[2] != 1))
      return drawn(&T, 0);
    [[fallthrough]];
  case IdentityKind::ThreadRankInBlock:
    return each([&](unsigned Lane) { return LanesPerWarp * Warp + Lane; });
  default:
    return drawn(&T, T.uniformAt() < Scope::Warp ? 0 : LaneBits);
  }
}

/// What a function that is not modelled makes of \p Of.
std::optional<LaneRun::Table> LaneRun::opaque(const OpaqueTerm &T,
                                              const Tables &Of) const {
  bool OfThread = T.uniformAt() < Scope::Warp;
  if (Of.empty())
    return drawn(&T, OfThread ? 0 : LaneBits);
  if (auto Op = comparesFloats(T))
    return each([&](unsigned Lane) {
      return fold(*Op, Of[0][Lane], Of[1][Lane]).orElse(0);
    });
  bool Commutes =
      Of.size() == 2 && (Given == Trust::Meant || isOrderless(T.site()));
  int64_t Function = T.site() ? T.site()->getBeginLoc().getRawEncoding() : 0;
  return each([&](unsigned Lane) {
    llvm::SmallVector<int64_t, 8> Parts;
    for (const Table &Part : Of)
      Parts.push_back(Part[Lane]);
    if (Commutes)
      llvm::sort(Parts);
    Parts.append({Function, OfThread ? int64_t(Lane) : -1});
    return BitsOf ? ofDraw(numberFor(Parts)) : numberFor(Parts);
  });
}

/// No exchange makes \p T at \p At; a variable of a loop around \p At may be
/// exchanged in other iterations.
bool LaneRun::isInput(const Term *T, const Node *At) const {
  if (!Exchanged.contains(T))
    return true;
  const Induction *Variable = Values.inductions().find(T);
  bool IsExecuted = InLoop && Variable && InLoop->Head == &Variable->head();
  return At && Variable && !IsExecuted && isWithin(*Variable, *At);
}

/// \p T is one of the values that lanes bring to an exchange at \p At.
void LaneRun::noteBefore(const Term *T, const Node *At) {
  const Induction *Variable = Values.inductions().find(T);
  if (Variable && InLoop && InLoop->Head == &Variable->head()) {
    T = Variable->First;
    At = &Variable->head();
  }
  if (isInput(T, At))
    Seen.Before.insert(T);
}

/// \p T is more than numbers, places and what the loop in execution counts.
bool LaneRun::isOfData(const Term *T) const {
  return !walkTerms(T, [&](const Term &Part) {
    if (const auto *Phi = dyn_cast<PhiTerm>(&Part))
      return InLoop && InLoop->Head == Phi->node() ? Walk::Skip : Walk::Stop;
    if (const auto *Made = dyn_cast<OpaqueTerm>(&Part))
      return Made->uniformAt() >= Scope::Warp ? Walk::Enter : Walk::Stop;
    return isa<ConstantTerm, IdentityTerm, ParameterTerm, LinearTerm, UnaryTerm,
               BinaryTerm, SelectTerm, NarrowTerm>(Part)
               ? Walk::Enter
               : Walk::Stop;
  });
}

std::optional<LaneRun::Table> LaneRun::collective(const ResultTerm &T) {
  const Event *E = Values.operationOf(T);
  if (!E || !E->Value || !E->Op->exchangesValues())
    return std::nullopt;
  auto Width = lanesTogether(*E, Values);
  if (!Width && Given == Trust::Meant && E->Op->Kind == SyncKind::Shuffle)
    Width = lanesPerSegment(*E, Values);
  auto Of = laneFunctionOf(*E->Op->Entry);
  if (!Width || *Width <= 0 || (!Of && !E->Select))
    return std::nullopt;
  // The steps of a tree over the warp, and what hands its result on.
  bool IsDeep = BitsOf && Through > LaneBitCount && !isExecuted(E->Value);
  llvm::SaveAndRestore Deeper(Through, Through + 1);
  auto Value = IsDeep ? given(E->Value, E->At) : run(E->Value, E->At);
  auto Select =
      Of ? Value
      : BitsOf && !showsPlaces(E->Select, E->At) && !isExecuted(E->Select)
          ? given(E->Select, E->At)
          : run(E->Select, E->At);
  if (!Value || !Select)
    return std::nullopt;
  // A source that data choose may be one for all lanes, or not.
  auto IsLane = [](int64_t Number) {
    return Number >= 0 && Number < LanesPerWarp;
  };
  if (!BitsOf && !Of &&
      ((isInput(E->Select, E->At) && isOfData(E->Select)) ||
       !llvm::all_of(*Select, IsLane)))
    return std::nullopt;
  Exchanges = true;
  noteBefore(E->Value, E->At);
  return each([&](unsigned Lane) -> int64_t {
    unsigned First = Lane - Lane % *Width;
    if (Of)
      return combineLanes(
                 *Of,
                 llvm::ArrayRef(*Value).drop_front(First).take_front(*Width),
                 Lane - First)
          .value_or(numberFor(llvm::ArrayRef(*Value).slice(First, *Width)));
    return (*Value)[sourceLane(Lane, E->Op->Entry->Shuffle, (*Select)[Lane],
                               *Width)];
  });
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

std::optional<LaneRun::Table> LaneRun::compute(const Term *T, const Node *At) {
  if (const auto *Number = dyn_cast<ConstantTerm>(T))
    return each([&](unsigned) { return Number->value(); });
  if (const auto *Self = dyn_cast<IdentityTerm>(T))
    return identity(*Self);
  if (isa<ParameterTerm>(T))
    return drawn(T, LaneBits);
  if (const auto *Made = dyn_cast<ResultTerm>(T))
    return collective(*Made);
  if (const auto *Phi = dyn_cast<PhiTerm>(T)) {
    if (const Term *Only = Values.resolved(Phi); Only != Phi)
      return run(Only, At);
    const Induction *Variable = Values.inductions().find(Phi);
    if (!Variable)
      return join(*Phi, At);
    if (!InLoop || InLoop->Head != Phi->node())
      return loop(*Variable, At);
    auto Found = InLoop->Variables.find(Variable);
    if (Found != InLoop->Variables.end())
      return Found->second;
    InLoop->Missing.push_back(Variable);
    return std::nullopt;
  }
  if (const auto *Choice = dyn_cast<SelectTerm>(T)) {
    auto If = run(Choice->condition(), At), True = run(Choice->ifTrue(), At),
         False = run(Choice->ifFalse(), At);
    if (!If || !True || !False)
      return std::nullopt;
    return each([&](unsigned Lane) {
      return (*If)[Lane] ? (*True)[Lane] : (*False)[Lane];
    });
  }
  if (!isa<LinearTerm, UnaryTerm, BinaryTerm, NarrowTerm, OpaqueTerm>(T))
    return std::nullopt;
  Tables Of;
  for (const Term *Part : T->operands()) {
    auto Value = run(Part, At);
    if (!Value)
      return std::nullopt;
    Of.push_back(*Value);
  }
  if (const auto *Made = dyn_cast<OpaqueTerm>(T))
    return opaque(*Made, Of);
  // All bits, and none, that many drawn numbers have are the same soon.
  const auto *Bits = dyn_cast<BinaryTerm>(T);
  bool Saturates = BitsOf && Bits &&
                   (Bits->opcode() == BO_And || Bits->opcode() == BO_Or) &&
                   isOfData(Bits->lhs()) && isOfData(Bits->rhs()) &&
                   !(isTest(Bits->lhs()) && isTest(Bits->rhs()));
  return each([&](unsigned Lane) -> int64_t {
    if (const auto *Sum = dyn_cast<LinearTerm>(T)) {
      base::Checked All = Sum->constant();
      for (auto [Part, C] : llvm::zip(Of, Sum->coefficients()))
        All += base::Checked(Part[Lane]) * C;
      return All.orElse(0);
    }
    if (const auto *Op = dyn_cast<UnaryTerm>(T))
      return fold(Op->opcode(), Of[0][Lane]).orElse(0);
    if (const auto *Kept = dyn_cast<NarrowTerm>(T))
      return IntegerType{Kept->bits(), Kept->isSigned()}
          .convert(Of[0][Lane])
          .orElse(0);
    const auto *Op = cast<BinaryTerm>(T);
    int64_t L = Of[0][Lane], R = Of[1][Lane];
    base::Checked Made = fold(Op->opcode(), L, R);
    if (Made && !Saturates)
      return *Made;
    bool Commutes = Op->opcode() == BO_Mul || Saturates;
    int64_t Number =
        numberFor({Commutes ? std::min(L, R) : L, Commutes ? std::max(L, R) : R,
                   int64_t(Op->opcode())});
    return Saturates ? ofDraw(Number) : Number;
  });
}

std::optional<LaneRun::Table> LaneRun::run(const Term *T, const Node *At) {
  if (auto Found = Known.find(T); Found != Known.end())
    return Found->second;
  if (isGiven(T, At))
    return Known[T] = given(T, At);
  bool IsInput = isInput(T, At);
  if (IsInput && !InInput)
    Seen.Inputs.insert(T);
  if (IsInput && isOfData(T))
    return Known[T] = drawn(T, bitsOf(T, At));
  llvm::SaveAndRestore Inside(InInput, InInput || IsInput);
  // Choices and exchanges of choices stand inside of each other.
  bool IsChoice = isa<SelectTerm, PhiTerm>(T);
  llvm::SaveAndRestore Deeper(Depth, Depth + IsChoice);
  const Limits &Within = Values.limits();
  std::optional<Table> Result;
  if (Within.allows(BudgetId::SelectDepth, Depth) &&
      Within.allows(BudgetId::SelectTerms, Known.size() + 1))
    Result = compute(T, At);
  if (!Result && BitsOf && T != Top && !isExecuted(T))
    Result = given(T, At);
  // What was missing is known when the loop is executed again.
  if (Result)
    Known[T] = Result;
  return Result;
}

} // namespace warplint
