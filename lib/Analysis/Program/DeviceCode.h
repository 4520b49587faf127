//===--- DeviceCode.h - The device functions of a unit -----------*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a translation unit holds for the device: its kernels, what is known of
// their launches, which functions synchronize, and one CFG per function.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PROGRAM_DEVICECODE_H
#define WARPLINT_ANALYSIS_PROGRAM_DEVICECODE_H

#include "Analysis/HostInterpreter/DistinctArrayContents.h"
#include "Analysis/Launches/HostResults.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/CallSummaries/AccessorSummaries.h"
#include "Analysis/HostInterpreter/UnanalyzedBodies.h"
#include "CudaModel/SyncApi.h"
#include "CudaModel/TopLevel.h"
#include "clang/AST/ASTContext.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <memory>
#include <vector>

namespace clang {
class ParentMap;
} // namespace clang

namespace warplint {

/// What a function's body, with everything it calls, can do.
struct BodyTraits {
  bool Synchronizes = false; ///< Holds a row of the sync table that other
                             ///< threads can notice.
  bool ReadsThreadIdentity = false;
  bool Simple = false; ///< Nothing but one statement: an accessor.
};

/// A synchronization function named where a call was meant.
struct UncalledReference {
  const clang::DeclRefExpr *Name = nullptr;
  std::string Spelling; ///< As the user types it, without parentheses.
  bool NeedsNoArgument = false;
};

class CrossUnitLaunches;

/// Who is told what a unit launches: other units, too, ask for more.
enum class LaunchesFor : uint8_t { ThisUnit, OtherUnits };

class DeviceCode {
public:
  /// \p Elsewhere: launches that other units of the build make, which count
  /// beside those of this one; may be null. \p Before: see
  /// `userDeclarations`. \p Whom: whether `launchesMade` will be asked.
  /// \p NotRead: host functions with an error in their bodies.
  DeviceCode(clang::ASTContext &Context, const SyncModel &Model,
             const CrossUnitLaunches *Elsewhere = nullptr,
             std::optional<llvm::ArrayRef<clang::Decl *>> Before = std::nullopt,
             LaunchesFor Whom = LaunchesFor::ThisUnit,
             llvm::ArrayRef<const clang::FunctionDecl *> NotRead = {});
  ~DeviceCode();

  clang::ASTContext &context() const { return Context; }
  const SyncModel &model() const { return Model; }

  /// The user's declarations at the top level, in source order.
  llvm::ArrayRef<clang::Decl *> topLevel() const { return TopLevel; }

  /// Kernels with a body in user code (template instantiations included), then
  /// device functions that no kernel of the unit reaches.
  llvm::ArrayRef<const clang::FunctionDecl *> kernels() const {
    return Kernels;
  }
  llvm::ArrayRef<const clang::FunctionDecl *> deviceFunctions() const {
    return DeviceFunctions;
  }
  /// Kernel templates of the main file of which there is no instance, in source
  /// order.
  llvm::ArrayRef<const clang::FunctionDecl *> withoutInstance() const {
    return WithoutInstance;
  }
  /// The user's functions that run on the host and have a body, instances of
  /// templates included, in source order.
  llvm::ArrayRef<const clang::FunctionDecl *> hostFunctions() const {
    return HostFunctions;
  }
  llvm::ArrayRef<UncalledReference> uncalledReferences() const {
    return Uncalled;
  }

  /// Inline PTX in the user's device functions, templates' patterns left out.
  llvm::ArrayRef<const clang::GCCAsmStmt *> asmStatements() const {
    return Asm;
  }

  /// What launches, in this unit or elsewhere, and attributes say of
  /// \p Kernel. An extent on which launches disagree is unknown.
  LaunchExtents launchOf(const clang::FunctionDecl &Kernel) const;
  /// What launches of \p Kernel, or it itself, ask for and no GPU launches.
  std::vector<Unlaunchable> refusedFor(const clang::FunctionDecl &Kernel) const;
  /// The launches of \p Kernel that differ in something.
  llvm::ArrayRef<KernelLaunch>
  launchesOf(const clang::FunctionDecl &Kernel) const;

