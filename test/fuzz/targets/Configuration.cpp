//===--- Configuration.cpp - Configurations of any kind -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is a `.clang-tidy`, and if it is none, the value of every option.
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"
#include "Support/Yaml.h"
#include "Tidy/TidyEdge.h"
#include <cstdlib>

using namespace warplint;
using namespace clang::tidy;

static void readAll(const ClangTidyOptions &Options) {
  std::vector<std::string> Problems;
  CheckSettings Settings =
      edge::readSettings(Options, "/no/such/file.cu", Problems);
  // An axis of the grid that no GPU launches is unknown by itself.
  const auto &Block = Settings.Analysis.Launch.Block;
  if (!Block[0] != !Block[1] || !Block[1] != !Block[2])
    abort();
  std::vector<launches::Unlaunchable> Refused;
  launches::keepLaunchable(Settings.Analysis.Launch, Refused);
  if (!Refused.empty())
    abort();
}

FUZZ_TARGET(Configuration)(llvm::StringRef Text) {
  if (base::isYamlTooDeep(Text))
    return;
  auto Parsed = parseConfigurationWithDiags(
      llvm::MemoryBufferRef(Text, "input"), [](const llvm::SMDiagnostic &) {});
  ClangTidyOptions Options;
  if (Parsed)
    Options = *Parsed;
  else
    for (const char *Name :
         {"BlockDim", "GridDim", "Modernize", "Effort", "Wrappers"})
      Options.CheckOptions[std::string("warplint.") + Name] = Text;
  readAll(Options);
}
