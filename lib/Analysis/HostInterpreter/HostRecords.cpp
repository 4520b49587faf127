//===--- HostRecords.cpp - What objects of host code are made of ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "CudaModel/AstNames.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

//===----------------------------------------------------------------------===//
// Bases
//===----------------------------------------------------------------------===//

size_t placeOfBase(const CXXRecordDecl &Class, size_t Index) {
  return size_t(std::distance(Class.field_begin(), Class.field_end())) + Index;
}

/// The class of \p Object or of what it points to.
static const CXXRecordDecl *classOf(const Expr &Object) {
  QualType Type = Object.getType();
  if (Type->isPointerType() || Type->isReferenceType())
    Type = Type->getPointeeType();
  return Type->getAsCXXRecordDecl();
}

/// The base of \p Class at \p Place, null if none stands there.
static const CXXRecordDecl *baseAt(const CXXRecordDecl &Class, size_t Place) {
  size_t First = placeOfBase(Class, 0);
  return Place < First || Place - First >= Class.getNumBases()
             ? nullptr
             : Class.bases_begin()[Place - First]
                   .getType()
                   ->getAsCXXRecordDecl();
}

/// The path of bases (placeOfBase) of \p Cast, to a base; nothing for virtual
/// bases.
static std::optional<llvm::SmallVector<size_t, 2>>
placesOf(const CastExpr &Cast) {
  llvm::SmallVector<size_t, 2> Result;
  const CXXRecordDecl *Class = classOf(*Cast.getSubExpr());
  for (const CXXBaseSpecifier *Step : Cast.path()) {
    if (!Class || !Class->hasDefinition() || Step->isVirtual())
      return std::nullopt;
    const CXXRecordDecl *Next = Step->getType()->getAsCXXRecordDecl();
    size_t Index = 0;
    for (const CXXBaseSpecifier &Each : Class->bases()) {
      if (Each.getType()->getAsCXXRecordDecl() == Next)
        break;
      ++Index;
    }
    Result.push_back(placeOfBase(*Class, Index));
    Class = Next;
  }
  return Result;
}

static bool isToBase(const CastExpr &Cast) {
  return Cast.getCastKind() == CK_DerivedToBase ||
         Cast.getCastKind() == CK_UncheckedDerivedToBase;
}

/// The object that \p E converts to its base \p Wanted, and the path of bases;
/// no bases if \p E is a \p Wanted itself. Nothing if the casts of \p E do not
/// end at \p Wanted.
static std::optional<BaseObject> leadingTo(const Expr *E,
                                           const RecordDecl &Wanted) {
  BaseObject Result;
  for (E = E->IgnoreParens(); const auto *Cast = dyn_cast<CastExpr>(E);
       E = Cast->getSubExpr()->IgnoreParens())
    if (isToBase(*Cast)) {
      auto Places = placesOf(*Cast);
      if (!Places)
        return std::nullopt;
      Result.Bases.insert(Result.Bases.begin(), Places->begin(), Places->end());
    }
  Result.Object = E;
  const CXXRecordDecl *Class = classOf(*withoutCasts(E));
  for (size_t Place : Result.Bases)
    Class = Class && Class->hasDefinition() ? baseAt(*Class, Place) : nullptr;
  return Class && Class->getCanonicalDecl() == Wanted.getCanonicalDecl()
             ? std::optional(std::move(Result))
             : std::nullopt;
}

std::optional<BaseObject> ownerOf(const MemberExpr &Member) {
  const auto *Field = dyn_cast<FieldDecl>(Member.getMemberDecl());
  return Field ? leadingTo(Member.getBase(), *Field->getParent())
               : std::nullopt;
}

std::optional<BaseObject> convertedToBase(const Expr &E) {
  const CXXRecordDecl *Class = E.getType()->getAsCXXRecordDecl();
  auto Result = Class ? leadingTo(&E, *Class) : std::nullopt;
  return Result && !Result->Bases.empty() ? Result : std::nullopt;
}

//===----------------------------------------------------------------------===//
// What objects are made of
//===----------------------------------------------------------------------===//

