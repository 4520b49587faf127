//===--- State.cpp - A thread's own variables at a program point ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelIR/State.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/ClassFields.h"
#include "Analysis/Expr/PointerBits.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"

using namespace clang;

namespace warplint {

/// Adds the addresses at which \p L holds something else than \p R, or \p R
/// nothing.
static void appendMissing(const State &L, const State &R,
                          std::vector<AddressKey> &Found) {
  auto *Other = R.getRootWithoutRetain();
  llvm::SmallVector<decltype(Other), 32> Work{L.getRootWithoutRetain()};
  while (!Work.empty()) {
    auto *Tree = Work.pop_back_val();
    if (!Tree)
      continue;
    const auto &[At, Reaching] = Tree->getValue();
    auto *Same = Other ? Other->find(At) : nullptr;
    if (Same == Tree)
      continue; // States share such a tree with all that is below.
    if (!Same || !(Same->getValue().second == Reaching))
      Found.push_back(At);
    Work.append({Tree->getLeft(), Tree->getRight()});
  }
}

void appendDifferences(const State &L, const State &R,
                       std::vector<AddressKey> &Found) {
  appendMissing(L, R, Found);
  appendMissing(R, L, Found);
}

/// \p Holds is true of a place of the object \p Root and what \p S holds there;
/// asked in order until it is. Takes time for the object, not for the state.
static bool
anyPlaceOf(const State &S, const Term *Root,
           llvm::function_ref<bool(const Term *At, const Definition &Reaching)>
               Holds) {
  auto *Tree = S.getRootWithoutRetain();
  llvm::SmallVector<decltype(Tree), 32> Next;
  while (true) {
    while (Tree) {
      const Term *Other = Tree->getValue().first.Root;
      if (Other == Root)
        Next.push_back(Tree);
      Tree = Other->id() < Root->id() ? Tree->getRight() : Tree->getLeft();
    }
    if (Next.empty())
      return false;
    const auto &[At, Reaching] = Next.back()->getValue();
    if (Holds(At.Address, Reaching))
      return true;
    Tree = Next.pop_back_val()->getRight();
  }
}

static void
forEachPlaceOf(const State &S, const Term *Root,
               llvm::function_ref<void(const Term *, const Definition &)> Do) {
  anyPlaceOf(S, Root, [&](const Term *At, const Definition &Reaching) {
    Do(At, Reaching);
    return false;
  });
}

static bool isInside(const Term *Address, const Term *Outer) {
  while (const auto *Part = dyn_cast<SubobjectTerm>(Address)) {
    Address = Part->base();
    if (Address == Outer)
      return true;
  }
  return false;
}

static bool anyPlaceInside(const State &S, const Term *Outer) {
  return anyPlaceOf(S, rootOf(Outer), [&](const Term *At, const Definition &) {
    return isInside(At, Outer);
  });
}

/// The innermost array of \p Address that is indexed by something that is not
/// a constant, null if there is none.
static const ElementTerm *variablyIndexed(const Term *Address) {
  const ElementTerm *Found = nullptr;
  while (const auto *Part = dyn_cast<SubobjectTerm>(Address)) {
    const auto *Element = dyn_cast<ElementTerm>(Part);
    if (Element && !Element->index()->isConstant())
      Found = Element;
    Address = Part->base();
  }
  return Found;
}

Definition StateAccess::mixOfElements(const State &S, const Term *Array,
                                      const Term *Index) const {
  llvm::SmallVector<const Term *, 8> Parts{Index};
  Definition Last;
  forEachPlaceOf(S, rootOf(Array),
                 [&](const Term *At, const Definition &Reaching) {
                   if (At != Array && !isInside(At, Array))
                     return;
                   Parts.push_back(Reaching.Value);
                   Last = Reaching;
                 });
  if (Parts.size() == 1)
    return {};
  Last.Value = Arena.opaque(nullptr, nullptr, Parts, Scope::System);
  return Last;
}

/// The class as which \p Object is declared; null if that is not known.
static const CXXRecordDecl *declaredClassOf(const Term *Object) {
  QualType Type;
  if (const auto *Local = dyn_cast<LocalTerm>(Object))
    Type = Local->decl()->getType();
  else if (const auto *Member = dyn_cast<FieldTerm>(Object))
    Type = Member->field()->getType();
  const CXXRecordDecl *Class =
      Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() ? Class : nullptr;
}

/// Whether \p L and \p R divide one object alike: into its members, or into
/// elements of one size.
static bool divideAlike(const SubobjectTerm &L, const SubobjectTerm &R) {
  const auto *Left = dyn_cast<ElementTerm>(&L);
  const auto *Right = dyn_cast<ElementTerm>(&R);
  if (Left || Right)
    return Left && Right && Left->elementSize() == Right->elementSize();
  const CXXRecordDecl *Class = declaredClassOf(L.base());
  auto IsOfClass = [&](const SubobjectTerm &Part) {
    const auto *Of =
        dyn_cast<CXXRecordDecl>(cast<FieldTerm>(Part).field()->getParent());
    return Of && (Of->getCanonicalDecl() == Class->getCanonicalDecl() ||
                  Class->isDerivedFrom(Of));
  };
  return !Class || IsOfClass(L) == IsOfClass(R);
}

/// Of an object that was set in other parts than the one that is asked for (the
/// words of a structure, or members of what was set word by word).
Definition StateAccess::readAcross(const State &S,
                                   const SubobjectTerm &Part) const {
  bool Across =
      anyPlaceOf(S, rootOf(&Part), [&](const Term *At, const Definition &) {
        const auto *Kept = dyn_cast<SubobjectTerm>(At);
        while (Kept && Kept->base() != Part.base())
          Kept = dyn_cast<SubobjectTerm>(Kept->base());
        return Kept && !divideAlike(*Kept, Part);
      });
  if (!Across)
    return {};
  const auto *Element = dyn_cast<ElementTerm>(&Part);
  return mixOfElements(
      S, Part.base(),
      Element
          ? Element->index()
          : Arena.constant(
                -1 - int64_t(cast<FieldTerm>(Part).field()->getFieldIndex())));
}

Definition StateAccess::read(const State &S, const Term *Address) const {
  const Term *Asked = Address;
  // From the outside in, from what is known of an object around the address.
  llvm::SmallVector<const SubobjectTerm *, 8> Path;
  Definition Reaching = readWhole(S, Address);
  while (!Reaching.Value) {
    const auto *Part = dyn_cast<SubobjectTerm>(Address);
    if (!Part)
      break;
    Path.push_back(Part);
    Address = Part->base();
    Reaching = readWhole(S, Address);
  }
  if (!Reaching.Value || isa<UndefinedTerm>(Reaching.Value)) {
    for (const SubobjectTerm *Part : Path)
      if (Definition Mixed = readAcross(S, *Part); Mixed.Value)
        return Mixed;
    // The first word of an object has the object's address.
    if (anyPlaceInside(S, Asked))
      return mixOfElements(S, Asked, Arena.constant(0));
    if (!Reaching.Value)
      return {};
  }
  for (const SubobjectTerm *Part : llvm::reverse(Path))
    Reaching = partOf(Reaching, Part);
  return Reaching;
}

uint64_t extentOf(const Term *Array) {
  const ValueDecl *Declared = nullptr;
  if (const auto *Var = dyn_cast<LocalTerm>(Array))
    Declared = Var->decl();
  else if (const auto *Member = dyn_cast<FieldTerm>(Array))
    Declared = Member->field();
  const auto *Type = Declared ? dyn_cast_or_null<ConstantArrayType>(
                                    Declared->getType()->getAsArrayTypeUnsafe())
                              : nullptr;
  return Type ? Type->getZExtSize() : 0;
}

/// What an index chooses among the elements of a small array, all of which are
/// known; a null value if they are not.
Definition StateAccess::chosenElement(const State &S,
                                      const ElementTerm &At) const {
  const Definition *Around = S.lookup({At.base()});
  const auto *Whole = Around ? dyn_cast<RecordTerm>(Around->Value) : nullptr;
  if (Whole && Whole->recordType())
    Whole = nullptr;
  uint64_t Extent = Whole ? Whole->operands().size() : extentOf(At.base());
  if (!Extent || !Arena.limits().allows(BudgetId::CopiedElements, Extent))
    return {};
  llvm::SmallVector<const Term *, 16> Elements(Extent, nullptr);
  Definition Result;
  auto IsUnknown = [&](const Term *Place, const Definition &Reaching) {
    if (!isInside(Place, At.base()))
      return false;
    const auto *Element = dyn_cast<ElementTerm>(Place);
    const auto *Index =
        Element ? dyn_cast<ConstantTerm>(Element->index()) : nullptr;
    if (!Index || Element->base() != At.base() ||
        uint64_t(Index->value()) >= Extent || isa<RecordTerm>(Reaching.Value))
      return true;
    Elements[Index->value()] = Reaching.Value;
    Result = Reaching;
    return false;
  };
  if (anyPlaceOf(S, rootOf(&At), IsUnknown))
    return {};
  for (uint64_t I = 0; I < Extent; ++I) {
    if (Elements[I])
      continue;
    if (!Whole) // The array was not copied as one value.
      return {};
    Elements[I] = Whole->operand(I);
    Result = *Around;
  }
  Result.Value = choose(Elements, At.index());
  return Result;
}

/// What is kept for \p Address itself; a null value if nothing is.
Definition StateAccess::readWhole(const State &S, const Term *Address) const {
  if (const Definition *Reaching = S.lookup({Address}))
    return *Reaching;
  const ElementTerm *Indexed = variablyIndexed(Address);
  if (!Indexed)
    return {};
  Definition Chosen =
      Indexed == Address ? chosenElement(S, *Indexed) : Definition();
  return Chosen.Value ? Chosen
                      : mixOfElements(S, Indexed->base(), Indexed->index());
}

/// What lies at \p Part of an object that holds \p Outer.
Definition StateAccess::partOf(Definition Outer,
                               const SubobjectTerm *Part) const {
  const auto *Element = dyn_cast<ElementTerm>(Part);
  const auto *Whole = dyn_cast<RecordTerm>(Outer.Value);
  if (Element && Whole && !Whole->recordType()) {
    // An array that was copied element by element.
    const auto *Index = dyn_cast<ConstantTerm>(Element->index());
    if (Index && Index->value() >= 0 &&
        size_t(Index->value()) < Whole->operands().size())
      Outer.Value = Whole->operand(Index->value());
    else if (!Index)
      if (const Term *Chosen = choose(Whole->operands(), Element->index()))
        Outer.Value = Chosen;
    return Outer;
  }
  const Term *Value = Outer.Value;
  if (auto Bits =
          isNumber(Value) ? bitsWithin(Part, Part->base()) : std::nullopt) {
    Outer.Value = Bits->in(Value, Arena);
    return Outer;
  }
  Outer.Value = Element ? Arena.extractElement(Value, Element->index())
                        : Arena.extract(Value, cast<FieldTerm>(Part)->field());
  return Outer;
}

State StateAccess::eraseInside(State S, const Term *Address) const {
  llvm::SmallVector<AddressKey, 8> Inside;
  forEachPlaceOf(S, rootOf(Address), [&](const Term *At, const Definition &) {
    if (isInside(At, Address))
      Inside.push_back(At);
  });
  for (AddressKey P : Inside)
    S = Factory.remove(S, P);
  return S;
}

/// Where an object around \p Address is kept as a number, as with unions: that
/// number with \p New for some of its bits. Takes the number out of \p S if it
/// is not known which ones.
std::optional<State> StateAccess::writePart(State &S, const Term *Address,
                                            const Definition &New) const {
  for (const auto *Part = dyn_cast<SubobjectTerm>(Address); Part;
       Part = dyn_cast<SubobjectTerm>(Part->base())) {
    const Definition *Around = S.lookup({Part->base()});
    if (!Around || !isNumber(Around->Value))
      continue;
    Definition Now = New;
    auto Bits = isa<RecordTerm, UndefinedTerm>(New.Value)
                    ? std::nullopt
                    : bitsWithin(Address, Part->base());
    Now.Value =
        Bits ? Bits->put(Around->Value, New.Value, Arena) : Arena.undefined();
    S = Factory.add(S, {Part->base()}, Now);
    return Bits ? std::optional(S) : std::nullopt;
  }
  return std::nullopt;
}

State StateAccess::write(State S, const Term *Address, Definition New) const {
  if (const ElementTerm *Indexed = variablyIndexed(Address)) {
    // Which element is not known: all keep what they had or get the new value.
    const Term *Array = Indexed->base();
    Definition Old = mixOfElements(S, Array, Indexed->index());
    llvm::SmallVector<const Term *, 4> Parts{Indexed->index(), New.Value};
    if (Old.Value)
      Parts.append(Old.Value->operands().begin(), Old.Value->operands().end());
    llvm::sort(Parts, precedes);
    Parts.erase(std::unique(Parts.begin(), Parts.end()), Parts.end());
    New.Value = Arena.opaque(nullptr, nullptr, Parts, Scope::System);
    return Factory.add(eraseInside(S, Array), {Array}, New);
  }
  if (auto Written = writePart(S, Address, New))
    return *Written;
  S = eraseInside(S, Address);
  const auto *Whole = dyn_cast<RecordTerm>(New.Value);
  if (Whole && Whole->recordType()) {
    S = Factory.remove(S, {Address});
    for (const FieldDecl *Field :
         fieldsOfClass(*Whole->recordType(), Arena.limits())) {
      Definition Part = New;
      Part.Value = Arena.extract(New.Value, Field);
      S = write(S, Arena.fieldOf(Address, Field), Part);
    }
    return S;
  }
  return Factory.add(S, {Address}, New);
}

State StateAccess::leave(State S, const CallContext &A) const {
  llvm::SmallVector<AddressKey, 16> Owned;
  for (const Term *Object : Arena.objectsOf(A))
    forEachPlaceOf(S, Object, [&](const Term *At, const Definition &) {
      Owned.push_back(At);
    });
  for (AddressKey P : Owned)
    S = Factory.remove(S, P);
  return S;
}

Definition StateAccess::snapshotOf(const State &S, const Term *Address,
                                   QualType Type) const {
  if (const RecordDecl *Nested = Type->getAsRecordDecl())
    return snapshot(S, Address, *Nested);
  const auto *Array =
      dyn_cast_or_null<ConstantArrayType>(Type->getAsArrayTypeUnsafe());
  if (!Array ||
      !Arena.limits().allows(BudgetId::CopiedElements, Array->getZExtSize()))
    return read(S, Address);
  const ElementTerm *Any = nullptr;
  forEachPlaceOf(S, rootOf(Address), [&](const Term *At, const Definition &) {
    for (const auto *Part = dyn_cast<SubobjectTerm>(At); Part;
         Part = dyn_cast<SubobjectTerm>(Part->base()))
      if (Part->base() == Address)
        Any = dyn_cast<ElementTerm>(Part);
  });
  if (!Any)
    return read(S, Address);
  Definition Result;
  llvm::SmallVector<const Term *, 16> Elements;
  for (uint64_t I = 0; I < Array->getZExtSize(); ++I) {
    Definition Reaching = snapshotOf(
        S, Arena.elementOf(Address, Arena.constant(I), Any->elementSize()),
        Array->getElementType());
    Elements.push_back(Reaching.Value ? Reaching.Value : Arena.undefined());
    if (Reaching.Value)
      Result = Reaching;
  }
  Result.Value = Arena.record(nullptr, Elements);
  return Result;
}

Definition StateAccess::snapshot(const State &S, const Term *Address,
                                 const RecordDecl &Type) const {
  if (const Definition *Whole = S.lookup({Address}))
    if (!anyPlaceInside(S, Address))
      return *Whole;
  unsigned Own = std::distance(Type.field_begin(), Type.field_end());
  ClassFields Parts = fieldsOfClass(Type, Arena.limits());
  if (Type.isUnion() || Parts.empty() ||
      !Arena.limits().allows(BudgetId::CopiedFields, Own))
    return mixOfElements(S, Address, Arena.constant(0));
  llvm::SmallVector<const Term *, 8> Fields;
  Definition Result;
  for (const FieldDecl *Field : Parts) {
    const Term *At = Arena.fieldOf(Address, Field);
    Definition Reaching = snapshotOf(S, At, Field->getType());
    if (!Reaching.Value || isa<UndefinedTerm>(Reaching.Value))
      if (Definition Set = readAcross(S, *cast<SubobjectTerm>(At)); Set.Value)
        Reaching = Set;
    Fields.push_back(Reaching.Value ? Reaching.Value : Arena.undefined());
    if (Reaching.Value)
      Result = Reaching;
  }
  Result.Value = Arena.record(&Type, Fields);
  return Result;
}

} // namespace warplint
