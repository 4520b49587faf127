//===--- Collectives.cpp - Collectives with temporary storage -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/Collectives.h"
#include "CudaModel/AstNames.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace warplint {

/// Projects that wrap CUB put it into a namespace of theirs; users of both see
/// `cub`.
static bool isInNamespaceCub(const CXXRecordDecl &Class) {
  const DeclContext *Context = Class.getDeclContext();
  while (Context->isInlineNamespace())
    Context = Context->getParent();
  const auto *Namespace = dyn_cast<NamespaceDecl>(Context);
  return Namespace && Namespace->getName() == "cub";
}

static const CXXRecordDecl *definitionOf(QualType T) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class ? Class->getDefinition() : nullptr;
}

/// Nothing of \p T is ever stored: it has no members, or only such members.
static bool holdsNothing(QualType T) {
  const CXXRecordDecl *Class = definitionOf(
      QualType(T->getBaseElementTypeUnsafe(), 0).getNonReferenceType());
  if (!Class)
    return false;
  // Wrappers like Uninitialized<T> hold raw words for a T.
  if (const auto *Special = dyn_cast<ClassTemplateSpecializationDecl>(Class))
    if (Special->getName() == "Uninitialized" &&
        Special->getTemplateArgs().size() == 1)
      return holdsNothing(Special->getTemplateArgs()[0].getAsType());
  return llvm::all_of(Class->fields(),
                      [](const FieldDecl *Field) {
                        return holdsNothing(Field->getType());
                      }) &&
         llvm::all_of(Class->bases(), [](const CXXBaseSpecifier &Base) {
           return holdsNothing(Base.getType());
         });
}

static bool declaresTempStorage(const CXXRecordDecl &Class) {
  return llvm::any_of(Class.decls(), [](const Decl *D) {
    const auto *Named = dyn_cast<TypeDecl>(D);
    return Named && Named->getIdentifier() && Named->getName() == "TempStorage";
  });
}

static bool isStorage(const FieldDecl &Field) {
  return Field.getType()->isReferenceType() &&
         Field.getName() == "temp_storage";
}

/// The member of \p Class or of its bases that refers to the storage.
static const FieldDecl *storageField(const CXXRecordDecl &Class) {
  const FieldDecl *Found = nullptr;
  visitClassAndBases(Class, [&](const CXXRecordDecl &Candidate) {
    for (const FieldDecl *Field : Candidate.fields())
      if (isStorage(*Field))
        Found = Field;
    return Found != nullptr;
  });
  return Found;
}

std::optional<Collective> collectiveOf(const CXXRecordDecl &Class) {
  if (!Class.getIdentifier() || !Class.hasDefinition())
    return std::nullopt;
  llvm::StringRef Name = Class.getName();
  Collective Found;
  if (Name.starts_with("Warp"))
    Found.Threads = Scope::Warp;
  else if (!Name.starts_with("Block"))
    return std::nullopt;
  if (!isInNamespaceCub(Class) ||
      !visitClassAndBases(*Class.getDefinition(), declaresTempStorage))
    return std::nullopt;
  Found.Storage = storageField(*Class.getDefinition());
  if (Found.Storage && holdsNothing(Found.Storage->getType()))
    Found.Storage = nullptr;
  return Found;
}

std::optional<Collective> collectiveOf(const FunctionDecl &Member,
                                       const Expr &Call) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Member);
  if (!Method)
    return std::nullopt;
  const auto *OnObject = dyn_cast<CallExpr>(&Call);
  const CXXRecordDecl *Class = OnObject ? objectClassOf(*OnObject) : nullptr;
  return collectiveOf(Class ? *Class : *Method->getParent());
}

std::optional<std::array<uint32_t, 3>> blockOf(const CXXRecordDecl &Class) {
  // Since CCCL 3 they are in another spelling.
  static constexpr llvm::StringLiteral Names[3][2] = {
      {"BLOCK_DIM_X", "BlockDimX"},
      {"BLOCK_DIM_Y", "BlockDimY"},
      {"BLOCK_DIM_Z", "BlockDimZ"}};
  const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(&Class);
  auto Found = Instance ? collectiveOf(Class) : std::nullopt;
  if (!Found || Found->Threads != Scope::Block)
    return std::nullopt;
  std::array<uint32_t, 3> Block = {0, 1, 1};
  const TemplateArgumentList &Given = Instance->getTemplateArgs();
  for (auto [I, Parameter] : llvm::enumerate(
           *Instance->getSpecializedTemplate()->getTemplateParameters()))
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      if (I < Given.size() &&
          Given[I].getKind() == TemplateArgument::Integral &&
          llvm::is_contained(Names[Axis], Parameter->getName()))
        Block[Axis] = Given[I].getAsIntegral().getLimitedValue(UINT32_MAX);
  if (!Block[0] || !Block[1] || !Block[2])
    return std::nullopt;
  return Block;
}

static bool namesStorage(const Stmt *S, unsigned Depth);

static bool worksInStorage(const FunctionDecl &F, unsigned Depth) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const FunctionDecl *Definition = nullptr;
  return Method && Method->isInstance() && F.hasBody(Definition) &&
         namesStorage(Definition->getBody(), Depth);
}

static bool namesStorage(const Stmt *S, unsigned Depth) {
  if (!S)
    return false;
  if (const auto *Member = dyn_cast<MemberExpr>(S))
    if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
      if (isStorage(*Field))
        return true;
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S); Call && Depth < 4)
    if (const CXXMethodDecl *Callee = Call->getMethodDecl())
      if (worksInStorage(*Callee, Depth + 1))
        return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return namesStorage(Child, Depth);
  });
}

bool worksInStorage(const FunctionDecl &F) { return worksInStorage(F, 0); }

std::string spellingOfMember(const FunctionDecl &F) {
  return (visibleName(F) + "()").str();
}

Scope agreementOn(const ParmVarDecl &Result) {
  return Result.getIdentifier() && Result.getName() == "block_aggregate"
             ? Scope::Block
             : Scope::Thread;
}

llvm::StringRef barrierFor(Scope Threads) {
  return Threads == Scope::Warp ? "__syncwarp()" : "__syncthreads()";
}

} // namespace warplint
