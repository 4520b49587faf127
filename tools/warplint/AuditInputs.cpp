//===--- AuditInputs.cpp - What an audit's reports were made from ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AuditInputs.h"
#include "Files/InputFile.h"
#include "Files/OutputFile.h"
#include "Subprocess.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace warplint {

static std::string fileIn(llvm::StringRef Folder) {
  llvm::SmallString<256> Path(Folder);
  path::append(Path, "inputs");
  return Path.str().str();
}

/// A line for each unit, name and stamp, then a line for each file, indented,
/// hash and path.
AuditInputs::AuditInputs(std::string Where) : Folder(std::move(Where)) {
  auto Text = readWhole(fileIn(Folder));
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return;
  }
  Inputs *Current = nullptr;
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  llvm::StringRef(*Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines) {
    bool IsFile = Line.consume_front(" ");
    auto [First, Second] = Line.split(' ');
    if (!IsFile) {
      Current = &Units[First.str()];
      Current->Stamp = Second.str();
    } else if (Current) {
      Current->Hashes[Second.str()] = First.str();
    }
  }
}

/// Long enough that nobody can make a file that seems to be another.
static std::string contentHash(llvm::StringRef Text) {
  auto Digest =
      llvm::SHA256::hash(llvm::ArrayRef(Text.bytes_begin(), Text.size()));
  return llvm::toHex(Digest, /*LowerCase=*/true);
}

const std::string &AuditInputs::hashOfFile(const std::string &Path) {
  auto [Known, New] = Seen.try_emplace(Path);
  if (!New)
    return Known->second;
  if (auto Text = readWhole(Path))
    Known->second = contentHash(*Text);
  else
    llvm::consumeError(Text.takeError());
  return Known->second;
}

bool AuditInputs::isUpToDate(const AuditGraph &Graph, const AuditUnit &Unit) {
  auto Known = Units.find(Unit.Name);
  return Known != Units.end() && Known->second.Stamp == Graph.stampOf(Unit) &&
         fs::exists(Graph.reportOf(Unit)) &&
         llvm::all_of(Known->second.Hashes, [&](const auto &File) {
           return hashOfFile(File.first) == File.second;
         });
}

/// What Ninja keeps of depfiles, by report:
///   units/K.sarif: #deps 2, deps mtime 1 (VALID)
///       /path/of/a/file
static llvm::Expected<std::map<std::string, std::set<std::string>>>
dependencies(const std::string &Folder) {
  auto Text = outputOf("ninja", {"-C", Folder, "-t", "deps"});
  if (!Text)
    return Text.takeError();
  std::map<std::string, std::set<std::string>> ByReport;
  std::set<std::string> *Current = nullptr;
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  llvm::StringRef(*Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines) {
    if (Line.consume_front("    ")) {
      if (Current)
        Current->insert(Line.str());
      continue;
    }
    Current = Line.ends_with("(VALID)")
                  ? &ByReport[Line.split(": #deps ").first.str()]
                  : nullptr;
  }
  return ByReport;
}

/// Nothing if \p Files may not be what \p Unit has read: one is not there, or
/// is younger than the report.
std::optional<AuditInputs::Inputs>
AuditInputs::inputsOf(const AuditGraph &Graph, const AuditUnit &Unit,
                      const std::set<std::string> &Files) {
  fs::file_status Report;
  if (fs::status(Graph.reportOf(Unit), Report))
    return std::nullopt;
  Inputs Of;
  Of.Stamp = Graph.stampOf(Unit);
  for (const std::string &File : Files) {
    fs::file_status Status;
    if (!path::is_absolute(File) || fs::status(File, Status) ||
        Status.getLastModificationTime() > Report.getLastModificationTime() ||
        hashOfFile(File).empty())
      return std::nullopt;
    Of.Hashes[File] = hashOfFile(File);
  }
  return Of;
}

llvm::Error AuditInputs::update(const AuditGraph &Graph,
                                const std::set<std::string> &Linted,
                                const std::set<std::string> &Broken) {
  auto Read = dependencies(Folder);
  if (!Read)
    return Read.takeError();
  std::map<std::string, Inputs> Old;
  std::swap(Old, Units);
  Seen.clear(); // Files may have changed since.
  for (const AuditUnit &Unit : Graph.units()) {
    if (Broken.count(Unit.Name))
      continue;
    if (!Linted.count(Unit.Name)) {
      if (auto Known = Old.find(Unit.Name); Known != Old.end())
        Units.insert(std::move(*Known));
      continue;
    }
    auto Files = Read->find("units/" + Unit.Name + ".sarif");
    if (Files == Read->end())
      continue;
    if (auto Of = inputsOf(Graph, Unit, Files->second))
      Units[Unit.Name] = std::move(*Of);
  }
  return write();
}

llvm::Error AuditInputs::write() const {
  std::string Text;
  for (const auto &[Name, Of] : Units) {
    Text += Name + " " + Of.Stamp + "\n";
    for (const auto &[File, Hash] : Of.Hashes)
      Text += " " + Hash + " " + File + "\n";
  }
  return writeWhole(fileIn(Folder), Text);
}

} // namespace warplint