  /// What it took to follow the host code to its launches.
  const HostEffort &hostEffort() const { return OfHost; }

  /// What this unit itself launches and calls, for other units.
  CrossUnitLaunches launchesMade();

  /// A loop of the host waits for the managed variable \p Var, so that the host
  /// reads it while a kernel runs.
  bool isPolledByHost(const clang::VarDecl &Var) const {
    return Polled.count(Var.getCanonicalDecl());
  }

  /// No two numbers in the array that every launch of the unit passes for
  /// \p Parameter, a kernel's, are the same, as far as the host code tells.
  bool hasDistinctNumbers(const clang::ParmVarDecl &Parameter);

  const BodyTraits &traits(const clang::FunctionDecl &Function);
  /// The CFG of \p Definition, every expression its own element; null if clang
  /// cannot build one. Owned by this object.
  const clang::CFG *cfg(const clang::FunctionDecl &Definition);
  /// What is around the statements of \p Definition. Owned by this object.
  /// Parents by the context are those in the whole unit, with all instances of
  /// its templates: seconds of work where much is included.
  const clang::ParentMap &parents(const clang::FunctionDecl &Definition);
  /// Operations of a call or asm statement; empty for anything else.
  llvm::ArrayRef<SyncOp> operations(const clang::Stmt &S);
  const std::optional<Identity> &identityOf(const clang::Expr &E);

  /// The function that \p Call runs, if it is certain: its definition if the
  /// unit has one, otherwise its declaration.
  const clang::FunctionDecl *target(const clang::Expr &Call) const;
  /// A copy or move that only loads and stores the value: made by the compiler,
  /// or written by a library whose value types (half2) copy themselves.
  bool isPlainCopy(const clang::FunctionDecl &F) const;
  /// What a call of \p F gives, as far as that takes no look inside.
  const PlainResult &plainResult(const clang::FunctionDecl &F) {
    return Plain.of(F);
  }
  bool isUserCode(clang::SourceLocation Loc) const;
  /// \p E calls a function or constructor of the user, or one that is not
  /// known.
  bool callsUserCode(const clang::Expr &E) const;
  /// A `__global__` function.
  bool isKernel(const clang::FunctionDecl &F) const;

  /// What the kernels of the unit leave for each other in a \p Notes, a class
  /// that is constructible from nothing. Made by the first call.
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
  /// What a body does itself, and whom it calls.
  struct DirectTraits {
    BodyTraits Own;
    llvm::SmallPtrSet<const clang::FunctionDecl *, 8> Callees;
  };
  HostResults runHost(bool OfBuild) const;
  void addUnread();
  const DirectTraits &direct(const clang::FunctionDecl &F);
  void collectDirect(const clang::Stmt *S, DirectTraits &Direct);
  using FunctionSet = llvm::SmallPtrSet<const clang::FunctionDecl *, 32>;
  void addReachable(const clang::FunctionDecl &F, FunctionSet &Reached);

  clang::ASTContext &Context;
  const SyncModel &Model;
  std::vector<clang::Decl *> TopLevel;
  UnanalyzedBodies Unread;
  std::vector<const clang::FunctionDecl *> Kernels, DeviceFunctions,
      WithoutInstance;
  std::vector<const clang::FunctionDecl *> HostFunctions;
  /// Those, and what launches on the device.
  std::vector<const clang::FunctionDecl *> Launching;
  std::vector<UncalledReference> Uncalled;
  std::vector<const clang::GCCAsmStmt *> Asm;
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Polled;
  std::unique_ptr<DistinctArrayContents> Contents; ///< Made when somebody asks.
  llvm::DenseMap<const clang::FunctionDecl *, KernelLaunches> Launches;
  HostEffort OfHost;
  /// What is kept for other units.
  std::unique_ptr<HostResults> ForOthers;
  llvm::DenseMap<const clang::FunctionDecl *, BodyTraits> Traits;
  PlainResults Plain;
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
