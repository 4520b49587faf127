//===--- HostObjects.cpp - Objects whose methods other units call ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A class often keeps the size of its blocks in a member that its constructor
// sets, while another unit makes the object and calls the method that launches.
// What the constructors give to such members, if nothing else changes them, is
// known in every method.
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "Target/GpuTarget.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

bool HostInterpreter::isSyntheticThis(const VarDecl &Var) {
  return isa<ImplicitParamDecl>(Var);
}

/// The constructors that may have made the object of \p F; none if \p F has no
/// object or not all of them are known.
std::vector<const CXXConstructorDecl *>
HostInterpreter::constructorsFor(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  std::vector<const CXXConstructorDecl *> Result;
  if (!Method || !Method->isInstance() || Method->getParent()->isLambda() ||
      isa<CXXConstructorDecl, CXXDestructorDecl>(Method))
    return {};
  for (const CXXConstructorDecl *Maker : Method->getParent()->ctors()) {
    const FunctionDecl *Definition = Maker;
    if (Maker->isCopyOrMoveConstructor() || Maker->isDeleted())
      continue;
    if (!Maker->isUserProvided() || !bodyOf(Definition))
      return {};
    Result.push_back(cast<CXXConstructorDecl>(Definition));
  }
  if (!Within.allows(BudgetId::HostMakers, Result.size()))
    Result.clear();
  return Result;
}

/// Other units may have functions that change private members of \p Class.
static bool isOpenElsewhere(const CXXRecordDecl &Class) {
  return Class.hasFriends() ||
         llvm::any_of(Class.methods(), [](const CXXMethodDecl *Method) {
           return Method->isUserProvided() && !Method->isConst() &&
                  !Method->isDeleted() && !Method->hasBody();
         });
}

/// Nobody changes \p Field once its object is made: no function of the unit
/// does, and others cannot.
bool HostInterpreter::keepsWhatItIsMadeOf(const FieldDecl &Field) const {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  return Field.getType().isConstQualified() ||
         (Field.getAccess() == AS_private && !ChangedFields.count(&Field) &&
          Class && !isOpenElsewhere(*Class));
}

/// The version of the code that runs, as the runtime says it, if that is what
/// \p Field of every object gets, and nothing else.
std::optional<int64_t>
HostInterpreter::codeVersionIn(const FieldDecl &Field) const {
  GpuTargets Parsed(Context.getTargetInfo(), {});
  if (Parsed.all().empty())
    return std::nullopt;
  auto IsVersion = [](const Expr *E) {
    const auto *Read = dyn_cast<MemberExpr>(E->IgnoreParenCasts());
    const auto *Of =
        Read ? dyn_cast<FieldDecl>(Read->getMemberDecl()) : nullptr;
    return Of && isCodeVersion(*Of);
  };
  auto Known = Stores.find(&Field);
  bool IsCopy = Known != Stores.end() && !Known->second.Values.empty() &&
                Field.getAccess() != AS_public &&
                !Field.hasInClassInitializer() &&
                Known->second.Mentions == Known->second.Values.size() &&
                llvm::all_of(Known->second.Values, IsVersion);
  return IsCopy || isCodeVersion(Field)
             ? std::optional<int64_t>(Parsed.analysed().Capability)
             : std::nullopt;
}

/// Leaves of \p Made, an object of \p Class, what nobody changes.
void HostInterpreter::keepWhatItIsMadeOf(const CXXRecordDecl &Class,
                                         HostValue &Made) const {
  for (const FieldDecl *Field : Class.fields())
    if (Field->getFieldIndex() < Made.Parts.size() &&
        !keepsWhatItIsMadeOf(*Field))
      Made.Parts[Field->getFieldIndex()] = HostValue();
  for (auto [Index, Base] : llvm::enumerate(Class.bases()))
    if (size_t Place = placeOfBase(Class, Index); Place < Made.Parts.size())
      keepWhatItIsMadeOf(*Base.getType()->getAsCXXRecordDecl(),
                         Made.Parts[Place]);
}

/// Sets the object of \p Method to one that \p Maker has made from unknown
/// arguments; these are stored under the parameters of \p Maker.
void HostInterpreter::setObject(const CXXMethodDecl &Method,
                                const CXXConstructorDecl &Maker, State &In) {
  const CXXRecordDecl *Class = Method.getParent();
  const VarDecl *&Object = ObjectsOfOthers[Class];
  if (!Object)
    Object = ImplicitParamDecl::Create(
        Context, const_cast<CXXMethodDecl *>(&Method), Method.getLocation(),
        nullptr, Context.getCanonicalTagType(Class), ImplicitParamKind::Other);
  In.Call = ++Calls;
  State Entry;
  Entry.Version = In.Version;
  Entry.Call = ++Calls;
  for (const ParmVarDecl *Parameter : Maker.parameters())
    if (HostValue V = unknownOf(Parameter->getType(), /*IsInput=*/true);
        V.K != HostValue::Kind::Unknown)
      Entry.Known[Parameter] = In.Known[Parameter] = std::move(V);
  HostValue Made = madeBy(Maker, std::move(Entry), In.Holds);
  keepWhatItIsMadeOf(*Class, Made);
  In.Known[Object] = std::move(Made);
  In.This = Object;
  In.Objects[nullptr] = nameOf(*Object, In);
}

/// The value of the object that \p Maker makes from \p Entry. Adds to \p Holds
/// the conditions that all paths through the constructor have tested.
HostValue HostInterpreter::madeBy(const CXXConstructorDecl &Maker, State Entry,
                                  std::vector<LaunchTerms::Ref> &Holds) {
  auto *Around = const_cast<CXXConstructorDecl *>(&Maker);
  const VarDecl *Object = VarDecl::Create(
      Context, Around, Maker.getLocation(), Maker.getLocation(), nullptr,
      Context.getCanonicalTagType(Maker.getParent()), nullptr, SC_None);
  Entry.Known[Object] = initialized(Maker, Entry, /*RunsBody=*/true);
  Entry.This = Object;
  Entry.Objects[nullptr] = nameOf(*Object, Entry);
  if (modRefOf(Maker, nullptr).Leaks ||
      !Within.allows(BudgetId::HostConstructorDepth, Depth + 1) ||
      !Running.insert(&Maker).second)
    return {};
  States Ends = run(Maker, std::move(Entry));
  Running.erase(&Maker);
  HostValue Result;
  for (auto [I, End] : llvm::enumerate(Ends)) {
    HostValue Here = End.Known[Object];
    for (size_t Part = 0; Part < Result.Parts.size(); ++Part)
      if (!(Result.Parts[Part] == Here.part(Part)))
        Result.Parts[Part] = HostValue();
    if (I == 0)
      Result = std::move(Here);
  }
  if (Ends.size() == 1)
    Holds = std::move(Ends.front().Holds);
  return Result;
}

void HostInterpreter::noteMade(const CXXConstructExpr &Made,
                               const States &Now) {
  const CXXConstructorDecl &Callee = *Made.getConstructor();
  if (Sought == Seek::Build && mayBeElsewhere(Callee, Context))
    noteCall(Made, Callee, llvm::ArrayRef(Made.getArgs(), Made.getNumArgs()),
             Now);
}

} // namespace warplint::host
