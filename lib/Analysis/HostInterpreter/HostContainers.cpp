//===--- HostContainers.cpp - Sizes that the host keeps in containers -----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of library containers. An array or vector is a record of its
// elements, a record again, and, for a vector, their number. Elements that a
// pointer may have changed are replaced by an unknown term. A pair or tuple is
// a record of its members.
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/HostLibrary.h"
#include "Support/Checked.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

static ContainerCall callOf(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const Expr *Object = objectOf(Call);
  // By an iterator or pointer it is another one each time.
  return Callee && Object && !Object->getType()->isPointerType()
             ? containerCallOf(*Callee)
             : ContainerCall::Unknown;
}

bool holdsElements(const Expr &Container) {
  HostContainer Of = containerOf(Container.getType());
  return Of == HostContainer::Array || Of == HostContainer::Vector;
}

/// `std::get<1>(t)` of an array, pair or tuple.
static bool namesPart(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  return Callee && libraryValueOf(*Callee) == LibraryValue::Part &&
         Call.getNumArgs() == 1 &&
         containerOf(Call.getArg(0)->getType()) != HostContainer::None;
}

const Expr *containerOfElement(const Expr &E) {
  const auto *Call = dyn_cast<CallExpr>(&E);
  if (Call && namesPart(*Call))
    return Call->getArg(0);
  ContainerCall Kind = Call ? callOf(*Call) : ContainerCall::Unknown;
  return Kind == ContainerCall::Element || Kind == ContainerCall::First ||
                 Kind == ContainerCall::Last || Kind == ContainerCall::Places
             ? objectOf(*Call)
             : nullptr;
}

/// How many elements \p Object, of which \p Of is known, has.
HostValue HostInterpreter::countOf(const Expr &Object, const HostValue &Of) {
  const CXXRecordDecl *Class = Object.getType()->getAsCXXRecordDecl();
  if (!Class || containerOf(*Class) != HostContainer::Array)
    return Of.part(1);
  auto Length = lengthOfArray(*Class);
  return Length ? HostValue::number(*Length) : HostValue();
}

/// The number of the element that \p Call names, nothing if it names none or
/// that is not known.
std::optional<int64_t> HostInterpreter::elementNamedBy(const CallExpr &Call,
                                                       const State &In) {
  if (namesPart(Call))
    return warplint::partNamedBy(*Call.getDirectCallee());
  const Expr &Object = *objectOf(Call);
  switch (callOf(Call)) {
  case ContainerCall::Element:
    return number(Call.getArg(Call.getNumArgs() - 1), In);
  case ContainerCall::First:
    return 0;
  case ContainerCall::Last:
    return base::Checked(numberOf(countOf(Object, value(&Object, In)), In)) - 1;
  default:
    return std::nullopt;
  }
}