/// One of a class of the user, not of CUDA's vectors of numbers.
bool HostInterpreter::isUsersConstructor(const CXXConstructExpr &Made) const {
  const CXXConstructorDecl *Constructor = Made.getConstructor();
  const SourceManager &Sources = Context.getSourceManager();
  SourceLocation At = Constructor->getParent()->getLocation();
  return Constructor->isUserProvided() && At.isValid() &&
         !Sources.isInSystemHeader(Sources.getExpansionLoc(At));
}

/// \p S touches nothing of the object that is made.
static bool leavesObject(const Stmt *S) {
  return !S || (!isa<CXXThisExpr, LambdaExpr>(S) &&
                llvm::all_of(S->children(), leavesObject));
}

/// The fields as the list of initializers of the constructor makes them: those
/// that its body, if that is not run, does not change.
HostValue HostInterpreter::madeByConstructor(const CXXConstructExpr &Made,
                                             const State &In, bool RunsBody) {
  const FunctionDecl *Definition = nullptr;
  if (!Made.getConstructor()->hasBody(Definition) ||
      !Within.allows(BudgetId::HostConstructorDepth, Depth + 1))
    return {};
  const auto *Constructor = cast<CXXConstructorDecl>(Definition);
  State Entry;
  Entry.Holds = In.Holds;
  Entry.Version = In.Version;
  for (auto [Parameter, Argument] :
       llvm::zip(Constructor->parameters(), Made.arguments()))
    Entry.Known[Parameter] = value(Argument, In);
  return initialized(*Constructor, Entry, RunsBody);
}

/// The place of the base of \p Class that \p Init makes; nothing if it makes
/// something else, or is virtual.
static std::optional<size_t> baseMadeBy(const CXXCtorInitializer &Init,
                                        const CXXRecordDecl &Class) {
  if (!Init.isBaseInitializer() || Init.isBaseVirtual())
    return std::nullopt;
  const CXXRecordDecl *Made = Init.getBaseClass()->getAsCXXRecordDecl();
  if (!Made)
    return std::nullopt;
  for (auto [Index, Base] : llvm::enumerate(Class.bases()))
    if (Base.getType()->getAsCXXRecordDecl() == Made)
      return placeOfBase(Class, Index);
  return std::nullopt;
}

/// The same for what \p Constructor, which has a body, begins with.
HostValue HostInterpreter::initialized(const CXXConstructorDecl &Constructor,
                                       const State &Entry, bool RunsBody) {
  bool KeepsFields = RunsBody || leavesObject(Constructor.getBody());
  HostValue Result;
  Result.K = HostValue::Kind::Record;
  ++Depth;
  for (const CXXCtorInitializer *Init : Constructor.inits()) {
    const FieldDecl *Field = Init->getMember();
    auto Base = baseMadeBy(*Init, *Constructor.getParent());
    if ((!Field && !Base) ||
        (!KeepsFields && !(Field && Field->getType().isConstQualified())) ||
        (Field && Field->getType()->isReferenceType()))
      continue;
    const Expr *E = initOf(*Init);
    if (const auto *Default = dyn_cast_or_null<CXXDefaultInitExpr>(E))
      E = Default->getExpr();
    size_t Index = Field ? Field->getFieldIndex() : *Base;
    if (Result.Parts.size() <= Index)
      Result.Parts.resize(Index + 1);
    // What is computed from other fields is not followed.
    if (E && leavesObject(E))
      Result.Parts[Index] = value(E, Entry);
  }
  --Depth;
  return Result;
}

