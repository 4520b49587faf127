//===--- HostStore.cpp - What variables of the host hold ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "CudaModel/HostLibrary.h"

using namespace clang;

namespace warplint::hostsync {

/// What an object of static storage at \p Place holds when main begins, unless
/// its constructor is the user's.
void HostOrder::initializeGlobal(HostPlaces::Id Place, QualType Type,
                                 HostState &Now) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return;
  if (isContainerClass(*Class)) {
    set(Places.size(Place), HostDatum::number(0), Now);
    return;
  }
  if (Class->isUnion() || Class->getNumBases() != 0 ||
      Class->hasUserDeclaredConstructor() || Class->isInStdNamespace())
    return;
  for (const FieldDecl *Field : Class->fields())
    if (Field->getType()->isRecordType())
      initializeGlobal(Places.member(Place, *Field), Field->getType(), Now);
    else if (Field->getType()->isScalarType() &&
             !Field->hasInClassInitializer())
      set(Places.member(Place, *Field), HostDatum::number(0), Now);
}

void HostOrder::initialize(Frame &In, HostPlaces::Id Place, const Expr &Value,
                           HostState &Now) {
  const Expr *Plain = Value.IgnoreImplicit();
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Plain))
    Plain = Default->getExpr()->IgnoreImplicit();
  if (isa<InitListExpr>(Plain->IgnoreParenCasts())) // T{...}
    Plain = Plain->IgnoreParenCasts();
  if (const auto *List = dyn_cast<InitListExpr>(Plain)) {
    if (!List->isSemanticForm() && List->getSemanticForm())
      List = List->getSemanticForm();
    const auto *Array = Code.context().getAsConstantArrayType(List->getType());
    give(Places.result(*List), {HostDatum::Kind::Address, Place}, Now);
    const RecordDecl *Record = List->getType()->getAsRecordDecl();
    std::vector<const FieldDecl *> Fields;
    for (const FieldDecl *Field : Record && !Record->isUnion()
                                      ? Record->fields()
                                      : RecordDecl::field_range({}, {}))
      Fields.push_back(Field);
    for (unsigned I = 0;
         I < List->getNumInits() &&
         Code.limits().allows(BudgetId::HostOrderElements, I + 1);
         ++I)
      if (List->getType()->isArrayType())
        initialize(In, Places.element(Place, I), *List->getInit(I), Now);
      else if (I < Fields.size())
        initialize(In, Places.member(Place, *Fields[I]), *List->getInit(I),
                   Now);
    for (uint64_t I = List->getNumInits();
         Array && List->getArrayFiller() && I < Array->getZExtSize() &&
         Code.limits().allows(BudgetId::HostOrderElements, unsigned(I) + 1);
         ++I)
      initialize(In, Places.element(Place, int64_t(I)), *List->getArrayFiller(),
                 Now);
    return;
  }
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(Plain) &&
      Plain->getType()->isScalarType()) {
    Now.Data[Place] = HostDatum::number(0);
    return;
  }
  if (isa<CXXConstructExpr>(Plain)) {
    auto Target = In.Targets.find(Plain);
    if (Target == In.Targets.end() || Target->second != Place)
      put(In, Place, *Plain, Now);
    return; // Else made there by construct().
  }
  assign(In, {HostDatum::Kind::Address, Place, true}, Value, Now);
}

void HostOrder::assign(Frame &In, HostDatum To, const Expr &Value,
                       HostState &Now) {
  if (To.K != HostDatum::Kind::Address)
    return;
  // What an error left of an initializer has no type.
  if (Value.getType().isNull())
    return forget(To.Id, Now);
  put(In, To.Id, Value, Now);
}

