//===--- SmartPointers.cpp - Owners and how they end ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "CudaModel/Destructors.h"

using namespace clang;

namespace warplint::hostsync {

using Kind = HostDatum::Kind;

/// Whoever \p Call is given an owner may own the same.
void HostOrder::shareOwners(const Frame &In, const CallExpr &Call,
                            HostState &Now) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
  for (unsigned I = Operator ? 1 : 0; I < Call.getNumArgs(); ++I) {
    const Expr *Given = Call.getArg(I);
    const CXXRecordDecl *Class = Given->getType()->getAsCXXRecordDecl();
    if (!Class || !Given->isGLValue() || !isSmartPointer(*Class))
      continue;
    if (HostDatum Owner = locate(In, Given, Now); Owner.K == Kind::Address)
      forget(Places.deleter(Owner.Id), Now);
  }
}

/// A smart pointer that is made of a pointer owns what it points to, and is
/// the only owner until something else is made of it.
void HostOrder::constructSmartPointer(Frame &In, const CXXConstructExpr &E,
                                      HostPlaces::Id Place, HostState &Now) {
  forget(Place, Now);
  if (E.getNumArgs() == 0)
    return;
  const Expr &From = *E.getArg(0);
  if (From.getType()->isRecordType()) {
    HostDatum Source = locate(In, &From, Now);
    if (Source.K != Kind::Address || Source.Id == Place)
      return;
    bool IsMove = E.getConstructor()->isMoveConstructor();
    HostDatum Deleter = load({Kind::Address, Places.deleter(Source.Id)}, Now);
    if (IsMove)
      copyParts(Places.deleter(Place), Places.deleter(Source.Id), Now);
    copyParts(Place, Source.Id, Now); // Takes the deleter away.
    if (!IsMove)
      return;
    set(Places.deleter(Place), Deleter, Now);
    give(Source.Id, HostDatum::number(0), Now);
    return;
  }
  HostDatum Owned = value(In, &From, Now);
  if (Owned.K != Kind::Memory)
    return;
  set(Place, Owned, Now);
  HostPlaces::Id At = Places.deleter(Place);
  if (E.getNumArgs() > 1) {
    HostDatum Object = passed(In, E.getArg(1), Now);
    if (Object.K == Kind::Address)
      copyParts(At, Object.Id, Now);
    set(At, callableAt(In, *E.getArg(1), Now), Now);
    return;
  }
  const auto *Owner = dyn_cast<ClassTemplateSpecializationDecl>(
      E.getConstructor()->getParent());
  const CXXRecordDecl *Deleter =
      Owner && Owner->getTemplateArgs().size() == 2
          ? Owner->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl()
          : nullptr;
  for (const CXXMethodDecl *Each : Deleter && Deleter->hasDefinition()
                                       ? Deleter->methods()
                                       : CXXRecordDecl::method_range({}, {}))
    if (Each->getOverloadedOperator() == OO_Call && Each->hasBody() &&
        Code.isUserCode(Each->getLocation()))
      set(At, callable(*Each), Now);
}

bool HostOrder::endSmartPointer(Frame &In, const HostDatum &Object,
                                HostState &Now) {
  HostDatum Owned = load(Object, Now);
  if (Object.K != Kind::Address || !Owned.isKnown())
    return false;
  if (Owned.K == Kind::Number)
    return Owned.Number == 0;
  HostPlaces::Id At = Places.deleter(Object.Id);
  const FunctionDecl *Ends = bodyOf(load(HostDatum::address(At), Now));
  return Ends &&
         enterBy(In, *Ends, Ends, HostDatum::address(At), Now, /*Thread=*/false,
                 [&](unsigned I, HostPlaces::Id Place, HostState &After) {
                   if (I == 0)
                     give(Place, Owned, After);
                 });
}

void HostOrder::callSmartPointer(Frame &In, const CallExpr &Call,
                                 const CXXMethodDecl &Method, HostState &Now) {
  HostDatum Object = objectOf(In, Call, Now);
  // `p[i]` has the object before what it is given, `p.operator[](i)` has not.
  unsigned ObjectFirst = isa<CXXOperatorCallExpr>(Call);
  const Expr *Argument =
      Call.getNumArgs() > ObjectFirst ? Call.getArg(ObjectFirst) : nullptr;
  if (Method.isConst()) {
    HostDatum Owned = load(Object, Now);
    if (Method.getOverloadedOperator() == OO_Subscript) {
      auto Index = Argument ? constant(Argument) : std::nullopt;
      Owned.AtStart &= Index && *Index == 0;
    }
    give(Places.result(Call), Owned.known(), Now);
    return;
  }
  HostDatum Given = !Argument ? HostDatum()
                    : Method.isMoveAssignmentOperator()
                        ? load(locate(In, Argument, Now), Now)
                    : Method.getIdentifier() && Method.getName() == "reset"
                        ? value(In, Argument, Now)
                        : HostDatum();
  // What it has owned until now may be freed by a call that waits.
  if (!deletesPlainly(*Method.getParent()))
    callUnknown(In, {}, Now);
  if (Object.K != Kind::Address)
    return;
  forget(Object.Id, Now);
  if (Given.K == Kind::Memory)
    set(Object.Id, Given, Now);
}

} // namespace warplint::hostsync
