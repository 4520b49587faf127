//===--- Commuting.cpp - Whether the order of updates matters -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"
#include "Analysis/Expr/ClassFields.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint::updates {

namespace {

/// How values are made of what an update finds at its place: a value holds the
/// old one, something else was added on the way, and it was multiplied.
class OldValue {
public:
  static constexpr uint8_t Holds = 1, AddedTo = 2, Multiplied = 4;

  /// With \p Member, what other members had counts as something else.
  OldValue(const PlaceUpdate &U, const FieldDecl *Member,
           const KernelFacts &Facts)
      : Place(U.Place), Member(Member), Facts(Facts),
        Changing(joinsIn(U.Place)) {}

  /// What becomes of the old value in \p New. Loops are followed to a fixpoint.
  uint8_t in(const Term *New);

private:
  bool isOld(const Term *T) const {
    const auto *Read = dyn_cast<LoadTerm>(T);
    return Read && sameButForSites(Read->address(), Place);
  }
  llvm::SmallVector<const Term *, 4> partsOf(const Term &T) const;
  uint8_t made(const Term &T) const;
  uint8_t sum(llvm::ArrayRef<uint8_t> Parts) const;

  const Term *Place;
  const FieldDecl *Member;
  const KernelFacts &Facts;
  /// Where the place becomes another: what comes from the iteration before was
  /// not read there.
  llvm::SmallPtrSet<const Node *, 16> Changing;
  /// By term; what is not there does not hold it. Looked up only.
  llvm::DenseMap<const Term *, uint8_t> Known;
};

} // namespace

static bool isNumber(const Term &T) {
  const auto *Made = dyn_cast<OpaqueTerm>(&T);
  return T.isConstant() ||
         (Made && isa_and_nonnull<FloatingLiteral>(Made->site()));
}

/// Loads end here: the old value is the load itself, not what its address is
/// computed from.
llvm::SmallVector<const Term *, 4> OldValue::partsOf(const Term &T) const {
  llvm::SmallVector<const Term *, 4> Parts;
  const auto *Member = dyn_cast<ExtractTerm>(&T);
  bool IsOther = Member && Member->field() && this->Member &&
                 Member->field() != this->Member && isOld(Member->from());
  if (const auto *Phi = dyn_cast<PhiTerm>(&T)) {
    if (!Changing.contains(Phi->node()))
      for (const Incoming &Edge : Facts.values().incoming(&T))
        Parts.push_back(Edge.Reaching.Value);
  } else if (!isa<LoadTerm>(T) && !IsOther) {
    Parts.assign(T.operands().begin(), T.operands().end());
  }
  return Parts;
}

/// A sum of two that both hold the old value scales it: each has what the other
/// adds to it.
uint8_t OldValue::sum(llvm::ArrayRef<uint8_t> Parts) const {
  uint8_t All = 0;
  unsigned With = 0;
  for (uint8_t Part : Parts) {
    All |= Part;
    With += (Part & Holds) != 0;
  }
  if (With && With < Parts.size())
    All |= AddedTo;
  return With > 1 ? All | Multiplied : All;
}

uint8_t OldValue::made(const Term &T) const {
  if (isOld(&T))
    return Holds;
  llvm::SmallVector<uint8_t, 4> Parts;
  uint8_t All = 0;
  bool TakesOther = false;
  for (const Term *Part : partsOf(T)) {
    Parts.push_back(Known.lookup(Part));
    All |= Parts.back();
    TakesOther |= !(Parts.back() & Holds) && !isNumber(*Part);
  }
  if (!(All & Holds))
    return 0;
  // A loop starts from something else, and then adds the old value to it.
  if (isa<PhiTerm>(T))
    return TakesOther ? All | AddedTo : All;
  if (const auto *Sum = dyn_cast<LinearTerm>(&T)) {
    for (auto [Part, Times] : llvm::zip(Parts, Sum->coefficients()))
      if ((Part & Holds) && Times != 1 && Times != -1)
        Part |= Multiplied;
    if (Sum->constant() != 0)
      Parts.push_back(0);
    return sum(Parts);
  }
  auto Op = operatorOf(T);
  if (Op == BO_Add || Op == BO_Sub)
    return sum(Parts);
  bool BringsOther =
      llvm::any_of(Parts, [](uint8_t Part) { return !(Part & Holds); });
  return BringsOther && (Op == BO_Mul || Op == BO_Div) ? All | Multiplied : All;
}

uint8_t OldValue::in(const Term *New) {
  llvm::MapVector<const Term *, llvm::SmallVector<const Term *, 4>> Users;
  walkTerms(New, Facts.values(), [&](const Term &T) {
    Users.try_emplace(&T);
    for (const Term *Part : partsOf(T))
      Users[Part].push_back(&T);
    return isa<LoadTerm>(T) ? Walk::Skip : Walk::Enter;
  });
  // What holds the old value is settled first: what is done to it depends on
  // that.
  for (uint8_t Asked : {Holds, uint8_t(Holds | AddedTo | Multiplied)}) {
    std::vector<const Term *> Work;
    for (const auto &[T, By] : Users)
      Work.push_back(T);
    Facts.work().spend(Work.size());
    while (!Work.empty()) {
      const Term *T = Work.back();
      Work.pop_back();
      uint8_t Then = made(*T) & Asked;
      if (Known.lookup(T) == Then)
        continue;
      Known[T] = Then;
      llvm::append_range(Work, Users[T]);
    }
  }
  return Known.lookup(New);
}

/// The members of \p Whole; none for a value without named members.
static llvm::SmallVector<const FieldDecl *, 4>
membersOf(const RecordTerm &Whole, const Limits &Within) {
  llvm::SmallVector<const FieldDecl *, 4> Members;
  if (const RecordDecl *Type = Whole.recordType())
    for (const FieldDecl *Field : fieldsOfClass(*Type, Within))
      Members.push_back(Field);
  if (Members.size() != Whole.operands().size())
    Members.assign(Whole.operands().size(), nullptr);
  return Members;
}

bool dependsOnOrder(const PlaceUpdate &U, const KernelFacts &Facts) {
  constexpr uint8_t Both = OldValue::AddedTo | OldValue::Multiplied;
  // Members go their own ways.
  llvm::SmallVector<std::pair<const Term *, const FieldDecl *>, 4> Work{
      {U.Value, nullptr}};
  while (!Work.empty()) {
    auto [New, Member] = Work.pop_back_val();
    if (const auto *Whole = dyn_cast<RecordTerm>(New)) {
      for (auto [Part, Field] :
           llvm::zip(Whole->operands(), membersOf(*Whole, Facts.limits())))
        Work.push_back({Part, Member ? Member : Field});
    } else if ((OldValue(U, Member, Facts).in(New)&Both) == Both) {
      return true;
    }
  }
  return false;
}

} // namespace warplint::updates
