//===--- NoReturnFunctions.cpp - Host functions that never return ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/NoReturnFunctions.h"
#include "Analysis/Launches/HostSyntax.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

namespace {
/// How a function may end before its first `return` or `goto`.
struct Ending {
  bool Ends = false;
  llvm::SmallVector<const FunctionDecl *, 4> Callees; ///< One of them may.
};
} // namespace

static Ending endingOf(const FunctionDecl &F) {
  Ending Result;
  Result.Ends = F.isNoReturn();
  const auto *Block = dyn_cast_or_null<CompoundStmt>(F.getBody());
  if (!Block || Result.Ends)
    return Result;
  for (const Stmt *S : Block->body()) {
    const auto *E = dyn_cast<Expr>(S);
    const Expr *Done = E ? withoutCasts(E) : nullptr;
    Result.Ends |= isa_and_nonnull<CXXThrowExpr>(Done);
    const auto *Call = dyn_cast_or_null<CallExpr>(Done);
    if (const FunctionDecl *To = Call ? Call->getDirectCallee() : nullptr)
      Result.Callees.push_back(To);
    if (Result.Ends || holdsPathOut(S))
      break;
  }
  return Result;
}

/// Reads \p F and the functions it may end in, each once; then marks all
/// callers of functions that never return.
void NoReturnFunctions::readFrom(const FunctionDecl &F) {
  llvm::DenseMap<const FunctionDecl *,
                 llvm::SmallVector<const FunctionDecl *, 4>>
      Callers; // Looked up.
  llvm::SmallVector<const FunctionDecl *, 16> Ended, Left{&F};
  Known.try_emplace(&F, false);
  while (!Left.empty()) {
    const FunctionDecl *Caller = Left.pop_back_val();
    Ending Read = endingOf(*Caller);
    if (Read.Ends)
      Ended.push_back(Caller);
    for (const FunctionDecl *Callee : Read.Callees) {
      auto [At, IsNew] = Known.try_emplace(Callee, false);
      if (IsNew)
        Left.push_back(Callee);
      if (At->second)
        Ended.push_back(Caller);
      else
        Callers[Callee].push_back(Caller);
    }
  }
  while (!Ended.empty()) {
    const FunctionDecl *Next = Ended.pop_back_val();
    if (!std::exchange(Known[Next], true))
      llvm::append_range(Ended, Callers.lookup(Next));
  }
}

bool NoReturnFunctions::neverReturns(const FunctionDecl &F) {
  if (!Known.count(&F))
    readFrom(F);
  return Known.lookup(&F);
}

bool NoReturnFunctions::endsInDestructor(const CXXBindTemporaryExpr &Made) {
  const CXXDestructorDecl *Destructor = Made.getTemporary()->getDestructor();
  return Destructor && (Destructor->getParent()->isAnyDestructorNoReturn() ||
                        neverReturns(*Destructor));
}

} // namespace warplint::host