/// The object at \p To becomes a copy of what \p E is.
void HostOrder::put(Frame &In, HostPlaces::Id To, const Expr &E,
                    HostState &Now) {
  const Expr *Plain = E.IgnoreParenImpCasts();
  bool IsRecord = E.getType()->isRecordType();
  if (IsRecord && isa<InitListExpr>(E.IgnoreParenCasts())) {
    forget(To, Now);
    return initialize(In, To, E, Now);
  }
  HostDatum From = IsRecord && Plain->isGLValue() ? locate(In, Plain, Now)
                   : E.isGLValue() ? load(locate(In, &E, Now), Now)
                                   : value(In, &E, Now);
  // A copy of itself.
  if (From == HostDatum{HostDatum::Kind::Same, To} ||
      (IsRecord && From == HostDatum{HostDatum::Kind::Address, To}))
    return;
  forget(To, Now);
  if (IsRecord && From.K == HostDatum::Kind::Address &&
      !isIterator(E.getType())) {
    copyParts(To, From.Id, Now);
  } else {
    set(To, From, Now);
  }
}

void HostOrder::copyParts(HostPlaces::Id To, HostPlaces::Id From,
                          HostState &Now) {
  if (To == From)
    return;
  if (auto Found = Now.Data.find(From); Found != Now.Data.end())
    Now.Data[To] = Found->second;
  // Copying makes places, which moves the list.
  for (size_t I = 0; I < Places.parts(From).size(); ++I) {
    auto [Key, Part] = Places.parts(From)[I];
    // Of two owners none is known to end what they own.
    if (Places.isDeleter(Part)) {
      forget(Part, Now);
      continue;
    }
    HostPlaces::Id Target =
        Key.first
            ? Places.member(To, *static_cast<const FieldDecl *>(Key.first))
            : Places.element(To, Key.second);
    copyParts(Target, Part, Now);
  }
}

void HostOrder::change(HostPlaces::Id Place, HostState &Now) const {
  eraseIf(Now.Facts, [&](const auto &Each) {
    return TestedPlaces[Each.first].count(Place) != 0;
  });
  if (Copied.count(Place))
    Now.forget(HostDatum::Kind::Same, Place);
  Now.Captures.erase({HostDatum::Kind::Same, Place});
}

/// Gives a value to a place that has been forgotten.
void HostOrder::set(HostPlaces::Id Place, const HostDatum &To, HostState &Now) {
  bool IsValue =
      To.K == HostDatum::Kind::Number || To.K == HostDatum::Kind::Same;
  if (To.K == HostDatum::Kind::Unknown || (IsValue && Exposed.count(Place)))
    return;
  if (To.K == HostDatum::Kind::Same)
    Copied.insert(To.Id);
  Now.Data[Place] = To;
}

void HostOrder::forget(HostPlaces::Id Place, HostState &Now) {
  Now.Data.erase(Place);
  change(Place, Now);
  for (const auto &[Key, Part] : Places.parts(Place))
    forget(Part, Now);
}

/// Something has been written through a pointer that is not followed: numbers
/// that pointers may lead to are unknown.
void HostOrder::forgetNumbers(HostState &Now) const {
  std::set<HostPlaces::Id> Pointed;
  for (const auto &[Place, Datum] : Now.Data)
    if (Datum.K == HostDatum::Kind::Address)
      Pointed.insert(Datum.Id);
  auto IsReached = [&](HostPlaces::Id Place) {
    return Places.isPart(Place) || Places.isGlobal(Place) ||
           Pointed.count(Place);
  };
  eraseIf(Now.Data, [&](const auto &Each) {
    bool IsNumber = Each.second.K == HostDatum::Kind::Number;
    bool IsSame = Each.second.K == HostDatum::Kind::Same;
    return ((IsNumber || IsSame) && IsReached(Each.first)) ||
           (IsSame && IsReached(Each.second.Id));
  });
  eraseIf(Now.Facts, [&](const auto &Each) {
    return llvm::any_of(TestedPlaces[Each.first], IsReached);
  });
}

void HostOrder::forgetTarget(const Frame &In, const Expr &To, HostState &Now) {
  const Expr *E = &To;
  for (;;) {
    E = E->IgnoreParenCasts();
    const Expr *Outer = nullptr;
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      HostDatum Base = value(In, Element->getBase(), Now);
      if (Base.K == HostDatum::Kind::Address)
        return forget(Base.Id, Now);
      Outer = Element->getBase();
    } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      Outer = Member->getBase();
    }
    if (!Outer)
      return;
    E = Outer;
  }
}

} // namespace warplint::hostsync
