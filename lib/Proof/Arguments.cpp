//===--- Arguments.cpp - What a reproduction gives a kernel ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Arguments.h"
#include "Quoting/Quoting.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace warplint::proof {

namespace {

/// Depth of structures within structures: one that holds a pointer to itself
/// has no end.
constexpr unsigned MostDepth = 4;

bool holdsPointers(QualType Type) {
  if (Type->isAnyPointerType())
    return true;
  if (const auto *Array = Type->getAsArrayTypeUnsafe())
    return holdsPointers(Array->getElementType());
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition())
    return false;
  return llvm::any_of(Record->bases(),
                      [](const CXXBaseSpecifier &Base) {
                        return holdsPointers(Base.getType());
                      }) ||
         llvm::any_of(Record->fields(), [](const FieldDecl *Field) {
           return holdsPointers(Field->getType());
         });
}

class ArgumentMaker {
public:
  ArgumentMaker(const report::ReportedWitness *Shown, int64_t Usual,
                const PrintingPolicy &Policy)
      : Shown(Shown), Usual(Usual), Policy(Policy) {}

  void add(const ParmVarDecl &Parameter) {
    std::string Variable = "argument" + std::to_string(Made.Names.size());
    std::string Name = Parameter.getNameAsString();
    QualType Type = Parameter.getType().getNonReferenceType();
    Type = Type.getUnqualifiedType();
    const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
    if (Record && !isScalar(Type)) {
      declare(*Record, Type, Variable);
      set(*Record, Variable, Name, 0);
    } else {
      Made.Setup +=
          "  auto " + Variable + " = " + valueOf(Type, Name, 0) + ";\n";
    }
    Made.Names.push_back(Variable);
  }

  MadeArguments Made;

private:
  static bool isScalar(QualType Type) {
    return Type->isArithmeticType() || Type->isEnumeralType() ||
           Type->isAnyPointerType();
  }
  std::string spelled(QualType Type) const {
    return Type.getUnqualifiedType().getAsString(Policy);
  }
  static std::string quoted(llvm::StringRef Name) {
    return quoting::forStringLiteral(Name);
  }
  void unset(llvm::StringRef Name, llvm::StringRef Why) {
    Made.Unset.push_back(("'" + Name + "' " + Why).str());
  }

  void declare(const CXXRecordDecl &Record, QualType Type,
               const std::string &Variable) {
    bool IsPlain = Record.hasDefinition() && !Record.isAbstract() &&
                   (Record.isAggregate() || Record.hasDefaultConstructor());
    Made.Setup += IsPlain ? "  " + spelled(Type) + " " + Variable + "{};\n"
                          : "  auto &" + Variable + " = Runs.raw<" +
                                spelled(Type) + ">();\n";
  }

  /// Sets the fields of \p Variable that are numbers or pointers.
  void set(const CXXRecordDecl &Record, const std::string &Variable,
           const std::string &Name, unsigned Depth) {
    if (!Record.hasDefinition() || Depth > MostDepth)
      return;
    for (const CXXBaseSpecifier &Base : Record.bases())
      if (const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl();
          Of && Base.getAccessSpecifier() == AS_public)
        set(*Of, Variable, Name, Depth + 1);
    for (const FieldDecl *Field : Record.fields()) {
      std::string Path = Name + "." + Field->getNameAsString();
      QualType Type = Field->getType();
      if (Field->getAccess() != AS_public && Field->getAccess() != AS_none) {
        if (holdsPointers(Type))
          unset(Path, "is a pointer that others may not set");
        continue;
      }
      if (Field->getName().empty() || Type.isConstQualified() ||
          Type->isReferenceType() || Record.isUnion())
        continue;
      std::string To = Variable + "." + Field->getNameAsString();
      const CXXRecordDecl *Inner = Type->getAsCXXRecordDecl();
      if (isScalar(Type))
        Made.Setup +=
            "  " + To + " = " + valueOf(Type, Path, Depth + 1) + ";\n";
      else if (Inner)
        set(*Inner, To, Path, Depth + 1);
      else if (const auto *Array = Type->getAsArrayTypeUnsafe();
               Array && Array->getElementType()->isAnyPointerType())
        Made.Setup += "  for (auto &Each : " + To + ")\n    Each = " +
                      valueOf(Array->getElementType(), Path, Depth + 1) + ";\n";
    }
  }

