//===--- AnalysedKernel.h - A CUDA snippet and all its facts ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Snippets observe a value by giving a variable a name: `int seen = i;` asks
// nothing of other threads, unlike a call of an unknown function.

#ifndef WARPLINT_TEST_ANALYSIS_ANALYSEDKERNEL_H
#define WARPLINT_TEST_ANALYSIS_ANALYSEDKERNEL_H

#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LaunchScenarios/DivergenceWitness.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Analysis/Uniformity/DivergenceReasons.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

namespace warplint::test {

class ParsedCuda;

/// \p T as text. Sums and commutative operands are in alphabetical order.
std::string show(const Term *T);
std::string show(ReasonStep::Kind K);

/// A translation unit with the prelude of ParsedCuda.h and some more functions.
class AnalysedUnit {
public:
  explicit AnalysedUnit(llvm::StringRef Code);
  ~AnalysedUnit();

  clang::ASTContext &context() const;
  DeviceCode &code() const { return *Code; }
  /// The function called \p Name that has a body and is no template.
  const clang::FunctionDecl &function(llvm::StringRef Name) const;
  LaunchExtents launchOf(llvm::StringRef Kernel) const {
    return Code->launchOf(function(Kernel));
  }
  std::string text(const clang::Stmt *S) const;

private:
  std::unique_ptr<ParsedCuda> Parsed;
  std::unique_ptr<DeviceCode> Code;
};

/// The facts of one root function, \p Root.
class AnalysedKernel {
public:
  explicit AnalysedKernel(llvm::StringRef Code,
                          const AnalysisOptions &Options = {},
                          llvm::StringRef Root = "k");

  const AnalysedUnit &unit() const { return Unit; }
  const KernelFacts &facts() const { return *Facts; }
  const InlinedCFG &cfg() const { return Facts->cfg(); }
  const CallContext &root() const { return cfg().rootContext(); }
  std::string text(const clang::Stmt *S) const { return Unit.text(S); }

  /// Nodes in which the local variable \p Name is declared, one per activation.
  std::vector<const Node *> nodesOf(llvm::StringRef Name) const;
  /// The only one.
  const Node &nodeOf(llvm::StringRef Name) const;
  const clang::VarDecl &variable(llvm::StringRef Name) const;
  /// What initializes the local variable \p Name.
  const clang::Expr &initOf(llvm::StringRef Name) const;
  const Term *valueOf(llvm::StringRef Name) const;
  std::string shown(llvm::StringRef Name) const { return show(valueOf(Name)); }
  Scope scopeOf(llvm::StringRef Name) const {
    return Facts->uniformity().of(valueOf(Name));
  }
  bool reached(llvm::StringRef Name) const {
    return llvm::any_of(nodesOf(Name),
                        [](const Node *N) { return N->Reached; });
  }

  /// The only node that branches on \p Condition as written in the source.
  const Node &branchOn(llvm::StringRef Condition) const;
  /// Conditions of \p Branches as written, in order.
  std::vector<std::string>
  conditions(llvm::ArrayRef<const Node *> Branches) const;
  std::vector<std::string> divergent(llvm::StringRef Name,
                                     Scope S = Scope::Block) const {
    return conditions(Facts->convergence().divergentControls(nodeOf(Name), S));
  }
  std::vector<std::string> controls(llvm::StringRef Name) const {
    return conditions(Facts->paths().allControls(nodeOf(Name)));
  }

  std::vector<const Event *> events(Event::Kind K) const;
  std::vector<const Event *> writes() const;
  unsigned contextsOf(llvm::StringRef Function) const;

  std::vector<ReasonStep> reasons(llvm::StringRef Name, Scope S = Scope::Block,
                                  unsigned Limit = 8) const;
  /// Kinds of reasons(Name), with the variable or source of each step.
  std::vector<std::string> story(llvm::StringRef Name, Scope S = Scope::Block,
                                 unsigned Limit = 8) const;
  std::optional<scenarios::DivergenceWitness>
  witness(llvm::StringRef Condition) const;

private:
  AnalysedUnit Unit;
  std::unique_ptr<KernelFacts> Facts;
};

/// Options with launch extents, 0 where unknown.
AnalysisOptions launch(std::array<uint32_t, 3> Block,
                       std::array<uint32_t, 3> Grid = {0, 0, 0},
                       uint32_t MaxThreads = 0);

using Texts = std::vector<std::string>;

} // namespace warplint::test

#endif // WARPLINT_TEST_ANALYSIS_ANALYSEDKERNEL_H
