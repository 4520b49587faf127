//===--- ProjectFiles.cpp - Files that init writes ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Init/ProjectFiles.h"
#include "Quoting/Quoting.h"
#include "Report/Recipes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace warplint::init {

/// The line of the recipes that makes the database.
static constexpr llvm::StringLiteral CMakeLine =
    "cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON";
/// How the line begins that lints.
static constexpr llvm::StringLiteral LintStart = "warplint -p build ";

llvm::StringRef jobName(CiKind Ci) {
  switch (Ci) {
  case CiKind::GitHub:
    return ".github/workflows/warplint.yml";
  case CiKind::GitLab:
    return ".gitlab/warplint.yml";
  case CiKind::Jenkins:
    return "warplint.Jenkinsfile";
  case CiKind::None:
    return "";
  }
  llvm_unreachable("no such kind");
}

/// The job for \p Ci as the recipes have it.
static NewFile jobOf(CiKind Ci) {
  switch (Ci) {
  case CiKind::GitHub:
    return {jobName(Ci).str(), "lints pull requests",
            report::recipe("github").str()};
  case CiKind::GitLab:
    return {jobName(Ci).str(), "lints in a job",
            report::recipe("gitlab").str()};
  case CiKind::Jenkins:
    return {jobName(Ci).str(), "lints in a pipeline",
            report::recipe("jenkins").str()};
  case CiKind::None:
    return {};
  }
  llvm_unreachable("no such kind");
}

static std::string replaced(std::string Text, llvm::StringRef Old,
                            llvm::StringRef New) {
  for (size_t At = Text.find(Old); At != std::string::npos;
       At = Text.find(Old, At + New.size()))
    Text.replace(At, Old.size(), New);
  return Text;
}

/// \p Text as a value in the job's language.
static std::string forJob(CiKind Ci, llvm::StringRef Text) {
  switch (Ci) {
  case CiKind::GitHub:
    return quoting::forGitHubWorkflow(Text);
  case CiKind::GitLab:
    return quoting::forYaml(Text);
  case CiKind::Jenkins:
    return quoting::forGroovy(Text);
  case CiKind::None:
    return Text.str();
  }
  llvm_unreachable("no such kind");
}

/// The job \p Text with \p New in the place of the value \p Old, which ends its
/// line.
static std::string withValue(CiKind Ci, std::string Text, llvm::StringRef Old,
                             llvm::StringRef New) {
  return replaced(std::move(Text), forJob(Ci, Old) + "\n",
                  forJob(Ci, New) + "\n");
}

/// The command of the job \p Text that lints; empty if an action does.
static std::string lintCommandIn(llvm::StringRef Text) {
  size_t At = Text.find(LintStart);
  if (At == llvm::StringRef::npos)
    return "";
  return Text.substr(At)
      .take_until([](char C) { return C == '\n' || C == '\''; })
      .str();
}

/// The command by which a job has the database of \p Build. Where nothing is
/// known to make it, one that fails unless it is there.
static std::string databaseCommand(const ProjectKind *Kind,
                                   const std::string &Build) {
  if (Kind && Kind->MakesDatabase && !Kind->Commands.empty())
    return llvm::join(Kind->Commands, " && ");
  return "test -e " + quoting::forShell(Build + "/compile_commands.json") +
         " # make it here";
}

/// The job as this project needs it: its commands, its build folder.
static std::string fitted(CiKind Ci, std::string Text, const ProjectKind *Kind,
                          const std::string &Build) {
  Text = withValue(Ci, Text, CMakeLine, databaseCommand(Kind, Build));
  if (Build == "build")
    return Text;
  if (std::string Lint = lintCommandIn(Text); !Lint.empty())
    Text = withValue(Ci, Text, Lint,
                     replaced(Lint, LintStart,
                              "warplint -p " + quoting::forShell(Build) + " "));
  return replaced(Text, "build-dir: build\n",
                  "build-dir: " + forJob(Ci, Build) + "\n");
}

std::vector<std::string> afterJob(CiKind Ci) {
  switch (Ci) {
  case CiKind::GitHub:
    return {"put in .github/workflows/warplint.yml where warplint comes from: "
            "'uses' and 'package'"};
  case CiKind::GitLab:
    return {"name .gitlab/warplint.yml in .gitlab-ci.yml: include: "
            "[{local: .gitlab/warplint.yml}]"};
  case CiKind::Jenkins:
    return {"make a pipeline of warplint.Jenkinsfile"};
  case CiKind::None:
    return {};
  }
  llvm_unreachable("no such kind");
}

std::vector<NewFile> projectFiles(CiKind Ci, EditorKind Editor,
                                  const ProjectKind *Kind,
                                  const std::string &Build) {
  std::vector<NewFile> Files{{".clang-tidy",
                              "what is checked, what kernels may rely on",
                              report::recipe("clang-tidy").str()}};
  if (Ci != CiKind::None) {
    Files.push_back(jobOf(Ci));
    Files.back().Text = fitted(Ci, Files.back().Text, Kind, Build);
  }
  if (Editor == EditorKind::VsCode)
    Files.push_back({".vscode/settings.json", "findings while you type",
                     report::settingsForVsCode(Build)});
  Files.push_back(
      {BaselineName.str(), "what is found today, silent from then on", ""});
  return Files;
}

} // namespace warplint::init
