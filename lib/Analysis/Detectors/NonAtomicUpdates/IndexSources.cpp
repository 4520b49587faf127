//===--- IndexSources.cpp - How indices are computed ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Dependence/Ownership.h"
#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/MemorySpace.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint::updates {

namespace {

class IndexReader {
public:
  explicit IndexReader(const KernelFacts &Facts) : Facts(Facts) {}
  IndexSource read(const Term *Address);

private:
  Walk visit(const Term &Part);
  bool readRows(const BinaryTerm &Product);
  Walk visitPhi(const PhiTerm &Phi);
  bool counts(const Term &Phi) const;
  bool endsByResult(const Node &Head) const;
  bool holdsPlaces(const ExtractTerm &Part) const;
  bool isChosenByData(const Term &Choice) const;
  bool mentionsData(const Term *T) const {
    return anyPartOf(T, Facts.values(),
                     [](const Term &Part) { return isa<LoadTerm>(Part); });
  }

  const KernelFacts &Facts;
  IndexSource Found;
};

} // namespace

IndexSource IndexReader::read(const Term *Address) {
  for (const Term *Index : indicesOf(Address))
    walkTerms(Index, Facts.values(),
              [&](const Term &Part) { return visit(Part); });
  return Found;
}

Walk IndexReader::visit(const Term &Part) {
  auto AddData = [&] {
    if (!llvm::is_contained(Found.Data, &Part))
      Found.Data.push_back(&Part);
    return Walk::Skip;
  };
  switch (Part.kind()) {
  case TermKind::Load:
    Found.IsHandedOut |=
        dependence::readsHandedOut(cast<LoadTerm>(Part), Facts);
    return AddData();
  case TermKind::Extract:
    // What the threads of a block look up in a table is data, too; what is
    // looked up for the block says where its part begins.
    if (!mentionsData(&Part) && holdsPlaces(cast<ExtractTerm>(Part)))
      return Walk::Enter;
    return mentionsData(&Part) ||
                   !Facts.uniformity().isUniform(&Part, Scope::Block)
               ? AddData()
               : Walk::Skip;
  case TermKind::Opaque:
    // A number that is made of data, as when it is rounded, is data too.
    Found.IsHandedOut |= !mentionsData(&Part);
    return AddData();
  case TermKind::Result:
  case TermKind::Undefined:
  case TermKind::Symbol:
    Found.IsHandedOut = true;
    return Walk::Skip;
  case TermKind::Binary:
    return readRows(cast<BinaryTerm>(Part)) ? Walk::Skip : Walk::Enter;
  case TermKind::Select:
    return isChosenByData(Part) ? AddData() : Walk::Enter;
  case TermKind::Phi:
    return isChosenByData(Part) ? AddData() : visitPhi(cast<PhiTerm>(Part));
  default:
    return Walk::Enter;
  }
}

/// Whether \p Product counts rows, in which threads differ, by a length that
/// the block has read; reads the rows.
bool IndexReader::readRows(const BinaryTerm &Product) {
  if (Product.opcode() != BO_Mul)
    return false;
  for (auto [Pitch, Rows] : {std::pair(Product.lhs(), Product.rhs()),
                             std::pair(Product.rhs(), Product.lhs())}) {
    if (!isa<LoadTerm>(Pitch) ||
        !Facts.uniformity().isUniform(Pitch, Scope::Block) ||
        Facts.uniformity().isUniform(Rows, Scope::Block))
      continue;
    Found.Pitches.push_back(Pitch);
    walkTerms(Rows, Facts.values(),
              [&](const Term &Part) { return visit(Part); });
    return true;
  }
  return false;
}

/// The thread has put into the object where it stands, as iterators of its own
/// that go on by the grid; which of them \p Part is does not matter.
bool IndexReader::holdsPlaces(const ExtractTerm &Part) const {
  const Term *Whole = &Part;
  while (const auto *Inner = dyn_cast<ExtractTerm>(Whole))
    Whole = Inner->from();
  return anyPartOf(Whole, Facts.values(), [&](const Term &T) {
    return isa<IdentityTerm>(T) &&
           !Facts.uniformity().isUniform(&T, Scope::Block);
  });
}

/// A loop adds to it, multiplies or divides it, or goes back and forth.
bool IndexReader::counts(const Term &Phi) const {
  const Induction *Loop = Facts.values().inductions().find(&Phi);
  return Loop && Loop->K != Induction::Kind::Other;
}

