//===--- Database.cpp - The commands of a whole build ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Database.h"
#include "CompileCommands/NvccCommandLine.h"
#include "CompileCommands/Translate.h"
#include "CompileCommands/WindowsEntries.h"
#include "CompileCommands/Words.h"
#include "Support/InputFile.h"
#include "Support/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using clang::tooling::CompileCommand;
namespace path = llvm::sys::path;

namespace warplint::commands {

static constexpr StringLiteral DatabaseName = "compile_commands.json";

static std::string absolutePath(StringRef Directory, StringRef File) {
  SmallString<256> Path(File);
  if (Directory.empty())
    sys::fs::make_absolute(Path);
  else
    sys::path::make_absolute(Directory, Path);
  path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

static vfs::FileSystem &fileSystem(TranslationContext &Context) {
  if (!Context.FileSystem)
    Context.FileSystem = base::regularFiles();
  return *Context.FileSystem;
}

Expected<std::unique_ptr<CommandDatabase>>
CommandDatabase::fromBuildDirectory(StringRef BuildDirectory,
                                    TranslationContext Context) {
  SmallString<256> Path(BuildDirectory);
  path::append(Path, DatabaseName);
  if (!fileSystem(Context).exists(Path))
    return commandError(
        "no " + DatabaseName + " in '" + BuildDirectory +
        "'; configure with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or run "
        "the build under bear");
  return fromFile(Path, std::move(Context));
}

Expected<std::unique_ptr<CommandDatabase>>
CommandDatabase::fromFile(StringRef Path, TranslationContext Context) {
  fileSystem(Context);
  std::unique_ptr<CommandDatabase> Result(
      new CommandDatabase(std::move(Context)));
  if (Error Failed = Result->load(Path))
    return Failed;
  return Result;
}

Expected<std::unique_ptr<CommandDatabase>>
CommandDatabase::fromSourceUpward(StringRef SourceFile,
                                  TranslationContext Context) {
  std::string Absolute = absolutePath("", SourceFile);
  for (StringRef Folder = path::parent_path(Absolute); !Folder.empty();
       Folder = path::parent_path(Folder))
    for (StringRef Build : {"", "build"}) {
      SmallString<256> Path(Folder);
      path::append(Path, Build, DatabaseName);
      if (fileSystem(Context).exists(Path))
        return fromBuildDirectory(path::parent_path(Path), std::move(Context));
    }
  return commandError("no " + DatabaseName + " above '" + SourceFile +
                      "'; name the build directory with -p, or give the flags "
                      "after --");
}

/// Whether flags without a compiler are clang's. Some decide it at once, others
/// where none is nvcc's; plain -I and -D are the same to both, and none at all
/// are what nvcc does.
static bool areFlagsOfClang(ArrayRef<std::string> Flags) {
  auto HasPrefix = [&](std::initializer_list<StringRef> Prefixes) {
    return any_of(Flags, [&](StringRef Flag) {
      return any_of(Prefixes,
                    [&](StringRef Prefix) { return Flag.starts_with(Prefix); });
    });
  };
  if (HasPrefix({"--cuda-gpu-arch", "--offload-arch", "-Xclang"}))
    return true;
  bool ForNvcc = any_of(Flags, isNvccOnlyOption) || is_contained(Flags, "cu");
  return !ForNvcc && HasPrefix({"--cuda-", "--no-cuda-", "-nocudalib",
                                "-nocudainc", "-nogpulib", "-nogpuinc",
                                "-Xcuda-", "-fcuda-", "-fgpu-", "--offload-"});
}

std::unique_ptr<CommandDatabase>
CommandDatabase::fromFlags(std::vector<std::string> Flags, StringRef Directory,
                           TranslationContext Context) {
  std::unique_ptr<CommandDatabase> Result(
      new CommandDatabase(std::move(Context)));
  // Flags may begin with a file of flags.
  if (Flags.empty() || StringRef("-@").contains(Flags.front()[0]))
    Flags.insert(Flags.begin(), areFlagsOfClang(Flags) ? "clang++" : "nvcc");
  Result->Flags = std::move(Flags);
  Result->FlagsDirectory = Directory.str();
  return Result;
}

Error CommandDatabase::load(StringRef Path) {
  Source = Path.str();
  auto Buffer = Context.FileSystem->getBufferForFile(Path);
  if (!Buffer)
    return commandError("'" + Path +
                        "' cannot be read: " + Buffer.getError().message());
  // JSON's errors begin with the line and column.
  Expected<json::Value> Parsed = base::parseJson((*Buffer)->getBuffer());
  if (!Parsed)
    return commandError("'" + Path +
                        "' is not valid JSON: " + toString(Parsed.takeError()) +
                        "; run the build's configuration again");
  const json::Array *Entries = Parsed->getAsArray();
  if (!Entries)
    return commandError("'" + Path + "' does not hold a list of commands");
  WindowsEntries OfWindows(absolutePath("", path::parent_path(Source)),
                           Context.FileSystem);
  for (size_t I = 0; I != Entries->size(); ++I) {
    const json::Object *Entry = (*Entries)[I].getAsObject();
    bool IsOfWindows = Entry && isOfWindows(*Entry);
    Error Failed = Error::success();
    if (!IsOfWindows)
      Failed = addEntry((*Entries)[I]);
    else if (Expected<json::Object> Here = OfWindows.here(*Entry))
      Failed = addEntry(std::move(*Here));
    else
      Failed = Here.takeError();
    if (!Failed)
      continue;
    std::string File = IsOfWindows ? Entry->getString("file").value_or("").str()
                                   : fileOf((*Entries)[I]);
    Broken.push_back({File, ("'" + Path + "', entry " + Twine(I + 1) + ": " +
                             toString(std::move(Failed)))
                                .str()});
  }
  if (Commands.empty() && !Broken.empty())
    return commandError(Broken.front().Why);
  return Error::success();
}

std::string CommandDatabase::whatIsBroken() const {
  if (Broken.empty())
    return "";
  std::string More =
      Broken.size() == 1
          ? std::string()
          : " (and " + std::to_string(Broken.size() - 1) + " more)";
  return "; " + Broken.front().Why + More;
}

std::string CommandDatabase::folderOf(const json::Object &Entry) const {
  return absolutePath(absolutePath("", path::parent_path(Source)),
                      Entry.getString("directory").value_or(""));
}

/// The file that \p Value names, absolute; empty if it names none.
std::string CommandDatabase::fileOf(const json::Value &Value) const {
  const json::Object *Entry = Value.getAsObject();
  StringRef File = Entry ? Entry->getString("file").value_or("") : "";
  return File.empty() ? "" : absolutePath(folderOf(*Entry), File);
}

Error CommandDatabase::addEntry(const json::Value &Value) {
  const json::Object *Entry = Value.getAsObject();
  if (!Entry)
    return commandError("not an object");
  std::optional<StringRef> File = Entry->getString("file");
  if (!File || File->empty())
    return commandError("no 'file'");
  CompileCommand Command;
  Command.Filename = File->str();
  Command.Output = Entry->getString("output").value_or("").str();
  Command.Directory = folderOf(*Entry);

  if (const json::Array *Words = Entry->getArray("arguments")) {
    for (const json::Value &Word : *Words) {
      if (!Word.getAsString())
        return commandError("an argument is not a string");
      Command.CommandLine.push_back(Word.getAsString()->str());
    }
  } else if (auto Text = Entry->getString("command")) {
    Expected<std::vector<std::string>> Words = splitWords(*Text);
    if (!Words)
      return Words.takeError();
    Command.CommandLine = std::move(*Words);
  } else {
    return commandError("neither 'command' nor 'arguments'");
  }
  add(std::move(Command));
  return Error::success();
}

void CommandDatabase::add(CompileCommand Command) {
  ByFile[absolutePath(Command.Directory, Command.Filename)].push_back(
      Commands.size());
  Commands.push_back(std::move(Command));
}

/// How well the command of \p Candidate suits \p Header: the folders that they
/// share, then the same stem.
static std::pair<size_t, bool> affinity(StringRef Header, StringRef Candidate) {
  size_t Shared = 0;
  auto H = path::begin(Header), HEnd = path::end(Header);
  auto C = path::begin(Candidate), CEnd = path::end(Candidate);
  for (; H != HEnd && C != CEnd && *H == *C; ++H, ++C)
    ++Shared;
  return {Shared, path::stem(Header) == path::stem(Candidate)};
}

const CompileCommand *
CommandDatabase::nearestCudaCommand(StringRef Absolute) const {
  const CompileCommand *Best = nullptr;
  std::pair<size_t, bool> BestAffinity;
  for (const CompileCommand &Command : Commands) {
    std::string File = absolutePath(Command.Directory, Command.Filename);
    bool IsCuda = isCudaFileName(File) ||
                  is_contained(Command.CommandLine, "cu") ||
                  is_contained(Command.CommandLine, "cuda");
    if (!IsCuda)
      continue;
    std::pair<size_t, bool> Affinity = affinity(Absolute, File);
    if (!Best || Affinity > BestAffinity) {
      Best = &Command;
      BestAffinity = Affinity;
    }
  }
  return Best;
}

/// \p Flags begin with a compiler that CUDA may be meant for, and say nothing
/// of a language.
static bool leavesLanguageOpen(ArrayRef<std::string> Flags) {
  StringRef Name = path::filename(Flags.front());
  return (Name.starts_with("nvcc") || Name.starts_with("clang")) &&
         none_of(Flags.drop_front(), [](StringRef Flag) {
           return Flag.starts_with("-x") || Flag.starts_with("--x");
         });
}

std::vector<CompileCommand> CommandDatabase::commandsOf(StringRef File) const {
  std::string Absolute = absolutePath(FlagsDirectory, File);
  auto Found = ByFile.find(Absolute);
  if (Found != ByFile.end()) {
    std::vector<CompileCommand> Result;
    for (size_t Index : Found->second)
      Result.push_back(Commands[Index]);
    return Result;
  }
  CompileCommand Command;
  if (!Flags.empty()) {
    Command.CommandLine = Flags;
    Command.Directory = FlagsDirectory;
    if (isHeaderFileName(Absolute) && leavesLanguageOpen(Flags))
      Command.CommandLine.insert(Command.CommandLine.end(), {"-x", "cuda"});
  } else if (const CompileCommand *Nearest = isHeaderFileName(Absolute)
                                                 ? nearestCudaCommand(Absolute)
                                                 : nullptr) {
    Command = *Nearest;
    // A header is parsed as if it were a source of its own.
    Command.CommandLine.insert(Command.CommandLine.end(), {"-x", "cuda"});
  } else {
    return {};
  }
  Command.Filename = Absolute;
  return {Command};
}

Expected<std::vector<Translation>>
CommandDatabase::translateAll(StringRef Absolute) const {
  std::vector<CompileCommand> Found = commandsOf(Absolute);
  for (const BrokenEntry &Entry : Broken)
    if (Found.empty() && Entry.File == Absolute)
      return commandError(Entry.Why);
  if (Found.empty())
    return commandError("no entry for '" + Absolute + "' in '" + Source +
                        "'; build the target that compiles it, or give the "
                        "flags after --");
  std::vector<Translation> Result;
  for (const CompileCommand &Command : Found) {
    Expected<Translation> Translated = translate(Command, Context);
    if (!Translated)
      return commandError("'" + Absolute +
                          "': " + toString(Translated.takeError()));
    Result.push_back(std::move(*Translated));
  }
  return Result;
}

static void addOnce(std::vector<std::string> &List, StringRef Text) {
  if (!is_contained(List, Text))
    List.push_back(Text.str());
}

Expected<std::vector<Translation>>
CommandDatabase::translationsOf(StringRef File) const {
  std::string Absolute = absolutePath(FlagsDirectory, File);
  Expected<std::vector<Translation>> Result = translateAll(Absolute);
  std::lock_guard<std::mutex> Guard(NotesLock);
  CommandNotes &Note = Notes[Absolute];
  if (!Result) {
    std::string Message = toString(Result.takeError());
    addOnce(Note.Errors, Message);
    return commandError(Message);
  }
  for (const Translation &Each : *Result)
    for (const std::string &Remark : Each.Remarks)
      addOnce(Note.Remarks, Remark);
  return Result;
}

std::vector<CompileCommand>
CommandDatabase::getCompileCommands(StringRef File) const {
  Expected<std::vector<Translation>> Translations = translationsOf(File);
  if (!Translations) {
    consumeError(Translations.takeError()); // Kept in the notes.
    return {};
  }
  std::vector<CompileCommand> Result;
  for (Translation &Each : *Translations)
    Result.emplace_back(Each.Directory, Each.File, std::move(Each.Arguments),
                        /*Output=*/"");
  return Result;
}

std::vector<std::string> CommandDatabase::getAllFiles() const {
  std::vector<std::string> Files;
  for (const auto &Entry : ByFile)
    Files.push_back(Entry.first().str());
  llvm::sort(Files);
  return Files;
}

std::vector<CompileCommand> CommandDatabase::getAllCompileCommands() const {
  std::vector<CompileCommand> Result;
  for (const std::string &File : getAllFiles())
    append_range(Result, getCompileCommands(File));
  return Result;
}

std::map<std::string, CommandNotes> CommandDatabase::notes() const {
  std::lock_guard<std::mutex> Guard(NotesLock);
  return Notes;
}

} // namespace warplint::commands
