//===--- Witness.cpp - Two threads that part at a branch -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Witness.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

namespace {

/// One thread of one launch.
struct Thread {
  std::array<int64_t, 3> Index = {}, BlockDim = {1, 1, 1};
  int64_t rank() const {
    return Index[0] + BlockDim[0] * (Index[1] + BlockDim[1] * Index[2]);
  }
};

class Runner {
public:
  Runner(const Evaluation &Values,
         const llvm::DenseMap<const Term *, int64_t> &Free)
      : Values(Values), Free(Free) {}

  std::optional<int64_t> run(const Term *T, const Thread &Self) const;

private:
  std::optional<int64_t> identity(const Term *T, const Thread &Self) const;
  std::optional<int64_t> binary(const Term *T, const Thread &Self) const;

  const Evaluation &Values;
  const llvm::DenseMap<const Term *, int64_t> &Free;
};

} // namespace

/// The value a loop variable starts with; null for other joins.
static const Term *firstValue(const Term *Phi, const Evaluation &Values) {
  llvm::ArrayRef<Incoming> From = Values.incoming(Phi);
  if (From.size() != 2)
    return nullptr;
  bool First = mentions(From[0].Held.Value, Phi),
       Second = mentions(From[1].Held.Value, Phi);
  if (First == Second)
    return nullptr;
  return From[First ? 1 : 0].Held.Value;
}

