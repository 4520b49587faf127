//===--- ThreadCopies.cpp - One interval, run by two threads --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/ThreadCopies.h"
#include "Analysis/ThreadValues.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace clang;

namespace warplint {

/// Numbers that stand for sizes: each is larger than what it may hold. A grid
/// of the shapes examined has no more threads along an axis than `Size`; a row
/// that an index runs through has room for a few of those; a pitch that nothing
/// is compared with, for any number of rows.
static constexpr int64_t Size = int64_t(1) << 13;
static constexpr int64_t Row = int64_t(1) << 15;
static constexpr int64_t Pitches[] = {int64_t(1) << 20, int64_t(1) << 38};
static constexpr int64_t UnknownMax = Row;
static constexpr int64_t RoundsMax = (int64_t(1) << 18) - 1;

bool isDynamicShared(const Term *Root) {
  if (Root->kind() != TermKind::Variable)
    return false;
  const auto *Var = dyn_cast<VarDecl>(Root->decl());
  return Var && memorySpaceOf(*Var) == MemorySpace::Shared &&
         Var->getType()->isIncompleteArrayType();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {

/// Tells what the parameters in a kernel's terms are for.
class RoleWalk {
public:
  RoleWalk(const Evaluation &Values, bool OffsetsAreFree, ParameterRoles &Found)
      : Values(Values), OffsetsAreFree(OffsetsAreFree), Found(Found) {}

  enum class Use : uint8_t { Added, Multiplied, Compared, Other };

  /// \p T is part of an address.
  void walk(const Term *T, Use As) {
    if (!Seen.insert({T, As}).second)
      return;
    if (isParameter(T)) {
      if (As == Use::Multiplied)
        Found.Pitches.insert(T);
      else if (As == Use::Compared)
        Found.Bounds.insert(T);
      else if (As != Use::Added || !OffsetsAreFree)
        Found.Offsets.insert(T);
      return;
    }
    // What is read from memory is an unknown of its own.
    if (T->kind() == TermKind::Load)
      return;
    for (unsigned I = 0; I < T->operands().size(); ++I)
      walk(T->operand(I), useIn(T, I, As));
    for (const Incoming &I : Values.incoming(T))
      walk(I.Held.Value, As == Use::Added ? Use::Other : As);
  }

  /// \p T decides a branch: what is compared with an index bounds it.
  void walkCondition(const Term *T) {
    if (T->kind() == TermKind::Binary &&
        BinaryOperator::isComparisonOp(BinaryOperatorKind(T->opcode()))) {
      // `i == n` chooses one index; it bounds none.
      if (BinaryOperator::isRelationalOp(BinaryOperatorKind(T->opcode())) &&
          dependsOnMore(T))
        walk(T, Use::Compared);
      return;
    }
    for (const Term *Op : T->operands())
      walkCondition(Op);
  }

private:
  static bool isParameter(const Term *T) {
    if (T->kind() == TermKind::Extract)
      return T->field() && T->field()->getType()->isIntegerType() &&
             rootOf(T->operand(0))->kind() == TermKind::Parameter;
    return T->kind() == TermKind::Parameter &&
           T->decl()->getType()->isIntegralOrEnumerationType();
  }

  static Use useIn(const Term *T, unsigned Operand, Use As) {
    switch (T->kind()) {
    case TermKind::Linear:
      return As == Use::Added && std::abs(T->coefficients()[Operand]) != 1
                 ? Use::Other
                 : As;
    case TermKind::Element:
    case TermKind::Field:
    case TermKind::Narrow:
      return As;
    case TermKind::Binary:
      return T->opcode() == BO_Mul ? Use::Multiplied
             : As == Use::Compared ? Use::Compared
                                   : Use::Other;
    default:
      return As == Use::Added ? Use::Other : As;
    }
  }

  /// Not made of parameters and constants alone.
  static bool dependsOnMore(const Term *T) {
    if (isParameter(T) || T->isConstant())
      return false;
    if (T->operands().empty() || T->kind() == TermKind::Phi)
      return true;
    return llvm::any_of(T->operands(), dependsOnMore);
  }

  const Evaluation &Values;
  bool OffsetsAreFree;
  ParameterRoles &Found;
  std::set<std::pair<const Term *, Use>> Seen;
};

} // namespace

ParameterRoles parameterRoles(const KernelFacts &Facts, bool OffsetsAreFree) {
  ParameterRoles Found;
  RoleWalk Walk(Facts.values(), OffsetsAreFree, Found);
  for (const Node *N : Facts.program().order()) {
    for (const Event &E : N->Events)
      if (E.K == Event::Kind::Access)
        Walk.walk(E.Address, RoleWalk::Use::Added);
    if (N->Branch)
      Walk.walkCondition(N->Branch);
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

QuerySpace::QuerySpace(const KernelFacts &Facts, const LaunchExtents &Shape,
                       Scope Sharing, const ParameterRoles &Roles)
    : Facts(Facts), Arena(Shape), Sharing(Sharing), Roles(Roles) {
  for (unsigned Thread : {1u, 2u})
    makePlaces(Thread);
  Probe = newSymbol({}, {"probe", SymbolInfo::Kind::Data, 0, nullptr, nullptr});
  for (const Node *N : Facts.program().order())
    for (const Event &E : N->Events) {
      if (E.K != Event::Kind::Access)
        continue;
      if (E.Access != AccessKind::Read)
        Written.insert(rootOf(E.Address));
      else if (E.Volatile)
        Volatile.insert({E.Owner, E.Site});
    }
}

const Term *QuerySpace::newSymbol(TermArena::Range Bounds, SymbolInfo Info) {
  if (!Bounds.Min)
    Bounds.Min = -UnknownMax;
  if (!Bounds.Max)
    Bounds.Max = UnknownMax;
  if (Info.Thread)
    Info.Name += llvm::utostr(Info.Thread);
  Info.Name += "." + llvm::utostr(Infos.size());
  const Term *New = Arena.symbol(Bounds);
  Infos.push_back(std::move(Info));
  return New;
}

/// A thread's index is made of its warp and lane where rows are whole warps, so
/// that both come out of divisions again.
void QuerySpace::makePlaces(unsigned Thread) {
  static constexpr llvm::StringLiteral Axes[] = {"x", "y", "z"};
  Place &At = Places[Thread];
  auto Make = [&](llvm::StringRef Name, unsigned Owner, int64_t Extent) {
    if (Extent == 1)
      return Arena.constant(0);
    return newSymbol({0, Extent - 1}, {Name.str(), SymbolInfo::Kind::Place,
                                       Owner, nullptr, nullptr});
  };
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    int64_t Threads = shape().Block[Axis], Blocks = shape().Grid[Axis];
    if (Axis == 0 && Threads % LanesPerWarp == 0)
      At.Index[0] = Arena.binary(
          BO_Add,
          Arena.binary(BO_Mul, Make("warp", Thread, Threads / LanesPerWarp),
                       Arena.constant(LanesPerWarp)),
          Make("lane", Thread, LanesPerWarp));
    else
      At.Index[Axis] = Make(("thread." + Axes[Axis]).str(), Thread, Threads);
    bool Own = Sharing >= Scope::Grid || Thread == 1;
    At.Block[Axis] = Own ? Make(("block." + Axes[Axis]).str(),
                                Sharing >= Scope::Grid ? Thread : 0, Blocks)
                         : Places[1].Block[Axis];
  }
}

const Term *QuerySpace::rank(unsigned Thread) {
  const auto &Block = shape().Block;
  auto Times = [&](const Term *T, int64_t C) {
    return Arena.binary(BO_Mul, T, Arena.constant(C));
  };
  const Place &At = Places[Thread];
  return Arena.binary(
      BO_Add, At.Index[0],
      Arena.binary(BO_Add, Times(At.Index[1], Block[0]),
                   Times(At.Index[2], int64_t(Block[0]) * Block[1])));
}

const Term *QuerySpace::warp(unsigned Thread) {
  return Arena.binary(BO_Div, rank(Thread), Arena.constant(LanesPerWarp));
}

const Term *QuerySpace::identity(const Term *T, unsigned Thread) {
  const auto &Block = shape().Block;
  const auto &Grid = shape().Grid;
  const Place &At = Places[Thread];
  auto Constant = [&](int64_t V) { return Arena.constant(V); };
  auto Apply = [&](BinaryOperatorKind Op, const Term *L, int64_t R) {
    return Arena.binary(Op, L, Constant(R));
  };
  auto BlockRank = [&] {
    return Arena.binary(
        BO_Add, At.Block[0],
        Arena.binary(BO_Add, Apply(BO_Mul, At.Block[1], Grid[0]),
                     Apply(BO_Mul, At.Block[2], int64_t(Grid[0]) * Grid[1])));
  };
  int64_t Threads = shape().blockSize(), Blocks = shape().gridSize();
  int64_t Tile = T->tileSize();
  switch (T->identity()) {
  case IdentityKind::ThreadIdx:
    return At.Index[T->axis()];
  case IdentityKind::BlockIdx:
    return At.Block[T->axis()];
  case IdentityKind::BlockDim:
    return Constant(Block[T->axis()]);
  case IdentityKind::GridDim:
    return Constant(Grid[T->axis()]);
  case IdentityKind::LaneId:
    return Apply(BO_Rem, rank(Thread), LanesPerWarp);
  case IdentityKind::WarpIdInBlock:
    return warp(Thread);
  case IdentityKind::WarpSize:
    return Constant(LanesPerWarp);
  case IdentityKind::ThreadRankInBlock:
    return rank(Thread);
  case IdentityKind::ThreadRankInGrid:
    return Arena.binary(BO_Add, rank(Thread),
                        Apply(BO_Mul, BlockRank(), Threads));
  case IdentityKind::ThreadRankInTile:
    return Tile ? Apply(BO_Rem, rank(Thread), Tile) : nullptr;
  case IdentityKind::TileRankInBlock:
    return Tile ? Apply(BO_Div, rank(Thread), Tile) : nullptr;
  case IdentityKind::TilesInBlock:
    return Tile ? Constant((Threads + Tile - 1) / Tile) : nullptr;
  case IdentityKind::TileSize:
    return Tile ? Constant(Tile) : nullptr;
  case IdentityKind::BlockSize:
    return Constant(Threads);
  case IdentityKind::GridSize:
    return Constant(Threads * Blocks);
  case IdentityKind::BlockRankInGrid:
    return BlockRank();
  case IdentityKind::BlocksInGrid:
    return Constant(Blocks);
  default:
    return nullptr;
  }
}

/// Of an unsigned type, as far as the expression behind it tells.
static bool isUnsignedValue(const Term *T) {
  const Expr *Site = T->kind() == TermKind::Load ||
                             T->kind() == TermKind::Opaque ||
                             T->kind() == TermKind::Result
                         ? dyn_cast_or_null<Expr>(T->site())
                         : nullptr;
  return Site && Site->getType()->isUnsignedIntegerType();
}

const Term *QuerySpace::unknown(const Term *Of, unsigned Thread,
                                llvm::ArrayRef<const Term *> Parts,
                                SymbolInfo::Kind K, const Term *As) {
  const Term *&Known = Unknowns[{{As ? As : Of, Thread}, Parts.vec()}];
  if (Known)
    return Known;
  TermArena::Range Bounds = Facts.terms().rangeOf(Of);
  if (!Bounds.Min && isUnsignedValue(Of))
    Bounds.Min = 0;
  return Known = newSymbol(Bounds, {"value", K, Thread, Of, nullptr});
}

/// Pitches and sizes are powers of two: whatever a kernel divides them by, and
/// whatever it asks of their alignment, they fit.
const Term *QuerySpace::parameter(const Term *Parameter) {
  const Term *&Known = Unknowns[{{Parameter, 0}, {}}];
  if (Known)
    return Known;
  bool IsFlag = Parameter->kind() == TermKind::Parameter &&
                Parameter->decl()->getType()->isBooleanType();
  auto Pitch = llvm::find(Roles.Pitches, Parameter);
  bool IsPitch = Pitch != Roles.Pitches.end(),
       IsBound = Roles.Bounds.count(Parameter) != 0;
  if (IsPitch && !IsBound) {
    size_t Rank = Pitch - Roles.Pitches.begin();
    if (Rank < std::size(Pitches))
      return Known = Arena.constant(Pitches[Rank]);
    return Known = newSymbol(
               {}, {"pitch", SymbolInfo::Kind::Data, 0, Parameter, nullptr});
  }
  if (!IsFlag && (IsBound || Roles.Offsets.count(Parameter)))
    return Known = Arena.constant(IsPitch ? Row : Size);
  std::string Name = "parameter";
  if (Parameter->kind() == TermKind::Parameter)
    Name = Parameter->decl()->getNameAsString();
  return Known = newSymbol(
             {0, IsFlag ? 1 : UnknownMax},
             {Name, SymbolInfo::Kind::Parameter, 0, Parameter, nullptr});
}

const Term *QuerySpace::rounds(const Node &Head, unsigned Thread) {
  const Term *&Known = Unknowns[{{&Head, Thread}, {}}];
  if (!Known)
    Known = newSymbol({0, RoundsMax}, {"rounds", SymbolInfo::Kind::Rounds,
                                       Thread, nullptr, &Head});
  return Known;
}

const Term *QuerySpace::oneOf(const Term *Phi, unsigned Thread,
                              const Term *First, const ValueList &List) {
  const Term *&Known = Unknowns[{{Phi, Thread}, {Probe, First}}];
  if (Known)
    return Known;
  Known = newSymbol(
      {*llvm::min_element(List.Values), *llvm::max_element(List.Values)},
      {"round", SymbolInfo::Kind::Rounds, Thread, Phi, Phi->node()});
  const Term *Any = Arena.constant(0);
  for (int64_t V : List.Values)
    Any = logicalOr(Any, Arena.binary(BO_EQ, Known, Arena.constant(V)));
  addFact(Known, Any);
  if (List.Falls)
    addFact(Known, Arena.binary(BO_LE, Known, First));
  if (List.Rises)
    addFact(Known, Arena.binary(BO_LE, First, Known));
  return Known;
}

const Term *
QuerySpace::sameWhereRead(const llvm::DenseSet<const Term *> &Symbols) {
  llvm::SmallVector<const Term *, 8> Read;
  for (const Term *Symbol : Symbols)
    if (info(Symbol).Address.Root)
      Read.push_back(Symbol);
  const Term *Result = Arena.constant(1);
  if (Read.size() > 12)
    return Result;
  for (size_t I = 0; I < Read.size(); ++I)
    for (size_t J = I + 1; J < Read.size(); ++J) {
      const SymbolInfo &A = info(Read[I]), &B = info(Read[J]);
      if (A.Address.Root != B.Address.Root ||
          (A.Thread && B.Thread && A.Thread != B.Thread))
        continue;
      const Term *Apart = Arena.binary(BO_NE, A.Address.Value, B.Address.Value);
      Result = logicalAnd(
          Result, logicalOr(Apart, Arena.binary(BO_EQ, Read[I], Read[J])));
    }
  return Result;
}

const Term *QuerySpace::objectOf(const Term *Root) {
  if (!isDynamicShared(Root))
    return Root;
  if (!Dynamic)
    Dynamic = Root;
  return Dynamic;
}

bool QuerySpace::isHandshake(const Term *Load) const {
  if (Volatile.count({Load->activation(), Load->site()}))
    return true;
  const Term *Root = rootOf(Load->operand(0));
  const auto *Var = Root->kind() == TermKind::Variable
                        ? dyn_cast<VarDecl>(Root->decl())
                        : nullptr;
  return Sharing >= Scope::Grid && Var &&
         memorySpaceOf(*Var) == MemorySpace::Shared;
}

//===----------------------------------------------------------------------===//
// Truth values
//===----------------------------------------------------------------------===//

static bool isTruth(const Term *T) {
  if (T->kind() == TermKind::Unary)
    return T->opcode() == UO_LNot;
  return T->kind() == TermKind::Binary &&
         (BinaryOperator::isComparisonOp(BinaryOperatorKind(T->opcode())) ||
          BinaryOperator::isLogicalOp(BinaryOperatorKind(T->opcode())));
}

const Term *QuerySpace::logicalNot(const Term *T) {
  if (T->isConstant())
    return Arena.constant(T->value() == 0);
  if (T->kind() == TermKind::Unary && T->opcode() == UO_LNot &&
      isTruth(T->operand(0)))
    return T->operand(0);
  if (!isTruth(T))
    return Arena.binary(BO_EQ, T, Arena.constant(0));
  if (T->kind() == TermKind::Binary)
    switch (T->opcode()) {
    case BO_LT:
      return Arena.binary(BO_LE, T->operand(1), T->operand(0));
    case BO_LE:
      return Arena.binary(BO_LT, T->operand(1), T->operand(0));
    case BO_EQ:
      return Arena.binary(BO_NE, T->operand(0), T->operand(1));
    case BO_NE:
      return Arena.binary(BO_EQ, T->operand(0), T->operand(1));
    default:
      break;
    }
  return Arena.unary(UO_LNot, T);
}

const Term *QuerySpace::logicalAnd(const Term *L, const Term *R) {
  if (L->isConstant())
    return L->value() ? R : L;
  if (R->isConstant())
    return R->value() ? L : R;
  return L == R ? L : Arena.binary(BO_LAnd, L, R);
}

/// Both arms of one branch together are the way to the branch.
const Term *QuerySpace::logicalOr(const Term *L, const Term *R) {
  if (L->isConstant())
    return L->value() ? L : R;
  if (R->isConstant())
    return R->value() ? R : L;
  if (L == R)
    return L;
  if (L == logicalNot(R))
    return Arena.constant(1);
  auto IsAnd = [](const Term *T) {
    return T->kind() == TermKind::Binary && T->opcode() == BO_LAnd;
  };
  if (IsAnd(L) && IsAnd(R) && L->operand(0) == R->operand(0))
    return logicalAnd(L->operand(0), logicalOr(L->operand(1), R->operand(1)));
  return Arena.binary(BO_LOr, L, R);
}

void QuerySpace::collect(const Term *T,
                         llvm::DenseSet<const Term *> &Symbols) const {
  llvm::SmallVector<const Term *, 32> Work{T};
  llvm::DenseSet<const Term *> Seen;
  while (!Work.empty()) {
    const Term *Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    if (Next->kind() == TermKind::Symbol && Symbols.insert(Next).second)
      Work.append(factsAbout(Next).begin(), factsAbout(Next).end());
    Work.append(Next->operands().begin(), Next->operands().end());
  }
}

//===----------------------------------------------------------------------===//
// Ways through the interval
//===----------------------------------------------------------------------===//

ThreadCopy::ThreadCopy(QuerySpace &Space, const Interval &Of, unsigned Thread)
    : Space(Space), Of(Of), Thread(Thread), Values(Space.facts().values()) {
  for (unsigned I = 0; I < Of.Steps.size(); ++I)
    if (Of.Steps[I].First == 0 && (I > 0 || !Of.Start))
      FirstSteps[Of.Steps[I].At] = I;
}

bool ThreadCopy::isUniform(const Term *T) const {
  return Space.facts().uniformity().isUniform(T, Space.sharing());
}

/// The value for which control takes successor \p Arm of a switch; nothing for
/// its default.
static const Expr *caseValue(const Node &Branch, unsigned Arm) {
  const Stmt *Label = Branch.successors()[Arm]->block().getLabel();
  const auto *Case = dyn_cast_or_null<CaseStmt>(Label);
  return Case && !Case->getRHS() ? Case->getLHS() : nullptr;
}

const Term *ThreadCopy::armTaken(const Node &Branch, unsigned Arm,
                                 unsigned Step) {
  if (!Branch.Branch || Branch.successors().size() < 2)
    return number(1);
  Copied Condition = copy(Branch.Branch, Step);
  if (Condition.Root)
    return number(1);
  if (isa_and_nonnull<SwitchStmt>(Branch.terminator())) {
    const Expr *Case = caseValue(Branch, Arm);
    Expr::EvalResult Value;
    if (!Case || !Case->EvaluateAsInt(Value, Space.facts().context()) ||
        Value.Val.getInt().getSignificantBits() > 64)
      return number(1);
    return Space.terms().binary(BO_EQ, Condition.Value,
                                number(Value.Val.getInt().getExtValue()));
  }
  if (Branch.successors().size() != 2)
    return number(1);
  const Term *False = Space.logicalNot(Condition.Value);
  return Arm == 0 ? Space.logicalNot(False) : False;
}

/// What led to the start: the branches over it that every way to it passes.
const Term *ThreadCopy::startCondition() {
  const Term *Result = number(1);
  if (!Of.Start)
    return Result;
  const FlowView &View = Space.facts().paths();
  const Node &At = *Of.Start->At;
  for (const Node *Branch : View.allControls(At)) {
    if (!View.dominates(*Branch, At))
      continue;
    if (auto Arm = View.armTo(*Branch, At))
      Result = Space.logicalAnd(Result, armTaken(*Branch, *Arm, Before));
  }
  return Result;
}

const Term *ThreadCopy::reach(unsigned Step) {
  auto Found = Reached.find(Step);
  if (Found != Reached.end())
    return Found->second;
  const IntervalStep &At = Of.Steps[Step];
  const Term *Result = nullptr;
  if (Step == 0)
    Result = startCondition();
  for (const IntervalStep::Edge &Edge : At.From) {
    const Term *Way =
        Space.logicalAnd(reach(Edge.From), armTaken(*Of.Steps[Edge.From].At,
                                                    Edge.Arm, Edge.From));
    Result = Result ? Space.logicalOr(Result, Way) : Way;
  }
  return Reached[Step] = Result ? Result : number(0);
}

const Term *ThreadCopy::reach(unsigned Step, const Term *Under) {
  const Term *Result = reach(Step);
  if (!Under)
    return Result;
  Copied Condition = copy(Under, Step);
  if (Condition.Root)
    return Result;
  return Space.logicalAnd(Result,
                          Space.logicalNot(Space.logicalNot(Condition.Value)));
}

/// What must hold for the thread to come to \p Step along \p Edge, if it comes
/// there at all.
const Term *ThreadCopy::wayTaken(const IntervalStep::Edge &Edge,
                                 unsigned Step) {
  if (Of.Steps[Step].From.size() == 1)
    return number(1);
  return Space.logicalAnd(
      reach(Edge.From), armTaken(*Of.Steps[Edge.From].At, Edge.Arm, Edge.From));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// \p T depends on a variable that this interval sets anew.
bool ThreadCopy::isRegional(const Term *T) {
  auto Found = Regional.find(T);
  if (Found != Regional.end())
    return Found->second;
  bool Result = false;
  if (T->kind() == TermKind::Phi) {
    const Term *Only = Values.resolved(T);
    Result = Only == T ? FirstSteps.count(T->node()) != 0 : isRegional(Only);
  } else {
    for (const Term *Op : T->operands())
      if (isRegional(Op)) {
        Result = true;
        break;
      }
  }
  return Regional[T] = Result;
}

Copied ThreadCopy::copy(const Term *T, unsigned Step) {
  if (T->isConstant())
    return number(number(T->value()));
  auto Given = Assumed.find(T);
  if (Given != Assumed.end())
    return Given->second;
  std::pair<const Term *, unsigned> Key{T, isRegional(T) ? Step : Before};
  auto Found = Remembered->find(Key);
  if (Found != Remembered->end())
    return Found->second;
  if (!UnderWay.insert(Key).second)
    return computeUnknown(T, Before);
  Copied Result = compute(T, Key.second);
  UnderWay.erase(Key);
  (*Remembered)[Key] = Result;
  return Result;
}

Copied ThreadCopy::computeUnknown(const Term *T, unsigned Step) {
  auto Kind = T->kind() == TermKind::Result ||
                      (T->kind() == TermKind::Identity && !isUniform(T)) ||
                      (T->kind() == TermKind::Load && Space.isHandshake(T))
                  ? SymbolInfo::Kind::Elected
                  : SymbolInfo::Kind::Data;
  // A function of the same arguments has one value, whoever computes it.
  bool IsRead = T->kind() == TermKind::Load;
  bool IsFunction =
      (T->kind() == TermKind::Opaque && T->identityScope() >= Space.sharing() &&
       !T->operands().empty() && T->operands().size() <= 4) ||
      (IsRead && Space.isReadOnly(rootOf(T->operand(0))));
  // Blocks that wait for a flag see it when it comes.
  bool Waits = IsRead && Space.sharing() >= Scope::Grid && Space.isHandshake(T);
  bool Uniform = isUniform(T) && T->kind() != TermKind::Undefined && !Waits;
  if (!IsFunction || (Step == Before && !IsRead)) {
    const Term *Symbol = Space.unknown(T, Uniform ? 0 : Thread, {}, Kind);
    if (IsRead) {
      Copied Address = copy(T->operand(0), Step);
      if (Address.Root)
        Space.setAddress(Symbol, Address);
    }
    return number(Symbol);
  }
  llvm::SmallVector<const Term *, 8> Parts;
  llvm::DenseSet<const Term *> Symbols;
  for (const Term *Op : T->operands()) {
    Copied Part = copy(Op, Step);
    Parts.push_back(Part.Value);
    Parts.push_back(Part.Root);
    Space.collect(Part.Value, Symbols);
  }
  unsigned Owner = 0;
  for (const Term *Symbol : Symbols) {
    const SymbolInfo &Info = Space.info(Symbol);
    if (Info.K == SymbolInfo::Kind::Elected)
      Kind = SymbolInfo::Kind::Elected;
    Owner = std::max(Owner, Info.Thread);
  }
  // Wherever it is read, memory that nobody writes holds the same.
  return number(
      Space.unknown(T, Owner, Parts, Kind, IsRead ? T->operand(0) : T));
}

/// Bytes from the object's start to a field or element.
Copied ThreadCopy::computeOffset(const Term *T, unsigned Step) {
  TermArena &Arena = Space.terms();
  Copied Base = copy(T->operand(0), Step);
  if (!Base.Root)
    Base = {number(0), Base.Value};
  if (T->kind() == TermKind::Field) {
    const FieldDecl *Field = T->field();
    if (Field->getParent()->isDependentType() ||
        Field->getParent()->isInvalidDecl())
      return {Space.unknown(T, Thread, {}, SymbolInfo::Kind::Data), Base.Root};
    const ASTContext &Context = Space.facts().context();
    int64_t Bits = Context.getFieldOffset(Field);
    return {Arena.binary(BO_Add, Base.Value, number(Bits / 8)), Base.Root};
  }
  Copied Index = copy(T->operand(1), Step);
  if (Index.Root)
    return {Space.unknown(T, Thread, {}, SymbolInfo::Kind::Data), Base.Root};
  return {Arena.binary(BO_Add, Base.Value,
                       Arena.binary(BO_Mul, Index.Value, number(T->value()))),
          Base.Root};
}

Copied ThreadCopy::computeBinary(const Term *T, unsigned Step) {
  Copied L = copy(T->operand(0), Step);
  auto Op = BinaryOperatorKind(T->opcode());
  if (!L.Root && L.Value->isConstant() && BinaryOperator::isLogicalOp(Op) &&
      (L.Value->value() != 0) == (Op == BO_LOr))
    return number(number(Op == BO_LOr));
  Copied R = copy(T->operand(1), Step);
  if (L.Root || R.Root ||
      ((Op == BO_Div || Op == BO_Rem) && R.Value->isConstant(0)))
    return computeUnknown(T, Step);
  return number(Space.terms().binary(Op, L.Value, R.Value));
}

Copied ThreadCopy::compute(const Term *T, unsigned Step) {
  TermArena &Arena = Space.terms();
  switch (T->kind()) {
  case TermKind::Identity:
    if (const Term *Place = Space.identity(T, Thread))
      return number(Place);
    return computeUnknown(T, Step);
  case TermKind::Linear: {
    const Term *Sum = number(T->value());
    for (auto [Op, C] : llvm::zip(T->operands(), T->coefficients())) {
      Copied Part = copy(Op, Step);
      if (Part.Root)
        return computeUnknown(T, Step);
      Sum = Arena.binary(BO_Add, Sum,
                         Arena.binary(BO_Mul, Part.Value, number(C)));
    }
    return number(Sum);
  }
  case TermKind::Unary: {
    Copied Of = copy(T->operand(0), Step);
    if (Of.Root)
      return computeUnknown(T, Step);
    return number(T->opcode() == UO_LNot
                      ? Space.logicalNot(Of.Value)
                      : Arena.unary(UnaryOperatorKind(T->opcode()), Of.Value));
  }
  case TermKind::Binary:
    return computeBinary(T, Step);
  case TermKind::Select: {
    Copied If = copy(T->operand(0), Step);
    if (If.Root)
      return computeUnknown(T, Step);
    Way Ways[] = {{If.Value, copy(T->operand(1), Step)},
                  {number(1), copy(T->operand(2), Step)}};
    return merge(Ways, T);
  }
  case TermKind::Narrow: {
    Copied Of = copy(T->operand(0), Step);
    if (Of.Root)
      return computeUnknown(T, Step);
    return number(
        Arena.narrow(Of.Value, unsigned(T->value()), T->opcode() != 0));
  }
  case TermKind::Phi:
    if (const Term *Only = Values.resolved(T); Only != T)
      return copy(Only, Step);
    return phiAt(T, Step);
  case TermKind::Parameter:
    if (T->decl()->getType()->isIntegralOrEnumerationType())
      return number(Space.parameter(T));
    return {number(0), T};
  case TermKind::Extract:
    if (rootOf(T->operand(0))->kind() == TermKind::Parameter && T->field() &&
        T->field()->getType()->isIntegralOrEnumerationType())
      return number(Space.parameter(T));
    return computeUnknown(T, Step);
  case TermKind::Variable:
    return {number(0), Space.objectOf(T)};
  case TermKind::Local:
  case TermKind::Temporary:
  case TermKind::Return:
    return {number(0), T};
  case TermKind::Field:
  case TermKind::Element:
    return computeOffset(T, Step);
  default:
    return computeUnknown(T, Step);
  }
}

/// The first way whose condition holds gives the value.
Copied ThreadCopy::merge(llvm::ArrayRef<Way> Ways, const Term *For) {
  if (Ways.empty())
    return computeUnknown(For, Before);
  Copied Result = Ways.back().Value;
  for (const Way &W : llvm::reverse(Ways.drop_back())) {
    if (W.Value == Result)
      continue;
    if (W.Value.Root != Result.Root)
      return computeUnknown(For, Before);
    Result.Value =
        Space.terms().select(W.Condition, W.Value.Value, Result.Value);
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Variables that change
//===----------------------------------------------------------------------===//

/// What \p Phi holds when step \p Step runs: set at this step, or on the way
/// here, or before the interval started.
Copied ThreadCopy::phiAt(const Term *Phi, unsigned Step) {
  auto Home = FirstSteps.find(Phi->node());
  if (Step == Before || Home == FirstSteps.end())
    return before(Phi);
  if (Home->second == Step)
    return define(Phi, Step);
  const IntervalStep &At = Of.Steps[Step];
  if (At.From.empty())
    return before(Phi);
  llvm::SmallVector<Way, 4> Ways;
  for (const IntervalStep::Edge &Edge : At.From) {
    Copied Value = copy(Phi, Edge.From);
    Ways.push_back({wayTaken(Edge, Step), Value});
  }
  return merge(Ways, Phi);
}

/// The value that arrives at the join along the edges of the interval that do
/// not go around a loop.
Copied ThreadCopy::firstOf(const Term *Phi, unsigned Step) {
  llvm::SmallVector<Way, 4> Ways;
  for (const IntervalStep::Edge &Edge : Of.Steps[Step].From) {
    const Node *From = Of.Steps[Edge.From].At;
    for (const Incoming &I : Values.incoming(Phi)) {
      if (I.From != From)
        continue;
      Ways.push_back({wayTaken(Edge, Step), copy(I.Held.Value, Edge.From)});
      break;
    }
  }
  return merge(Ways, Phi);
}

/// A barrier stands in the loop from \p Head to \p Latch.
bool ThreadCopy::holdsBarrier(const Node &Head, const Node &Latch) {
  auto [Found, New] = WithBarrier.try_emplace(&Head, false);
  if (!New)
    return Found->second;
  bool Result = false;
  llvm::SmallPtrSet<const Node *, 32> Seen{&Head, &Latch};
  llvm::SmallVector<const Node *, 32> Work{&Latch};
  auto Look = [&](const Node &N) {
    Result |= llvm::any_of(
        N.Events, [&](const Event &E) { return cutsInterval(E, Of.Cut); });
  };
  Look(Head);
  while (!Work.empty() && !Result) {
    const Node *N = Work.pop_back_val();
    Look(*N);
    for (const Node *Before : N->predecessors())
      if (Seen.insert(Before).second)
        Work.push_back(Before);
  }
  return WithBarrier[&Head] = Result;
}

/// \p At is the head of the loop that changes \p Phi, and threads run through
/// it as they like. A loop with a barrier comes back without passing it only in
/// rounds that skip the barrier; the first time here stands for those.
bool ThreadCopy::isFreeLoopOf(const Term *Phi, const IntervalStep &At) {
  const Term *Next = nextValue(Phi, Values);
  if (!Next || !At.isLoopHead())
    return At.isLoopHead();
  for (const Incoming &I : Values.incoming(Phi))
    if (I.Held.Value == Next)
      return llvm::any_of(
                 At.Back,
                 [&](unsigned From) { return Of.Steps[From].At == I.From; }) &&
             !holdsBarrier(*At.At, *I.From);
  return false;
}

Copied ThreadCopy::define(const Term *Phi, unsigned Step) {
  const IntervalStep &At = Of.Steps[Step];
  Copied First = firstOf(Phi, Step);
  if (!isFreeLoopOf(Phi, At))
    return First;
  return loopValue(Phi, First, Space.rounds(*At.At, Thread), Step);
}

/// The start of the interval lies in the loop of \p Head.
bool ThreadCopy::isInside(const Node &Head) {
  auto [Found, New] = Inside.try_emplace(&Head, false);
  if (!New || !Of.Start)
    return Found->second;
  const FlowView &View = Space.facts().paths();
  const Node *At = Of.Start->At;
  bool Result = false;
  if (View.contains(Head) && View.contains(*At) && View.dominates(Head, *At)) {
    llvm::SmallPtrSet<const Node *, 32> Seen;
    llvm::SmallVector<const Node *, 32> Work{At};
    while (!Work.empty() && !Result)
      for (ViewNode *Next : View.successors(*Work.pop_back_val())) {
        Result |= Next->Of == &Head;
        if (Seen.insert(Next->Of).second)
          Work.push_back(Next->Of);
      }
  }
  return Inside[&Head] = Result;
}

Copied ThreadCopy::before(const Term *Phi) {
  if (const Term *First = firstValue(Phi, Values)) {
    // Threads that meet at a barrier in a loop are in the same round; after a
    // loop they have made the same number if they agree on it.
    bool Together = isInside(*Phi->node()) || isUniform(Phi);
    return loopValue(Phi, copy(First, Before),
                     Space.rounds(*Phi->node(), Together ? 0 : Thread), Before);
  }
  return chosenBefore(Phi);
}

/// A join of two values under one branch.
Copied ThreadCopy::chosenBefore(const Term *Phi) {
  llvm::ArrayRef<Incoming> From = Values.incoming(Phi);
  const FlowView &View = Space.facts().paths();
  auto Choosers = Space.facts().uniformity().choosers(Phi);
  if (From.size() != 2 || Choosers.size() != 1 ||
      Choosers[0]->successors().size() != 2 || !Choosers[0]->Branch ||
      isa_and_nonnull<SwitchStmt>(Choosers[0]->terminator()))
    return computeUnknown(Phi, Before);
  auto ArmOf = [&](const Incoming &I) -> std::optional<unsigned> {
    if (I.From != Choosers[0])
      return View.armTo(*Choosers[0], *I.From);
    return Choosers[0]->successors()[0] == Phi->node() ? 0 : 1;
  };
  auto First = ArmOf(From[0]), Second = ArmOf(From[1]);
  if (!First || !Second || *First == *Second)
    return computeUnknown(Phi, Before);
  const Incoming &True = From[*First == 0 ? 0 : 1],
                 &False = From[*First == 0 ? 1 : 0];
  Way Ways[] = {
      {armTaken(*Choosers[0], 0, Before), copy(True.Held.Value, Before)},
      {number(1), copy(False.Held.Value, Before)}};
  return merge(Ways, Phi);
}

/// The same amount in each round; null if it is not known to be.
const Term *ThreadCopy::stepOf(const Term *Phi, Copied First, unsigned Step) {
  const Term *Next = nextValue(Phi, Values);
  if (!Next)
    return nullptr;
  Memory Fresh;
  Memory *Outer = Remembered;
  Remembered = &Fresh;
  Assumed[Phi] = {Space.probe(), First.Root};
  Copied After = copy(Next, Step);
  Assumed.erase(Phi);
  Remembered = Outer;
  if (After.Root != First.Root)
    return nullptr;
  const Term *Amount = Space.terms().binary(BO_Sub, After.Value, Space.probe());
  llvm::DenseSet<const Term *> Symbols;
  Space.collect(Amount, Symbols);
  for (const Term *Symbol : Symbols) {
    auto Kind = Space.info(Symbol).K;
    if (Symbol == Space.probe() || (Kind != SymbolInfo::Kind::Place &&
                                    Kind != SymbolInfo::Kind::Parameter))
      return nullptr;
  }
  return Amount;
}

Copied ThreadCopy::loopValue(const Term *Phi, Copied First, const Term *Rounds,
                             unsigned Step) {
  if (!nextValue(Phi, Values))
    return computeUnknown(Phi, Before);
  if (const Term *Amount = stepOf(Phi, First, Step)) {
    TermArena &Arena = Space.terms();
    return {
        Arena.binary(BO_Add, First.Value, Arena.binary(BO_Mul, Amount, Rounds)),
        First.Root};
  }
  if (!First.Root && First.Value->isConstant())
    if (auto Value = listed(Phi, Rounds, Step))
      return *Value;
  // Which of its values a variable has is known only if the loop asks for it.
  const Term *Asked = Phi->node()->Branch;
  if (First.Root || !Asked || !mentions(Asked, Phi))
    return computeUnknown(Phi, Before);
  if (auto List = valuesOf(Phi))
    return number(
        Space.oneOf(Phi, Space.info(Rounds).Thread, First.Value, *List));
  return computeUnknown(Phi, Before);
}

//===----------------------------------------------------------------------===//
// Loops whose rounds can be listed
//===----------------------------------------------------------------------===//

static constexpr unsigned MaxListed = 64;
/// A variable that has grown beyond an int is not followed any further.
static constexpr int64_t MaxListedValue = int64_t(1) << 31;

/// Runs the variables of \p List from \p First until they repeat. Variables
/// whose next value is no number end up in \p Failed.
bool ThreadCopy::simulate(Listing &List, llvm::ArrayRef<int64_t> First,
                          unsigned Step, std::vector<const Term *> &Failed) {
  List.Rounds.assign(1, First.vec());
  while (List.Rounds.size() < MaxListed) {
    Memory Fresh;
    Memory *Outer = Remembered;
    Remembered = &Fresh;
    for (auto [Phi, Value] : llvm::zip(List.Of, List.Rounds.back()))
      Assumed[Phi] = number(number(Value));
    std::vector<int64_t> Next;
    bool Ended = false;
    for (const Term *Phi : List.Of) {
      Copied After = copy(nextValue(Phi, Values), Step);
      if (After.Root || !After.Value->isConstant())
        Failed.push_back(Phi);
      else if (std::abs(After.Value->value()) >= MaxListedValue)
        Ended = true;
      else
        Next.push_back(After.Value->value());
    }
    for (const Term *Phi : List.Of)
      Assumed.erase(Phi);
    Remembered = Outer;
    if (!Failed.empty())
      return false;
    if (Ended)
      return true;
    auto Seen = llvm::find(List.Rounds, Next);
    if (Seen != List.Rounds.end()) {
      List.Repeats = Seen == List.Rounds.begin();
      return true;
    }
    List.Rounds.push_back(std::move(Next));
  }
  return true;
}

/// \p T with \p Value for \p Phi, if that makes it a number.
std::optional<int64_t> ThreadCopy::valueWith(const Term *T, const Term *Phi,
                                             int64_t Value) {
  Memory Fresh;
  Memory *Outer = Remembered;
  Remembered = &Fresh;
  Assumed[Phi] = number(number(Value));
  Copied Result = copy(T, Before);
  Assumed.erase(Phi);
  Remembered = Outer;
  if (Result.Root || !Result.Value->isConstant())
    return std::nullopt;
  return Result.Value->value();
}

/// All values that \p Phi can take, in whatever round: a variable that starts
/// from a number, or from a function of one such variable of an outer loop.
std::optional<ValueList> ThreadCopy::valuesOf(const Term *Phi) {
  const Term *First = firstValue(Phi, Values);
  if (!First || !Enumerating.insert(Phi).second)
    return std::nullopt;
  auto Leave = llvm::make_scope_exit([&] { Enumerating.erase(Phi); });
  llvm::SmallVector<const Term *, 8> Work{First};
  const Term *Outer = nullptr;
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    if (T->kind() == TermKind::Phi) {
      T = Values.resolved(T);
      if (T->kind() == TermKind::Phi) {
        if (Outer && Outer != T)
          return std::nullopt;
        Outer = T;
        continue;
      }
    }
    Work.append(T->operands().begin(), T->operands().end());
  }
  ValueList Found;
  std::vector<int64_t> Starts = {0};
  if (Outer) {
    auto Known = valuesOf(Outer);
    if (!Known)
      return std::nullopt;
    Starts = Known->Values;
  }
  auto Add = [&](int64_t Value) {
    if (std::abs(Value) < MaxListedValue &&
        !llvm::is_contained(Found.Values, Value))
      Found.Values.push_back(Value);
    return Found.Values.size() <= MaxListed;
  };
  for (int64_t Start : Starts) {
    auto Value = valueWith(First, Outer ? Outer : Phi, Start);
    if (!Value || !Add(*Value))
      return std::nullopt;
  }
  for (size_t I = 0; I < Found.Values.size(); ++I) {
    int64_t Value = Found.Values[I];
    auto Next = valueWith(nextValue(Phi, Values), Phi, Value);
    if (!Next || !Add(*Next))
      return std::nullopt;
    Found.Falls &= *Next <= Value;
    Found.Rises &= *Next >= Value;
  }
  if (Found.Values.empty())
    return std::nullopt;
  return Found;
}

const ThreadCopy::Listing &ThreadCopy::listingAt(const Node &Head,
                                                 unsigned Step) {
  auto [Found, New] = Listings.try_emplace({&Head, Step});
  if (!New)
    return Found->second;
  std::vector<const Term *> Candidates;
  std::vector<int64_t> First;
  for (const auto &[Phi, Ignored] : Values.joins()) {
    if (Phi->node() != &Head || !firstValue(Phi, Values))
      continue;
    Copied Value = Step == Before ? copy(firstValue(Phi, Values), Before)
                                  : firstOf(Phi, Step);
    if (Value.Root || !Value.Value->isConstant())
      continue;
    Candidates.push_back(Phi);
    First.push_back(Value.Value->value());
  }
  Listing List;
  while (!Candidates.empty()) {
    std::vector<const Term *> Failed;
    List.Of = Candidates;
    if (simulate(List, First, Step, Failed))
      break;
    for (const Term *Phi : Failed) {
      size_t I = llvm::find(Candidates, Phi) - Candidates.begin();
      Candidates.erase(Candidates.begin() + I);
      First.erase(First.begin() + I);
    }
    List = {};
  }
  return Listings[{&Head, Step}] = std::move(List);
}

std::optional<Copied> ThreadCopy::listed(const Term *Phi, const Term *Rounds,
                                         unsigned Step) {
  const Listing &List = listingAt(*Phi->node(), Step);
  auto Position = llvm::find(List.Of, Phi);
  if (Position == List.Of.end())
    return std::nullopt;
  size_t Column = Position - List.Of.begin();
  TermArena &Arena = Space.terms();
  int64_t Count = List.Rounds.size();
  const Term *Round = Rounds;
  if (List.Repeats)
    Round = Arena.binary(BO_Rem, Rounds, number(Count));
  else
    Space.addFact(Rounds, Arena.binary(BO_LT, Rounds, number(Count)));
  const Term *Value = number(List.Rounds.back()[Column]);
  for (int64_t I = Count - 2; I >= 0; --I)
    Value = Arena.select(Arena.binary(BO_EQ, Round, number(I)),
                         number(List.Rounds[I][Column]), Value);
  return number(Value);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

const Term *ThreadCopy::inBounds(const Term *Address, uint32_t Bytes,
                                 unsigned Step) {
  const ASTContext &Context = Space.facts().context();
  TermArena &Arena = Space.terms();
  const Term *Root = rootOf(Address);
  const auto *Var = Root->kind() == TermKind::Variable
                        ? dyn_cast<VarDecl>(Root->decl())
                        : nullptr;
  const Term *Result = number(1);
  auto Within = [&](const Term *Value, int64_t End) {
    Result = Space.logicalAnd(
        Result, Space.logicalAnd(Arena.binary(BO_LE, number(0), Value),
                                 Arena.binary(BO_LT, Value, number(End))));
  };
  if (!Var) {
    Copied At = copy(Address, Step);
    if (!At.Root)
      return Result;
    return Arena.binary(BO_LE, number(0), At.Value);
  }
  llvm::SmallVector<const Term *, 4> Path;
  for (const Term *At = Address; At != Root; At = At->operand(0))
    Path.push_back(At);
  QualType Type = Var->getType().getNonReferenceType();
  // As long as the steps follow the declared type, each index has an extent.
  for (const Term *At : llvm::reverse(Path)) {
    if (At->kind() == TermKind::Field) {
      const auto *Record = Type->getAsRecordDecl();
      if (!Record || At->field()->getParent() != Record)
        break;
      Type = At->field()->getType();
      continue;
    }
    const auto *Array = Context.getAsConstantArrayType(Type);
    if (!Array ||
        Context.getTypeSizeInChars(Array->getElementType()).getQuantity() !=
            At->value())
      break;
    Copied Index = copy(At->operand(1), Step);
    if (!Index.Root)
      Within(Index.Value, Array->getSize().getZExtValue());
    Type = Array->getElementType();
  }
  Copied Offset = copy(Address, Step);
  if (!Offset.Root)
    return Result;
  if (Var->getType()->isIncompleteType())
    return Space.logicalAnd(Result,
                            Arena.binary(BO_LE, number(0), Offset.Value));
  int64_t Size = Context.getTypeSizeInChars(Var->getType()).getQuantity();
  Within(Offset.Value, Size - std::max<int64_t>(Bytes, 1) + 1);
  return Result;
}

} // namespace warplint
