//===--- LanePair.cpp - Two lanes of a warp as a question -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/WarpCollectives/LanePair.h"
#include "Analysis/Detectors/WarpCollectives/LaneMasks.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/LoopEvolution/IterationValues.h"
#include "Analysis/Uniformity/LaunchSpecialization.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/SampleSizes.h"
#include "CudaModel/LaneFunctions.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint::collectives {
using samples::LargestOfWarp, samples::MostOfWarp;

LanePair::LanePair(const KernelFacts &Facts, const Node &At,
                   const std::array<int64_t, 3> &BlockDim,
                   LaunchSpecialization *In)
    : Facts(Facts), At(At), BlockDim(BlockDim), In(In) {
  int64_t Threads = BlockDim[0] * BlockDim[1] * BlockDim[2];
  Warp = newSymbol(0, (Threads - 1) / LanesPerWarp);
  for (unsigned Which : {0u, 1u}) {
    Numbers[Which] = newSymbol(0, LanesPerWarp - 1);
    Ranks[Which] =
        Q.make(Operator::Add, {binary(Operator::Multiply, Warp, LanesPerWarp),
                               Numbers[Which]});
    Q.require(binary(Operator::Less, Ranks[Which], Threads));
    // What leads back to itself is some number.
    Written[Which] = TermFold<Ref>(newSymbol(INT32_MIN, INT32_MAX));
  }
}

LanePair::Ref LanePair::newSymbol(int64_t Min, int64_t Max) {
  return Q.symbol("s" + std::to_string(Q.symbols().size()), Min, Max);
}

bool LanePair::isOfWarp(const Term *T) const {
  return Facts.uniformity().isUniform(T, Scope::Warp);
}

/// The bounds of what nothing but its type is known of.
static TermArena::Range rangeOfType(const Term &T, const ASTContext &Context) {
  QualType Type;
  if (const auto *Made = dyn_cast<SiteTerm>(&T)) {
    if (const auto *E = dyn_cast_or_null<Expr>(Made->site()))
      Type = E->getType();
  } else if (const auto *Declared = dyn_cast<ParameterTerm>(&T)) {
    Type = Declared->decl()->getType();
  }
  if (Type.isNull() || !Type->isIntegralOrEnumerationType())
    return {INT32_MIN, INT32_MAX};
  IntegerType Of = integerTypeOf(Type, Context);
  return {std::max(Of.least(), -LargestOfWarp),
          std::min(Of.most(), LargestOfWarp)};
}

LanePair::Ref LanePair::symbol(const Term *T, unsigned Which) {
  bool IsShared = isOfWarp(T);
  auto &Known = IsShared ? Shared : Own[Which];
  auto Found = Known.find(T);
  if (Found != Known.end())
    return Found->second;
  TermArena::Range Is = Facts.evolution().rangeOf(T),
                   OfType = rangeOfType(*T, Facts.context());
  int64_t Min = std::max(Is.Min.value_or(*OfType.Min), -LargestOfWarp),
          Max = std::min(Is.Max.value_or(*OfType.Max), LargestOfWarp);
  Ref Made = newSymbol(Min, std::max(Min, Max));
  Known.insert({T, Made});
  return Made;
}

LanePair::Ref LanePair::identity(const IdentityTerm &T, unsigned Which) {
  Ref Rank = Ranks[Which];
  auto [X, Y, Z] = BlockDim;
  switch (T.identity()) {
  case IdentityKind::ThreadIdx:
    if (T.axis() == 0)
      return Y * Z == 1 ? Rank : binary(Operator::Remainder, Rank, X);
    if (T.axis() == 1)
      return binary(Operator::Remainder, binary(Operator::Divide, Rank, X), Y);
    return binary(Operator::Divide, Rank, X * Y);
  case IdentityKind::BlockDim:
    return Q.constant(BlockDim[T.axis()]);
  case IdentityKind::BlockSize:
    return Q.constant(X * Y * Z);
  case IdentityKind::LaneId:
    return Numbers[Which];
  case IdentityKind::WarpIdInBlock:
    return Warp;
  case IdentityKind::WarpSize:
    return Q.constant(LanesPerWarp);
  case IdentityKind::ThreadRankInBlock:
    return Rank;
  case IdentityKind::ThreadRankInTile:
    return T.tileSize() ? binary(Operator::Remainder, Rank, T.tileSize())
                        : symbol(&T, Which);
  case IdentityKind::TileRankInBlock:
    return T.tileSize() ? binary(Operator::Divide, Rank, T.tileSize())
                        : symbol(&T, Which);
  case IdentityKind::ThreadRankInGrid: {
    auto [Found, New] = Shared.insert({&T, 0});
    if (New)
      Found->second = newSymbol(0, MostOfWarp);
    return Q.make(Operator::Add,
                  {binary(Operator::Multiply, Found->second, X * Y * Z), Rank});
  }
  default:
    return symbol(&T, Which);
  }
}

