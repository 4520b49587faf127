//===--- ConstructorSummaries.cpp - Constructors that only store ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelIR/ConstructorSummaries.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/CallSummaries/AccessorSummaries.h"
#include "Analysis/Expr/ClassFields.h"
#include "Analysis/Expr/TermArena.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/AstNames.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

/// Reads what one constructor does.
class ConstructedObject::Reader {
public:
  Reader(const ASTContext &Context, const Limits &Within)
      : Context(Context), Within(Within) {}

  /// False if \p Made, which gets \p Given, does anything else than to fill
  /// fields of \p To.
  bool read(const CXXConstructorDecl &Made, llvm::ArrayRef<Part> Given,
            Part &To, unsigned Depth = 0);

private:
  std::optional<Part> partFor(const Expr *E, const CXXConstructorDecl &In,
                              llvm::ArrayRef<Part> Given, unsigned Depth);
  std::optional<Part> constructed(const CXXConstructExpr &Made,
                                  const CXXConstructorDecl &In,
                                  llvm::ArrayRef<Part> Given, unsigned Depth);
  bool readBase(const Expr &Init, const CXXConstructorDecl &In,
                llvm::ArrayRef<Part> Given, Part &To, unsigned Depth);
  std::optional<std::vector<Part>> argumentsOf(const CXXConstructExpr &Made,
                                               const CXXConstructorDecl &In,
                                               llvm::ArrayRef<Part> Given,
                                               unsigned Depth);

  const ASTContext &Context;
  const Limits &Within;
  unsigned Parts = 0;
};

/// A copy that the compiler makes field by field.
static bool copiesFields(const CXXConstructorDecl &Made) {
  return Made.isCopyOrMoveConstructor() &&
         (Made.isTrivial() || Made.isDefaulted());
}

/// \p E without parentheses, casts and copies that do not change its value.
static const Expr *sameValue(const Expr *E) {
  E = E->IgnoreParens();
  const Expr *Inner = wrappedBy(*E);
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && (Cast->getCastKind() == CK_NoOp ||
               Cast->getCastKind() == CK_LValueToRValue))
    Inner = Cast->getSubExpr();
  return Inner ? sameValue(Inner) : E;
}

std::optional<ConstructedObject::Part>
ConstructedObject::Reader::partFor(const Expr *E, const CXXConstructorDecl &In,
                                   llvm::ArrayRef<Part> Given, unsigned Depth) {
  if (E->isInstantiationDependent())
    return std::nullopt;
  E = sameValue(E);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Parameter = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  if (Parameter && Parameter->getDeclContext() == &In)
    return Parameter->getFunctionScopeIndex() < Given.size() &&
                   !Ref->getType().isVolatileQualified()
               ? std::optional(Given[Parameter->getFunctionScopeIndex()])
               : std::nullopt;
  const CXXRecordDecl *Class = E->getType()->getAsCXXRecordDecl();
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E))
    return constructed(*Made, In, Given, Depth);
  if (Class && Class->hasDefinition() && Class->isEmpty() &&
      (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E) ||
       (isa<InitListExpr>(E) && cast<InitListExpr>(E)->getNumInits() == 0))) {
    Part Empty;
    Empty.K = Part::Kind::Object;
    Empty.Class = Class;
    return Empty;
  }
  if (const auto *List = dyn_cast<InitListExpr>(E);
      List && List->getNumInits() == 1 && E->getType()->isScalarType())
    return partFor(List->getInit(0), In, Given, Depth);
  Expr::EvalResult Number;
  if (!E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Number, Context) ||
      !Number.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  Part Result;
  Result.Number = Number.Val.getInt().getExtValue();
  return Result;
}

std::optional<std::vector<ConstructedObject::Part>>
ConstructedObject::Reader::argumentsOf(const CXXConstructExpr &Made,
                                       const CXXConstructorDecl &In,
                                       llvm::ArrayRef<Part> Given,
                                       unsigned Depth) {
  std::vector<Part> Result;
  for (const Expr *Argument : Made.arguments()) {
    auto Passed = partFor(Argument, In, Given, Depth);
    if (!Passed)
      return std::nullopt;
    Result.push_back(std::move(*Passed));
  }
  return Result;
}

std::optional<ConstructedObject::Part> ConstructedObject::Reader::constructed(
    const CXXConstructExpr &Made, const CXXConstructorDecl &In,
    llvm::ArrayRef<Part> Given, unsigned Depth) {
  if (Made.getType()->isArrayType())
    return std::nullopt;
  if (copiesFields(*Made.getConstructor()) && Made.getNumArgs() == 1) {
    // The argument must not be of a derived class.
    const Expr *Copied = sameValue(Made.getArg(0));
    return Context.hasSameUnqualifiedType(Copied->getType(), Made.getType())
               ? partFor(Copied, In, Given, Depth)
               : std::nullopt;
  }
  auto Passed = argumentsOf(Made, In, Given, Depth);
  Part Result;
  Result.K = Part::Kind::Object;
  Result.Class = Made.getConstructor()->getParent();
  return Passed && read(*Made.getConstructor(), *Passed, Result, Depth + 1)
             ? std::optional(std::move(Result))
             : std::nullopt;
}