std::optional<int64_t> Runner::identity(const Term *T,
                                        const Thread &Self) const {
  switch (T->identity()) {
  case IdentityKind::ThreadIdx:
    return Self.Index[T->axis()];
  case IdentityKind::BlockDim:
    return Self.BlockDim[T->axis()];
  case IdentityKind::BlockIdx:
  case IdentityKind::BlockRankInGrid:
    return 0;
  case IdentityKind::ThreadRankInBlock:
  case IdentityKind::ThreadRankInGrid:
    return Self.rank();
  case IdentityKind::BlockSize:
    return Self.BlockDim[0] * Self.BlockDim[1] * Self.BlockDim[2];
  case IdentityKind::LaneId:
    return Self.rank() % 32;
  case IdentityKind::ThreadRankInTile:
    return T->tileSize() ? std::optional(Self.rank() % T->tileSize())
                         : std::nullopt;
  case IdentityKind::TileRankInBlock:
    return T->tileSize() ? std::optional(Self.rank() / T->tileSize())
                         : std::nullopt;
  case IdentityKind::WarpIdInBlock:
    return Self.rank() / 32;
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> Runner::binary(const Term *T, const Thread &Self) const {
  auto L = run(T->operand(0), Self);
  if (!L)
    return std::nullopt;
  if (T->opcode() == BO_LAnd && !*L)
    return 0;
  if (T->opcode() == BO_LOr && *L)
    return 1;
  auto R = run(T->operand(1), Self);
  if (!R)
    return std::nullopt;
  switch (T->opcode()) {
  case BO_Mul:
    return *L * *R;
  case BO_Div:
    return *R ? std::optional(*L / *R) : std::nullopt;
  case BO_Rem:
    return *R ? std::optional(*L % *R) : std::nullopt;
  case BO_Shl:
    return *R >= 0 && *R < 32 ? std::optional(*L << *R) : std::nullopt;
  case BO_Shr:
    return *R >= 0 && *R < 63 ? std::optional(*L >> *R) : std::nullopt;
  case BO_And:
    return *L & *R;
  case BO_Or:
    return *L | *R;
  case BO_Xor:
    return *L ^ *R;
  case BO_LT:
    return *L < *R;
  case BO_GT:
    return *L > *R;
  case BO_LE:
    return *L <= *R;
  case BO_GE:
    return *L >= *R;
  case BO_EQ:
    return *L == *R;
  case BO_NE:
    return *L != *R;
  case BO_LAnd:
  case BO_LOr:
    return *R != 0;
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> Runner::run(const Term *T, const Thread &Self) const {
  auto Given = Free.find(T);
  if (Given != Free.end())
    return Given->second;
  switch (T->kind()) {
  case TermKind::Constant:
    return T->value();
  case TermKind::Identity:
    return identity(T, Self);
  case TermKind::Linear: {
    int64_t Sum = T->value();
    for (auto [Op, C] : llvm::zip(T->operands(), T->coefficients())) {
      auto V = run(Op, Self);
      if (!V)
        return std::nullopt;
      Sum += *V * C;
    }
    return Sum;
  }
  case TermKind::Unary: {
    auto V = run(T->operand(0), Self);
    if (!V)
      return std::nullopt;
    return T->opcode() == UO_LNot ? *V == 0 : ~*V;
  }
  case TermKind::Binary:
    return binary(T, Self);
  case TermKind::Select: {
    auto V = run(T->operand(0), Self);
    return V ? run(T->operand(*V ? 1 : 2), Self) : std::nullopt;
  }
  case TermKind::Phi:
    if (const Term *First = firstValue(T, Values))
      return run(First, Self);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Integer parameters that \p T is computed from.
static void collectFree(const Term *T, const Evaluation &Values,
                        llvm::SmallPtrSetImpl<const Term *> &Seen,
                        llvm::SmallVectorImpl<const Term *> &Free) {
  if (!Seen.insert(T).second)
    return;
  if (T->kind() == TermKind::Parameter &&
      T->decl()->getType()->isIntegralOrEnumerationType())
    Free.push_back(T);
  if (T->kind() == TermKind::Phi)
    if (const Term *First = firstValue(T, Values))
      collectFree(First, Values, Seen, Free);
  if (T->kind() != TermKind::Phi)
    for (const Term *Op : T->operands())
      collectFree(Op, Values, Seen, Free);
}

static std::vector<Thread> threadsOf(const std::array<int64_t, 3> &Dim) {
  std::vector<Thread> All;
  for (int64_t Z = 0; Z < Dim[2]; ++Z)
    for (int64_t Y = 0; Y < Dim[1]; ++Y)
      for (int64_t X = 0; X < Dim[0]; ++X)
        All.push_back({{X, Y, Z}, Dim});
  return All;
}

std::optional<BranchWitness> findWitness(const Term *Condition,
                                         const Evaluation &Values,
                                         const LaunchExtents &Launch) {
  llvm::SmallPtrSet<const Term *, 16> Seen;
  llvm::SmallVector<const Term *, 2> Parameters;
  collectFree(Condition, Values, Seen, Parameters);
  if (Parameters.size() > 2)
    return std::nullopt;
  bool UsesY = false, UsesZ = false;
  for (const Term *T : Seen)
    if (T->isIdentity(IdentityKind::ThreadIdx)) {
      UsesY |= T->axis() == 1;
      UsesZ |= T->axis() == 2;
    }
  BranchWitness Found;
  std::array<int64_t, 3> Dim = {256, 1, 1};
  if (UsesY || UsesZ)
    Dim = {16, UsesY ? 8 : 1, UsesZ ? 2 : 1};
  for (unsigned I = 0; I < 3; ++I)
    if (Launch.Block[I])
      Dim[I] = Launch.Block[I];
  if (!Launch.blockSize())
    Found.AssumedBlock = Dim[0] * Dim[1] * Dim[2];
  std::vector<Thread> Threads = threadsOf(Dim);

  static constexpr int64_t Candidates[] = {255, 100, 33, 31, 16, 2, 1, 0, 1000};
  auto Try = [&](const llvm::DenseMap<const Term *, int64_t> &Free) {
    Runner Run(Values, Free);
    std::optional<Thread> Taking, NotTaking;
    for (const Thread &Self : Threads) {
      auto Outcome = Run.run(Condition, Self);
      if (!Outcome)
        return false;
      auto &Side = *Outcome ? Taking : NotTaking;
      if (!Side)
        Side = Self;
      if (Taking && NotTaking)
        break;
    }
    if (!Taking || !NotTaking)
      return false;
    Found.Taking = Taking->Index;
    Found.NotTaking = NotTaking->Index;
    for (const Term *Parameter : Parameters)
      Found.Given.push_back({Parameter->decl(), Free.lookup(Parameter)});
    return true;
  };
  llvm::DenseMap<const Term *, int64_t> Free;
  if (Parameters.empty())
    return Try(Free) ? std::optional(Found) : std::nullopt;
  for (int64_t First : Candidates)
    for (int64_t Second : Candidates) {
      Free[Parameters[0]] = First;
      if (Parameters.size() > 1)
        Free[Parameters[1]] = Second;
      if (Try(Free))
        return Found;
      if (Parameters.size() == 1)
        break;
    }
  return std::nullopt;
}

} // namespace warplint
