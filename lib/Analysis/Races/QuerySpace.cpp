//===--- QuerySpace.cpp - Symbols of two-thread queries ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races/QuerySpace.h"
#include "Analysis/Symbolic/MemoryOperations.h"
#include "Analysis/Symbolic/ThreadValues.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

/// Numbers that stand for sizes: each is larger than what it may hold. A row
/// that an index runs through has room for a few of what `Size` is; a pitch
/// that nothing is compared with, for any number of rows. All grow with the
/// grid.
static constexpr int64_t Size = int64_t(1) << 13;
static constexpr int64_t Row = int64_t(1) << 15;
static constexpr int64_t Pitches[] = {int64_t(1) << 20, int64_t(1) << 38};
static constexpr int64_t PitchSteps[] = {1, int64_t(1) << 18, int64_t(1) << 36};
/// A part of memory that is a block's own, whatever rows lie in it.
static constexpr int64_t PartOfBlock = int64_t(1) << 46;
static constexpr unsigned MostGrowth = 8;
static constexpr int64_t UnknownMax = Row;

bool isDynamicShared(const Term *Root) {
  if (Root->kind() != TermKind::Variable)
    return false;
  const auto *Var = dyn_cast<VarDecl>(Root->decl());
  return Var && memorySpaceOf(*Var) == MemorySpace::Shared &&
         Var->getType()->isIncompleteArrayType();
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
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events) {
      if (E.K != Event::Kind::Access)
        continue;
      if (E.Access != AccessKind::Read)
        for (const Term *Root : possibleRoots(E.Address, Facts.values()))
          Writes[Root].push_back(&E);
      else if (E.Volatile)
        Volatile.insert({E.Owner, E.Site});
    }
}

const Term *QuerySpace::newSymbol(TermArena::Range Bounds, SymbolInfo Info) {
  if (!Bounds.Min)
    Bounds.Min = -UnknownMax;
  if (!Bounds.Max)
    Bounds.Max = UnknownMax;
  Info.Meaning = Info.Name;
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
  Known = newSymbol(Bounds, {"value", K, Thread, Of, nullptr});
  if (!Parts.empty()) {
    Infos[Known->value()].Parts = Parts.vec();
    Infos[Known->value()].Function = As ? As : Of;
  }
  return Known;
}

/// \p Write puts into an element of an array what the same element of another
/// holds, \p Source.
static bool copiesElement(const Event &Write, const Term *&Source) {
  if (Write.Access != AccessKind::Write || !Write.Value ||
      Write.Value->kind() != TermKind::Load || Write.Under)
    return false;
  const Term *To = Write.Address, *From = Write.Value->operand(0);
  if (To->kind() != TermKind::Element || From->kind() != TermKind::Element ||
      To->operand(1) != From->operand(1))
    return false;
  if (Source && Source != From->operand(0))
    return false;
  Source = From->operand(0);
  return true;
}

bool QuerySpace::isFixed(const Term *Load) const {
  const Term *Address = Load->operand(0), *Root = rootOf(Address);
  auto Found = Writes.find(Root);
  if (Found == Writes.end())
    return true;
  if (Address->kind() != TermKind::Element)
    return false;
  const Term *Array = Address->operand(0), *Source = nullptr;
  for (const Event *Write : Found->second) {
    const Term *Part = Write->Address->kind() == TermKind::Element
                           ? Write->Address->operand(0)
                           : Write->Address;
    // Parts of dynamic shared memory lie behind each other.
    if (Part != Array && isDynamicShared(Root))
      continue;
    if (Part != Array || !copiesElement(*Write, Source))
      return false;
  }
  // Where the source starts must not differ by block.
  return Source && Source->kind() == TermKind::Parameter &&
         !Writes.count(Source);
}

const Term *QuerySpace::renameIn(const Term *T, Renaming &Done) {
  auto Found = Done.find(T);
  if (Found != Done.end())
    return Found->second;
  const Term *New = renameParts(T, Done);
  Done[T] = New;
  return New;
}

