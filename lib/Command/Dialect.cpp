//===--- Dialect.cpp - What nvcc accepts and clang does not ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command/Dialect.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace clang;

namespace warplint {

/// Each is an error of clang where nvcc is silent or warns.
static const unsigned AcceptedByNvcc[] = {
    // `%globaltimer` and other special registers in asm text: nvcc passes the
    // text on as it is.
    diag::err_asm_invalid_escape,
    // `__shared__ alignas(16) float tile[64];`: clang wants the two the other
    // way round, and goes on without the alignment.
    diag::err_attributes_not_allowed,
};

void relaxDiagnostics(DiagnosticsEngine &Diagnostics) {
  // A default-error diagnostic cannot become a warning: clang maps it back.
  for (unsigned Id : AcceptedByNvcc)
    Diagnostics.setSeverity(Id, diag::Severity::Remark, SourceLocation());
}

/// Users call these by name; warplint_early.h declares them.
static constexpr llvm::StringLiteral UserVisibleBuiltins[] = {"__syncthreads"};

void forgetUnaddressableBuiltins(ASTContext &Context) {
  for (llvm::StringRef Name : UserVisibleBuiltins)
    Context.Idents.get(Name).clearBuiltinID();
}

} // namespace warplint

static bool isKernel(const FunctionDecl *Function) {
  return Function && Function->hasAttr<CUDAGlobalAttr>();
}

static bool runsOnDevice(const FunctionDecl *Function) {
  return isKernel(Function) ||
         (Function && Function->hasAttr<CUDADeviceAttr>());
}

// The linker's --wrap sends every call of clang's function NAME to __wrap_NAME
// and offers the original as __real_NAME.
extern "C" {

void __real__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(
    SemaCUDA *, VarDecl *);

/// nvcc allows a shared object with a constructor (it warns, for the
/// constructor does not run); clang would mark the variable invalid, and every
/// use of it would be lost to analysis.
void __wrap__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(
    SemaCUDA *Self, VarDecl *Variable) {
  if (!Variable->hasAttr<CUDASharedAttr>())
    __real__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(Self,
                                                                     Variable);
}

SemaCUDA::CUDAFunctionPreference
__real__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_(
    SemaCUDA *, const FunctionDecl *, const FunctionDecl *);

/// Overload resolution: a kernel is a candidate for a launch in device code.
SemaCUDA::CUDAFunctionPreference
__wrap__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_(
    SemaCUDA *Self, const FunctionDecl *Caller, const FunctionDecl *Callee) {
  if (isKernel(Callee) && runsOnDevice(Caller))
    return SemaCUDA::CFP_SameSide;
  return __real__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_(
      Self, Caller, Callee);
}

bool __real__ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE(
    SemaCUDA *, SourceLocation, FunctionDecl *);

/// A launch in device code calls the kernel and, for its configuration, a host
/// function of the runtime.
bool __wrap__ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE(
    SemaCUDA *Self, SourceLocation Location, FunctionDecl *Callee) {
  const FunctionDecl *Caller =
      Self->SemaRef.getCurFunctionDecl(/*AllowLambda=*/true);
  bool BelongsToLaunch =
      isKernel(Callee) || (Callee->getIdentifier() &&
                           Callee->getName() == Self->getConfigureFuncName());
  if (BelongsToLaunch && runsOnDevice(Caller))
    return true;
  return __real__ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE(
      Self, Location, Callee);
}

} // extern "C"
