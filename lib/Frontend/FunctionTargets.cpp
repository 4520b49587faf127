//===--- FunctionTargets.cpp - Host and device as nvcc takes them ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For Clang `__host__` and `__device__` are a part of what a function is: there
// may be one of each, and a call chooses. For nvcc they are said of a function
// that is one and the same. It takes declarations, definitions, specializations
// and instances that say different things, and looks for a function without
// asking where it may run. An error is a call of a `__host__` function in one
// for the device that is compiled; of host code the pass for the device is not
// asked, which may see other branches of `#ifdef __CUDA_ARCH__`.
//
//===----------------------------------------------------------------------===//

#include "Frontend/DeclaratorAttributes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/DeclSpec.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace clang;
using namespace warplint;
using namespace warplint::parsing;

static bool isKernelOrInvalid(const FunctionDecl &F) {
  return F.hasAttr<CUDAGlobalAttr>() || F.hasAttr<CUDAInvalidTargetAttr>();
}

template <typename AttrT>
static void takeOver(FunctionDecl &To, const FunctionDecl &From) {
  const auto *Said = From.getAttr<AttrT>();
  if (!Said || Said->isImplicit() || To.hasAttr<AttrT>())
    return;
  auto *Same = Said->clone(To.getASTContext());
  Same->setInherited(true);
  To.addAttr(Same);
}

/// Clang's headers have functions of the host and the device side by side, in
/// no class and in no namespace but `std`.
static bool mayStandBesideAnother(const FunctionDecl &F, const Sema &S) {
  const DeclContext *Around = F.getDeclContext()->getRedeclContext();
  return S.getSourceManager().isInSystemHeader(F.getLocation()) &&
         (Around->isTranslationUnit() || F.isInStdNamespace());
}

/// \p New declares again what \p Old does, whatever they say of host and
/// device.
static bool isSameFunction(Sema &S, FunctionDecl &New, FunctionDecl &Old) {
  if (isKernelOrInvalid(New) || isKernelOrInvalid(Old) ||
      mayStandBesideAnother(New, S) || mayStandBesideAnother(Old, S))
    return false;
  // Two bodies are two functions, which nvcc does not have.
  if (isDefinitionBegun(New) && Old.isDefined())
    return false;
  return New.getDeclContext()->getRedeclContext()->Equals(
             Old.getDeclContext()->getRedeclContext()) &&
         !S.IsOverload(&New, &Old, /*UseMemberUsingDeclRules=*/false,
                       /*ConsiderCudaAttrs=*/false);
}

static void takeOverBoth(FunctionDecl &One, FunctionDecl &Other) {
  takeOver<CUDAHostAttr>(One, Other);
  takeOver<CUDADeviceAttr>(One, Other);
  takeOver<CUDAHostAttr>(Other, One);
  takeOver<CUDADeviceAttr>(Other, One);
}

/// What Clang compares of a specialization and its template. Of ours all are
/// the same but kernels.
static CUDAFunctionTarget compared(CUDAFunctionTarget Target) {
  return Target == CUDAFunctionTarget::Global ||
                 Target == CUDAFunctionTarget::InvalidTarget
             ? Target
             : CUDAFunctionTarget::HostDevice;
}

