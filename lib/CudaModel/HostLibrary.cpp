//===--- HostLibrary.cpp - Objects of the C++ library in host code --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/HostLibrary.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace warplint {

llvm::StringRef outerNamespace(const Decl &D) {
  llvm::StringRef Name;
  for (const DeclContext *Around = D.getDeclContext(); Around;
       Around = Around->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(Around);
        Space && Space->getIdentifier())
      Name = Space->getName();
  return Name;
}

bool isOfStandardLibrary(const Decl &D) {
  llvm::StringRef Space = outerNamespace(D);
  return Space == "std" || Space == "__gnu_cxx";
}

HostContainer containerOf(const CXXRecordDecl &Class) {
  if (!Class.isInStdNamespace() || !Class.getIdentifier())
    return HostContainer::None;
  return llvm::StringSwitch<HostContainer>(Class.getName())
      .Case("array", HostContainer::Array)
      .Case("vector", HostContainer::Vector)
      .Case("pair", HostContainer::Pair)
      .Case("tuple", HostContainer::Tuple)
      .Default(HostContainer::None);
}

HostContainer containerOf(QualType Type) {
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Class ? containerOf(*Class) : HostContainer::None;
}

/// The number that is argument \p Index of the template \p Arguments.
static std::optional<int64_t> numberAt(const TemplateArgumentList *Arguments,
                                       unsigned Index) {
  if (!Arguments || Index >= Arguments->size() ||
      Arguments->get(Index).getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return Arguments->get(Index).getAsIntegral().tryExtValue();
}

std::optional<int64_t> lengthOfArray(const CXXRecordDecl &Class) {
  const auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(&Class);
  return Made ? numberAt(&Made->getTemplateArgs(), 1) : std::nullopt;
}

ContainerCall containerCallOf(const FunctionDecl &Callee) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  HostContainer Of =
      Method ? containerOf(*Method->getParent()) : HostContainer::None;
  if (Of != HostContainer::Array && Of != HostContainer::Vector)
    return ContainerCall::Unknown;
  if (Method->getOverloadedOperator() == OO_Subscript)
    return ContainerCall::Element;
  if (!Method->getIdentifier())
    return ContainerCall::Unknown;
  return llvm::StringSwitch<ContainerCall>(Method->getName())
      .Case("at", ContainerCall::Element)
      .Case("front", ContainerCall::First)
      .Case("back", ContainerCall::Last)
      .Case("size", ContainerCall::Size)
      .Case("empty", ContainerCall::IsEmpty)
      .Cases({"data", "begin", "end", "rbegin", "rend"}, ContainerCall::Places)
      .Cases({"cbegin", "cend", "crbegin", "crend"}, ContainerCall::Places)
      .Cases({"push_back", "emplace_back"}, ContainerCall::Append)
      .Case("resize", ContainerCall::Resize)
      .Case("clear", ContainerCall::Clear)
      .Cases({"reserve", "capacity", "shrink_to_fit"}, ContainerCall::Nothing)
      .Default(ContainerCall::Unknown);
}

bool isContainerClass(const CXXRecordDecl &Class) {
  HostContainer Is = containerOf(Class);
  return Is == HostContainer::Array || Is == HostContainer::Vector ||
         (Class.isInStdNamespace() && Class.getIdentifier() &&
          Class.getName() == "initializer_list");
}

bool isContainerClass(QualType Type) {
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Class && isContainerClass(*Class);
}

/// The type of the elements of \p Class; null if it is no such template.
static QualType elementOf(const CXXRecordDecl &Class) {
  const auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(&Class);
  return Made && Made->getTemplateArgs().size() > 0 &&
                 Made->getTemplateArgs()[0].getKind() == TemplateArgument::Type
             ? Made->getTemplateArgs()[0].getAsType()
             : QualType();
}

bool holdsNumbers(const CXXRecordDecl &Class) {
  QualType Element = elementOf(Class);
  return !Element.isNull() && Element->isArithmeticType();
}

bool holdsThreads(const CXXRecordDecl &Class) {
  QualType Element = elementOf(Class);
  const CXXRecordDecl *Of =
      Element.isNull() ? nullptr : Element->getAsCXXRecordDecl();
  return Of && callableOf(*Of) == HostCallable::Thread;
}

bool isIterator(QualType Type) {
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() && isOfStandardLibrary(*Class) &&
         (Class->getName() == "__normal_iterator" ||
          Class->getName() == "__wrap_iter");
}

int writesFrom(const FunctionDecl &Callee) {
  if (!Callee.getIdentifier() || isa<CXXMethodDecl>(Callee))
    return -1;
  int Position = llvm::StringSwitch<int>(Callee.getName())
                     .Cases({"memcpy", "memmove", "memset", "fread"}, 0)
                     .Cases({"__builtin_memcpy", "__builtin_memset"}, 0)
                     .Default(-1);
  if (Position >= 0 || !isOfStandardLibrary(Callee))
    return Position;
  return llvm::StringSwitch<int>(Callee.getName())
      .Cases({"fill", "fill_n", "iota", "generate", "generate_n"}, 0)
      .Cases({"copy", "copy_n", "copy_if", "transform"}, 2)
      .Default(-1);
}

HostCallable callableOf(const CXXRecordDecl &Class) {
  if (!Class.isInStdNamespace() || !Class.getIdentifier())
    return HostCallable::None;
  return llvm::StringSwitch<HostCallable>(Class.getName())
      .Case("function", HostCallable::Function)
      .Cases({"thread", "jthread"}, HostCallable::Thread)
      .Default(HostCallable::None);
}

LibraryValue libraryValueOf(const FunctionDecl &Callee) {
  if (!Callee.isInStdNamespace() || !Callee.getIdentifier() ||
      isa<CXXMethodDecl>(Callee))
    return LibraryValue::Unknown;
  return llvm::StringSwitch<LibraryValue>(Callee.getName())
      .Cases({"make_pair", "make_tuple"}, LibraryValue::Record)
      .Case("tie", LibraryValue::References)
      .Case("get", LibraryValue::Part)
      .Default(LibraryValue::Unknown);
}

std::optional<int64_t> partNamedBy(const FunctionDecl &Get) {
  return numberAt(Get.getTemplateSpecializationArgs(), 0);
}

bool makesObject(const FunctionDecl &Callee) {
  return Callee.isInStdNamespace() && Callee.getIdentifier() &&
         (Callee.getName() == "make_unique" ||
          Callee.getName() == "make_shared");
}

bool allocatesPlainly(const FunctionDecl &Callee) {
  return Callee.getIdentifier() && !isa<CXXMethodDecl>(Callee) &&
         llvm::StringSwitch<bool>(Callee.getName())
             .Cases({"malloc", "calloc", "aligned_alloc"}, true)
             .Default(false);
}

bool freesPlainly(const FunctionDecl &Callee) {
  return Callee.getIdentifier() && !isa<CXXMethodDecl>(Callee) &&
         Callee.getName() == "free";
}

} // namespace warplint
