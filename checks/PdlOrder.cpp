//===--- PdlOrder.cpp - warplint-pdl-order -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that may start before its predecessors have ended touches what they
// use only behind the wait for them (CUDA Programming Guide, "Programmatic
// Dependent Launch and Synchronization"; PTX ISA, "griddepcontrol").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/ProgrammaticLaunch/ProgrammaticLaunch.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/LaunchApi.h"
#include "CudaModel/SyncApi.h"
#include "Diagnostics/Explanation.h"
#include "Diagnostics/TargetMessages.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class PdlOrder : public Check {
public:
  using Check::Check;
  void checkUnit(DeviceCode &Code, FindingList &Out) override;
  bool concerns(const FunctionDecl &Root, DeviceCode &Code) const override;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;

private:
  std::optional<pdl::DependentLaunches> Launches;
};

} // namespace

void PdlOrder::checkUnit(DeviceCode &Code, FindingList &) {
  if (!Code.kernels().empty())
    Launches.emplace(Code);
}

bool PdlOrder::concerns(const FunctionDecl &Root, DeviceCode &Code) const {
  return (Launches &&
          (!Launches->of(Root).empty() || pdl::launchKnownEarly(Root, Code))) ||
         Check::concerns(Root, Code);
}

static std::string headline(const pdl::ProgrammaticLaunchFault &Found,
                            const KernelFacts &Facts) {
  std::string Object = objectName(Found.Touched);
  switch (Found.K) {
  case pdl::ProgrammaticLaunchFault::Kind::NeverWaits:
    return "'" + Facts.root().getNameAsString() +
           "' may start before the kernels ahead of it have ended, and never "
           "waits for them";
  case pdl::ProgrammaticLaunchFault::Kind::BeforeWait:
    return Object + " is touched before the wait for the kernels ahead, which "
                    "may still use it";
  case pdl::ProgrammaticLaunchFault::Kind::OtherRole:
    return Object + " is touched by threads that do not wait for the kernels "
                    "ahead, which may still use it";
  }
  llvm_unreachable("fault without words");
}

static void addEvidence(Finding &F, const Explanation &Words,
                        const pdl::ProgrammaticLaunchFault &Found) {
  auto Say = [&](SourceLocation Loc, const llvm::Twine &Text) {
    F.Notes.push_back({Loc, Text.str(), NoteRole::Reason});
  };
  auto At = [&](auto &E) { return Words.inUserCode(*E.Owner, E.Site).Loc; };
  switch (Found.Why) {
  case pdl::ProgrammaticLaunchFault::Evidence::None:
    break;
  case pdl::ProgrammaticLaunchFault::Evidence::Handed:
    Say(Found.Earlier->Earlier->getBeginLoc(),
        "'" + Found.Earlier->Writer->getNameAsString() +
            "', launched before, gets the same memory to write");
    break;
  case pdl::ProgrammaticLaunchFault::Evidence::Written:
    Say(At(*Found.Access), "it is written here, and a kernel ahead may still "
                           "read or write it");
    break;
  case pdl::ProgrammaticLaunchFault::Evidence::InPlace:
    Say(At(*Found.Other), "the kernel changes it in place here, as those ahead "
                          "may do");
    break;
  case pdl::ProgrammaticLaunchFault::Evidence::Awaited:
    Say(At(*Found.Other), "other threads touch it behind the wait here");
    break;
  }
}

void PdlOrder::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  auto Targets = Facts.targets().with(GpuFeature::ThreadBlockClusters);
  if (Targets.empty() || !Launches)
    return;
  Explanation Words(Facts);
  for (const pdl::ProgrammaticLaunchFault &Found :
       pdl::findProgrammaticLaunchFaults(Facts, *Launches)) {
    bool Never = Found.K == pdl::ProgrammaticLaunchFault::Kind::NeverWaits;
    const Event &E = *Found.Access;
    MessagePlace At =
        E.Op ? Words.outsideWrappers(E) : Words.inUserCode(*E.Owner, E.Site);
    Finding F = makeFinding(Never ? Found.LaunchedAt->getBeginLoc() : At.Loc,
                            headline(Found, Facts));
    if (Found.Why == pdl::ProgrammaticLaunchFault::Evidence::None ||
        Found.Why == pdl::ProgrammaticLaunchFault::Evidence::Written ||
        Found.IsLaunchOpen)
      F.Sure = Certainty::Likely;
    if (Never)
      F.Notes.push_back(
          {At.Loc,
           objectName(E.Address) + " is touched here with no wait before",
           NoteRole::Operation});
    if (Never && Found.Trigger)
      F.Notes.push_back(
          {Words.outsideWrappers(*Found.Trigger).Loc,
           "kernels behind it that wait for this one may start here, beside "
           "those ahead of it",
           NoteRole::Reason});
    if (!Never)
      F.Notes.push_back({Words.outsideWrappers(*Found.Wait).Loc,
                         "the wait is here", NoteRole::Operation});
    addEvidence(F, Words, Found);
    addTargets(F, Targets, Facts.targets());
    F.Notes.push_back(
        {Never ? Facts.root().getLocation() : At.Loc,
         Never ? "wait before memory of other kernels is touched ('" +
                     suggested::DependencyWait.str() +
                     "' on every path), or launch without the attribute"
               : "touch it behind the wait, by threads that wait or that meet "
                 "one that did",
         NoteRole::Advice});
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makePdlOrder(const CheckInfo &Info) {
  return std::make_unique<PdlOrder>(Info);
}

} // namespace warplint
