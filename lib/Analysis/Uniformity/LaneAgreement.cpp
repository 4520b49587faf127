//===--- LaneAgreement.cpp - Lanes that have one value --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/LaneAgreement.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/LaneValues.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/LoopEvolution/IterationValues.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Analysis/Uniformity/ExchangedTerms.h"
#include "Assumptions/SampleSizes.h"
#include "CudaModel/Arithmetic.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/xxhash.h"
#include <array>

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

/// A number of 30 bits that stands for \p Parts.
static int64_t numberFor(llvm::ArrayRef<int64_t> Parts) {
  llvm::ArrayRef<uint8_t> Bytes(reinterpret_cast<const uint8_t *>(Parts.data()),
                                Parts.size() * sizeof(int64_t));
  return int64_t(llvm::xxh3_64bits(Bytes) & ((1u << 30) - 1));
}

namespace {

/// Evaluates terms in all lanes of a warp, for one draw.
class LaneRun {
public:
  LaneRun(const Evaluation &Values, TermArena &Arena, const CfgView &View,
          Trust Given, unsigned Draw, ExchangedTerms &Exchanged)
      : Values(Values), Arena(Arena), View(View), Given(Given), Draw(Draw),
        Exchanged(Exchanged) {}

  using Table = std::array<int64_t, LanesPerWarp>;
  /// The values of \p T at \p At; nullopt if an exchange or a loop in it is not
  /// understood.
  std::optional<Table> run(const Term *T, const Node *At);

  LaneAgreement Seen; ///< All but the bits.
  bool Exchanges = false;

private:
  using Tables = llvm::SmallVector<Table, 4>;
  std::optional<Table> compute(const Term *T, const Node *At);
  Table drawn(const Term *T, bool ByLane) const;
  std::optional<Table> identity(const IdentityTerm &T) const;
  std::optional<Table> opaque(const OpaqueTerm &T, const Tables &Of) const;
  std::optional<Table> collective(const ResultTerm &T);
  std::optional<Table> join(const PhiTerm &Phi, const Node *At);
  std::optional<Table> loop(const Induction &Of, const Node *At);
  bool isWithin(const Induction &Of, const Node &At) const;
  void noteBefore(const Term *T, const Node *At);
  bool isOfData(const Term *T) const;
  bool isInput(const Term *T, const Node *At) const;
  template <class F> static Table each(F Compute) {
    Table Result;
    for (unsigned Lane = 0; Lane < LanesPerWarp; ++Lane)
      Result[Lane] = Compute(Lane);
    return Result;
  }

  const Evaluation &Values;
  TermArena &Arena;
  const CfgView &View;
  Trust Given;
  unsigned Draw;
  ExchangedTerms &Exchanged;
  unsigned Depth = 0;
  bool InInput = false; ///< Parts of an input are computed.
  /// Values in the iteration in progress. Looked up only.
  llvm::DenseMap<const Term *, std::optional<Table>> Known;
  /// The loop whose iterations are executed, its variables with their values,
  /// and those that were missing. Null: none.
  struct Execution {
    const Node *Head = nullptr;
    llvm::MapVector<const Induction *, Table> Variables;
    llvm::SmallVector<const Induction *, 2> Missing;
  } *InLoop = nullptr;
};

} // namespace

/// What lanes have of their own, or what they have in common. In the last draw
/// all lanes have the same.
LaneRun::Table LaneRun::drawn(const Term *T, bool ByLane) const {
  ByLane &= Draw + 1 != samples::LaneDraws;
  return each([&](unsigned Lane) {
    int64_t Number =
        numberFor({int64_t(T->id()), ByLane ? int64_t(Lane) : -1, Draw});
    return Draw % 2 ? Number : Number % (2 + Draw);
  });
}

