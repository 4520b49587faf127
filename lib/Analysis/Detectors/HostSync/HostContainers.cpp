//===--- HostContainers.cpp - Elements of the host's containers -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams, pointers and records in a container are places, as in an array,
// while their number is known. Iterators are pointers.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "CudaModel/HostLibrary.h"

using namespace clang;

namespace warplint::hostsync {

using Kind = HostDatum::Kind;

std::optional<int64_t> HostOrder::sizeAt(HostPlaces::Id Container,
                                         const CXXRecordDecl &Class,
                                         const HostState &Now) {
  if (containerOf(Class) == HostContainer::Array)
    return lengthOfArray(Class);
  HostDatum Size = load({Kind::Address, Places.size(Container)}, Now);
  return Size.K == Kind::Number ? std::optional(Size.Number) : std::nullopt;
}

bool HostOrder::callOfElements(Frame &In, const CallExpr &Call,
                               const CXXMethodDecl &Callee, HostState &Now) {
  HostDatum Object = objectOf(In, Call, Now);
  if (Object.K != Kind::Address)
    return false;
  auto Size = sizeAt(Object.Id, *Callee.getParent(), Now);
  unsigned FirstArgument = isa<CXXOperatorCallExpr>(Call) ? 1 : 0;
  const Expr *Argument =
      Call.getNumArgs() > FirstArgument ? Call.getArg(FirstArgument) : nullptr;
  auto Give = [&](std::optional<int64_t> Index) {
    give(Places.result(Call),
         Index ? HostDatum{Kind::Address, Places.element(Object.Id, *Index)}
               : HostDatum(),
         Now);
    return true;
  };
  auto Resize = [&](std::optional<int64_t> To) {
    forget(Places.size(Object.Id), Now);
    if (To)
      set(Places.size(Object.Id), HostDatum::number(*To), Now);
    return true;
  };
  llvm::StringRef Name =
      Callee.getIdentifier() ? Callee.getName() : llvm::StringRef();
  ContainerCall Does = containerCallOf(Callee);
  if (containerOf(*Callee.getParent()) == HostContainer::None) // A list.
    Does = Name == "size" ? ContainerCall::Size : ContainerCall::Places;
  switch (Does) {
  case ContainerCall::Element:
    return Give(number(In, Argument, Now));
  case ContainerCall::First:
    return Give(0);
  case ContainerCall::Last:
    return Give(Size && *Size > 0 ? std::optional(*Size - 1) : std::nullopt);
  case ContainerCall::Size:
  case ContainerCall::IsEmpty:
    if (Size)
      give(Places.result(Call),
           HostDatum::number(Name == "size" ? *Size : *Size == 0), Now);
    return true;
  case ContainerCall::Places:
    return Give(Name == "begin" || Name == "cbegin" || Name == "data"
                    ? std::optional<int64_t>(0)
                : Name == "end" || Name == "cend" ? Size
                                                  : std::nullopt);
  case ContainerCall::Append:
    if (Size && Argument && Call.getNumArgs() == FirstArgument + 1)
      put(In, Places.element(Object.Id, *Size), *Argument, Now);
    return Resize(Size ? std::optional(*Size + 1) : std::nullopt);
  case ContainerCall::Resize:
    return Resize(number(In, Argument, Now));
  case ContainerCall::Clear:
    return Resize(0);
  case ContainerCall::Nothing:
    return true;
  case ContainerCall::Unknown:
    break;
  }
  if (Name == "pop_back" && Size && *Size > 0)
    return Resize(*Size - 1);
  if (!Callee.isConst())
    forget(Object.Id, Now);
  return false;
}

/// What operators of iterators give.
bool HostOrder::callIterator(Frame &In, const CallExpr &Call, HostState &Now) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
  if (!Operator || !isIterator(Operator->getArg(0)->getType()))
    return false;
  HostDatum Left = passed(In, Operator->getArg(0), Now);
  HostDatum Right = Operator->getNumArgs() > 1
                        ? passed(In, Operator->getArg(1), Now)
                        : HostDatum();
  auto Count =
      Right.K == Kind::Number ? std::optional(Right.Number) : std::nullopt;
  auto Give = [&](const HostDatum &Value) {
    give(Places.result(Call), Value, Now);
    return true;
  };
  auto Move = [&](std::optional<int64_t> By) {
    HostDatum At = locate(In, Operator->getArg(0), Now);
    HostDatum To = shifted(Left, By);
    if (At.K == Kind::Address) {
      forget(At.Id, Now);
      set(At.Id, To, Now);
    }
    bool IsPrefix =
        Operator->getNumArgs() == 1 || Operator->getOperator() == OO_PlusEqual;
    return Give(IsPrefix ? At : Left);
  };
  switch (Operator->getOperator()) {
  case OO_Star:
  case OO_Arrow:
    return Give(
        Left.K == Kind::Address || Left.K == Kind::Memory ? Left : HostDatum());
  case OO_PlusPlus:
    return Move(1);
  case OO_MinusMinus:
    return Move(-1);
  case OO_PlusEqual:
    return Move(Count);
  case OO_Plus:
  case OO_Subscript:
    return Give(shifted(Left, Count));
  case OO_EqualEqual:
  case OO_ExclaimEqual: {
    bool Equals = Operator->getOperator() == OO_EqualEqual;
    auto IsOne = areOneElement(Left, Right);
    return Give(IsOne ? HostDatum::number(*IsOne == Equals) : HostDatum());
  }
  default:
    return Give({});
  }
}

/// The elements of a container, or the value of an iterator, that is made.
void HostOrder::constructContainer(Frame &In, const CXXConstructExpr &E,
                                   HostPlaces::Id Place, HostState &Now) {
  const CXXConstructorDecl &Made = *E.getConstructor();
  const Expr *First = E.getNumArgs() ? E.getArg(0) : nullptr;
  bool IsCopy = Made.isCopyOrMoveConstructor();
  if (isIterator(E.getType())) {
    HostDatum From = First ? passed(In, First, Now) : HostDatum();
    forget(Place, Now);
    set(Place, From, Now);
    give(Places.result(E), From, Now);
    return;
  }
  if (holdsNumbers(*Made.getParent()))
    return;
  std::optional<int64_t> Size;
  if (!First || isa<CXXDefaultArgExpr>(First)) {
    Size = 0;
  } else if (IsCopy || isContainerClass(First->getType())) {
    // A copy, or from a list in braces.
    HostDatum From = passed(In, First, Now);
    forget(Place, Now);
    if (From.K == Kind::Address)
      copyParts(Place, From.Id, Now);
    return;
  } else if (First->getType()->isIntegerType()) {
    Size = number(In, First, Now);
  }
  forget(Place, Now);
  if (Size)
    set(Places.size(Place), HostDatum::number(*Size), Now);
}

} // namespace warplint::hostsync
