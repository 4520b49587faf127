//===--- ClusterUniformity.cpp - Values uniform in a cluster --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/ClusterUniformity.h"
#include "Analysis/Expr/LinearSum.h"
#include "Support/Checked.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint {

bool isSameInCluster(const IdentityTerm &T, const LaunchExtents &Launch) {
  return T.identity() == IdentityKind::BlockIdx &&
         Launch.Cluster[T.axis()] == 1;
}

namespace {

/// A block's number along one axis, plus whole clusters and a constant.
class BlockNumber {
public:
  BlockNumber(const Term *T, const LaunchExtents &Launch,
              llvm::function_ref<bool(const Term *)> Agree)
      : Launch(Launch), Agree(Agree) {
    const Summands Sum(T);
    Offset = Sum.Constant;
    for (auto [Part, Times] : Sum.Parts)
      if (Times == 1 && !Extent)
        take(Part);
    for (auto [Part, Times] : Sum.Parts)
      if (Part != Own && !isWhole(Part, Times))
        Extent = 0;
  }

  explicit operator bool() const { return Extent != 0; }
  bool isAligned(base::Checked Number) const {
    return base::isMultipleOf(Number, Extent);
  }
  /// It is \p Number more than what begins with a cluster.
  bool beginsAt(base::Checked Number) const {
    return isAligned(Number - Offset);
  }
  /// So is \p Bound, on which the cluster agrees.
  bool beginsAtBound(const Term *Bound) const {
    if (const auto *Number = dyn_cast<ConstantTerm>(Bound))
      return beginsAt(Number->value());
    return beginsAt(0) && isWhole(Bound, 1);
  }
  int64_t extent() const { return Extent; }
  int64_t offset() const { return Offset; }

private:
  void take(const Term *T) {
    const auto *Self = dyn_cast<IdentityTerm>(T);
    if (!Self || Self->identity() != IdentityKind::BlockIdx)
      return;
    Own = Self;
    Extent = Launch.Cluster[Self->axis()];
  }
  /// \p Times times \p T is a number of whole clusters, the same for all blocks
  /// of one.
  bool isWhole(const Term *T, base::Checked Times) const {
    if (!Extent || !Agree(T))
      return false;
    const auto *Grid = dyn_cast<IdentityTerm>(T);
    if (isAligned(Times) ||
        (Grid && Own && Grid->identity() == IdentityKind::GridDim &&
         Grid->axis() == Own->axis()))
      return true;
    const auto *Sum = dyn_cast<LinearTerm>(T);
    return Sum && isAligned(Times * Sum->constant()) &&
           llvm::all_of(Summands(T).Parts, [&](const auto &Part) {
             return isWhole(Part.Of, Times * Part.Factor);
           });
  }

  const LaunchExtents &Launch;
  llvm::function_ref<bool(const Term *)> Agree;
  const IdentityTerm *Own = nullptr;
  int64_t Extent = 0; ///< Blocks of a cluster along the axis; 0: none of these.
  int64_t Offset = 0;
};

} // namespace

bool isSameInCluster(const BinaryTerm &T, const LaunchExtents &Launch,
                     llvm::function_ref<bool(const Term *)> Agree) {
  if (!Launch.clusterSize())
    return false;
  const auto *Low = dyn_cast<ConstantTerm>(T.lhs()),
             *By = dyn_cast<ConstantTerm>(T.rhs());
  if (BlockNumber Right(T.rhs(), Launch, Agree); Right) {
    if (T.opcode() == BO_LE)
      return Right.beginsAtBound(T.lhs());
    return T.opcode() == BO_LT && Low &&
           Right.beginsAt(base::Checked(Low->value()) + 1);
  }
  BlockNumber Left(T.lhs(), Launch, Agree);
  if (!Left)
    return false;
  bool IsCut = By && Left.beginsAt(0) && Left.offset() >= 0;
  switch (T.opcode()) {
  case BO_Div:
    return IsCut && By->value() > 0 && Left.isAligned(By->value());
  case BO_Shr:
    return IsCut && By->value() >= 0 && By->value() < 31 &&
           Left.isAligned(int64_t(1) << By->value());
  case BO_And:
    return IsCut && llvm::isPowerOf2_64(Left.extent()) &&
           (By->value() & (Left.extent() - 1)) == 0;
  case BO_LT:
    return Left.beginsAtBound(T.rhs());
  case BO_LE:
    return By && Left.beginsAt(base::Checked(By->value()) + 1);
  default:
    return false;
  }
}

} // namespace warplint