// The linker's --wrap sends every call of clang's function NAME to __wrap_NAME
// and offers the original as __real_NAME.
#pragma GCC diagnostic ignored "-Wreturn-type-c-linkage"
extern "C" {

SemaCUDA::CUDAFunctionPreference
__real__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_(
    SemaCUDA *, const FunctionDecl *, const FunctionDecl *);

/// Asked by the resolution of overloads. What may not be called may be found,
/// if there is nothing on the caller's side: Clang drops functions of the wrong
/// side where one of the same side is.
SemaCUDA::CUDAFunctionPreference
__wrap__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_(
    SemaCUDA *Self, const FunctionDecl *Caller, const FunctionDecl *Callee) {
  SemaCUDA::CUDAFunctionPreference Preference =
      __real__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_(
          Self, Caller, Callee);
  if (Preference == SemaCUDA::CFP_Native)
    return SemaCUDA::CFP_SameSide;
  return Preference == SemaCUDA::CFP_Never && !isKernelOrInvalid(*Callee)
             ? SemaCUDA::CFP_WrongSide
             : Preference;
}

bool __real__ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE(
    SemaCUDA *, SourceLocation, FunctionDecl *);

/// nvcc warns of calls in functions that are of both sides.
bool __wrap__ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE(
    SemaCUDA *Self, SourceLocation Loc, FunctionDecl *Callee) {
  const FunctionDecl *Caller =
      Self->SemaRef.getCurFunctionDecl(/*AllowLambda=*/true);
  if (Caller && !isKernelOrInvalid(*Callee) &&
      Self->IdentifyTarget(Caller) == CUDAFunctionTarget::HostDevice)
    return true;
  return __real__ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE(
      Self, Loc, Callee);
}

bool __real__ZN5clang8SemaCUDA35inferTargetForImplicitSpecialMemberEPNS_13CXXRecordDeclENS_20CXXSpecialMemberKindEPNS_13CXXMethodDeclEbb(
    SemaCUDA *, CXXRecordDecl *, CXXSpecialMemberKind, CXXMethodDecl *, bool,
    bool);

/// An implicit member that needs one host and one device function is deleted by
/// clang, and with it every inherited virtual destructor. Here it gets both
/// attributes instead.
bool __wrap__ZN5clang8SemaCUDA35inferTargetForImplicitSpecialMemberEPNS_13CXXRecordDeclENS_20CXXSpecialMemberKindEPNS_13CXXMethodDeclEbb(
    SemaCUDA *Self, CXXRecordDecl *Class, CXXSpecialMemberKind Kind,
    CXXMethodDecl *Member, bool OfConst, bool Diagnose) {
  bool IsConflict =
      __real__ZN5clang8SemaCUDA35inferTargetForImplicitSpecialMemberEPNS_13CXXRecordDeclENS_20CXXSpecialMemberKindEPNS_13CXXMethodDeclEbb(
          Self, Class, Kind, Member, OfConst, /*Diagnose=*/false);
  if (!IsConflict)
    return false;
  ASTContext &Context = Self->getASTContext();
  Member->dropAttr<CUDAInvalidTargetAttr>();
  if (!Member->hasAttr<CUDAHostAttr>())
    Member->addAttr(CUDAHostAttr::CreateImplicit(Context));
  if (!Member->hasAttr<CUDADeviceAttr>())
    Member->addAttr(CUDADeviceAttr::CreateImplicit(Context));
  return false;
}

void __real__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_12LookupResultE(
    SemaCUDA *, FunctionDecl *, const LookupResult &);

/// Called with a new declaration and what its name has stood for.
void __wrap__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_12LookupResultE(
    SemaCUDA *Self, FunctionDecl *New, const LookupResult &Previous) {
  if (isa<CXXDeductionGuideDecl>(New)) {
    // Nothing calls a guide.
    New->dropAttrs<CUDAHostAttr, CUDADeviceAttr>();
    return;
  }
  for (NamedDecl *Found : Previous) {
    FunctionDecl *Old = Found->getAsFunction();
    if (Old && isSameFunction(Self->SemaRef, *New, *Old))
      takeOverBoth(*New, *Old);
  }
  __real__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_12LookupResultE(
      Self, New, Previous);
}

void __real__ZN5clang8SemaCUDA19checkTargetOverloadEPNS_12FunctionDeclERKNS_12LookupResultE(
    SemaCUDA *, FunctionDecl *, const LookupResult &);

/// Called with an explicit specialization and the one that it stands for, among
/// others.
void __wrap__ZN5clang8SemaCUDA19checkTargetOverloadEPNS_12FunctionDeclERKNS_12LookupResultE(
    SemaCUDA *Self, FunctionDecl *New, const LookupResult &Previous) {
  if (New->getTemplateSpecializationKind() == TSK_ExplicitSpecialization &&
      !isKernelOrInvalid(*New))
    for (NamedDecl *Found : Previous)
      if (FunctionDecl *Old = Found->getAsFunction();
          Old && Old->getPrimaryTemplate() == New->getPrimaryTemplate() &&
          !isKernelOrInvalid(*Old))
        takeOverBoth(*New, *Old);
  __real__ZN5clang8SemaCUDA19checkTargetOverloadEPNS_12FunctionDeclERKNS_12LookupResultE(
      Self, New, Previous);
}

CUDAFunctionTarget
__real__ZN5clang8SemaCUDA14IdentifyTargetEPKNS_12FunctionDeclEb(
    SemaCUDA *, const FunctionDecl *, bool);

CUDAFunctionTarget
__wrap__ZN5clang8SemaCUDA14IdentifyTargetEPKNS_12FunctionDeclEb(
    SemaCUDA *Self, const FunctionDecl *Of, bool IgnoreImplicit) {
  CUDAFunctionTarget Target =
      __real__ZN5clang8SemaCUDA14IdentifyTargetEPKNS_12FunctionDeclEb(
          Self, Of, IgnoreImplicit);
  // Only specializations and instances are compared so.
  return IgnoreImplicit ? compared(Target) : Target;
}

CUDAFunctionTarget
__real__ZN5clang8SemaCUDA14IdentifyTargetERKNS_20ParsedAttributesViewE(
    SemaCUDA *, const ParsedAttributesView &);

CUDAFunctionTarget
__wrap__ZN5clang8SemaCUDA14IdentifyTargetERKNS_20ParsedAttributesViewE(
    SemaCUDA *Self, const ParsedAttributesView &Attributes) {
  return compared(
      __real__ZN5clang8SemaCUDA14IdentifyTargetERKNS_20ParsedAttributesViewE(
          Self, Attributes));
}

} // extern "C"