/// What \p Call, of a function of the C++ library, gives; Unknown if that is
/// not known.
HostValue HostInterpreter::ofLibrary(const CallExpr &Call,
                                     const FunctionDecl &Callee,
                                     const State &In) {
  if (ContainerCall Kind = callOf(Call); Kind != ContainerCall::Unknown) {
    HostValue Of = value(objectOf(Call), In);
    if (Kind == ContainerCall::Size)
      return countOf(*objectOf(Call), Of);
    if (Kind == ContainerCall::IsEmpty)
      return applied(Operator::Equal, countOf(*objectOf(Call), Of),
                     HostValue::number(0));
    auto Index = elementNamedBy(Call, In);
    return Index && *Index >= 0 ? Of.part(0).part(size_t(*Index)) : HostValue();
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (Method && isa<CXXConversionDecl>(Method) &&
      isSmartPointer(*Method->getParent()) && objectOf(Call))
    return applied(Operator::NotEqual, value(objectOf(Call), In),
                   HostValue::number(0));
  HostValue Result;
  switch (libraryValueOf(Callee)) {
  case LibraryValue::Record:
    Result.K = HostValue::Kind::Record;
    for (const Expr *Argument : Call.arguments())
      Result.Parts.push_back(value(Argument, In));
    return Result;
  case LibraryValue::Part: {
    auto Part = namesPart(Call) ? warplint::partNamedBy(Callee) : std::nullopt;
    if (!Part || *Part < 0)
      return {};
    HostValue Whole = value(Call.getArg(0), In);
    return (holdsElements(*Call.getArg(0)) ? Whole.part(0) : Whole)
        .part(size_t(*Part));
  }
  case LibraryValue::Unknown:
  case LibraryValue::References:
    return {};
  }
  llvm_unreachable("all kinds are handled");
}

/// An object of the C++ library that \p Made makes; nothing if it is none that
/// is followed.
std::optional<HostValue>
HostInterpreter::madeOfLibrary(const CXXConstructExpr &Made, const State &In) {
  const CXXRecordDecl &Class = *Made.getConstructor()->getParent();
  HostContainer Of = containerOf(Class);
  llvm::SmallVector<const Expr *, 4> Given;
  for (const Expr *Argument : Made.arguments())
    if (!isa<CXXDefaultArgExpr>(Argument))
      Given.push_back(Argument);
  HostValue Result;
  if (isSmartPointer(Class))
    return Given.size() == 1 ? value(Given[0], In) : HostValue::number(0);
  if (Of == HostContainer::Pair || Of == HostContainer::Tuple) {
    const CXXRecordDecl *From =
        Given.size() == 1 ? Given[0]->getType()->getAsCXXRecordDecl() : nullptr;
    if (From && containerOf(*From) == Of)
      return value(Given[0], In); // Of another pair, element by element.
    Result.K = HostValue::Kind::Record;
    for (const Expr *Argument : Given)
      Result.Parts.push_back(value(Argument, In));
    return Result;
  }
  if (Of != HostContainer::Vector)
    return std::nullopt;
  HostValue Elements;
  Elements.K = HostValue::Kind::Record;
  HostValue Count = HostValue::number(0);
  if (!Given.empty()) {
    const Expr *First = withoutCasts(Given[0]);
    const auto *Listed = dyn_cast<CXXStdInitializerListExpr>(First);
    const auto *List =
        Listed ? dyn_cast<InitListExpr>(withoutCasts(Listed->getSubExpr()))
               : nullptr;
    if (List) {
      for (const Expr *Init : List->inits())
        Elements.Parts.push_back(value(Init, In));
      Count = HostValue::number(int64_t(List->getNumInits()));
    } else if (!Listed && Given[0]->getType()->isIntegralOrEnumerationType()) {
      Count = value(Given[0], In);
      auto Known = numberOf(Count, In);
      if (Known && *Known >= 0 && Given.size() > 1 &&
          Within.allows(BudgetId::HostVectorElements, uint64_t(*Known)))
        Elements.Parts.assign(size_t(*Known), value(Given[1], In));
    } else {
      return HostValue(); // Copied from somewhere.
    }
  }
  Result.K = HostValue::Kind::Record;
  Result.Parts = {std::move(Elements), std::move(Count)};
  return Result;
}

/// Its elements may have been changed by a pointer.
void HostInterpreter::loseElements(const Expr &Object, State &In) {
  HostValue Of = value(&Object, In);
  if (Of.K != HostValue::Kind::Record || Of.Parts.empty())
    return;
  Of.Parts[0].forEachPointee([&](const VarDecl &To) { escape(To, In); });
  Of.Parts[0] = HostValue::term(Terms.fresh());
  store(&Object, std::move(Of), In);
}

/// The vector \p Object gets \p Value behind its others.
void HostInterpreter::append(const Expr &Object, HostValue Value, State &In) {
  HostValue Of = value(&Object, In);
  if (Of.K != HostValue::Kind::Record || Of.Parts.size() < 2)
    return escape(&Object, In);
  auto Count = numberOf(Of.part(1), In);
  HostValue &Elements = Of.Parts[0];
  if (!Count || *Count < 0 ||
      !Within.allows(BudgetId::HostVectorElements, uint64_t(*Count) + 1))
    Elements = HostValue::term(Terms.fresh());
  if (Elements.K == HostValue::Kind::Record) {
    Elements.Parts.resize(size_t(*Count));
    Elements.Parts.push_back(std::move(Value));
  }
  Of.Parts[1] = applied(Operator::Add, Of.part(1), HostValue::number(1));
  store(&Object, std::move(Of), In);
}

/// The vector \p Object has \p Count elements from here on.
void HostInterpreter::resize(const Expr &Object, HostValue Count, State &In) {
  HostValue Of = value(&Object, In);
  if (Of.K != HostValue::Kind::Record || Of.Parts.size() < 2)
    return escape(&Object, In);
  auto Known = numberOf(Count, In);
  if (Known && *Known >= 0 && *Known < int64_t(Of.Parts[0].Parts.size()))
    Of.Parts[0].Parts.resize(size_t(*Known));
  Of.Parts[1] = std::move(Count);
  store(&Object, std::move(Of), In);
}

/// What \p Call, of a method of a container, changes. False if that is not
/// known.
bool HostInterpreter::containerEffects(const CallExpr &Call, States &Now) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (namesPart(Call) ||
      (Callee && libraryValueOf(*Callee) == LibraryValue::Record)) {
    for (const Expr *Argument : Call.arguments())
      effects(Argument, Now);
    return true;
  }
  ContainerCall Kind = callOf(Call);
  if (Kind == ContainerCall::Unknown)
    return false;
  const Expr &Object = *objectOf(Call);
  bool IsOperator = isa<CXXOperatorCallExpr>(Call);
  if (!variableOf(&Object))
    effects(&Object, Now);
  for (const Expr *Argument : llvm::drop_begin(Call.arguments(), IsOperator))
    effects(Argument, Now);
  const auto *Method = cast<CXXMethodDecl>(Call.getDirectCallee());
  for (State &Each : Now) {
    if (Kind == ContainerCall::Places && !Method->isConst())
      loseElements(Object, Each);
    else if (Kind == ContainerCall::Append)
      append(Object,
             Call.getNumArgs() == 1 ? value(Call.getArg(0), Each) : HostValue(),
             Each);
    else if (Kind == ContainerCall::Resize)
      resize(Object, value(Call.getArg(0), Each), Each);
    else if (Kind == ContainerCall::Clear)
      resize(Object, HostValue::number(0), Each);
  }
  return true;
}

/// `std::tie(a, b) = ...`. False if \p To is something else.
bool HostInterpreter::assignTied(const Expr &To, const Expr &From,
                                 States &Now) {
  const auto *Tied = dyn_cast<CallExpr>(withoutCasts(&To));
  const FunctionDecl *Callee = Tied ? Tied->getDirectCallee() : nullptr;
  if (!Callee || libraryValueOf(*Callee) != LibraryValue::References)
    return false;
  effects(&From, Now);
  forEachValue(&From, Now, [&](State &In, HostValue V) {
    for (auto [I, Place] : llvm::enumerate(Tied->arguments()))
      store(Place, V.part(I), In);
  });
  return true;
}

} // namespace warplint::host
