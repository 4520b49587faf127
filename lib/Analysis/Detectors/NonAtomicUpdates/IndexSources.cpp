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
  case TermKind::Select:
    return isChosenByData(Part) ? AddData() : Walk::Enter;
  case TermKind::Phi:
    return isChosenByData(Part) ? AddData() : visitPhi(cast<PhiTerm>(Part));
  default:
    return Walk::Enter;
  }
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

/// Somewhere in \p Address \p Load is an index.
static bool isIndexIn(const Term *Load, const Term *Address) {
  return llvm::any_of(indicesOf(Address), [&](const Term *Index) {
    return anyPartOf(Index, [&](const Term &Part) {
      return &Part == Load ||
             (isa<LoadTerm>(Part) && sameButForSites(&Part, Load));
    });
  });
}

/// \p Stored goes to another object than \p To, or to another member of it.
static bool goesElsewhere(const Event &Stored, const Term *To) {
  if (rootOf(Stored.Address) != rootOf(To))
    return true;
  auto There = locate(Stored.Address), Here = locate(To);
  return There && Here && areApart(*There, *Here);
}

/// \p Value is computed from what a member of the structure at \p Whole had
/// that \p Wanted holds for.
static bool readsMember(const Term *Value, const Term *Whole,
                        llvm::function_ref<bool(const FieldDecl *)> Wanted,
                        const KernelFacts &Facts) {
  return !walkTerms(Value, Facts.values(), [&](const Term &Part) {
    const auto *Member = dyn_cast<ExtractTerm>(&Part);
    const auto *Read = dyn_cast<LoadTerm>(Member ? Member->from() : &Part);
    if (!Read)
      return Walk::Enter;
    const auto *At = dyn_cast<FieldTerm>(Read->address());
    if (At && sameButForSites(At->base(), Whole))
      return Wanted(At->field()) ? Walk::Stop : Walk::Skip;
    if (!sameButForSites(Read->address(), Whole))
      return Walk::Skip;
    return !Member || !Member->field() || Wanted(Member->field()) ? Walk::Stop
                                                                  : Walk::Skip;
  });
}

/// \p Value is the thread's own and computed from nothing that was read in the
/// object of \p Address.
static bool isNewIn(const Term *Value, const Term *Address,
                    const KernelFacts &Facts) {
  return !Facts.uniformity().isUniform(Value, Scope::Grid) &&
         walkTerms(Value, Facts.values(), [&](const Term &Part) {
           const auto *Read = dyn_cast<LoadTerm>(&Part);
           return Read && rootOf(Read->address()) == rootOf(Address)
                      ? Walk::Stop
                      : Walk::Enter;
         });
}

/// \p Write leaves a structure with a member that is new in it.
static bool replacesMember(const Event &Write, const KernelFacts &Facts) {
  const auto *Whole = dyn_cast<RecordTerm>(Write.Value);
  return Whole && Whole->recordType() &&
         llvm::any_of(Whole->operands(), [&](const Term *Member) {
           return isNewIn(Member, Write.Address, Facts);
         });
}

/// \p Write changes a member, and beside it writes another one that is computed
/// from the old value of that member: the kernel assumes that a thread finds
/// there what it has left itself. A bin that notes the last thread (`count++,
/// last = i`) assumes nothing of the kind.
static bool succeedsItself(const Event &Write, const KernelFacts &Facts) {
  const auto *Whole = dyn_cast<RecordTerm>(Write.Value);
  if (!Whole || !Whole->recordType())
    return false;
  return llvm::any_of(Whole->recordType()->fields(), [&](const FieldDecl *F) {
    unsigned I = F->getFieldIndex();
    return I < Whole->operands().size() &&
           isNewIn(Whole->operand(I), Write.Address, Facts) &&
           llvm::any_of(
               Whole->operands(),
               [&](const Term *Other) {
                 return readsMember(
                     Other, Write.Address,
                     [&](const FieldDecl *Read) { return Read == F; }, Facts);
               });
  });
}

