//===--- NodeTest.h - A matcher for nodes that a check finds ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MATCHERS_NODETEST_H
#define WARPLINT_MATCHERS_NODETEST_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace warplint {
class DeviceCode;
} // namespace warplint

namespace warplint::matchers {

/// Whether statements that somebody else finds match. A check of ours does not
/// traverse the tree, but its rule may be a matcher, which its page shows and
/// `warplint query` takes.
class NodeTest {
public:
  /// \p Matcher, as a query has it, must be right. \p Code must outlive this.
  NodeTest(llvm::StringRef Matcher, DeviceCode &Code);
  ~NodeTest();

  bool matches(const clang::Stmt &S);

private:
  struct Parsed;
  std::unique_ptr<Parsed> Of;
};

} // namespace warplint::matchers

#endif // WARPLINT_MATCHERS_NODETEST_H
