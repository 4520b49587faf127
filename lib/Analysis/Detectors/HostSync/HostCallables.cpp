//===--- HostCallables.cpp - Functions that the host calls by value -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointers to functions, lambdas in std::function and in std::thread. A thread
// is run where it is made: this is one of the orders in which both may run.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "CudaModel/HostLibrary.h"

using namespace clang;

namespace warplint::hostsync {

using Kind = HostDatum::Kind;

const FunctionDecl *HostOrder::bodyOf(const HostDatum &Called) const {
  return Called.K == Kind::Callable && Callables[Called.Id]->hasBody()
             ? Callables[Called.Id]
             : nullptr;
}

bool HostOrder::callCallable(Frame &In, const CallExpr &Call,
                             const FunctionDecl *Callee, HostState &Now) {
  Arguments Given(Call.getArgs(), Call.getNumArgs());
  if (!Callee) {
    const FunctionDecl *Called = bodyOf(value(In, Call.getCallee(), Now));
    return Called && enter(In, *Called, &Call, Given, {}, Now);
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (!Method)
    return false;
  if (holdsThreads(*Method->getParent()) && !Given.empty() &&
      containerCallOf(*Callee) == ContainerCall::Append)
    return appendThread(In, Call, *Method, Now);
  HostCallable Of = callableOf(*Method->getParent());
  HostDatum Object =
      Of == HostCallable::None ? HostDatum() : objectOf(In, Call, Now);
  HostDatum Held = load(Object, Now);
  if (Held.K != Kind::Callable)
    return false;
  if (Of == HostCallable::Thread) // What it does has been done.
    return true;
  return Method->getOverloadedOperator() == OO_Call &&
         enter(In, *Callables[Held.Id], &Call, Given.drop_front(), Object, Now);
}

/// `emplace_back` makes a thread of what it is given.
bool HostOrder::appendThread(Frame &In, const CallExpr &Call,
                             const CXXMethodDecl &Method, HostState &Now) {
  const Expr *Given = Call.getArg(0);
  const CXXRecordDecl *Class =
      Given->getType().getNonReferenceType()->getAsCXXRecordDecl();
  HostDatum Runs = callableAt(In, *Given, Now),
            Closure = passed(In, Given, Now);
  HostDatum List = objectOf(In, Call, Now);
  const FunctionDecl *Body = bodyOf(Runs);
  if (!Body || (Class && callableOf(*Class) == HostCallable::Thread))
    return false;
  if (auto Size = List.K == Kind::Address
                      ? sizeAt(List.Id, *Method.getParent(), Now)
                      : std::nullopt) {
    give(Places.element(List.Id, *Size), Runs, Now);
    give(Places.size(List.Id), HostDatum::number(*Size + 1), Now);
  }
  return enter(In, *Body, &Call,
               Arguments(Call.getArgs(), Call.getNumArgs()).drop_front(),
               Closure, Now, /*Thread=*/true);
}

HostDatum HostOrder::callableAt(Frame &In, const Expr &From, HostState &Now) {
  const CXXRecordDecl *Lambda =
      From.getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (Lambda && Lambda->isLambda())
    if (const CXXMethodDecl *Body = Lambda->getLambdaCallOperator();
        Body && !Lambda->isGenericLambda())
      return callable(*Body);
  HostDatum Object = passed(In, &From, Now);
  return Object.K == Kind::Callable ? Object : load(Object, Now);
}

bool HostOrder::constructCallable(Frame &In, const CXXConstructExpr &E,
                                  HostPlaces::Id Place, HostState &Now) {
  const CXXConstructorDecl &Made = *E.getConstructor();
  HostCallable Of = callableOf(*Made.getParent());
  if (Of == HostCallable::None || E.getNumArgs() == 0)
    return false;
  const Expr *From = E.getArg(0);
  HostDatum Object = passed(In, From, Now);
  HostDatum Held = callableAt(In, *From, Now);
  forget(Place, Now);
  if (Object.K == Kind::Address)
    copyParts(Place, Object.Id, Now);
  Now.Data.erase(Place);
  const FunctionDecl *Body = bodyOf(Held);
  if (!Body)
    return false;
  set(Place, Held, Now);
  if (Of != HostCallable::Thread || Made.isCopyOrMoveConstructor())
    return true;
  Arguments Given(E.getArgs() + 1, E.getNumArgs() - 1);
  return enter(In, *Body, &E, Given, HostDatum::address(Place), Now,
               /*Thread=*/true);
}

} // namespace warplint::hostsync
