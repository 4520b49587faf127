//===--- DeviceCode.h - Kernels and device functions of a unit --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a translation unit holds for the device: its kernels and device
// functions, what is known of their launches, which functions synchronize, and
// one clang CFG per function.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PROGRAM_DEVICECODE_H
#define WARPLINT_ANALYSIS_PROGRAM_DEVICECODE_H

#include "Assumptions/Assumptions.h"
#include "CudaModel/Identity.h"
#include "CudaModel/TopLevel.h"
#include "clang/AST/ASTContext.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <memory>
#include <optional>
#include <vector>

namespace clang {
class ParentMap;
} // namespace clang

namespace warplint::host {
struct HostEffort;
struct HostResults;
} // namespace warplint::host

namespace warplint::launches {
class CrossUnitLaunches;
struct KernelLaunch;
struct Unlaunchable;
} // namespace warplint::launches

namespace warplint::summaries {
struct AccessorSummary;
} // namespace warplint::summaries

namespace warplint {

class Limits;
class SyncModel;
struct Budgets;

/// What a function can do, by its own body and by all functions that it calls;
/// `Simple` is about its own body alone.
struct BodyTraits {
  /// Has a row of the sync table that other threads can notice.
  bool Synchronizes = false;
  /// Reads a value that can differ between threads of a grid, such as
  /// threadIdx.
  bool ReadsThreadIdentity = false;
  /// At most 8 statements in a row, without branches or loops.
  bool Simple = false;
};

/// A synchronization function that is named but not called, where a call was
/// probably meant: `__syncthreads;`.
struct UncalledReference {
  const clang::DeclRefExpr *Name = nullptr;
  std::string Spelling; ///< As the user writes it, without parentheses.
  /// The function can be called with `()`.
  bool NeedsNoArgument = false;
};

struct LaunchExtents;

/// Who uses the launches of a unit. For other units the host code is also
/// searched for calls of functions that those may define.
enum class LaunchesFor : uint8_t { ThisUnit, OtherUnits };

/// The device code of one translation unit. Results that are computed on demand
/// are kept.
class DeviceCode {
public:
  /// \p Context and \p Model must outlive this object.
  /// \p Elsewhere: launches that other units of the build make; they count
  /// beside those of this unit. May be null.
  /// \p Before: see `userDeclarations`.
  /// \p Whom: OtherUnits if `launchesMade` will be called; it works otherwise,
  /// too, but then runs the host code once more.
  /// \p NotRead: host functions with an error in their bodies.
  /// \p Budget: for what is read of the unit as a whole; null: normal effort.
  DeviceCode(clang::ASTContext &Context, const SyncModel &Model,
             const launches::CrossUnitLaunches *Elsewhere = nullptr,
             std::optional<llvm::ArrayRef<clang::Decl *>> Before = std::nullopt,
             LaunchesFor Whom = LaunchesFor::ThisUnit,
             llvm::ArrayRef<const clang::FunctionDecl *> NotRead = {},
             const Budgets *Budget = nullptr);
  ~DeviceCode();

  clang::ASTContext &context() const { return Context; }
  const SyncModel &model() const { return Model; }
  /// The budgets for what is read of the unit as a whole, and what they have
  /// cut off so far.
  const Limits &limits() const { return *Within; }

  /// The declarations of user code at the top level, in source order.
  llvm::ArrayRef<clang::Decl *> topLevel() const { return TopLevel; }

  /// Kernels with a body in user code, instances of templates included.
  llvm::ArrayRef<const clang::FunctionDecl *> kernels() const {
    return Kernels;
  }
  /// Device functions that synchronize and that neither a kernel of the unit
  /// nor another such function reaches: they are analysed by themselves.
  llvm::ArrayRef<const clang::FunctionDecl *> deviceFunctions() const {
    return DeviceFunctions;
  }
  /// Kernel templates of the main file that have no valid instance, in source
  /// order.
  llvm::ArrayRef<const clang::FunctionDecl *> withoutInstance() const {
    return WithoutInstance;
  }
  /// Functions of user code with a body that can run on the host
  /// (`__host__ __device__` included, kernels not), instances of templates
  /// included, in source order.
  llvm::ArrayRef<const clang::FunctionDecl *> hostFunctions() const {
    return HostFunctions;
  }
  /// In the kernels and device functions of user code, patterns of templates
  /// included.
  llvm::ArrayRef<UncalledReference> uncalledReferences() const {
    return Uncalled;
  }

  /// Inline PTX in kernels and device functions of user code, patterns of
  /// templates left out.
  llvm::ArrayRef<const clang::GCCAsmStmt *> asmStatements() const {
    return Asm;
  }

  /// The extents of \p Kernel on which all launches, in this unit and
  /// elsewhere, agree, completed by what attributes and the kernel itself
  /// assert (statedExtents). 0 where launches disagree or nothing is known.
  LaunchExtents launchOf(const clang::FunctionDecl &Kernel) const;
  /// Whether \p Kernel itself says of a launch how large block or grid are.
  bool assertsExtents(const clang::FunctionDecl &Kernel) const;
  /// The extents that launches of \p Kernel ask for, or \p Kernel asserts, and
  /// that no GPU can launch.
  std::vector<launches::Unlaunchable>
  refusedFor(const clang::FunctionDecl &Kernel) const;
  /// The different launches of \p Kernel (KernelLaunches::Each); empty if none
  /// is known.
  llvm::ArrayRef<launches::KernelLaunch>
  launchesOf(const clang::FunctionDecl &Kernel) const;

