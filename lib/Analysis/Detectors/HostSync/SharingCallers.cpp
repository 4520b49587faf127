//===--- SharingCallers.cpp -----------------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/SharingCallers.h"
#include "CudaModel/HostApi.h"
#include "CudaModel/HostLibrary.h"
#include "CudaModel/MemorySpace.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace warplint::hostsync {

namespace {

/// Functions with a body that a function calls, in initializers of members and
/// in default arguments, too, and whether it names memory that host and device
/// share, copies into any while it goes on, or makes a stream.
class CalleeReader : public syntax::TreeVisitor {
public:
  explicit CalleeReader(llvm::SmallPtrSetImpl<const FunctionDecl *> &Into)
      : syntax::TreeVisitor({/*Instances=*/false, /*ImplicitCode=*/true}),
        Into(Into) {}
  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const HostApiEntry *Api = Callee ? lookupHostApi(*Callee) : nullptr;
    Shares |= Api && (Api->Kind == HostCallKind::AllocateManaged ||
                      Api->Kind == HostCallKind::AllocatePinned ||
                      Api->Kind == HostCallKind::CopyAsync ||
                      Api->Kind == HostCallKind::CreateStream ||
                      Api->Kind == HostCallKind::BeginCapture ||
                      Api->Kind == HostCallKind::RegisterHost);
    add(Callee);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    Shares |= Var && memorySpaceOf(*Var) == MemorySpace::Managed;
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) override {
    add(Construct->getConstructor());
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr *New) override {
    add(New->getOperatorNew());
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *Delete) override {
    add(Delete->getOperatorDelete());
    addEndOf(Delete->getDestroyedType());
    return true;
  }
  bool VisitVarDecl(VarDecl *Var) override {
    addEndOf(Var->getType());
    return true;
  }

  bool Shares = false;

private:
  void add(const FunctionDecl *Callee) {
    if (Callee && Callee->hasBody(Callee))
      Into.insert(Callee);
  }
  void addEndOf(QualType Type) {
    const CXXRecordDecl *Class =
        Type.isNull() ? nullptr
                      : Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (Class && Class->hasDefinition())
      add(Class->getDestructor());
  }

  llvm::SmallPtrSetImpl<const FunctionDecl *> &Into;
};

} // namespace

SharingCallers::SharingCallers(llvm::ArrayRef<const FunctionDecl *> Host) {
  for (const FunctionDecl *F : Host)
    read(*F);
  IsAny = !Work.empty();
  for (const FunctionDecl *F : Host) {
    Functions Others = CalledBy.lookup(F);
    Others.erase(F);
    Called.insert(Others.begin(), Others.end());
  }
  // Libraries call back: those that are entered are read once it matters.
  for (size_t I = 0; IsAny && I < Callees.size(); ++I)
    if (!isOfStandardLibrary(*Callees[I]))
      read(*Callees[I]);
  while (!Work.empty()) {
    const FunctionDecl *Next = Work.pop_back_val();
    if (Leading.insert(Next).second)
      llvm::append_range(Work, Callers[Next]);
  }
}

void SharingCallers::read(const FunctionDecl &F) {
  auto [Slot, IsNew] = CalledBy.try_emplace(&F);
  if (!IsNew)
    return;
  CalleeReader Reader(Slot->second);
  Reader.TraverseDecl(&F);
  if (Reader.Shares)
    Work.push_back(&F);
  for (const FunctionDecl *Callee : Slot->second) {
    Callers[Callee].push_back(&F);
    Callees.push_back(Callee);
  }
}

} // namespace warplint::hostsync