bool ConstructedObject::Reader::readBase(const Expr &Init,
                                         const CXXConstructorDecl &In,
                                         llvm::ArrayRef<Part> Given, Part &To,
                                         unsigned Depth) {
  const Expr *E = Init.IgnoreImplicit();
  if (const auto *Inherited = dyn_cast<CXXInheritedCtorInitExpr>(E))
    return read(*Inherited->getConstructor(), Given, To, Depth + 1);
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  if (!Made) {
    const CXXRecordDecl *Class = E->getType()->getAsCXXRecordDecl();
    return isa<InitListExpr>(E) && Class && Class->isEmpty() &&
           cast<InitListExpr>(E)->getNumInits() == 0;
  }
  auto Passed = argumentsOf(*Made, In, Given, Depth);
  return Passed && read(*Made->getConstructor(), *Passed, To, Depth + 1);
}

bool ConstructedObject::Reader::read(const CXXConstructorDecl &Declared,
                                     llvm::ArrayRef<Part> Given, Part &To,
                                     unsigned Depth) {
  const CXXRecordDecl &Class = *Declared.getParent();
  const FunctionDecl *Definition = nullptr;
  if (!Within.allows(BudgetId::ConstructorDepth, Depth + 1) ||
      Class.isUnion() || Class.isPolymorphic() || Class.getNumVBases() != 0 ||
      !Class.hasTrivialDestructor() || Declared.isDependentContext())
    return false;
  if (Declared.isTrivial() && Declared.isDefaultConstructor())
    return true;
  if (!Declared.hasBody(Definition))
    return false;
  const auto &Made = *cast<CXXConstructorDecl>(Definition);
  const auto *Body = dyn_cast<CompoundStmt>(Made.getBody());
  if (!Body || !Body->body_empty() || copiesFields(Made))
    return false;
  for (const CXXCtorInitializer *Init : Made.inits()) {
    const FieldDecl *Field = Init->getMember();
    const Expr *From = initOf(*Init);
    if (!From || Init->isIndirectMemberInitializer() ||
        !Within.allows(BudgetId::ConstructorParts, ++Parts))
      return false;
    if (!Field) { // A base, or the object itself.
      if (!readBase(*From, Made, Given, To, Depth))
        return false;
      continue;
    }
    if (Field->isBitField() || Field->getType()->isReferenceType())
      return false;
    auto Values = partFor(From, Made, Given, Depth);
    if (!Values)
      return false;
    To.Fields.push_back({Field, std::move(*Values)});
  }
  return true;
}

/// A value of \p Class has each of \p Fields.
template <typename Parts>
static bool holdsAll(const CXXRecordDecl &Class, const Parts &Fields,
                     const Limits &Within) {
  ClassFields Values = fieldsOfClass(Class, Within);
  return llvm::all_of(Fields, [&](const auto &Each) {
    return llvm::is_contained(Values, Each.first) &&
           (!Each.second.Class ||
            holdsAll(*Each.second.Class, Each.second.Fields, Within));
  });
}

std::optional<ConstructedObject>
ConstructedObject::by(const CXXConstructorDecl &Made, const Limits &Within) {
  std::vector<Part> Given(Made.getNumParams());
  for (auto [Index, Each] : llvm::enumerate(Given)) {
    Each.K = Part::Kind::Parameter;
    Each.Index = Index;
  }
  ConstructedObject Result;
  Result.Whole.K = Part::Kind::Object;
  Result.Whole.Class = Made.getParent();
  if (!Reader(Made.getASTContext(), Within).read(Made, Given, Result.Whole) ||
      !holdsAll(*Result.Whole.Class, Result.Whole.Fields, Within))
    return std::nullopt;
  return Result;
}

const Term *ConstructedObject::valueOf(const Part &Of, ValueGiven Given,
                                       TermArena &Arena) {
  if (Of.K == Part::Kind::Number)
    return Arena.constant(Of.Number);
  if (Of.K == Part::Kind::Parameter)
    return Given(Of.Index);
  llvm::SmallVector<const Term *, 8> Values;
  for (const FieldDecl *Field : fieldsOfClass(*Of.Class, Arena.limits())) {
    auto Known = llvm::find_if(
        Of.Fields, [&](const auto &Each) { return Each.first == Field; });
    Values.push_back(Known == Of.Fields.end()
                         ? Arena.undefined()
                         : valueOf(Known->second, Given, Arena));
  }
  return Arena.record(Of.Class, Values);
}

const Term *ConstructedObject::value(ValueGiven Given, TermArena &Arena) const {
  return valueOf(Whole, Given, Arena);
}

bool isPlainCall(const Expr &Call, DeviceCode &Code) {
  const FunctionDecl *Target = Code.target(Call);
  if (!Target || !isa<CallExpr, CXXConstructExpr>(Call))
    return false;
  const auto *Maker = dyn_cast<CXXConstructorDecl>(Target);
  return Code.plainResult(*Target).isKnown() ||
         (Maker && ConstructedObject::by(*Maker, Code.limits()));
}

} // namespace warplint
