//===--- Init.cpp - A project's first steps -------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Init/Init.h"
#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Report/Diagnosis.h"
#include "Report/Summary.h"
#include "Support/OwnFolder.h"
#include "Workflows/CommandLine/OptionTable.h"
#include "Workflows/Doctor/Doctor.h"
#include "Workflows/Init/ProjectFiles.h"
#include "Workflows/Init/ProjectKinds.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Processes/ChildProcess.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <iostream>
#include <unistd.h>

namespace cl = llvm::cl;
namespace path = llvm::sys::path;

namespace warplint::init {

static cl::opt<CiKind>
    Ci("ci", cl::desc("Which continuous integration to write a job for:"),
       cl::values(clEnumValN(CiKind::GitHub, "github", "GitHub (default)"),
                  clEnumValN(CiKind::GitLab, "gitlab", "GitLab"),
                  clEnumValN(CiKind::Jenkins, "jenkins", "Jenkins"),
                  clEnumValN(CiKind::None, "none", "none")),
       cl::init(CiKind::GitHub), cl::cat(lint::category()),
       cl::sub(lint::initCommand()));
static const cli::ListedValues ValuesOfCi(Ci);
static cl::opt<EditorKind>
    Editor("editor", cl::desc("Which editor to write settings for:"),
           cl::values(clEnumValN(EditorKind::None, "none", "none (default)"),
                      clEnumValN(EditorKind::VsCode, "vscode", "VS Code")),
           cl::init(EditorKind::None), cl::cat(lint::category()),
           cl::sub(lint::initCommand()));
static const cli::ListedValues ValuesOfEditor(Editor);
static cl::opt<bool> Yes("yes", cl::desc("Write without asking"),
                         cl::cat(lint::category()),
                         cl::sub(lint::initCommand()));

namespace {

/// What is done, and what is left to do.
struct Setup {
  std::string Build; ///< Folder of the database, as the user would name it.
  std::vector<NewFile> Files;
  std::vector<std::string> There; ///< Files that stay as they are.
  std::vector<std::string> Next;
};

} // namespace

/// A name at the margin, then lines.
static void printLines(llvm::StringRef Name,
                       const std::vector<std::string> &Lines) {
  for (const std::string &Line : Lines) {
    llvm::outs() << llvm::left_justify(Name, 12) << quoting::printable(Line)
                 << "\n";
    Name = "";
  }
}

static void printKinds(const std::vector<ProjectKind> &Kinds) {
  std::vector<std::string> Lines;
  for (const ProjectKind &Kind : Kinds)
    Lines.push_back(Kind.Name);
  if (Lines.empty())
    Lines.push_back("no CUDA found in this folder");
  printLines("project", Lines);
}

/// How to get a database.
static int tellHow(const std::vector<ProjectKind> &Kinds,
                   llvm::StringRef Problem) {
  printLines("database", {"none: " + Problem.str()});
  std::vector<std::string> Lines;
  for (const ProjectKind &Kind : Kinds) {
    Lines.insert(Lines.end(), Kind.Commands.begin(), Kind.Commands.end());
    if (!Kind.Note.empty())
      Lines.push_back("(" + Kind.Note + ")");
  }
  if (Lines.empty())
    Lines.push_back("go to the folder of the project");
  else if (!Kinds.front().Commands.empty() &&
           !llvm::StringRef(Kinds.front().Commands.front())
                .starts_with("warplint "))
    Lines.push_back("warplint init");
  printLines("next", Lines);
  return report::ExitUsage;
}

static bool isThere(const std::string &Path) {
  llvm::sys::fs::file_status Status;
  return !llvm::sys::fs::status(Path, Status, /*Follow=*/false);
}

static bool isUtf8(llvm::StringRef Text) {
  const llvm::UTF8 *Begin = Text.bytes_begin();
  return llvm::isLegalUTF8String(&Begin, Text.bytes_end());
}

static Setup plan(const std::vector<ProjectKind> &Kinds, std::string Build) {
  Setup S;
  for (NewFile &File : projectFiles(
           Ci, Editor, Kinds.empty() ? nullptr : &Kinds.front(), Build)) {
    if (isThere(File.Path))
      S.There.push_back(File.Path);
    else
      S.Files.push_back(std::move(File));
  }
  S.Build = std::move(Build);
  return S;
}

/// Whether the user agrees: by `--yes`, or asked on a terminal.
static bool agrees() {
  if (Yes)
    return true;
  if (!isatty(STDIN_FILENO) || !llvm::sys::Process::StandardOutIsDisplayed())
    return false;
  llvm::outs() << "write them? [y/N] ";
  llvm::outs().flush();
  std::string Answer;
  std::getline(std::cin, Answer);
  return Answer == "y" || Answer == "Y" || Answer == "yes";
}

/// Never in the place of another file, and below this folder: the links of a
/// tree lead anywhere.
static llvm::Error writeNew(const NewFile &File) {
  auto Here = base::OwnFolder::open(".", path::parent_path(File.Path));
  if (!Here)
    return Here.takeError();
  base::WriteOptions Options;
  Options.OnlyNew = true;
  return Here->write(path::filename(File.Path), File.Text, Options);
}

/// What was written before something else could not be.
static int tellFailure(llvm::Error Failed, const std::vector<NewFile> &Files,
                       const NewFile &Last) {
  std::vector<std::string> Written;
  for (const NewFile &File : Files) {
    if (&File == &Last)
      break;
    Written.push_back(File.Path);
  }
  printLines("written", Written);
  return lint::usageError(llvm::toString(std::move(Failed)));
}

/// Lints all in a process of its own, which says what it says.
static int writeBaselineOf(const std::string &Build) {
  processes::ChildProcess::Setup What;
  What.Program = lint::programPath();
  What.Words = {"-p=" + Build, "--write-baseline=" + BaselineName.str()};
  for (const std::string &Option : lint::optionsForUnits())
    What.Words.push_back(Option);
  llvm::outs().flush();
  auto Child = processes::ChildProcess::start(What);
  if (!Child)
    return lint::usageError(llvm::toString(Child.takeError()));
  processes::ChildProcess::End End = Child->wait();
  return End.isRegular()
             ? End.Code
             : lint::usageError("the run for the baseline: " + End.text());
}

/// What it would write, as text.
static int show(const Setup &S) {
  for (const NewFile &File : S.Files) {
    if (File.Text.empty())
      continue;
    llvm::outs() << "\n" << quoting::printable(File.Path) << ":\n";
    llvm::StringRef Rest = File.Text;
    while (!Rest.empty()) {
      auto [Line, After] = Rest.split('\n');
      llvm::outs() << "    " << quoting::printable(Line) << "\n";
      Rest = After;
    }
  }
  if (!S.Files.empty())
    llvm::outs() << "\nnothing was written: warplint init --yes writes\n";
  return report::ExitClean;
}

static int carryOut(Setup S) {
  int Code = report::ExitClean;
  for (const NewFile &File : S.Files) {
    if (File.Text.empty()) {
      Code = writeBaselineOf(S.Build);
      if (Code == report::ExitUsage)
        return Code;
      S.Next.push_back("commit " + File.Path + "; warplint -p " +
                       quoting::forBash(S.Build) + " --baseline=" + File.Path +
                       " fails on what is new");
      continue;
    }
    if (llvm::Error Failed = writeNew(File))
      return tellFailure(std::move(Failed), S.Files, File);
    if (File.Path == jobName(Ci))
      S.Next = afterJob(Ci);
  }
  if (Code == report::ExitIncomplete)
    S.Next.insert(S.Next.begin(), "warplint doctor -p " +
                                      quoting::forBash(S.Build) +
                                      " says what does not parse");
  std::vector<std::string> Written;
  for (const NewFile &File : S.Files)
    Written.push_back(File.Path);
  printLines("written", Written);
  printLines("next", S.Next);
  return Code;
}

/// The folder or file of \p -p, else the nearest database above.
static std::string folderOfDatabase() {
  if (!lint::BuildPath.empty())
    return lint::BuildPath;
  for (llvm::StringRef Name : {".", "build"}) {
    llvm::SmallString<64> File(Name);
    path::append(File, "compile_commands.json");
    if (llvm::sys::fs::exists(File))
      return Name.str();
  }
  return "";
}

int init() {
  std::vector<ProjectKind> Kinds = projectKinds(lint::absolute("."));
  auto Context = lint::makeContext();
  if (!Context)
    return lint::usageError(llvm::toString(Context.takeError()));
  printKinds(Kinds);
  std::string Build = folderOfDatabase();
  if (Build.empty())
    return tellHow(Kinds, "no compile_commands.json here or in build/");
  lint::BuildPath = Build;
  auto Database = lint::openBuild(*Context);
  if (!Database)
    return tellHow(Kinds, llvm::toString(Database.takeError()));
  std::vector<std::string> Files = lint::cudaFilesOf(**Database);
  if (Files.empty())
    return tellHow(Kinds, "'" + Build + "' names no CUDA file");
  printLines("database", {Build + ": " + std::to_string(Files.size()) +
                          (Files.size() == 1 ? " CUDA file" : " CUDA files")});
  report::Diagnosis D;
  doctor::lookForToolkit(D, **Database, *Context, Files);
  printLines("toolkit",
             {D.ToolkitProblem.empty() ? D.Toolkit : D.ToolkitProblem});
  if (!D.ToolkitProblem.empty()) {
    if (!D.FetchCommand.empty())
      printLines("next", {D.FetchCommand, "warplint init"});
    return report::ExitIncomplete;
  }
  if (Ci != CiKind::None && !isThere(jobName(Ci).str()) && !isUtf8(Build))
    return lint::usageError(
        "the name of '" + quoting::printable(Build) +
        "' is no UTF-8, which a job has no form for: --ci=none");
  Setup S = plan(Kinds, Build);
  std::vector<std::string> ToWrite;
  for (const NewFile &File : S.Files)
    ToWrite.push_back(File.Path + ": " + File.Meaning);
  printLines("to write", ToWrite);
  printLines("left as is", S.There);
  if (S.Files.empty()) {
    printLines("next", {"all is there; warplint -p " + quoting::forBash(Build) +
                        " --baseline=" + BaselineName.str()});
    return report::ExitClean;
  }
  return agrees() ? carryOut(std::move(S)) : show(S);
}

} // namespace warplint::init
