//===--- Outputs.cpp - Options that write files ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/Outputs.h"
#include "CompileCommands/Translate.h"
#include "Finding/Finding.h"
#include "Support/FileVersion.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "Workflows/Lint/Commands.h"
#include "Workflows/Lint/LinkedOutput.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <optional>
#include <vector>

namespace cl = llvm::cl;
namespace path = llvm::sys::path;

namespace warplint::lint {

static std::vector<const OutputOption *> &allOutputs() {
  static std::vector<const OutputOption *> All;
  return All;
}

static bool AreHere = false;

void keepOutputsHere() { AreHere = true; }

/// Writes the file of a folder that a tree may have brought.
static llvm::Error writeHere(llvm::StringRef Path, llvm::StringRef Text) {
  auto Here = base::OwnFolder::open(".", "", base::OwnFolder::Missing::Fail);
  if (!Here)
    return Here.takeError();
  base::WriteOptions Options;
  Options.Lasts = base::Durability::Remade;
  return Here->write(Path, Text, Options);
}

OutputOption::OutputOption(cl::opt<std::string> &Of, llvm::StringRef Inside)
    : Of(Of), Inside(Inside) {
  allOutputs().push_back(this);
}

std::string OutputOption::name() const {
  return (Of.ArgStr.size() == 1 ? "-" : "--") + Of.ArgStr.str();
}

std::string OutputOption::path() const {
  if (Of.empty() || Inside.empty())
    return Of;
  return base::joined(Of, Inside);
}

static bool isRegular(const std::string &Path) {
  llvm::sys::fs::file_status Found;
  return !llvm::sys::fs::status(Path, Found) &&
         llvm::sys::fs::is_regular_file(Found);
}

static bool isDisk(const std::string &Path) {
  llvm::sys::fs::file_status Found;
  return !llvm::sys::fs::status(Path, Found) &&
         Found.type() == llvm::sys::fs::file_type::block_file;
}

std::string OutputOption::problemWithInput() const {
  if (isRegular(path()) && base::isInput(path()))
    return name() + ": '" + path() +
           "' is read by this run and stays as it is: name another " +
           (Inside.empty() ? "file" : "folder");
  return "";
}

/// Whether \p Path, or the file that its links lead to, is source code by name.
static bool isSourceThere(const std::string &Path) {
  llvm::SmallString<256> Real;
  return !llvm::sys::fs::real_path(Path, Real)
             ? commands::isSourceFileName(Path) ||
                   commands::isSourceFileName(Real)
             : commands::isSourceFileName(Path) && llvm::sys::fs::exists(Path);
}

/// What \p Path leads to must be meant by who names it.
std::string OutputOption::problemWithName(llvm::StringRef Mark) const {
  // Those of an audit's folder follow no link.
  if (AreHere || path() == "-")
    return "";
  std::string Problem = isDisk(path()) ? "is a disk, and stays as it is"
                                       : problemWithLink(path(), Mark);
  return Problem.empty() ? "" : name() + ": '" + path() + "' " + Problem;
}

std::string OutputOption::problem() const {
  // What `reproduce` writes is source code: writeSource knows which.
  if (reproduceCommand())
    return problemWithInput();
  if (isSourceThere(path()))
    return name() + ": '" + path() +
           "' is source code and stays as it is: name another file";
  std::string Problem = problemWithInput();
  return Problem.empty() ? problemWithName() : Problem;
}

llvm::Error OutputOption::write(llvm::StringRef Text) const {
  if (std::string Problem = problem(); !Problem.empty())
    return llvm::createStringError(Problem);
  return AreHere && path() != "-" ? writeHere(path(), Text)
                                  : base::writeWhole(path(), Text);
}

llvm::Error OutputOption::writeSource(llvm::StringRef Text,
                                      llvm::StringRef Mark) const {
  std::string Problem = problemWithInput();
  if (Problem.empty() && isRegular(path()) && isSourceThere(path())) {
    auto Old = base::readWhole(path());
    if (!Old)
      return Old.takeError();
    if (!llvm::StringRef(*Old).contains(Mark) && !Old->empty())
      Problem = name() + ": '" + path() +
                "' is source code of another kind and stays as it is: name "
                "another file";
  }
  if (Problem.empty())
    Problem = problemWithName(Mark);
  if (!Problem.empty())
    return llvm::createStringError(Problem);
  return base::writeWhole(path(), Text);
}

/// This many bytes of a report show what it is.
static constexpr uint64_t BytesToLookAt = 1 << 16;

bool OutputOption::holdsOldReport() const {
  llvm::sys::fs::file_status Found;
  if (llvm::sys::fs::status(path(), Found))
    return !llvm::sys::fs::exists(Found);
  if (!llvm::sys::fs::is_regular_file(Found))
    return false;
  auto Read = llvm::MemoryBuffer::getFileSlice(
      path(), std::min(Found.getSize(), BytesToLookAt), 0, /*IsVolatile=*/true);
  if (!Read)
    return false;
  // Tables that sources include begin with a brace, too: only what names us, or
  // the kind of report, is a report.
  llvm::StringRef Text = (*Read)->getBuffer();
  bool IsMarkup = Text.starts_with("{") || Text.starts_with("::") ||
                  Text.starts_with("[") || Text.starts_with("<?xml") ||
                  Text.starts_with_insensitive("<!doctype html");
  return Text.empty() ||
         (IsMarkup && (Text.contains("warplint") || Text.contains("sarif") ||
                       Text.contains("\"kernelsCut\""))) ||
         Text.contains(("[" + CheckPrefix).str());
}

void OutputOption::removeOld() const {
  if (AreHere)
    return remove();
  if (isGiven() && problem().empty() && holdsOldReport())
    base::stashOutput(path());
}

void OutputOption::remove() const {
  if (!isGiven() || !AreHere)
    return;
  if (auto Here =
          base::OwnFolder::open(".", "", base::OwnFolder::Missing::Fail))
    llvm::consumeError(Here->remove(path()));
  else
    llvm::consumeError(Here.takeError());
}

/// Whether \p Left and \p Right name one regular file, one file that will be
/// made, or one open descriptor.
static bool areSame(const std::string &Left, const std::string &Right) {
  auto L = base::FileVersion::of(Left), R = base::FileVersion::of(Right);
  if (L && R && L->isSameFile(*R) && isRegular(Left))
    return true;
  // Devices take what many write.
  auto PlaceL = base::placeOf(Left), PlaceR = base::placeOf(Right);
  bool AreFiles = !L || isRegular(Left);
  if (PlaceL && PlaceR)
    return *PlaceL == *PlaceR &&
           (AreFiles || llvm::StringRef(*PlaceL).starts_with("/proc/self/fd/"));
  return AreFiles && absolute(Left) == absolute(Right);
}

void rememberOutputs() {
  if (!problemWithOutputs().empty())
    return;
  for (const OutputOption *Each : allOutputs())
    if (Each->isGiven())
      base::rememberAccess(Each->path());
}

std::string problemWithOutputs() {
  std::vector<std::string> Paths;
  for (const OutputOption *Each : allOutputs()) {
    std::string Path = Each->path();
    if (Path.empty() || Path == "-")
      continue;
    if (std::string Problem = Each->problem(); !Problem.empty())
      return Problem;
    for (const std::string &Other : Paths)
      if (areSame(Path, Other))
        return "'" + Path + "' would be written by two options: name two files";
    Paths.push_back(std::move(Path));
  }
  return "";
}

} // namespace warplint::lint
