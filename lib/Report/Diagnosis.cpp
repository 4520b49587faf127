//===--- Diagnosis.cpp - What warplint sees of a project ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Diagnosis.h"
#include "Quoting/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <set>

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::report {

bool Diagnosis::isHealthy() const {
  return ToolkitProblem.empty() && !Units.empty() &&
         llvm::all_of(Units, [](const DiagnosedUnit &Unit) {
           return Unit.Problem.empty();
         });
}

/// Lines that a reader of a large build is shown of each kind; the JSON has
/// all.
static constexpr size_t MostLines = 12;

static void writeLines(llvm::raw_ostream &OS,
                       const std::vector<std::string> &Lines) {
  for (size_t I = 0; I < std::min(Lines.size(), MostLines); ++I)
    OS << "            " << quoting::printable(Lines[I]) << "\n";
  if (Lines.size() > MostLines)
    OS << "            and " << Lines.size() - MostLines
       << " more (--json has all)\n";
}

static void writeTargets(llvm::raw_ostream &OS, const Diagnosis &D) {
  std::map<unsigned, unsigned> Units;
  for (const DiagnosedUnit &Unit : D.Units)
    if (Unit.Capability)
      ++Units[Unit.Capability];
  if (Units.empty())
    return;
  OS << "target     ";
  bool First = true;
  for (auto [Capability, Count] : Units) {
    OS << (First ? " sm_" : ", sm_") << Capability << " (" << Count << ")";
    First = false;
  }
  OS << "\n";
}

static void writeUnits(llvm::raw_ostream &OS, const Diagnosis &D) {
  std::vector<std::string> Problems;
  std::map<std::string, unsigned> Remarks;
  for (const DiagnosedUnit &Unit : D.Units) {
    if (!Unit.Problem.empty())
      Problems.push_back(Unit.File + ": " + Unit.Problem);
    for (const std::string &Remark : Unit.Remarks)
      ++Remarks[Remark];
  }
  OS << "units       " << D.Units.size() - Problems.size() << " of "
     << D.Units.size() << " parse\n";
  writeLines(OS, Problems);
  std::vector<std::string> Lines;
  for (const auto &[Remark, Count] : Remarks)
    Lines.push_back(Remark + " (" + std::to_string(Count) + ")");
  writeLines(OS, Lines);
}

static void writeKernels(llvm::raw_ostream &OS, const Diagnosis &D) {
  std::set<std::string> All, Known, Unknown;
  for (const DiagnosedUnit &Unit : D.Units)
    for (const DiagnosedKernel &Kernel : Unit.Kernels) {
      All.insert(Unit.File + ": " + Kernel.Name);
      if (Kernel.hasKnownBlock())
        Known.insert(Unit.File + ": " + Kernel.Name);
      else
        Unknown.insert(Unit.File + ": " + Kernel.Name +
                       (Kernel.Launches ? ": launched with sizes that the unit "
                                          "does not say"
                                        : ": not launched in its unit"));
    }
  OS << "kernels     " << All.size() << ", the block size of " << Known.size()
     << " is known\n";
  writeLines(OS, {Unknown.begin(), Unknown.end()});
  if (!Unknown.empty())
    OS << "            sizes of others are assumed; --block-dim=256 or "
          "warplint.BlockDim in .clang-tidy states them\n";
}

static std::string nextStep(const Diagnosis &D) {
  if (D.Units.empty())
    return "configure with the parts that compile CUDA: the database names no "
           "CUDA file (warplint init says how a project gets one)";
  if (D.isHealthy())
    return "warplint audit lints all of it";
  if (D.ToolkitProblem.empty())
    return "mend what does not parse: its kernels are not seen";
  return D.FetchCommand.empty() ? "get the headers, as said above"
                                : D.FetchCommand;
}

void writeDiagnosis(llvm::raw_ostream &OS, const Diagnosis &D) {
  OS << "warplint    " << D.Version << "\n";
  OS << "toolkit     "
     << quoting::printable(D.ToolkitProblem.empty() ? D.Toolkit
                                                    : D.ToolkitProblem)
     << "\n";
  OS << "database    " << quoting::printable(D.Database) << ": "
     << D.Units.size() << (D.Units.size() == 1 ? " CUDA unit" : " CUDA units");
  if (D.HostFiles)
    OS << ", " << D.HostFiles << " without CUDA";
  OS << "\n";
  writeTargets(OS, D);
  writeUnits(OS, D);
  writeKernels(OS, D);
  if (!D.MissingPrograms.empty()) {
    OS << "programs   ";
    for (const std::string &Name : D.MissingPrograms)
      OS << " " << Name << " is not in PATH;";
    OS << " audits run ninja, --diff runs git\n";
  }
  OS << "next        " << quoting::printable(nextStep(D)) << "\n";
}

static Object toJson(const DiagnosedUnit &Unit) {
  Array Kernels;
  for (const DiagnosedKernel &Kernel : Unit.Kernels) {
    Object Each{{"name", Kernel.Name},
                {"launches", Kernel.Launches},
                {"wholeLaunches", Kernel.WholeLaunches}};
    Array Open;
    for (const DiagnosedLaunch &Launch : Kernel.Open)
      Open.push_back(
          Object{{"place", Launch.Place}, {"unknown", Array(Launch.Extents)}});
    if (!Open.empty())
      Each["openLaunches"] = std::move(Open);
    if (Kernel.hasKnownBlock())
      Each["blockSize"] = Array(Kernel.Block);
    Kernels.push_back(std::move(Each));
  }
  Object Result{{"file", Unit.File},
                {"remarks", Array(Unit.Remarks)},
                {"kernels", std::move(Kernels)}};
  if (Unit.Capability)
    Result["target"] = "sm_" + std::to_string(Unit.Capability);
  if (!Unit.Problem.empty())
    Result["problem"] = Unit.Problem;
  return Result;
}

void writeDiagnosisJson(llvm::raw_ostream &OS, const Diagnosis &D) {
  Array Units;
  for (const DiagnosedUnit &Unit : D.Units)
    Units.push_back(toJson(Unit));
  Object Result{
      {"version", D.Version},     {"database", D.Database},
      {"hostFiles", D.HostFiles}, {"missingPrograms", Array(D.MissingPrograms)},
      {"healthy", D.isHealthy()}, {"units", std::move(Units)}};
  if (D.ToolkitProblem.empty())
    Result["toolkit"] = D.Toolkit;
  else
    Result["toolkitProblem"] = D.ToolkitProblem;
  if (!D.ToolkitProblem.empty() && !D.FetchCommand.empty())
    Result["fetchCommand"] = D.FetchCommand;
  OS << quoting::printableJson(
      llvm::formatv("{0:2}\n", Value(std::move(Result))).str());
}

} // namespace warplint::report