/// The body of the constructor that makes \p Var, a local variable, sets
/// fields.
void HostInterpreter::runConstructor(const VarDecl &Var, States &Now) {
  const auto *Made = dyn_cast<CXXConstructExpr>(withoutCasts(Var.getInit()));
  const FunctionDecl *Callee = Made ? Made->getConstructor() : nullptr;
  const Body *Code = bodyOf(Callee);
  if (!Code || !isUsersConstructor(*Made) || leavesObject(Callee->getBody()) ||
      !Within.allows(BudgetId::HostConstructorBody, Code->Size) ||
      !Within.allows(BudgetId::HostConstructorDepth, Depth + 1) ||
      Running.count(Callee) || modRefOf(*Callee, nullptr).Leaks)
    return;
  Running.insert(Callee);
  States Result;
  for (State &Each : Now) {
    State Entry;
    Entry.Call = ++Calls;
    Entry.Holds = Each.Holds;
    Entry.Version = Each.Version;
    for (const auto &[Known, Value] : Each.Known)
      if (Known && !Known->hasLocalStorage())
        Entry.Known[Known] = Value;
    for (auto [Parameter, Argument] :
         llvm::zip(Callee->parameters(), Made->arguments()))
      if (HostValue V = value(Argument, Each);
          V.K != HostValue::Kind::Pointer && V.K != HostValue::Kind::Unknown)
        Entry.Known[Parameter] = std::move(V);
    Entry.Known[&Var] = madeByConstructor(*Made, Each, /*RunsBody=*/true);
    Entry.This = &Var;
    Entry.Objects[nullptr] = nameOf(Var, Each);
    for (const State &End : run(*Callee, std::move(Entry))) {
      State Path = Each;
      takeBack(End, {}, {&Var}, Path);
      merge(Result, {std::move(Path)});
    }
  }
  Running.erase(Callee);
  Now = std::move(Result);
}

/// A record made of its fields in order: `dim3(8, 4)`, `dim3{n, 2}`, a copy.
HostValue HostInterpreter::constructed(const Expr *E, const State &In) {
  llvm::SmallVector<const Expr *, 4> Arguments;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (Construct->getConstructor()->isCopyOrMoveConstructor() &&
        Construct->getNumArgs() == 1)
      return value(Construct->getArg(0), In);
    if (isUsersConstructor(*Construct))
      return madeByConstructor(*Construct, In);
    if (auto Made = madeOfLibrary(*Construct, In))
      return *std::move(Made);
    // A conversion between records: uint3 to dim3.
    if (Construct->getNumArgs() == 1 &&
        Construct->getArg(0)->getType()->isRecordType())
      return value(Construct->getArg(0), In);
    Arguments.append(Construct->arg_begin(), Construct->arg_end());
    if (Arguments.empty() && Construct->getConstructor()->isDefaulted())
      return defaultRecord(*Construct->getConstructor()->getParent());
  } else if (const auto *List = dyn_cast<InitListExpr>(E)) {
    if (!List->getType()->isRecordType() && !List->getType()->isArrayType())
      return List->getNumInits() == 1 ? value(List->getInit(0), In)
                                      : HostValue();
    for (const Expr *Init : List->inits())
      Arguments.push_back(Init);
  }
  bool IsList = isa<InitListExpr>(E);
  if ((!E->getType()->isRecordType() && !IsList) ||
      Arguments.size() > (IsList ? 64 : 3))
    return {};
  HostValue Result;
  Result.K = HostValue::Kind::Record;
  size_t First = 0;
  if (const auto *List = dyn_cast<InitListExpr>(E))
    if (const FieldDecl *Chosen = List->getInitializedFieldInUnion())
      First = Chosen->getFieldIndex();
  Result.Parts.resize(First);
  // A list gives the bases first.
  const CXXRecordDecl *Class =
      IsList ? E->getType()->getAsCXXRecordDecl() : nullptr;
  size_t Bases = Class ? Class->getNumBases() : 0;
  for (auto [Index, Argument] : llvm::enumerate(Arguments)) {
    size_t Place =
        Index < Bases ? placeOfBase(*Class, Index) : First + Index - Bases;
    if (Result.Parts.size() <= Place)
      Result.Parts.resize(Place + 1);
    Result.Parts[Place] = value(Argument, In);
  }
  return Result;
}