  std::string valueOf(QualType Type, const std::string &Name, unsigned Depth) {
    if (const auto *Pointer = Type->getAs<PointerType>())
      return pointerTo(Pointer->getPointeeType(), spelled(Type), Name, Depth);
    for (unsigned I = 0; Shown && I < Shown->Values.size(); ++I)
      if (Shown->Values[I].first == Name)
        return "Runs.known<" + spelled(Type) + ">(" +
               std::to_string(Shown->Values[I].second) + ", " +
               std::to_string(Usual) + ")";
    if (Type->isBooleanType())
      return "true";
    if (Type->isEnumeralType())
      return "(" + spelled(Type) + ")Runs.choice()";
    if (Type->isArithmeticType())
      return "Runs.number<" + spelled(Type) + ">(" +
             (Type->isIntegerType() ? std::to_string(Usual) : "1") + ")";
    unset(Name, "has a type that cannot be made here");
    return "Runs.raw<" + spelled(Type) + ">()";
  }

  std::string pointerTo(QualType Pointee, const std::string &Type,
                        const std::string &Name, unsigned Depth) {
    const CXXRecordDecl *Record = Pointee->getAsCXXRecordDecl();
    if (Record && Record->getName() == "CUstream_st")
      return "Runs.stream()";
    if (Pointee->isFunctionType() || Depth > MostDepth) {
      unset(Name, Depth > MostDepth ? "lies too deep" : "points to a function");
      return "(" + Type + ")nullptr";
    }
    std::string Copied;
    if (Pointee->isAnyPointerType()) {
      Copied = valueOf(Pointee.getUnqualifiedType(), Name + "[]", Depth + 1);
    } else if (Record && holdsPointers(Pointee)) {
      Copied = Name;
      std::replace_if(
          Copied.begin(), Copied.end(), [](char C) { return !isAlnum(C); },
          '_');
      Copied = "each_" + Copied;
      declare(*Record, Pointee, Copied);
      set(*Record, Copied, Name, Depth + 1);
    }
    if (!Copied.empty())
      return "(" + Type + ")Runs.copies(" + quoted(Name) + ", " + Copied + ")";
    bool IsArithmetic = Pointee->isArithmeticType();
    return "(" + Type + ")Runs.array<" +
           (IsArithmetic ? spelled(Pointee) : "int") + ">(" + quoted(Name) +
           (Pointee.isConstQualified() ? ", /*IsInput=*/true)" : ")");
  }
  static bool isAlnum(char C) { return llvm::isAlnum(C); }

  const report::ReportedWitness *Shown;
  int64_t Usual;
  const PrintingPolicy &Policy;
};

class GlobalFinder : public syntax::TreeVisitor {
public:
  GlobalFinder(ASTContext &Context, const PrintingPolicy &Policy)
      : syntax::TreeVisitor({/*Instances=*/false, /*ImplicitCode=*/false}),
        Context(Context), Policy(Policy) {}
  bool VisitVarDecl(VarDecl *Var) override {
    QualType Type = Var->getType();
    if (!Var->isFileVarDecl() || !Var->hasAttr<CUDADeviceAttr>() ||
        Var->hasAttr<CUDASharedAttr>() || Var->hasAttr<CUDAConstantAttr>() ||
        Type.isConstQualified() || Type->isDependentType() ||
        Var->isThisDeclarationADefinition() == VarDecl::DeclarationOnly ||
        Var->isStaticDataMember() || Var->getDescribedVarTemplate() ||
        isa<VarTemplateSpecializationDecl>(Var) ||
        !Context.getSourceManager().isInMainFile(Var->getLocation()))
      return true;
    std::string Name;
    llvm::raw_string_ostream OS(Name);
    Var->printQualifiedName(OS, Policy);
    if (Type->isAnyPointerType() && !Type->getPointeeType()->isFunctionType()) {
      Text += "  Runs.leads(" + quoting::forStringLiteral(Name) +
              ", ::" + Name + ");\n";
      return true;
    }
    Text += "  Runs.global(" + quoting::forStringLiteral(Name) + ", ::" + Name +
            ");\n";
    return true;
  }
  std::string Text;

private:
  ASTContext &Context;
  const PrintingPolicy &Policy;
};

} // namespace

MadeArguments makeArguments(const FunctionDecl &Called,
                            const report::ReportedWitness *Shown, int64_t Usual,
                            const PrintingPolicy &Policy) {
  ArgumentMaker Maker(Shown, Usual, Policy);
  for (const ParmVarDecl *Parameter : Called.parameters())
    Maker.add(*Parameter);
  return std::move(Maker.Made);
}

std::string makeGlobals(ASTContext &Context, const PrintingPolicy &Policy) {
  GlobalFinder Finder(Context, Policy);
  Finder.TraverseAST(Context);
  return Finder.Text;
}

} // namespace warplint::proof
