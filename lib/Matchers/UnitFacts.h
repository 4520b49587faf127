//===--- UnitFacts.h - What matchers ask of a unit --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MATCHERS_UNITFACTS_H
#define WARPLINT_MATCHERS_UNITFACTS_H

#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "CudaModel/SyncApi.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>

namespace clang {
class CFG;
} // namespace clang

namespace warplint {
class DeviceCode;
} // namespace warplint

namespace warplint::matchers {

/// What is known of one statement or expression in all kernels that reach it.
struct StatementFacts {
  /// The widest scope whose threads have one value, in every kernel and call
  /// context; of a variable, of the value read. Nothing for what has no value,
  /// or whose value is not known in one of them.
  std::optional<Scope> uniformAt() const {
    return IsValueUnknown ? std::nullopt : UniformAt;
  }
  /// In one more context the value is uniform at \p At; nothing: not known.
  void addValue(std::optional<Scope> At) {
    IsValueUnknown |= !At;
    if (At)
      UniformAt = UniformAt ? std::min(*UniformAt, *At) : *At;
  }

  /// In some kernel only some threads of one warp, or of one block, come here
  /// together.
  bool OnlySomeOfWarp = false, OnlySomeOfBlock = false;

private:
  std::optional<Scope> UniformAt;
  bool IsValueUnknown = false;
};

/// The model and the facts of one translation unit at a time, for all matchers
/// that share this object. The kernels of a unit are analysed when the first
/// fact is asked, each as lint does it, and only StatementFacts are kept.
class UnitFacts {
public:
  explicit UnitFacts(std::vector<ConfiguredWrapper> Wrappers = {},
                     AnalysisOptions Options = {});
  ~UnitFacts();

  /// Sets what the next unit is looked at with.
  void configure(std::vector<ConfiguredWrapper> Wrappers,
                 AnalysisOptions Options);
  /// Runs the analysis of a unit by \p Guard from now on, which says whether it
  /// survived. What a crash has left is neither used nor freed.
  void guardWith(bool (*Guard)(llvm::function_ref<void()>)) {
    this->Guard = Guard;
  }
  /// Drops what is known of the unit. Must be called before its AST goes.
  void forget();
  /// Takes \p Code, which must outlive the unit's questions, instead of reading
  /// the unit anew.
  void use(DeviceCode &Code);

  /// The synchronization operations of \p S, a call or asm statement.
  llvm::ArrayRef<SyncOp> operations(const clang::Stmt &S,
                                    clang::ASTContext &Unit);
  /// The identity that \p E reads; nothing if it is none.
  std::optional<Identity> identityOf(const clang::Expr &E);

  /// What is known of \p S; null if no kernel that was analysed to its end
  /// comes there.
  const StatementFacts *factsOf(const clang::Stmt &S, clang::ASTContext &Unit);
  /// Whether \p S is in a kernel of the unit or in what one calls.
  bool isReachedFromKernel(const clang::Stmt &S, clang::ASTContext &Unit);

  /// The graph of \p F, in which every expression is an element; null if clang
  /// cannot build one.
  const clang::CFG *graphOf(const clang::FunctionDecl &F,
                            clang::ASTContext &Unit);

private:
  struct OfUnit;
  OfUnit &unit(clang::ASTContext &Of);
  DeviceCode &code(clang::ASTContext &Of);
  /// Runs \p How unless \p IsKnown says that it has run.
  void learn(clang::ASTContext &Of, bool OfUnit::*IsKnown,
             void (UnitFacts::*How)(clang::ASTContext &));
  void analyse(clang::ASTContext &Of);
  void analyseRoot(const clang::FunctionDecl &Root, const AnalysisOptions &With,
                   DeviceCode &Code);
  void findReached(clang::ASTContext &Of);

  std::vector<ConfiguredWrapper> Wrappers;
  AnalysisOptions Options;
  std::unique_ptr<SyncModel> Model;
  DeviceCode *Given = nullptr;
  bool (*Guard)(llvm::function_ref<void()>) = nullptr;
  std::unique_ptr<OfUnit> Current;
};

} // namespace warplint::matchers

#endif // WARPLINT_MATCHERS_UNITFACTS_H
