//===--- ThreadValues.cpp - Terms run for one thread -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Symbolic/ThreadValues.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

const Term *firstValue(const Term *Phi, const Evaluation &Values) {
  const Induction *Loop = Values.inductions().find(Phi);
  return Loop ? Loop->First : nullptr;
}

const Term *nextValue(const Term *Phi, const Evaluation &Values) {
  const Induction *Loop = Values.inductions().find(Phi);
  return Loop ? Loop->Next : nullptr;
}

std::optional<int64_t> ThreadValues::identity(const Term *T,
                                              const ThreadOfBlock &Self) const {
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

std::optional<int64_t> ThreadValues::binary(const Term *T,
                                            const ThreadOfBlock &Self) const {
  auto L = part(T->operand(0), Self);
  if (!L)
    return std::nullopt;
  if (T->opcode() == BO_LAnd && !*L)
    return 0;
  if (T->opcode() == BO_LOr && *L)
    return 1;
  auto R = part(T->operand(1), Self);
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

std::optional<int64_t> ThreadValues::run(const Term *T,
                                         const ThreadOfBlock &Self) const {
  Known.clear();
  return part(T, Self);
}

std::optional<int64_t> ThreadValues::part(const Term *T,
                                          const ThreadOfBlock &Self) const {
  auto Found = Known.find(T);
  if (Found != Known.end())
    return Found->second;
  auto Value = compute(T, Self);
  Known[T] = Value;
  return Value;
}

std::optional<int64_t> ThreadValues::compute(const Term *T,
                                             const ThreadOfBlock &Self) const {
  auto Found = Given.find(T);
  if (Found != Given.end())
    return Found->second;
  switch (T->kind()) {
  case TermKind::Constant:
    return T->value();
  case TermKind::Identity:
    return identity(T, Self);
  case TermKind::Linear: {
    int64_t Sum = T->value();
    for (auto [Op, C] : llvm::zip(T->operands(), T->coefficients())) {
      auto V = part(Op, Self);
      if (!V)
        return std::nullopt;
      Sum += *V * C;
    }
    return Sum;
  }
  case TermKind::Unary: {
    auto V = part(T->operand(0), Self);
    if (!V)
      return std::nullopt;
    return T->opcode() == UO_LNot ? *V == 0 : ~*V;
  }
  case TermKind::Binary:
    return binary(T, Self);
  case TermKind::Select: {
    auto V = part(T->operand(0), Self);
    return V ? part(T->operand(*V ? 1 : 2), Self) : std::nullopt;
  }
  case TermKind::Phi:
    if (const Induction *Loop = Values.inductions().find(T))
      return part(Loop->First, Self);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

static void collect(const Term *T, const Evaluation &Values,
                    llvm::SmallPtrSetImpl<const Term *> &Seen, Inputs &Found) {
  if (!Seen.insert(T).second)
    return;
  if (T->kind() == TermKind::Parameter &&
      T->decl()->getType()->isIntegralOrEnumerationType())
    Found.Parameters.push_back(T);
  if (T->isIdentity(IdentityKind::ThreadIdx)) {
    Found.UsesY |= T->axis() == 1;
    Found.UsesZ |= T->axis() == 2;
  }
  if (T->kind() == TermKind::Phi) {
    const Induction *Loop = Values.inductions().find(T);
    if (!Loop)
      return;
    Found.Counters.push_back(T);
    collect(Loop->First, Values, Seen, Found);
    return;
  }
  for (const Term *Op : T->operands())
    collect(Op, Values, Seen, Found);
}

Inputs inputsOf(const Term *T, const Evaluation &Values) {
  Inputs Found;
  llvm::SmallPtrSet<const Term *, 16> Seen;
  collect(T, Values, Seen, Found);
  return Found;
}

std::array<int64_t, 3> exampleBlock(const LaunchExtents &Launch,
                                    const Inputs &Of) {
  std::array<int64_t, 3> Dim = {256, 1, 1};
  if (Of.UsesY || Of.UsesZ)
    Dim = {16, Of.UsesY ? 8 : 1, Of.UsesZ ? 2 : 1};
  if (Launch.MaxThreads)
    Dim[0] = std::max<int64_t>(
        1, std::min<int64_t>(Dim[0], Launch.MaxThreads / (Dim[1] * Dim[2])));
  for (unsigned I = 0; I < 3; ++I)
    if (Launch.Block[I])
      Dim[I] = Launch.Block[I];
  // No target launches more than 1024 threads per block.
  for (unsigned I = 0; I < 3; ++I)
    while (!Launch.Block[I] && Dim[I] > 1 && Dim[0] * Dim[1] * Dim[2] > 1024)
      Dim[I] /= 2;
  return Dim;
}

std::vector<ThreadOfBlock> threadsOf(const std::array<int64_t, 3> &BlockDim) {
  std::vector<ThreadOfBlock> All;
  for (int64_t Z = 0; Z < BlockDim[2]; ++Z)
    for (int64_t Y = 0; Y < BlockDim[1]; ++Y)
      for (int64_t X = 0; X < BlockDim[0]; ++X)
        All.push_back({{X, Y, Z}, BlockDim});
  return All;
}

bool tryParameters(llvm::ArrayRef<const Term *> Parameters,
                   llvm::function_ref<bool(const GivenValues &)> Try) {
  static constexpr int64_t Candidates[] = {255, 100, 33, 31, 16, 2, 1, 0, 1000};
  GivenValues Given;
  if (Parameters.size() > 2)
    return false;
  if (Parameters.empty())
    return Try(Given);
  auto Fits = [](const Term *Parameter, int64_t Value) {
    QualType Type = Parameter->decl()->getType();
    return Value <= (Type->isBooleanType() ? 1
                     : Type->isCharType()  ? 127
                                           : 1000);
  };
  for (int64_t First : Candidates)
    for (int64_t Second : Candidates) {
      if (!Fits(Parameters[0], First) || !Fits(Parameters.back(), Second))
        continue;
      Given[Parameters[0]] = First;
      if (Parameters.size() > 1)
        Given[Parameters[1]] = Second;
      if (Try(Given))
        return true;
      if (Parameters.size() == 1)
        break;
    }
  return false;
}

} // namespace warplint
