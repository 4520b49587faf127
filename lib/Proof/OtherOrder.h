//===--- OtherOrder.h - Order that a recording does not see -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_OTHERORDER_H
#define WARPLINT_PROOF_OTHERORDER_H

#include "CudaModel/SyncApi.h"
#include "Syntax/TreeVisitor.h"
#include <string>

namespace warplint::proof {

/// The operations of one body, apart from those that it calls.
class OperationFinder : public syntax::TreeVisitor {
public:
  explicit OperationFinder(const SyncModel &Model)
      : syntax::TreeVisitor({/*Instances=*/false, /*ImplicitCode=*/true}),
        Model(Model) {}
  bool VisitCallExpr(clang::CallExpr *Call) override {
    if (std::optional<SyncOp> Op = Model.classify(*Call))
      judge(*Op, /*IsText=*/false);
    return true;
  }
  bool VisitGCCAsmStmt(clang::GCCAsmStmt *Asm) override {
    for (const SyncOp &Op : Model.classify(*Asm))
      judge(Op, /*IsText=*/true);
    return true;
  }

  /// The first operation that the recorder does not count: of all that order
  /// threads, and of barriers.
  std::string Unseen, UnseenBarrier;
  bool IsOfCluster = false, IsOfGrid = false;

private:
  void judge(const SyncOp &Op, bool IsText);
  const SyncModel &Model;
};

} // namespace warplint::proof

#endif // WARPLINT_PROOF_OTHERORDER_H