  /// The assumptions that all launches of \p Kernel rest on.
  AssumptionSet::Bits launchesRestOn(const clang::FunctionDecl &Kernel) const;
  /// Launches count from now on that rest on no others.
  void assume(const AssumptionSet &These) { Assumed = These.bits(); }

  /// How much host code was run to find the launches, and what limits left out.
  const host::HostEffort &hostEffort() const;

  /// The launches and calls that this unit makes, to be recorded for other
  /// units.
  launches::CrossUnitLaunches launchesMade();

  /// True if a host loop that launches nothing tests the managed variable
  /// \p Var in its condition: the host reads \p Var while a kernel runs.
  bool isPolledByHost(const clang::VarDecl &Var) const {
    return Polled.count(Var.getCanonicalDecl());
  }

  /// True if the host code shows that no two elements of the array are equal
  /// that launches in this unit pass for \p Parameter, a parameter of a kernel.
  /// False if that is not known.
  bool hasDistinctNumbers(const clang::ParmVarDecl &Parameter);

  /// What \p Function and all functions that it calls can do. The reference is
  /// valid until the next call.
  const BodyTraits &traits(const clang::FunctionDecl &Function);
  /// The CFG of \p Definition, in which every expression is an element; null if
  /// clang cannot build one. Owned by this object.
  const clang::CFG *cfg(const clang::FunctionDecl &Definition);
  /// The parents of the statements of \p Definition. Owned by this object.
  /// ASTContext::getParents would index the whole unit with all instances of
  /// its templates: seconds of work where much is included.
  const clang::ParentMap &parents(const clang::FunctionDecl &Definition);
  /// The synchronization operations of \p S, a call, construction or asm
  /// statement; empty for anything else.
  llvm::ArrayRef<SyncOp> operations(const clang::Stmt &S);
  /// The thread or block identity or launch dimension that \p E reads; nothing
  /// if it reads none.
  const std::optional<Identity> &identityOf(const clang::Expr &E);

  /// The function that \p Call, a call or construction, runs: its definition if
  /// the unit has one, otherwise its declaration. Null if the function is not
  /// certain.
  const clang::FunctionDecl *target(const clang::Expr &Call) const;
  /// True if \p F is a copy or move that only loads and stores the value: made
  /// by the compiler, or written by a library whose value types (half2) copy
  /// themselves.
  bool isPlainCopy(const clang::FunctionDecl &F) const;
  /// What a call of \p F returns, where that is known without inlining it.
  const summaries::AccessorSummary &plainResult(const clang::FunctionDecl &F);
  /// True if \p Loc is valid and not in a system header.
  bool isUserCode(clang::SourceLocation Loc) const;
  /// True if \p E calls a function or constructor of user code, or one that is
  /// not known.
  bool callsUserCode(const clang::Expr &E) const;

  /// The object of class \p Notes that all kernels of the unit share: made from
  /// nothing by the first call, owned by this object.
  template <typename Notes> Notes &notes() {
    static const char Key = 0; // One address per type.
    std::unique_ptr<Holder> &Slot = AllNotes[&Key];
    if (!Slot)
      Slot = std::make_unique<HolderOf<Notes>>();
    return static_cast<HolderOf<Notes> &>(*Slot).Value;
  }

private:
  struct Holder {
    virtual ~Holder() = default;
  };
  template <typename Notes> struct HolderOf : Holder {
    Notes Value;
  };
  class Collector;
  /// What one body does itself, and the functions that it calls.
  struct DirectTraits {
    BodyTraits Own;
    llvm::SmallPtrSet<const clang::FunctionDecl *, 8> Callees;
  };
  host::HostResults runHost(bool OfBuild) const;
  void addUnread();
  const DirectTraits &direct(const clang::FunctionDecl &F);
  void collectDirect(const clang::Stmt *S, DirectTraits &Direct);
  using FunctionSet = llvm::SmallPtrSet<const clang::FunctionDecl *, 32>;
  void addReachable(const clang::FunctionDecl &F, FunctionSet &Reached);

  clang::ASTContext &Context;
  const SyncModel &Model;
  const std::unique_ptr<const Limits> Within;
  std::vector<clang::Decl *> TopLevel;
  std::vector<const clang::FunctionDecl *> Kernels, DeviceFunctions,
      WithoutInstance;
  std::vector<const clang::FunctionDecl *> HostFunctions;
  /// HostFunctions and the kernels and device functions that launch kernels.
  std::vector<const clang::FunctionDecl *> Launching;
  std::vector<UncalledReference> Uncalled;
  std::vector<const clang::GCCAsmStmt *> Asm;
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Polled;
  /// What is known of host code and of launches.
  struct HostSide;
  std::unique_ptr<HostSide> Host;
  AssumptionSet::Bits Assumed = ~AssumptionSet::Bits(0);
  llvm::DenseMap<const clang::FunctionDecl *, BodyTraits> Traits;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<DirectTraits>>
      Direct;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<clang::CFG>>
      Graphs;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<clang::ParentMap>>
      Parents;
  llvm::DenseMap<const clang::Stmt *, std::unique_ptr<std::vector<SyncOp>>>
      Operations;
  llvm::DenseMap<const clang::Expr *, std::unique_ptr<std::optional<Identity>>>
      Identities;
  /// Looked up, never iterated.
  llvm::DenseMap<const void *, std::unique_ptr<Holder>> AllNotes;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_PROGRAM_DEVICECODE_H