/// The value of \p T, which is the counter of a loop or a join of paths.
std::optional<LanePair::Ref> LanePair::phi(const PhiTerm &T, unsigned Which,
                                           Parts &Of) {
  const Evaluation &Values = Facts.values();
  if (const Term *Only = Values.resolved(&T); Only != &T)
    return Of.of(Only);
  const Induction *Counter = Values.inductions().find(&T);
  auto HasPhi = [](const Term &Part) { return isa<PhiTerm>(Part); };
  if (Counter && Counter->K == Induction::Kind::Added &&
      !anyPartOf(Counter->Step, HasPhi)) {
    bool IsAround = Facts.loops().contains(Counter->head(), At);
    if (!IsAround && isOfWarp(&T))
      return symbol(&T, Which);
    if (!Of.knowsAll(llvm::ArrayRef({Counter->First, Counter->Step})))
      return std::nullopt;
    auto &Known = IsAround ? Iterations : OwnIterations[Which];
    auto [Found, New] = Known.try_emplace(&Counter->head(), 0);
    if (New)
      Found->second = newSymbol(0, MostOfWarp);
    return Q.make(
        Operator::Add,
        {*Of.of(Counter->First),
         Q.make(Operator::Multiply, {*Of.of(Counter->Step), Found->second})});
  }
  if (Facts.loops().headedBy(*T.node()))
    return symbol(&T, Which);
  // Two values, of which a branch chooses one.
  for (const Node *Branch : Facts.uniformity().choosers(&T)) {
    if (!Branch->Branch || Branch->successors().size() != 2)
      continue;
    const Term *Chosen[2];
    for (unsigned Successor : {0u, 1u})
      Chosen[Successor] =
          arriving(T, Facts.paths(), Values, [&](const Node &N) {
            return &N == Branch ? std::optional(Successor) : std::nullopt;
          });
    if (!Chosen[0] || !Chosen[1])
      continue;
    if (!Of.knowsAll(llvm::ArrayRef({Branch->Branch, Chosen[0], Chosen[1]})))
      return std::nullopt;
    return Q.make(Operator::Choose, {*Of.of(Branch->Branch), *Of.of(Chosen[0]),
                                     *Of.of(Chosen[1])});
  }
  return symbol(&T, Which);
}

std::optional<LanePair::Ref> LanePair::make(const Term *T, unsigned Which,
                                            Parts &Of) {
  if (const Term *Known = In ? In->of(T) : T; Known != T)
    return Of.of(Known);
  switch (T->kind()) {
  case TermKind::Constant:
    return Q.constant(cast<ConstantTerm>(T)->value());
  case TermKind::Identity:
    return identity(*cast<IdentityTerm>(T), Which);
  case TermKind::Phi:
    return phi(*cast<PhiTerm>(T), Which, Of);
  case TermKind::Linear:
  case TermKind::Unary:
  case TermKind::Binary:
  case TermKind::Select:
  case TermKind::Narrow:
    break;
  default:
    return symbol(T, Which);
  }
  if (!Of.knowsAll(T->operands()))
    return std::nullopt;
  Ref Made = 0;
  if (const auto *Sum = dyn_cast<LinearTerm>(T)) {
    Made = Q.constant(Sum->constant());
    for (auto [Part, C] : llvm::zip(Sum->operands(), Sum->coefficients()))
      Made = Q.make(Operator::Add,
                    {Made, binary(Operator::Multiply, *Of.of(Part), C)});
  } else if (const auto *Choice = dyn_cast<SelectTerm>(T)) {
    Made = Q.make(Operator::Choose,
                  {*Of.of(Choice->condition()), *Of.of(Choice->ifTrue()),
                   *Of.of(Choice->ifFalse())});
  } else if (const auto *Kept = dyn_cast<NarrowTerm>(T)) {
    Made = Q.truncate(*Of.of(Kept->of()), Kept->bits(), Kept->isSigned());
  } else if (const auto *One = dyn_cast<UnaryTerm>(T)) {
    Ref Operand = *Of.of(One->of());
    if (One->opcode() == UO_LNot)
      return Q.make(Operator::Not, {Operand});
    // ~x is -x - 1.
    Made = binary(Operator::Multiply, Operand, -1);
    if (One->opcode() == UO_Not)
      Made = binary(Operator::Add, Made, -1);
  } else {
    const auto *Both = cast<BinaryTerm>(T);
    auto Is = operatorOf(Both->opcode());
    if (!Is)
      return symbol(T, Which);
    Ref L = *Of.of(Both->lhs()), R = *Of.of(Both->rhs());
    if (Is->IsSwapped)
      std::swap(L, R);
    Made = Q.make(Is->Op, {L, R});
  }
  // What does not fit into the numbers of a query is some number.
  return Q.expressions()[Made].range().isBounded() ? Made : symbol(T, Which);
}