/// Whether \p Stored, which replaces one member of an object, assumes that a
/// thread finds there what it has left itself. \p All change other members: one
/// of them reads that member, or the stored value is computed from a member
/// that none of them changes.
static bool succeedsItself(const Event &Stored, llvm::ArrayRef<PlaceUpdate> All,
                           const KernelFacts &Facts) {
  const auto *At = dyn_cast<FieldTerm>(Stored.Address);
  if (!At)
    return true;
  auto IsChanged = [&](const FieldDecl *F) {
    return llvm::any_of(All, [&](const PlaceUpdate &U) {
      const auto *Changed = dyn_cast<FieldTerm>(U.Place);
      return Changed && Changed->field() == F;
    });
  };
  return readsMember(
             Stored.Value, At->base(),
             [&](const FieldDecl *F) { return !IsChanged(F); }, Facts) ||
         llvm::any_of(All, [&](const PlaceUpdate &U) {
           return readsMember(
               U.Write->Value, At->base(),
               [&](const FieldDecl *F) { return F == At->field(); }, Facts);
         });
}

/// The element that \p Number was read from, by this thread or by one that has
/// passed it on in shared memory; null if it may be one of several.
static const Term *itemBehind(const Term *Number, const KernelFacts &Facts) {
  const Term *Only = nullptr;
  bool IsOne = walkTerms(Number, [&](const Term &T, TermList &Instead) {
    // What stands for a thread without an item.
    if (isa<ConstantTerm, UndefinedTerm>(T))
      return Walk::Skip;
    for (const Incoming &I : Facts.values().incoming(&T))
      Instead.push_back(I.Reaching.Value);
    const auto *Read = dyn_cast<LoadTerm>(&T);
    if (!Read)
      return isa<PhiTerm, NarrowTerm>(T) ? Walk::Enter : Walk::Stop;
    const Term *Root = rootOf(Read->address());
    if (memorySpaceOf(Root) == MemorySpace::Shared) {
      for (const Event *Write : Facts.values().writesTo(Root))
        if (Write->isStore() && Write->Value)
          Instead.push_back(Write->Value);
      return Instead.empty() ? Walk::Stop : Walk::Enter;
    }
    bool IsSecond = Only && !sameButForSites(Only, Read->address());
    Only = Read->address();
    return IsSecond ? Walk::Stop : Walk::Skip;
  });
  return IsOne ? Only : nullptr;
}

/// \p Address has an index that is the item of a list that \p Load is, too.
static bool isOfSameItem(const Term *Address, const Term *Load,
                         const KernelFacts &Facts) {
  const Term *Item = itemBehind(Load, Facts);
  return Item && llvm::any_of(indicesOf(Address), [&](const Term *Index) {
           const Term *Other = itemBehind(Index, Facts);
           return Other && sameButForSites(Other, Item);
         });
}

/// The tests of a thread's own place, not of data, that decide whether it comes
/// to \p N.
static llvm::SmallPtrSet<const Term *, 4> placeTests(const Node &N,
                                                     const KernelFacts &Facts) {
  auto OfPlace = [&](const Term &Part) {
    bool IsPlace = isa<IdentityTerm>(Part) &&
                   !Facts.uniformity().isUniform(&Part, Scope::Block);
    return IsPlace               ? Walk::Stop
           : isa<LoadTerm>(Part) ? Walk::Skip
                                 : Walk::Enter;
  };
  llvm::SmallPtrSet<const Term *, 4> Tests;
  for (const Node *Branch : Facts.paths().allControls(N))
    if (Branch->Branch && !walkTerms(Branch->Branch, OfPlace))
      Tests.insert(Branch->Branch);
  return Tests;
}

