//===--- RemovedCalls.cpp - Calls that newer toolkits do not have ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/RemovedCalls.h"
#include "Syntax/TreeVisitor.h"

using namespace clang;

namespace warplint::hostsync {

namespace {

class CallFinder : public syntax::TreeVisitor {
public:
  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    const HostApiEntry *Api = Callee ? lookupHostApi(*Callee) : nullptr;
    if (Api && !Api->Successor.empty())
      Found.push_back({Call, Api});
    return true;
  }
  std::vector<RemovedCall> Found;
};

} // namespace

std::vector<RemovedCall> removedCalls(const FunctionDecl &Host) {
  CallFinder Calls;
  Calls.TraverseStmt(Host.getBody());
  return std::move(Calls.Found);
}

} // namespace warplint::hostsync
