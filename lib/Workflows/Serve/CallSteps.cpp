//===--- CallSteps.cpp - Runs that a call consists of ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Serve/CallSteps.h"
#include "Support/InputFile.h"
#include "Workflows/Lint/Settings.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace warplint::serve {

using Words = std::vector<std::string>;

/// Parameters that are options of the command line.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    OptionsOf[] = {{"checks", "--checks="},       {"certainty", "--certainty="},
                   {"effort", "--effort="},       {"assume", "--assume="},
                   {"blockSize", "--block-dim="}, {"gridSize", "--grid-dim="}};

/// Lists that are options of `prove`.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    ListsOfProve[] = {{"properties", "--require="},
                      {"kernels", "--kernel="},
                      {"accept", "--accept="}};

/// The options of a lint run. Each is one word, so that no value can be an
/// option of its own.
static Words lintOptions(const protocol::ToolArguments &With,
                         const ServeSettings &Settings) {
  Words All{"--quiet"};
  All.insert(All.end(), Settings.Options.begin(), Settings.Options.end());
  for (auto [Name, Option] : OptionsOf)
    if (std::string Given = With.text(Name); !Given.empty())
      All.push_back(Option.str() + Given);
  for (const std::string &Each : With.words("only").value_or(Words()))
    All.push_back("--only=" + Each);
  return All;
}

/// The options of a run of `prove`.
static Words proveOptions(const protocol::ToolArguments &With,
                          const ServeSettings &Settings) {
  Words All{"prove"};
  for (std::string &Each : lintOptions(With, Settings))
    All.push_back(std::move(Each));
  All.push_back("--format=json");
  for (auto [Name, Option] : ListsOfProve)
    for (const std::string &Each : With.words(Name).value_or(Words()))
      All.push_back(Option.str() + Each);
  return All;
}

static void replaceAll(std::string &In, llvm::StringRef Old,
                       llvm::StringRef New) {
  for (size_t At = In.find(Old); At != std::string::npos;
       At = In.find(Old, At + New.size()))
    In.replace(At, Old.size(), New);
}

std::string inWordsOfTools(std::string Message) {
  auto Replace = [&](const auto &All) {
    for (auto [Name, Option] : All) {
      replaceAll(Message, Option, (Name + ": ").str());
      replaceAll(Message, Option.drop_back(), Name);
    }
  };
  Replace(OptionsOf);
  Replace(ListsOfProve);
  replaceAll(Message, "warplint: error: ", "");
  replaceAll(Message, "see warplint --list-checks", "list_checks names all");
  return Message;
}

/// Absolute names cannot be options.
static Words filesOf(const protocol::ToolArguments &With) {
  Words All;
  for (const std::string &File : With.words("files").value_or(Words()))
    All.push_back(lint::absolute(File));
  return All;
}

/// By which commands, as the last words of a command line: what stands behind
/// `--` are flags, whatever it is.
static Words commandsOf(const protocol::ToolArguments &With) {
  Words All;
  if (std::string Build = With.text("build"); !Build.empty())
    All.push_back("-p=" + lint::absolute(Build));
  if (auto Flags = With.words("flags")) {
    All.push_back("--");
    All.insert(All.end(), Flags->begin(), Flags->end());
  }
  return All;
}

static Words joined(std::initializer_list<Words> Parts) {
  Words All;
  for (const Words &Part : Parts)
    All.insert(All.end(), Part.begin(), Part.end());
  return All;
}

/// The project's configuration holds for text, too.
static Words configurationBelow(const std::string &Root) {
  std::string File = Root + "/.clang-tidy";
  return llvm::sys::fs::exists(File) ? Words{"--config-file=" + File} : Words();
}

llvm::Expected<std::string> nameOfText(const protocol::ToolArguments &With) {
  std::string Name = With.text("name");
  if (!With.text("file").empty() || Name.empty())
    return "kernel.cu";
  if (llvm::sys::path::filename(Name) != Name ||
      !commands::isCudaFileName(Name))
    return llvm::createStringError(
        "'name' is the name of a CUDA file, without folders: '" + Name + "'");
  return Name;
}

CallStep stepOfText(protocol::Tool Of, const protocol::ToolArguments &With,
                    const ServeSettings &Settings, const std::string &Folder,
                    const std::string &Name) {
  Words Options =
      Of == protocol::Tool::Prove
          ? proveOptions(With, Settings)
          : joined({lintOptions(With, Settings), {"--format=json"}});
  if (Of == protocol::Tool::FixText)
    Options.push_back(With.isSet("unsafe") ? "--fix-unsafe" : "--fix");
  std::string File = With.text("file"), Text = Folder + "/" + Name;
  if (!File.empty())
    return {joined({Options,
                    {"--source-root=" + Settings.Root,
                     "--as-if=" + lint::absolute(File) + "=" + Text,
                     lint::absolute(File)},
                    commandsOf(With)}),
            /*Lints=*/true};
  Words Flags = commandsOf(With);
  if (!With.words("flags"))
    Flags.push_back("--");
  return {joined({Options,
                  configurationBelow(Settings.Root),
                  {"--source-root=" + Folder, Text},
                  Flags}),
          /*Lints=*/true};
}

std::vector<CallStep> stepsOf(protocol::Tool Of,
                              const protocol::ToolArguments &With,
                              const ServeSettings &Settings,
                              const std::string &Report) {
  Words Json{"--format=json"}, Root{"--source-root=" + Settings.Root};
  if (Of == protocol::Tool::Prove)
    return {{joined({proveOptions(With, Settings), Root, filesOf(With),
                     commandsOf(With)}),
             /*Lints=*/true}};
  Words Lint = joined({lintOptions(With, Settings), Root});
  if (!Report.empty())
    return {{joined({Lint,
                     {"--format=sarif", "-o=" + Report},
                     filesOf(With),
                     commandsOf(With)}),
             /*Lints=*/true},
            {joined({{"confirm", Report},
                     Settings.Options,
                     Json,
                     Root,
                     {"--memory-limit=" + std::to_string(Settings.PerRun.MiB),
                      "--build=" + With.text("buildCommand"),
                      "--run=" + With.text("runCommand")},
                     commandsOf(With)}),
             /*Lints=*/false}};
  Words Fix;
  if (Of == protocol::Tool::ApplyFixes)
    Fix = {With.isSet("unsafe") ? "--fix-unsafe" : "--fix",
           "--fix-below=" + Settings.Root};
  return {{joined({Lint, Json, Fix, filesOf(With), commandsOf(With)}),
           /*Lints=*/true}};
}

} // namespace warplint::serve