/// Tests of data choose it among values that all threads of a block agree on:
/// in several threads they may choose the same. A test that asks for the
/// thread's own place may choose what is its own.
bool IndexReader::isChosenByData(const Term &Choice) const {
  const Uniformity &Of = Facts.uniformity();
  bool ByData = false, ByPlace = false;
  auto Ask = [&](const Term *Test) {
    walkTerms(Test, Facts.values(), [&](const Term &Part) {
      ByData |= isa<LoadTerm>(Part);
      ByPlace |=
          isa<ResultTerm, UndefinedTerm>(Part) ||
          (isa<IdentityTerm>(Part) && !Of.isUniform(&Part, Scope::Block));
      return isa<LoadTerm>(Part) ? Walk::Skip : Walk::Enter;
    });
  };
  llvm::SetVector<const Term *> Parts;
  Parts.insert(&Choice);
  for (size_t I = 0; I < Parts.size(); ++I) {
    const Term *Part = Parts[I];
    if (Of.isUniform(Part, Scope::Block))
      continue;
    if (const auto *Select = dyn_cast<SelectTerm>(Part)) {
      Ask(Select->condition());
      Parts.insert(Select->ifTrue());
      Parts.insert(Select->ifFalse());
    } else if (isa<PhiTerm>(Part) && !counts(*Part)) {
      for (const Node *Chooser : Of.choosers(Part))
        Ask(Chooser->Branch);
      for (const Incoming &Operand : Facts.values().incoming(Part))
        Parts.insert(Operand.Reaching.Value);
    } else if (isa<LinearTerm, BinaryTerm, UnaryTerm, NarrowTerm>(Part)) {
      Parts.insert(Part->operands().begin(), Part->operands().end());
    } else {
      return false;
    }
  }
  return ByData && !ByPlace;
}

/// What an atomic or a vote gave ends the loop of \p Head: the place where it
/// ends was handed out.
bool IndexReader::endsByResult(const Node &Head) const {
  return llvm::any_of(Facts.cfg().order(), [&](const Node *N) {
    return N->Branch && Facts.loops().contains(Head, *N) &&
           anyPartOf(N->Branch, Facts.values(),
                     [](const Term &Part) { return isa<ResultTerm>(Part); });
  });
}

Walk IndexReader::visitPhi(const PhiTerm &Phi) {
  const Induction *Loop = Facts.values().inductions().find(&Phi);
  if (!Loop)
    return Walk::Enter;
  // From one element to the next by what is read there.
  if (isa<LoadTerm>(Loop->Next))
    return Walk::Enter;
  // From a loaded value on and around: any thread may come there.
  const LoopEvolution &Loops = Facts.evolution();
  if (mentionsData(Loop->First) && !Loops.isMonotone(&Phi, /*Up=*/true) &&
      !Loops.isMonotone(&Phi, /*Up=*/false) && !endsByResult(*Phi.node())) {
    if (!llvm::is_contained(Found.Data, &Phi))
      Found.Data.push_back(&Phi);
    return Walk::Skip;
  }
  // A range that starts at a loaded value belongs to the thread that loads it.
  Found.IsHandedOut |= mentionsData(Loop->First);
  return Walk::Skip;
}

IndexSource indexSource(const Term *Address, const KernelFacts &Facts) {
  return IndexReader(Facts).read(Address);
}

/// What stands at the place of \p Column in another table is part of \p Value.
/// A matrix that is added to another is scaled: what is added as it was read
/// may be a weight as well, of keys that come again.
static bool hasScaledEntry(const Term *Value, const ElementTerm &Column,
                           const KernelFacts &Facts) {
  auto IsEntry = [&](const Term &T) {
    const ElementTerm *Entry = dependence::elementReadBy(&T);
    return Entry && Entry->base() != Column.base() &&
           sameButForSites(Entry->index(), Column.index());
  };
  bool IsPlain = !walkTerms({Value}, [&](const Term &T) {
    auto Op = operatorOf(T);
    const auto *Unknown = dyn_cast<OpaqueTerm>(&T);
    bool IsSum = isa<LinearTerm, NarrowTerm>(T) || Op == BO_Add ||
                 Op == BO_Sub ||
                 (Unknown && isa_and_nonnull<CastExpr>(Unknown->site()));
    return IsEntry(T) ? Walk::Stop : IsSum ? Walk::Enter : Walk::Skip;
  });
  return !IsPlain && anyPartOf(Value, Facts.values(), IsEntry);
}

const Term *rowOfColumn(const Term *Data, const PlaceUpdate &U,
                        const KernelFacts &Facts) {
  const ElementTerm *Column = dependence::elementReadBy(Data);
  if (!Column || !U.Write->Value ||
      !hasScaledEntry(U.Write->Value, *Column, Facts))
    return nullptr;
  const Term *Counter = findPart(
      Column->index(), [](const Term &Part) { return isa<PhiTerm>(Part); });
  const Induction *Loop =
      Counter ? Facts.values().inductions().find(Counter) : nullptr;
  if (!Loop || Loop->K != Induction::Kind::Added)
    return nullptr;
  const Term *Row = nullptr;
  walkTerms(Loop->First, [&](const Term &Part) {
    const ElementTerm *Begin = dependence::elementReadBy(&Part);
    if (!Begin)
      return Walk::Enter;
    if (dependence::beginsRows(Begin->index(), Facts))
      Row = Begin->index();
    return Walk::Skip;
  });
  return Row;
}

} // namespace warplint::updates
