//===--- Term.cpp - Symbolic values of device code ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Symbolic/Term.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace clang;

namespace warplint {

/// CUDA Programming Guide, "Compute Capabilities", maximum x, y and z dimension
/// of a block and threads per block: the same on every supported target.
static constexpr int64_t MaxBlockDim[3] = {1024, 1024, 64};
static constexpr int64_t LanesPerWarp = 32;

void Term::Profile(llvm::FoldingSetNodeID &ID) const {
  ID.AddInteger(unsigned(Kind));
  ID.AddInteger(unsigned(Opcode));
  ID.AddInteger(unsigned(IdentityScope));
  ID.AddInteger(Value);
  ID.AddPointer(Data);
  ID.AddPointer(Owner);
  for (const Term *Op : Operands)
    ID.AddPointer(Op);
  for (int64_t C : Coefficients)
    ID.AddInteger(C);
}

const Term *TermArena::intern(Term Candidate,
                              llvm::ArrayRef<const Term *> Operands,
                              llvm::ArrayRef<int64_t> Coefficients) {
  Candidate.Operands = Operands;
  Candidate.Coefficients = Coefficients;
  llvm::FoldingSetNodeID ID;
  Candidate.Profile(ID);
  void *Position;
  if (Term *Known = Terms.FindNodeOrInsertPos(ID, Position))
    return Known;
  Term *New = new (Allocator.Allocate<Term>()) Term(Candidate);
  New->Id = All.size();
  All.push_back(New);
  New->Operands = Operands.copy(Allocator);
  New->Coefficients = Coefficients.copy(Allocator);
  Terms.InsertNode(New, Position);
  return New;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

const Term *TermArena::constant(int64_t Value) {
  Term T;
  T.Kind = TermKind::Constant;
  T.Value = Value;
  return intern(T, {});
}

const Term *TermArena::undefined() {
  Term T;
  T.Kind = TermKind::Undefined;
  return intern(T, {});
}

const Term *TermArena::symbol(Range Bounds) {
  Term T;
  T.Kind = TermKind::Symbol;
  T.Value = SymbolBounds.size();
  SymbolBounds.push_back(Bounds);
  return intern(T, {});
}

const Term *TermArena::identity(const Identity &I) {
  const auto &Block = Launch.Block;
  const auto &Grid = Launch.Grid;
  bool Flat = Block[1] == 1 && Block[2] == 1;
  IdentityKind Kind = I.Kind;
  unsigned Axis = I.Axis;
  switch (Kind) {
  case IdentityKind::ThreadRankInBlock:
    // In a one-dimensional block the rank is threadIdx.x.
    if (Flat)
      Kind = IdentityKind::ThreadIdx, Axis = 0;
    break;
  case IdentityKind::BlockDim:
    if (Block[Axis])
      return constant(Block[Axis]);
    break;
  case IdentityKind::GridDim:
    if (Grid[Axis])
      return constant(Grid[Axis]);
    break;
  case IdentityKind::BlockSize:
    if (uint64_t Size = Launch.blockSize())
      return constant(Size);
    break;
  case IdentityKind::WarpSize:
    return constant(LanesPerWarp);
  case IdentityKind::TileSize:
    if (I.TileSize)
      return constant(I.TileSize);
    break;
  default:
    break;
  }
  if (Kind == IdentityKind::ThreadIdx && Block[Axis] == 1)
    return constant(0);
  if (Kind == IdentityKind::BlockIdx && Grid[Axis] == 1)
    return constant(0);
  Term T;
  T.Kind = TermKind::Identity;
  T.Opcode = uint8_t(Kind);
  T.Value = int64_t(Axis) | int64_t(I.TileSize) << 2;
  T.IdentityScope = I.UniformAt;
  return intern(T, {});
}

const Term *TermArena::variable(const VarDecl *Var) {
  Term T;
  T.Kind = TermKind::Variable;
  T.Data = static_cast<const ValueDecl *>(Var->getCanonicalDecl());
  return intern(T, {});
}

const Term *TermArena::local(const CallContext *A, const ValueDecl *Var) {
  Term T;
  T.Kind = TermKind::Local;
  T.Data = Var;
  T.Owner = A;
  return intern(T, {});
}

const Term *TermArena::temporary(const CallContext *A, const Expr *Made) {
  Term T;
  T.Kind = TermKind::Temporary;
  T.Data = static_cast<const Stmt *>(Made);
  T.Owner = A;
  return intern(T, {});
}

const Term *TermArena::returnSlot(const CallContext *A) {
  Term T;
  T.Kind = TermKind::Return;
  T.Owner = A;
  return intern(T, {});
}

const Term *TermArena::parameter(const ValueDecl *Parameter) {
  Term T;
  T.Kind = TermKind::Parameter;
  T.Data = Parameter;
  return intern(T, {});
}

const Term *TermArena::load(const Term *Address, const CallContext *A,
                            const Stmt *Site) {
  Term T;
  T.Kind = TermKind::Load;
  T.Data = Site;
  T.Owner = A;
  return intern(T, {Address});
}

const Term *TermArena::phi(const Node *At, const Term *Place) {
  Term T;
  T.Kind = TermKind::Phi;
  T.Data = At;
  return intern(T, {Place});
}

const Term *TermArena::opaque(const CallContext *A, const Stmt *Site,
                              llvm::ArrayRef<const Term *> Operands,
                              Scope UniformAt) {
  Term T;
  T.Kind = TermKind::Opaque;
  T.Data = Site;
  T.Owner = A;
  T.IdentityScope = UniformAt;
  return intern(T, Operands);
}

const Term *TermArena::result(const CallContext *A, const Stmt *Site,
                              llvm::ArrayRef<const Term *> Operands,
                              Scope UniformAt) {
  Term T;
  T.Kind = TermKind::Result;
  T.Data = Site;
  T.Owner = A;
  T.IdentityScope = UniformAt;
  return intern(T, Operands);
}

//===----------------------------------------------------------------------===//
// Aggregates and addresses
//===----------------------------------------------------------------------===//

const Term *TermArena::record(const RecordDecl *Type,
                              llvm::ArrayRef<const Term *> Fields) {
  Term T;
  T.Kind = TermKind::Record;
  T.Data = Type;
  return intern(T, Fields);
}

const Term *TermArena::extract(const Term *Value, const FieldDecl *Field) {
  if (Field && Field->getParent()->isUnion())
    return Value;
  if (Value->kind() == TermKind::Record && Value->recordType() && Field) {
    unsigned I = Field->getFieldIndex();
    if (I < Value->operands().size())
      return Value->operand(I);
  }
  if (Value->kind() == TermKind::Undefined)
    return Value;
  Term T;
  T.Kind = TermKind::Extract;
  T.Data = Field;
  return intern(T, {Value});
}

const Term *TermArena::fieldOf(const Term *Base, const FieldDecl *Field) {
  // Members of a union lie in one place.
  if (Field->getParent()->isUnion())
    return Base;
  Term T;
  T.Kind = TermKind::Field;
  T.Data = Field;
  return intern(T, {Base});
}

const Term *TermArena::elementOf(const Term *Array, const Term *Index,
                                 int64_t ElementSize) {
  Term T;
  T.Kind = TermKind::Element;
  T.Value = ElementSize;
  return intern(T, {Array, Index});
}

const Term *TermArena::element(const Term *Base, const Term *Index,
                               int64_t ElementSize) {
  // A row of a matrix has another size than its elements and stays a step of
  // its own.
  if (Base->kind() == TermKind::Element && Base->value() == ElementSize)
    return elementOf(Base->operand(0), binary(BO_Add, Base->operand(1), Index),
                     ElementSize);
  bool IsObject =
      Base->kind() == TermKind::Local || Base->kind() == TermKind::Variable ||
      Base->kind() == TermKind::Field || Base->kind() == TermKind::Temporary ||
      Base->kind() == TermKind::Return || Base->kind() == TermKind::Element;
  if (IsObject && Index->isConstant(0))
    return Base;
  return elementOf(Base, Index, ElementSize);
}

const Term *TermArena::withOperands(const Term *T,
                                    llvm::ArrayRef<const Term *> Operands) {
  if (T->operands() == Operands)
    return T;
  switch (T->kind()) {
  case TermKind::Linear: {
    const Term *Sum = constant(T->value());
    for (auto [Part, C] : llvm::zip(Operands, T->coefficients()))
      Sum = binary(BO_Add, Sum, binary(BO_Mul, Part, constant(C)));
    return Sum;
  }
  case TermKind::Unary:
    return unary(UnaryOperatorKind(T->opcode()), Operands[0]);
  case TermKind::Binary:
    return binary(BinaryOperatorKind(T->opcode()), Operands[0], Operands[1]);
  case TermKind::Select:
    return select(Operands[0], Operands[1], Operands[2]);
  case TermKind::Narrow:
    return narrow(Operands[0], T->value(), T->opcode());
  case TermKind::Extract:
    return extract(Operands[0], T->field());
  case TermKind::Field:
    return fieldOf(Operands[0], T->field());
  case TermKind::Element:
    return element(Operands[0], Operands[1], T->value());
  default: {
    // What the others are does not depend on their operands.
    Term Other = *T;
    Other.SetNextInBucket(nullptr);
    return intern(Other, Operands);
  }
  }
}

const Term *rootOf(const Term *Address) {
  while (Address->kind() == TermKind::Field ||
         Address->kind() == TermKind::Element)
    Address = Address->operand(0);
  return Address;
}

MemorySpace memorySpaceOf(const Term *Root) {
  if (Root->kind() == TermKind::Variable)
    if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(Root->decl()))
      return memorySpaceOf(*Var);
  return MemorySpace::Global;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Sums beyond these are no indices any more; they stay as operations.
static constexpr unsigned MaxParts = 32;
static constexpr int64_t MaxCoefficient = int64_t(1) << 40;

struct TermArena::Sum {
  llvm::SmallVector<std::pair<const Term *, int64_t>, 8> Parts;
  int64_t Constant = 0;
  bool TooLarge = false;

  /// Adds \p Factor times \p Value to \p To.
  void add(int64_t &To, int64_t Value, int64_t Factor) {
    int64_t Product;
    TooLarge |= llvm::MulOverflow(Value, Factor, Product) ||
                llvm::AddOverflow(To, Product, To) || To > MaxCoefficient ||
                To < -MaxCoefficient;
  }
};

void TermArena::addTo(Sum &S, const Term *T, int64_t Factor) {
  if (T->isConstant())
    return S.add(S.Constant, T->value(), Factor);
  if (T->kind() == TermKind::Linear) {
    S.add(S.Constant, T->value(), Factor);
    for (auto [Op, C] : llvm::zip(T->operands(), T->coefficients())) {
      int64_t Scaled = 0;
      S.add(Scaled, C, Factor);
      if (S.TooLarge)
        return;
      addTo(S, Op, Scaled);
    }
    return;
  }
  for (auto &Part : S.Parts)
    if (Part.first == T)
      return S.add(Part.second, 1, Factor);
  S.Parts.push_back({T, Factor});
}

const Term *TermArena::fromSum(const Sum &S) {
  if (S.TooLarge)
    return nullptr;
  llvm::SmallVector<std::pair<const Term *, int64_t>, 8> Parts;
  llvm::copy_if(S.Parts, std::back_inserter(Parts),
                [](const auto &Part) { return Part.second != 0; });
  if (Parts.size() > MaxParts)
    return nullptr;
  if (Parts.empty())
    return constant(S.Constant);
  if (Parts.size() == 1 && Parts[0].second == 1 && S.Constant == 0)
    return Parts[0].first;
  llvm::sort(Parts, [](const auto &L, const auto &R) {
    return L.first->id() < R.first->id();
  });
  llvm::SmallVector<const Term *, 8> Operands;
  llvm::SmallVector<int64_t, 8> Coefficients;
  for (const auto &[Op, C] : Parts) {
    Operands.push_back(Op);
    Coefficients.push_back(C);
  }
  Term T;
  T.Kind = TermKind::Linear;
  T.Value = S.Constant;
  return intern(T, Operands, Coefficients);
}

/// Addition, subtraction and multiplication by a constant; null if the result
/// is not to be kept as a sum.
const Term *TermArena::linear(BinaryOperatorKind Op, const Term *L,
                              const Term *R) {
  Sum S;
  if (Op == BO_Mul) {
    if (L->isConstant())
      std::swap(L, R);
    if (!R->isConstant())
      return nullptr;
    addTo(S, L, R->value());
  } else {
    addTo(S, L, 1);
    addTo(S, R, Op == BO_Add ? 1 : -1);
  }
  return fromSum(S);
}

const Term *TermArena::unary(UnaryOperatorKind Op, const Term *Operand) {
  if (Op == UO_Plus)
    return Operand;
  if (Op == UO_Minus)
    return binary(BO_Sub, constant(0), Operand);
  if (Operand->isConstant()) {
    if (Op == UO_LNot)
      return constant(Operand->value() == 0);
    if (Op == UO_Not)
      return constant(~Operand->value());
  }
  Term T;
  T.Kind = TermKind::Unary;
  T.Opcode = uint8_t(Op);
  return intern(T, {Operand});
}

static std::optional<int64_t> foldBinary(BinaryOperatorKind Op, int64_t L,
                                         int64_t R) {
  switch (Op) {
  case BO_Div:
    return R && R != -1 ? std::optional<int64_t>(L / R) : std::nullopt;
  case BO_Rem:
    return R && R != -1 ? std::optional<int64_t>(L % R) : std::nullopt;
  case BO_Shr:
    return R >= 0 && R < 63 ? std::optional<int64_t>(L >> R) : std::nullopt;
  case BO_And:
    return L & R;
  case BO_Or:
    return L | R;
  case BO_Xor:
    return L ^ R;
  case BO_LAnd:
    return L && R;
  case BO_LOr:
    return L || R;
  default:
    return std::nullopt;
  }
}

/// Quotient or remainder of a sum of multiples of \p Divisor and a rest that
/// is smaller: `(32 * warp + lane) / 32` is `warp`. Null if it is not like
/// that.
const Term *TermArena::divide(BinaryOperatorKind Op, const Term *L,
                              int64_t Divisor) {
  if (L->kind() != TermKind::Linear || Divisor <= 1)
    return nullptr;
  Sum Multiples, Rest;
  for (auto [Part, C] : llvm::zip(L->operands(), L->coefficients()))
    if (C % Divisor == 0)
      Multiples.Parts.push_back({Part, C / Divisor});
    else
      Rest.Parts.push_back({Part, C});
  int64_t Low = ((L->value() % Divisor) + Divisor) % Divisor;
  Rest.Constant = Low;
  Multiples.Constant = (L->value() - Low) / Divisor;
  if (Multiples.Parts.empty() && Multiples.Constant == 0)
    return nullptr;
  const Term *Quotient = fromSum(Multiples), *Remainder = fromSum(Rest);
  if (!Quotient || !Remainder)
    return nullptr;
  Range Whole = rangeOf(L), Small = rangeOf(Remainder);
  if (!Whole.Min || *Whole.Min < 0 || !Small.Min || *Small.Min < 0 ||
      !Small.Max || *Small.Max >= Divisor)
    return nullptr;
  return Op == BO_Div ? Quotient : Remainder;
}

const Term *TermArena::binary(BinaryOperatorKind Op, const Term *L,
                              const Term *R) {
  if (Op == BO_Shl && R->isConstant() && R->value() >= 0 && R->value() < 40)
    return binary(BO_Mul, L, constant(int64_t(1) << R->value()));
  if (Op == BO_Add || Op == BO_Sub || Op == BO_Mul)
    if (const Term *Result = linear(Op, L, R))
      return Result;
  if (BinaryOperator::isComparisonOp(Op))
    return compare(Op, L, R);
  if (L->isConstant() && R->isConstant())
    if (auto V = foldBinary(Op, L->value(), R->value()))
      return constant(*V);
  if ((Op == BO_Div || Op == BO_Shr) && R->isConstant(Op == BO_Div ? 1 : 0))
    return L;
  if (R->isConstant()) {
    int64_t V = R->value();
    const Term *Split = nullptr;
    if (Op == BO_Div || Op == BO_Rem)
      Split = divide(Op, L, V);
    else if (Op == BO_Shr && V > 0 && V < 40)
      Split = divide(BO_Div, L, int64_t(1) << V);
    else if (Op == BO_And && V > 0 && V < MaxCoefficient &&
             llvm::isPowerOf2_64(uint64_t(V) + 1))
      Split = divide(BO_Rem, L, V + 1);
    if (Split)
      return Split;
    // A value below the divisor is its own remainder.
    Range Whole = rangeOf(L);
    bool Below = Whole.Min && *Whole.Min >= 0 && Whole.Max;
    if (Below && V > 0 && (Op == BO_Div || Op == BO_Rem) && *Whole.Max < V)
      return Op == BO_Rem ? L : constant(0);
  }
  if (Op == BO_LAnd && (L->isConstant(0) || R->isConstant(0)))
    return constant(0);
  if (Op == BO_LOr &&
      ((L->isConstant() && L->value()) || (R->isConstant() && R->value())))
    return constant(1);
  if ((Op == BO_And || Op == BO_Mul) && (L->isConstant(0) || R->isConstant(0)))
    return constant(0);
  bool Commutes = Op == BO_Mul || Op == BO_And || Op == BO_Or || Op == BO_Xor;
  if (Commutes && L->id() > R->id())
    std::swap(L, R);
  Term T;
  T.Kind = TermKind::Binary;
  T.Opcode = uint8_t(Op);
  return intern(T, {L, R});
}

const Term *TermArena::compare(BinaryOperatorKind Op, const Term *L,
                               const Term *R) {
  if (Op == BO_GT || Op == BO_GE) {
    std::swap(L, R);
    Op = Op == BO_GT ? BO_LT : BO_LE;
  }
  Range D = rangeOf(binary(BO_Sub, L, R));
  auto Below = [&](int64_t Bound) { return D.Max && *D.Max < Bound; };
  auto Above = [&](int64_t Bound) { return D.Min && *D.Min > Bound; };
  bool Equal = D.Min && D.Max && *D.Min == 0 && *D.Max == 0;
  std::optional<bool> Known;
  switch (Op) {
  case BO_LT:
    Known = Below(0)    ? std::optional(true)
            : Above(-1) ? std::optional(false)
                        : std::nullopt;
    break;
  case BO_LE:
    Known = Below(1)   ? std::optional(true)
            : Above(0) ? std::optional(false)
                       : std::nullopt;
    break;
  case BO_EQ:
  case BO_NE:
    if (Equal)
      Known = Op == BO_EQ;
    else if (Below(0) || Above(0))
      Known = Op == BO_NE;
    break;
  default:
    break;
  }
  if (Known)
    return constant(*Known);
  Term T;
  T.Kind = TermKind::Binary;
  T.Opcode = uint8_t(Op);
  return intern(T, {L, R});
}

const Term *TermArena::select(const Term *Cond, const Term *True,
                              const Term *False) {
  if (Cond->isConstant())
    return Cond->value() ? True : False;
  if (True == False)
    return True;
  Term T;
  T.Kind = TermKind::Select;
  return intern(T, {Cond, True, False});
}

const Term *TermArena::narrow(const Term *Operand, unsigned Bits, bool Signed) {
  Range R = rangeOf(Operand);
  int64_t Min = Signed ? llvm::minIntN(Bits) : 0;
  int64_t Max = Signed ? llvm::maxIntN(Bits)
                       : int64_t(llvm::maxUIntN(std::min(Bits, 63u)));
  if (R.Min && R.Max && *R.Min >= Min && *R.Max <= Max)
    return Operand;
  if (Operand->isConstant() && Bits < 64) {
    uint64_t Low = uint64_t(Operand->value()) & llvm::maxUIntN(Bits);
    return constant(Signed ? llvm::SignExtend64(Low, Bits) : int64_t(Low));
  }
  Term T;
  T.Kind = TermKind::Narrow;
  T.Value = Bits;
  T.Opcode = Signed;
  return intern(T, {Operand});
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static TermArena::Range identityRange(const Term *T,
                                      const LaunchExtents &Launch) {
  unsigned Axis = T->axis();
  int64_t Cap = Launch.MaxThreads ? Launch.MaxThreads : MaxBlockDim[0];
  switch (T->identity()) {
  case IdentityKind::ThreadIdx:
    if (Launch.Block[Axis])
      return {0, int64_t(Launch.Block[Axis]) - 1};
    return {0, std::min(Cap, MaxBlockDim[Axis]) - 1};
  case IdentityKind::BlockDim:
    return {1, std::min(Cap, MaxBlockDim[Axis])};
  case IdentityKind::ThreadRankInBlock:
    if (uint64_t Size = Launch.blockSize())
      return {0, int64_t(Size) - 1};
    return {0, Cap - 1};
  case IdentityKind::BlockSize:
    return {1, Cap};
  case IdentityKind::LaneId:
    return {0, LanesPerWarp - 1};
  case IdentityKind::ThreadRankInTile:
    if (T->tileSize())
      return {0, int64_t(T->tileSize()) - 1};
    return {0, std::nullopt};
  case IdentityKind::BlockIdx:
    if (Launch.Grid[Axis])
      return {0, int64_t(Launch.Grid[Axis]) - 1};
    return {0, std::nullopt};
  case IdentityKind::GridDim:
    return {1, std::nullopt};
  case IdentityKind::Opaque:
    return {};
  default:
    return {0, std::nullopt};
  }
}

/// An index is less than its extent: threadIdx.x < blockDim.x and the like.
static bool isIndexBelowExtent(const Term *Index, const Term *Extent) {
  if (Index->kind() != TermKind::Identity ||
      Extent->kind() != TermKind::Identity)
    return false;
  auto Pair = [&](IdentityKind I, IdentityKind E) {
    return Index->isIdentity(I) && Extent->isIdentity(E) &&
           Index->axis() == Extent->axis();
  };
  return Pair(IdentityKind::ThreadIdx, IdentityKind::BlockDim) ||
         Pair(IdentityKind::BlockIdx, IdentityKind::GridDim) ||
         Pair(IdentityKind::ThreadRankInBlock, IdentityKind::BlockSize) ||
         Pair(IdentityKind::ThreadRankInGrid, IdentityKind::GridSize) ||
         (Index->isIdentity(IdentityKind::ThreadIdx) &&
          Extent->isIdentity(IdentityKind::BlockSize));
}

/// Bounds that do not fit are no bounds.
static TermArena::Range scale(TermArena::Range R, int64_t C) {
  auto Times = [&](std::optional<int64_t> V) -> std::optional<int64_t> {
    int64_t Product;
    if (!V || llvm::MulOverflow(*V, C, Product))
      return std::nullopt;
    return Product;
  };
  return C >= 0 ? TermArena::Range{Times(R.Min), Times(R.Max)}
                : TermArena::Range{Times(R.Max), Times(R.Min)};
}

static void accumulate(TermArena::Range &Total, const TermArena::Range &R) {
  auto Plus = [](std::optional<int64_t> L,
                 std::optional<int64_t> R) -> std::optional<int64_t> {
    int64_t Sum;
    if (!L || !R || llvm::AddOverflow(*L, *R, Sum))
      return std::nullopt;
    return Sum;
  };
  Total = {Plus(Total.Min, R.Min), Plus(Total.Max, R.Max)};
}

bool TermArena::anyTerm(llvm::function_ref<bool(const Term &)> Wanted) const {
  for (const Term &T : Terms)
    if (Wanted(T))
      return true;
  return false;
}

TermArena::Range TermArena::rangeOf(const Term *T) const {
  auto Known = Ranges.find(T);
  if (Known != Ranges.end())
    return Known->second;
  Range Result = computeRange(T);
  Ranges[T] = Result;
  return Result;
}

TermArena::Range TermArena::rangeOfSum(const Term *T) const {
  Range Total{T->value(), T->value()};
  llvm::SmallVector<bool, 8> Used(T->operands().size(), false);
  for (unsigned I = 0; I < T->operands().size(); ++I)
    for (unsigned E = 0; E < T->operands().size(); ++E) {
      int64_t C = T->coefficients()[I];
      if (Used[I] || Used[E] || T->coefficients()[E] != -C ||
          !isIndexBelowExtent(T->operand(I), T->operand(E)))
        continue;
      Used[I] = Used[E] = true;
      // index - extent lies between -extent and -1.
      Range Extent = rangeOf(T->operand(E));
      std::optional<int64_t> Least;
      if (Extent.Max)
        Least = -*Extent.Max;
      accumulate(Total, scale({Least, -1}, C));
    }
  for (unsigned I = 0; I < T->operands().size(); ++I)
    if (!Used[I])
      accumulate(Total, scale(rangeOf(T->operand(I)), T->coefficients()[I]));
  return Total;
}

TermArena::Range TermArena::rangeOfBinary(const Term *T) const {
  auto Op = BinaryOperatorKind(T->opcode());
  if (BinaryOperator::isComparisonOp(Op) || BinaryOperator::isLogicalOp(Op))
    return {0, 1};
  Range L = rangeOf(T->operand(0)), R = rangeOf(T->operand(1));
  bool NonNegative = L.Min && *L.Min >= 0;
  if (Op == BO_And && R.Min && *R.Min >= 0)
    return {0, R.Max};
  if (Op == BO_And && NonNegative)
    return {0, L.Max};
  if (!NonNegative || !R.Min || *R.Min <= 0)
    return {};
  if (Op == BO_Rem)
    return {0, R.Max ? std::optional(*R.Max - 1) : L.Max};
  if (Op == BO_Div)
    return {0, L.Max ? std::optional(*L.Max / *R.Min) : std::nullopt};
  if (Op == BO_Shr && *R.Min < 63)
    return {0, L.Max ? std::optional(*L.Max >> *R.Min) : std::nullopt};
  return {};
}

TermArena::Range TermArena::computeRange(const Term *T) const {
  switch (T->kind()) {
  case TermKind::Constant:
    return {T->value(), T->value()};
  case TermKind::Identity:
    return identityRange(T, Launch);
  case TermKind::Symbol:
    return SymbolBounds[T->value()];
  case TermKind::Linear:
    return rangeOfSum(T);
  case TermKind::Binary:
    return rangeOfBinary(T);
  case TermKind::Unary:
    if (T->opcode() == UO_LNot)
      return {0, 1};
    return {};
  case TermKind::Select: {
    Range A = rangeOf(T->operand(1)), B = rangeOf(T->operand(2));
    Range Both;
    if (A.Min && B.Min)
      Both.Min = std::min(*A.Min, *B.Min);
    if (A.Max && B.Max)
      Both.Max = std::max(*A.Max, *B.Max);
    return Both;
  }
  default:
    return {};
  }
}

} // namespace warplint
