//===--- ExitedRows.cpp - Threads that leave with their part --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Participation/ExitedRows.h"
#include "Analysis/Symbolic/Locations.h"
#include "Analysis/Symbolic/TermTraversal.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint {

namespace {

using Keys = llvm::SmallSetVector<const Term *, 4>;

/// Bytes from the root: terms, each with its factor. What is asked of them is
/// asked of all.
using Summands = llvm::DenseMap<const Term *, int64_t>;

/// An address, parted by what chooses a row and what chooses a place in it.
struct Place {
  const Term *Root = nullptr;
  Summands OfRow, InRow;
  int64_t Bytes = 0;
};

} // namespace

static bool isOfThread(const Term &T) {
  const auto *Self = dyn_cast<IdentityTerm>(&T);
  return Self && Self->uniformAt() < Scope::Block;
}

/// `threadIdx.x / 32`, `threadIdx.x >> 5`: which group of threads it is.
static bool isGroup(const Term &T) {
  const auto *Op = dyn_cast<BinaryTerm>(&T);
  return Op && (Op->opcode() == BO_Div || Op->opcode() == BO_Shr) &&
         isOfThread(*Op->lhs()) && isa<ConstantTerm>(Op->rhs());
}

/// `threadIdx.x % 32`, `threadIdx.x & 31`: which thread of its group it is.
static bool isInGroup(const Term &T, const Term &Thread) {
  const auto *Op = dyn_cast<BinaryTerm>(&T);
  return Op && (Op->opcode() == BO_Rem || Op->opcode() == BO_And) &&
         Op->lhs() == &Thread && isa<ConstantTerm>(Op->rhs());
}

/// What decides, of where a thread stands in its block, whether it comes to
/// \p Exit; none if anything else that threads do not share decides it, too.
static Keys keysOf(const Node &Exit, const KernelFacts &Facts) {
  Keys Found;
  llvm::SmallVector<const Term *, 4> Tests;
  for (const Node *Branch : Facts.paths().allControls(Exit))
    if (Branch->Branch)
      Tests.push_back(Branch->Branch);
  bool IsOfRows = walkTerms(Tests, Facts.values(), [&](const Term &Part) {
    if (isGroup(Part) || isOfThread(Part)) {
      Found.insert(&Part);
      return Walk::Skip;
    }
    if (isa<LoadTerm, PhiTerm, ResultTerm, OpaqueTerm>(Part) &&
        !Facts.uniformity().isUniform(&Part, Scope::Block))
      return Walk::Stop;
    return Walk::Enter;
  });
  if (!IsOfRows)
    Found.clear();
  return Found;
}

/// \p T is another one in another row.
static bool isOfRow(const Term *T, const Keys &Rows, const KernelFacts &Facts) {
  return !walkTerms({T}, Facts.values(), [&](const Term &Part) {
    if (Rows.contains(&Part))
      return Walk::Stop;
    for (const Term *Row : Rows)
      if (const auto *Group = dyn_cast<BinaryTerm>(Row)) {
        if (isInGroup(Part, *Group->lhs()))
          return Walk::Skip;
        if (&Part == Group->lhs())
          return Walk::Stop;
      }
    return Walk::Enter;
  });
}

static void add(Place &To, const Term *T, int64_t Factor, const Keys &Rows,
                const KernelFacts &Facts) {
  if (const auto *Sum = dyn_cast<LinearTerm>(T)) {
    To.Bytes += Sum->constant() * Factor;
    for (auto [Part, Times] : llvm::zip(Sum->operands(), Sum->coefficients()))
      add(To, Part, Times * Factor, Rows, Facts);
    return;
  }
  (isOfRow(T, Rows, Facts) ? To.OfRow : To.InRow)[T] += Factor;
}

static std::optional<Place> placeOf(const Term *Address, const Keys &Rows,
                                    const KernelFacts &Facts) {
  auto At = locate(Address);
  if (!At || !At->Fields.empty())
    return std::nullopt;
  Place Found;
  Found.Root = At->Root;
  Found.Bytes = At->Bytes;
  for (const auto &[Index, Size] : At->Steps)
    add(Found, Index, Size, Rows, Facts);
  return Found;
}

/// The bytes from where the row begins to \p P are not as many as \p Row.
static bool isLessThan(const Place &P, int64_t Row, const KernelFacts &Facts) {
  int64_t Most = P.Bytes;
  for (const auto &[Part, Factor] : P.InRow) {
    TermArena::Range Of = Facts.terms().rangeOf(Part);
    if (Factor < 0 || !Of.Min || *Of.Min < 0 || !Of.Max || *Of.Max >= Row)
      return false;
    Most += Factor * *Of.Max;
  }
  return Most < Row;
}

/// \p P does not go on to another row: nothing in it is what rows lie apart.
static bool isWithinRow(const Place &P, const Keys &Rows,
                        const KernelFacts &Facts) {
  if (P.Bytes < 0)
    return false;
  for (const auto &[Row, Bytes] : P.OfRow) {
    if (P.OfRow.size() == 1 && Rows.contains(Row))
      return isLessThan(P, Bytes, Facts);
    for (const auto &[Part, Factor] : P.InRow)
      if (mentions(Row, Part))
        return false;
  }
  return true;
}

bool staysInRows(const EarlyExit &Exit, const Event &Write, const Event &Read,
                 const KernelFacts &Facts) {
  Keys Rows = keysOf(*Exit.At, Facts);
  // What chooses the row leaves no other choice to who leaves.
  if (Rows.size() != 1)
    return false;
  auto Written = placeOf(Write.Address, Rows, Facts),
       IsRead = placeOf(Read.Address, Rows, Facts);
  return Written && IsRead && Written->Root == IsRead->Root &&
         !Written->OfRow.empty() && Written->OfRow == IsRead->OfRow &&
         isWithinRow(*Written, Rows, Facts) &&
         isWithinRow(*IsRead, Rows, Facts);
}

} // namespace warplint
