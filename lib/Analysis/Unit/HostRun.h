//===--- HostRun.h - What host code does up to its launches -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs host functions on what is known of their variables, to see with which
// extents they launch kernels: `dim3 b; b.x = 32;`, a helper that forwards a
// kernel and its extents, a table of cases. Where a branch is not decided both
// ways are run, each with its own variables, so that extents that belong
// together stay together. What cannot be followed is unknown, never guessed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIT_HOSTRUN_H
#define WARPLINT_ANALYSIS_UNIT_HOSTRUN_H

#include "Model/SyncApi.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <array>
#include <map>
#include <optional>
#include <vector>

namespace warplint {

/// What is known of one variable of the host.
struct HostValue {
  enum class Kind : uint8_t { Unknown, Number, Record, Kernel };
  Kind K = Kind::Unknown;
  int64_t Number = 0;
  /// Of a Record (dim3): its first three fields, nothing where unknown.
  std::array<std::optional<int64_t>, 3> Fields;
  const clang::FunctionDecl *Kernel = nullptr;

  static HostValue number(int64_t V);
  static HostValue kernel(const clang::FunctionDecl &F);
  bool operator==(const HostValue &R) const {
    return K == R.K && Number == R.Number && Fields == R.Fields &&
           Kernel == R.Kernel;
  }
};

/// One launch as one way through the host code makes it. Extents are nothing
/// where they are not known.
struct HostLaunch {
  const clang::FunctionDecl *Kernel = nullptr;
  const clang::Expr *Site = nullptr;
  std::array<std::optional<int64_t>, 3> Grid, Block;
};

class HostRun {
public:
  /// \p Functions have bodies. Calls that \p Model knows to launch count beside
  /// `<<<>>>`.
  HostRun(clang::ASTContext &Context, const SyncModel &Model,
          llvm::ArrayRef<const clang::FunctionDecl *> Functions);

  /// Every launch on every way, in source order of the functions that nothing
  /// in the unit calls. Functions that are called run as their callers call
  /// them. If a limit was hit, each kernel that is launched anywhere has one
  /// more launch of which nothing is known.
  std::vector<HostLaunch> launches();

private:
  /// Variables of one way; what is absent is unknown.
  struct State {
    std::map<const clang::VarDecl *, HostValue> Known;
    /// Their address has left sight: nothing is known from there on.
    std::map<const clang::VarDecl *, bool> Escaped;
    bool operator==(const State &R) const {
      return Known == R.Known && Escaped == R.Escaped;
    }
  };
  using States = std::vector<State>;
  /// Ways that leave a statement otherwise than at its end.
  struct Exits {
    States Breaks, Continues, Returns;
  };
  /// What a function does, seen without running it.
  struct Body {
    bool Launches = false;
    std::vector<const clang::FunctionDecl *> Callees;
  };
  class BodyReader;

  void runFunction(const clang::FunctionDecl &F, State Entry);
  void execute(const clang::Stmt *S, States &Now, Exits &Out);
  void executeDeclarations(const clang::DeclStmt &S, States &Now);
  void executeIf(const clang::IfStmt &If, States &Now, Exits &Out);
  void executeSwitch(const clang::SwitchStmt &Switch, States &Now, Exits &Out);
  void executeLoop(const clang::Stmt &Loop, const clang::Expr *Condition,
                   const clang::Stmt *Body, const clang::Expr *Step,
                   bool TestsFirst, States &Now, Exits &Out);

  void effects(const clang::Stmt *S, States &Now);
  void assign(const clang::BinaryOperator &Op, States &Now);
  void call(const clang::CallExpr &Call, States &Now);
  void launch(const clang::CallExpr &Call, const clang::Expr *Kernel,
              const clang::Expr *Grid, const clang::Expr *Block,
              const States &Now);
  void store(const clang::Expr *To, HostValue Value, State &In);
  void escape(const clang::Expr *E, State &In);
  void forgetAssigned(const clang::Stmt *S, State &In);

  HostValue value(const clang::Expr *E, const State &In);
  HostValue binary(const clang::BinaryOperator &Op, const State &In);
  HostValue constructed(const clang::Expr *E, const State &In);
  HostValue returned(const clang::CallExpr &Call, const State &In);
  std::optional<int64_t> number(const clang::Expr *E, const State &In);
  State entryOf(const clang::FunctionDecl &Callee, const clang::CallExpr &Call,
                const State &Caller);
  /// \p Now with the value that each way gives \p E; an undecided `?:` makes
  /// two ways of one.
  void forEachValue(const clang::Expr *E, States &Now,
                    llvm::function_ref<void(State &, HostValue)> Use);

  bool reachesLaunch(const clang::FunctionDecl &F);
  bool holdsLaunch(const clang::Stmt *S);
  static void merge(States &Into, States More);

  clang::ASTContext &Context;
  const SyncModel &Model;
  llvm::ArrayRef<const clang::FunctionDecl *> Functions;
  llvm::DenseMap<const clang::FunctionDecl *, Body> Bodies;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Reaching;
  llvm::DenseMap<const clang::Stmt *, bool> Holding;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Visited;
  std::vector<HostLaunch> Found;
  unsigned Depth = 0, Steps = 0;
  bool Truncated = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIT_HOSTRUN_H