std::optional<LaneRun::Table> LaneRun::identity(const IdentityTerm &T) const {
  const auto &Block = Arena.launch().Block;
  bool RowsAreWhole = Block[0] % LanesPerWarp == 0;
  switch (T.identity()) {
  case IdentityKind::LaneId:
    return each([](unsigned Lane) { return Lane; });
  case IdentityKind::ThreadRankInTile:
    if (T.tileSize() == 0 || T.tileSize() > LanesPerWarp)
      return drawn(&T, /*ByLane=*/true);
    return each([&](unsigned Lane) { return Lane % T.tileSize(); });
  case IdentityKind::ThreadIdx:
    if (T.axis() != 0)
      return drawn(&T, /*ByLane=*/!RowsAreWhole);
    if (!RowsAreWhole && (Block[1] != 1 || Block[2] != 1))
      return drawn(&T, /*ByLane=*/true);
    [[fallthrough]];
  case IdentityKind::ThreadRankInBlock:
    return each([&](unsigned Lane) { return LanesPerWarp * Draw + Lane; });
  default:
    return drawn(&T, /*ByLane=*/T.uniformAt() < Scope::Warp);
  }
}

/// What a function that is not modelled makes of \p Of.
std::optional<LaneRun::Table> LaneRun::opaque(const OpaqueTerm &T,
                                              const Tables &Of) const {
  bool OfThread = T.uniformAt() < Scope::Warp;
  if (Of.empty())
    return drawn(&T, OfThread);
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
    return numberFor(Parts);
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
  auto Value = run(E->Value, E->At);
  auto Select = Of ? Value : run(E->Select, E->At);
  // A source that data choose may be one for all lanes, or not.
  auto IsLane = [](int64_t Number) {
    return Number >= 0 && Number < LanesPerWarp;
  };
  if (!Value || !Select ||
      (!Of && ((isInput(E->Select, E->At) && isOfData(E->Select)) ||
               !llvm::all_of(*Select, IsLane))))
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
// Joins and loops
//===----------------------------------------------------------------------===//

std::optional<LaneRun::Table> LaneRun::join(const PhiTerm &Phi,
                                            const Node *At) {
  Table Result;
  for (unsigned Lane = 0; Lane < LanesPerWarp; ++Lane) {
    const Term *Arriving = arriving(
        Phi, View, Values, [&](const Node &N) -> std::optional<unsigned> {
          auto Test = isTwoWay(N) ? run(N.Branch, At) : std::nullopt;
          return Test ? std::optional((*Test)[Lane] ? 0u : 1u) : std::nullopt;
        });
    auto Value = Arriving ? run(Arriving, At) : std::nullopt;
    if (!Value)
      return std::nullopt;
    Result[Lane] = (*Value)[Lane];
  }
  return Result;
}

/// \p At is reached from the head of the loop of \p Of by iterations only.
bool LaneRun::isWithin(const Induction &Of, const Node &At) const {
  const Node &Head = Of.head();
  if (&At == &Head)
    return true;
  auto In = View.successorTo(Head, *Of.Latch);
  return View.contains(At) && View.dominates(Head, At) &&
         View.successorTo(Head, At) == In;
}

/// The value of the variable of \p Of behind its loop.
std::optional<LaneRun::Table> LaneRun::loop(const Induction &Of,
                                            const Node *At) {
  const Node &Head = Of.head();
  auto In = View.successorTo(Head, *Of.Latch);
  if (!In || !Head.Branch || Head.successors().size() != 2 ||
      (At && isWithin(Of, *At)))
    return std::nullopt;
  llvm::SmallSetVector<const Induction *, 4> Variables;
  Variables.insert(&Of);
  while (Values.limits().allows(BudgetId::Exchanges, Variables.size())) {
    Execution Now;
    Now.Head = &Head;
    for (const Induction *Each : Variables) {
      auto First = run(Each->First, &Head);
      if (!First)
        return std::nullopt;
      Now.Variables[Each] = *First;
    }
    llvm::SaveAndRestore Enter(InLoop, &Now);
    auto Outer = std::move(Known);
    std::optional<Table> Result;
    for (unsigned Iteration = 1;
         Values.limits().allows(BudgetId::Exchanges, Iteration); ++Iteration) {
      Known.clear();
      auto Test = run(Head.Branch, &Head);
      if (!Test || !llvm::all_equal(*Test))
        break;
      if ((Test->front() != 0) != (*In == 0)) {
        Result = Now.Variables[&Of];
        break;
      }
      auto Next = Now.Variables;
      bool IsKnown = true;
      for (auto &[Each, Value] : Next) {
        auto New = run(Each->Next, Each->Latch);
        IsKnown &= New.has_value();
        Value = New.value_or(Value);
      }
      if (!IsKnown)
        break;
      Now.Variables = std::move(Next);
    }
    Known = std::move(Outer);
    if (Result || Now.Missing.empty()) {
      for (const Induction *Each : Variables)
        if (Exchanged.contains(Each->Variable))
          Seen.Loops.insert(Each);
      return Result;
    }
    Variables.insert_range(Now.Missing);
  }
  return std::nullopt;
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
    return drawn(T, /*ByLane=*/false);
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
    if (Made)
      return *Made;
    bool Commutes = Op->opcode() == BO_Mul;
    return numberFor({Commutes ? std::min(L, R) : L,
                      Commutes ? std::max(L, R) : R, int64_t(Op->opcode())});
  });
}