LanePair::Ref LanePair::write(const Term *T, unsigned Which) {
  return Written[Which].run(
      T, [&](const Term *Part, Parts &Of) { return make(Part, Which, Of); });
}

LanePair::Ref LanePair::truth(const Term *T, unsigned Which, bool Holds) {
  Ref Is = Q.make(Operator::NotEqual, {write(T, Which), Q.constant(0)});
  return Holds ? Is : Q.make(Operator::Not, {Is});
}

LanePair::Ref LanePair::someTruth(const Node &Branch, unsigned Successor,
                                  unsigned Which) {
  auto [Found, New] = Choices.try_emplace({&Branch, Successor, Which}, 0);
  if (New)
    Found->second = newSymbol(0, 1);
  return Found->second;
}

//===----------------------------------------------------------------------===//
// What both lanes have
//===----------------------------------------------------------------------===//

/// What decides the value of \p T, which no lane has of its own: the place of a
/// load, the operands of a function. Nothing if something else does.
std::optional<std::vector<LanePair::Ref>>
LanePair::argumentsOf(const Term *T, unsigned Which) {
  std::vector<Ref> Arguments;
  if (const auto *Load = dyn_cast<LoadTerm>(T)) {
    const Term *Root = rootOf(Load->address());
    if (isa<LocalTerm, TemporaryTerm, ReturnTerm>(Root) || !isOfWarp(Root) ||
        Facts.uniformity().interferenceWithin(T, Scope::Warp))
      return std::nullopt;
    for (const SubobjectTerm *Step : pathOf(Load->address()))
      if (const auto *Element = dyn_cast<ElementTerm>(Step))
        Arguments.push_back(write(Element->index(), Which));
    return Arguments;
  }
  const auto *Made = dyn_cast<OpaqueTerm>(T);
  if (!Made || Made->uniformAt() < Scope::Warp || Made->operands().empty())
    return std::nullopt;
  for (const Term *Operand : Made->operands())
    Arguments.push_back(write(Operand, Which));
  return Arguments;
}

void LanePair::relateEqual(const Term *T) {
  auto First = argumentsOf(T, 0), Second = argumentsOf(T, 1);
  if (!First || !Second)
    return;
  Ref Differ = Q.make(Operator::NotEqual, {Q.constant(0), Q.constant(0)});
  for (auto [L, R] : llvm::zip(*First, *Second))
    Differ = Q.make(Operator::Or, {Differ, Q.make(Operator::NotEqual, {L, R})});
  Q.require(
      Q.make(Operator::Or,
             {Differ, Q.make(Operator::Equal, {symbol(T, 0), symbol(T, 1)})}));
}

/// What a vote gives, by the predicates of the lanes that took part.
void LanePair::relateResults(const ResultTerm &T) {
  const Event *E = Facts.values().operationOf(T);
  auto Of = E && E->Value ? laneFunctionOf(*E->Op->Entry) : std::nullopt;
  if (!Of || E->Op->Kind != SyncKind::Vote || constantMask(*E) != AllLanes)
    return;
  bool AreTogether = areLanesTogether(*E->At, Facts);
  for (unsigned Which : {0u, 1u}) {
    // A lane that has the result has voted; the other one may not have.
    if (Which == 1 && !AreTogether)
      continue;
    Ref Votes = truth(E->Value, Which, true), Result = symbol(&T, 0),
        IsSet = Q.make(Operator::NotEqual, {Result, Q.constant(0)});
    if (*Of == LaneFunction::Any)
      Q.require(Q.make(Operator::LessEqual, {Votes, IsSet}));
    if (*Of == LaneFunction::All)
      Q.require(Q.make(Operator::LessEqual, {IsSet, Votes}));
    if (*Of == LaneFunction::Ballot)
      Q.require(Q.make(
          Operator::Equal,
          {binary(Operator::BitAnd,
                  Q.make(Operator::ShiftRight, {Result, Numbers[Which]}), 1),
           Votes}));
  }
}

void LanePair::relate() {
  llvm::SetVector<const Term *> Done;
  for (bool Grows = true; Grows;) {
    Grows = false;
    std::vector<const Term *> Terms;
    for (const auto *Known : {&Shared, &Own[0]})
      for (const auto &Each : *Known)
        Terms.push_back(Each.first);
    for (const Term *T : Terms) {
      if (!Done.insert(T))
        continue;
      Grows = true;
      if (const auto *Made = dyn_cast<ResultTerm>(T))
        relateResults(*Made);
      else if (Own[0].count(T) && Own[1].count(T))
        relateEqual(T);
    }
  }
}

} // namespace warplint::collectives