/// A record none of whose fields is given: those that have constructors with
/// default arguments (dim3) are known.
HostValue HostInterpreter::defaultRecord(const CXXRecordDecl &Record) {
  HostValue Result;
  Result.K = HostValue::Kind::Record;
  for (const FieldDecl *Field : Record.fields()) {
    HostValue Part;
    if (const Expr *Init = Field->getInClassInitializer())
      Part = value(Init, State());
    const CXXRecordDecl *Class = Field->getType()->getAsCXXRecordDecl();
    for (const CXXConstructorDecl *Each :
         Class ? Class->ctors() : CXXRecordDecl::ctor_range({}, {}))
      if (Part.K == HostValue::Kind::Unknown && Each->isDefaultConstructor() &&
          Each->getNumParams() > 0) {
        Part.K = HostValue::Kind::Record;
        for (const ParmVarDecl *Parameter : Each->parameters())
          Part.Parts.push_back(value(Parameter->getDefaultArg(), State()));
      }
    Result.Parts.push_back(Part);
  }
  for (const CXXBaseSpecifier &Base : Record.bases()) {
    const CXXRecordDecl *Class = Base.getType()->getAsCXXRecordDecl();
    bool IsPlain = Class && Class->hasDefinition() && !Base.isVirtual() &&
                   !Class->hasUserDeclaredConstructor();
    Result.Parts.push_back(IsPlain ? defaultRecord(*Class) : HostValue());
  }
  return Result;
}

/// What an object of \p Type is worth all of whose bytes are zero: its numbers
/// are 0. Pointers, unions and classes with virtual functions or bases are not
/// followed.
HostValue HostInterpreter::zeroed(QualType Type) const {
  if (Type->isArithmeticType() || Type->isEnumeralType())
    return HostValue::number(0);
  HostValue Result;
  if (const auto *Array = Context.getAsConstantArrayType(Type);
      Array && Within.allows(BudgetId::HostZeroedElements,
                             Array->getSize().getLimitedValue())) {
    Result.K = HostValue::Kind::Record;
    Result.Parts.assign(Array->getSize().getZExtValue(),
                        zeroed(Array->getElementType()));
    return Result;
  }
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition() || Record->isUnion() ||
      Record->isPolymorphic() || Record->getNumVBases() > 0)
    return Result;
  Result.K = HostValue::Kind::Record;
  for (const FieldDecl *Field : Record->fields())
    Result.Parts.push_back(zeroed(Field->getType()));
  for (const CXXBaseSpecifier &Base : Record->bases())
    Result.Parts.push_back(zeroed(Base.getType()));
  return Result;
}

/// \p Call is `memset(&v, 0, sizeof v)` of a local variable on every path, the
/// whole of it.
bool HostInterpreter::zeroes(const CallExpr &Call, const FunctionDecl *Callee,
                             States &Now) {
  unsigned Kind = Callee ? Callee->getMemoryFunctionKind() : 0;
  bool IsSet = Kind == Builtin::BImemset && Call.getNumArgs() == 3;
  if ((!IsSet && !(Kind == Builtin::BIbzero && Call.getNumArgs() == 2)) ||
      Call.getArg(0)->HasSideEffects(Context))
    return false;
  llvm::SmallVector<const VarDecl *, 4> Cleared;
  for (const State &Each : Now) {
    HostValue To = value(Call.getArg(0), Each);
    if (To.K != HostValue::Kind::Pointer || !To.Path.empty() ||
        Each.Escaped.count(To.Pointee) || !To.Pointee->hasLocalStorage() ||
        To.Pointee->getType()->isReferenceType() ||
        To.Pointee->getType()->isIncompleteType() ||
        To.Pointee->getType()->isDependentType() ||
        (IsSet && number(Call.getArg(1), Each) != 0))
      return false;
    auto Size = Context.getTypeSizeInChars(To.Pointee->getType()).getQuantity();
    if (!Within.allows(BudgetId::HostZeroedBytes, Size) ||
        number(Call.getArg(IsSet ? 2 : 1), Each) != Size)
      return false;
    Cleared.push_back(To.Pointee);
  }
  for (auto [Each, Var] : llvm::zip(Now, Cleared)) {
    renew(*Var, Each);
    Each.Known[Var] = zeroed(Var->getType());
  }
  return true;
}

} // namespace warplint::host