std::optional<LaneRun::Table> LaneRun::run(const Term *T, const Node *At) {
  if (auto Found = Known.find(T); Found != Known.end())
    return Found->second;
  bool IsInput = isInput(T, At);
  if (IsInput && !InInput)
    Seen.Inputs.insert(T);
  if (IsInput && isOfData(T))
    return Known[T] = drawn(T, /*ByLane=*/true);
  llvm::SaveAndRestore Inside(InInput, InInput || IsInput);
  // Choices and exchanges of choices stand inside of each other.
  bool IsChoice = isa<SelectTerm, PhiTerm>(T);
  llvm::SaveAndRestore Deeper(Depth, Depth + IsChoice);
  const Limits &Within = Values.limits();
  if (!Within.allows(BudgetId::SelectDepth, Depth) ||
      !Within.allows(BudgetId::SelectTerms, Known.size() + 1))
    return std::nullopt;
  std::optional<Table> Result = compute(T, At);
  // What was missing is known when the loop is executed again.
  if (Result)
    Known[T] = Result;
  return Result;
}

std::optional<LaneAgreement>
laneAgreement(const Term *Value, const Node *At, Trust Given,
              const Evaluation &Values, TermArena &Arena, const CfgView &View) {
  ExchangedTerms Exchanged(Values, View);
  if (!Exchanged.contains(Value))
    return std::nullopt;
  LaneAgreement Result;
  Result.AgreeingBits = LaneBits;
  std::optional<int64_t> Before;
  for (unsigned Draw = 0; Draw < samples::LaneDraws; ++Draw) {
    LaneRun Run(Values, Arena, View, Given, Draw, Exchanged);
    auto Table = Run.run(Value, At);
    if (!Table || !Run.Exchanges)
      return std::nullopt;
    for (unsigned Lane = 0; Lane < LanesPerWarp; ++Lane)
      for (unsigned Bit = 1; Bit < LanesPerWarp; Bit *= 2)
        if ((*Table)[Lane] != (*Table)[Lane ^ Bit])
          Result.AgreeingBits &= ~Bit;
    Result.Varies |= Before.value_or(Table->front()) != Table->front();
    Before = Table->front();
    Result.Before.insert_range(Run.Seen.Before);
    Result.Inputs.insert_range(Run.Seen.Inputs);
    Result.Loops.insert_range(Run.Seen.Loops);
  }
  return Result;
}

} // namespace warplint