/// \p Other and \p In come each under a test of the thread's place that the
/// other one does not come under: they go along two lists, or parts of one,
/// with a length of its own each (`if (t < n) v[a[t]] += x; if (t < m) v[b[t]]
/// -= x;`). The two ends of an edge come under the same tests.
static bool isOfOtherList(const Event &Other, const Event &In,
                          const KernelFacts &Facts) {
  auto Of = placeTests(*In.At, Facts), OfOther = placeTests(*Other.At, Facts);
  auto HasMore = [](const auto &Tests, const auto &Than) {
    return llvm::any_of(Tests,
                        [&](const Term *Test) { return !Than.contains(Test); });
  };
  return HasMore(Of, OfOther) && HasMore(OfOther, Of);
}

/// \p Load is an item of a list, one for each thread or block, and what \p In
/// does to the item, or whether it does, depends on what else the kernel knows
/// of it (`v[list[t]] += f[t] / mass[list[t]]`). A loop may read what the same
/// arrays have of others, its neighbours. Where they are used by other numbers,
/// too, there are pairs of items, as of the ends of edges.
static bool isItemOfList(const Term *Load, const PlaceUpdate &In,
                         const KernelFacts &Facts) {
  const ElementTerm *At = dependence::elementReadBy(Load);
  if (!At || anyPartOf(At->index(), [](const Term &Part) {
        return isa<PhiTerm, LoadTerm, ExtractTerm>(Part);
      }))
    return false;
  auto IsOfLoop = [](const Term *Address) {
    return anyPartOf(Address,
                     [](const Term &Part) { return isa<PhiTerm>(Part); });
  };
  llvm::SmallVector<const Term *, 4> Known;
  llvm::SmallVector<const Term *, 4> Deciding{In.Value};
  for (const Node *Branch : Facts.paths().allControls(*In.Write->At))
    if (Branch->Branch)
      Deciding.push_back(Branch->Branch);
  walkTerms(Deciding, Facts.values(), [&](const Term &Part) {
    const auto *Of = dyn_cast<LoadTerm>(&Part);
    if (Of && isIndexIn(Load, Of->address()) &&
        rootOf(Of->address()) != rootOf(In.Place))
      Known.push_back(rootOf(Of->address()));
    return Walk::Enter;
  });
  if (Known.empty())
    return false;
  Known.push_back(rootOf(In.Place));
  return llvm::all_of(Facts.cfg().events(), [&](const Event &E) {
    return !E.isAccess() || !llvm::is_contained(Known, rootOf(E.Address)) ||
           isIndexIn(Load, E.Address) || isOfOtherList(E, *In.Write, Facts) ||
           (E.Access == AccessKind::Read && IsOfLoop(E.Address));
  });
}

bool isUsedAsOwn(const Term *Load, const PlaceUpdate &In,
                 llvm::ArrayRef<PlaceUpdate> All, const KernelFacts &Facts) {
  if (In.K != PlaceUpdate::Kind::Changed)
    return false;
  // Two numbers lead to one object: then neither is the thread's own.
  for (const PlaceUpdate &Other : All)
    if (Other.Write != In.Write && rootOf(Other.Place) == rootOf(In.Place) &&
        !isIndexIn(Load, Other.Place) &&
        !isOfSameItem(Other.Place, Load, Facts) &&
        !isOfOtherList(*Other.Write, *In.Write, Facts))
      return false;
  if (dependence::beginsRows(Load, Facts) || isItemOfList(Load, In, Facts) ||
      changesSignOnly(In))
    return true;
  if (succeedsItself(*In.Write, Facts))
    return true;
  // Something else is stored there as if nobody else did.
  for (const Event &E : Facts.cfg().events())
    if (E.isStore() && !E.Op && E.Value && isIndexIn(Load, E.Address) &&
        goesElsewhere(E, In.Place) &&
        !Facts.uniformity().isUniform(E.Value, Scope::Grid) &&
        (rootOf(E.Address) != rootOf(In.Place) ||
         succeedsItself(E, All, Facts)) &&
        (replacesMember(E, Facts) ||
         llvm::none_of(
             All, [&](const PlaceUpdate &Other) { return Other.Write == &E; })))
      return true;
  return false;
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