const Term *QuerySpace::renameParts(const Term *T, Renaming &Done) {
  auto Again = [&](const Term *Part) {
    return Part ? renameIn(Part, Done) : nullptr;
  };
  switch (T->kind()) {
  case TermKind::Symbol: {
    const SymbolInfo Info = info(T);
    if (!Info.Function)
      return T;
    std::vector<const Term *> Parts;
    llvm::DenseSet<const Term *> Symbols;
    // Values and the objects that they lie in take turns.
    for (size_t I = 0; I < Info.Parts.size(); ++I) {
      Parts.push_back(I % 2 ? Info.Parts[I] : Again(Info.Parts[I]));
      if (I % 2 == 0)
        collect(Parts.back(), Symbols);
    }
    if (Parts == Info.Parts)
      return T;
    unsigned Owner = 0;
    for (const Term *Symbol : Symbols)
      Owner = std::max(Owner, info(Symbol).Thread);
    return unknown(Info.Of, Owner, Parts, Info.K, Info.Function);
  }
  case TermKind::Linear: {
    const Term *Sum = Arena.constant(T->value());
    for (auto [Part, C] : llvm::zip(T->operands(), T->coefficients()))
      Sum = Arena.binary(BO_Add, Sum,
                         Arena.binary(BO_Mul, Again(Part), Arena.constant(C)));
    return Sum;
  }
  case TermKind::Binary:
    return Arena.binary(BinaryOperatorKind(T->opcode()), Again(T->operand(0)),
                        Again(T->operand(1)));
  case TermKind::Unary:
    return T->opcode() == UO_LNot ? logicalNot(Again(T->operand(0)))
                                  : Arena.unary(UnaryOperatorKind(T->opcode()),
                                                Again(T->operand(0)));
  case TermKind::Select:
    return Arena.select(Again(T->operand(0)), Again(T->operand(1)),
                        Again(T->operand(2)));
  case TermKind::Narrow:
    return Arena.narrow(Again(T->operand(0)), unsigned(T->value()),
                        T->opcode() != 0);
  default:
    return T;
  }
}

/// By how many bits sizes exceed those for a grid of `Size` threads.
unsigned QuerySpace::growth() const {
  int64_t Threads = 1;
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    Threads = std::max(Threads, int64_t(shape().Block[Axis]) *
                                    int64_t(shape().Grid[Axis]));
  unsigned Bits = llvm::Log2_64_Ceil(Threads), Enough = llvm::Log2_64(Size);
  return std::clamp(Bits, Enough, Enough + MostGrowth) - Enough;
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
  if (IsPitch && Roles.Pitches.size() > 1 && Roles.OfBlocks.count(Parameter))
    return Known = Arena.constant(PartOfBlock);
  if (IsPitch && !IsBound) {
    size_t Rank =
        std::count_if(Roles.Pitches.begin(), Pitch, [&](const Term *Other) {
          return !Roles.OfBlocks.count(Other);
        });
    if (Rank < std::size(Pitches))
      return Known = Arena.constant(Pitches[Rank] << growth());
    // The rest have two values each, so far apart that no other index makes up
    // for the difference.
    size_t Further = Rank - std::size(Pitches);
    if (Further >= std::size(PitchSteps))
      return Known = newSymbol(
                 {}, {"pitch", SymbolInfo::Kind::Data, 0, Parameter, nullptr});
    int64_t Assumed = int64_t(1) << (10 + Further);
    Known = newSymbol({Assumed, Assumed}, {"pitch", SymbolInfo::Kind::Pitch, 0,
                                           Parameter, nullptr});
    OtherPitches[Known] = Arena.constant(Assumed + PitchSteps[Further]);
    return Known;
  }
  if (!IsFlag && (IsBound || Roles.Offsets.count(Parameter)))
    return Known = Arena.constant((IsPitch ? Row : Size) << growth());
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
    Known =
        newSymbol({0, (Row << growth()) - 1},
                  {"rounds", SymbolInfo::Kind::Rounds, Thread, nullptr, &Head});
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
  if (Volatile.count({Load->callContext(), Load->site()}))
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

std::vector<const Term *>
QuerySpace::withoutIdleExits(llvm::ArrayRef<const Term *> Truths,
                             const llvm::DenseSet<const Term *> &Others) const {
  llvm::SetVector<const Term *> Parts;
  llvm::SmallVector<const Term *, 32> Work(Truths.begin(), Truths.end());
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    if (T->kind() == TermKind::Binary && T->opcode() == BO_LAnd)
      Work.append(T->operands().begin(), T->operands().end());
    else
      Parts.insert(T);
  }
  // An exit may be all that asks for the rounds of an earlier loop.
  for (bool Changed = true; Changed;) {
    Changed = false;
    llvm::DenseMap<const Term *, unsigned> Uses;
    llvm::DenseMap<const Term *, llvm::DenseSet<const Term *>> SymbolsOf;
    for (const Term *Part : Parts) {
      collect(Part, SymbolsOf[Part]);
      for (const Term *Symbol : SymbolsOf[Part])
        ++Uses[Symbol];
    }
    Parts.remove_if([&](const Term *Part) {
      auto Exit = Exits.find(Part);
      bool Idle = Exit != Exits.end() && Uses.lookup(Exit->second) == 1 &&
                  SymbolsOf[Part].count(Exit->second) &&
                  !Others.count(Exit->second);
      Changed |= Idle;
      return Idle;
    });
  }
  return {Parts.begin(), Parts.end()};
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

} // namespace warplint
