//===--- Database.h - Compilation databases, translated ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_DATABASE_H
#define WARPLINT_COMPILECOMMANDS_DATABASE_H

#include "CompileCommands/Translate.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace warplint::commands {

/// What was noted about one file while its command was translated.
struct CommandNotes {
  std::vector<std::string> Remarks; ///< As in Translation, without duplicates.
  std::vector<std::string> Errors;  ///< Why a command could not be translated.
};

/// An entry of a database that has no usable command.
struct BrokenEntry {
  std::string File; ///< Absolute; empty if it names none.
  std::string Why;  ///< "'<database>', entry 3: no 'file'".
};

/// A compilation database whose commands are translated to clang's, so that
/// clang's tools can run them. Remarks and errors are kept per file: a file
/// without a command is never silently skipped.
///
/// Owns its entries; thread-safe for reading.
class CommandDatabase : public clang::tooling::CompilationDatabase {
public:
  /// Reads compile_commands.json in \p BuildDirectory.
  static llvm::Expected<std::unique_ptr<CommandDatabase>>
  fromBuildDirectory(llvm::StringRef BuildDirectory,
                     TranslationContext Context);

  /// Reads \p Path, a compilation database under any name.
  static llvm::Expected<std::unique_ptr<CommandDatabase>>
  fromFile(llvm::StringRef Path, TranslationContext Context);

  /// Reads the nearest compile_commands.json in the folders above
  /// \p SourceFile, each folder itself or its `build`.
  static llvm::Expected<std::unique_ptr<CommandDatabase>>
  fromSourceUpward(llvm::StringRef SourceFile, TranslationContext Context);

  /// A database in which every file has the flags \p Flags, in nvcc's or
  /// clang's spelling (what follows `--`). The first word may be a compiler.
  /// Empty flags are those of nvcc without options.
  static std::unique_ptr<CommandDatabase>
  fromFlags(std::vector<std::string> Flags, llvm::StringRef Directory,
            TranslationContext Context);

  /// The translated commands of \p File, in the order of the database. A header
  /// that has no entry gets the command of the nearest CUDA source and, like
  /// any header with flags of nvcc or clang alone, is read as CUDA. The error
  /// says what to do: there is no entry, or why translate() failed.
  llvm::Expected<std::vector<Translation>>
  translationsOf(llvm::StringRef File) const;

  /// The untranslated commands of \p File, in the order of translationsOf.
  std::vector<clang::tooling::CompileCommand>
  commandsOf(llvm::StringRef File) const;

  /// The translated commands of \p File for clang's tools; empty where
  /// translationsOf fails.
  std::vector<clang::tooling::CompileCommand>
  getCompileCommands(llvm::StringRef File) const override;
  std::vector<std::string> getAllFiles() const override;
  std::vector<clang::tooling::CompileCommand>
  getAllCompileCommands() const override;

  /// The broken entries in the order of the database. Other entries stay
  /// usable; a database that has only broken entries is an error of reading it.
  llvm::ArrayRef<BrokenEntry> brokenEntries() const { return Broken; }

  /// The broken entries for a message: "; '<database>', entry 3: no 'file' (and
  /// 2 more)"; empty if there is none.
  std::string whatIsBroken() const;

  /// The notes so far, by absolute path.
  std::map<std::string, CommandNotes> notes() const;

private:
  explicit CommandDatabase(TranslationContext Context)
      : Context(std::move(Context)) {}

  llvm::Error load(llvm::StringRef Path);
  llvm::Error addEntry(const llvm::json::Value &Entry);
  std::string folderOf(const llvm::json::Object &Entry) const;
  std::string fileOf(const llvm::json::Value &Entry) const;
  void add(clang::tooling::CompileCommand Command);
  const clang::tooling::CompileCommand *
  nearestCudaCommand(llvm::StringRef Absolute) const;
  llvm::Expected<std::vector<Translation>>
  translateAll(llvm::StringRef Absolute) const;

  TranslationContext Context;
  std::string Source; ///< The JSON file, for messages; empty for flags.
  std::vector<clang::tooling::CompileCommand> Commands;
  std::vector<BrokenEntry> Broken;
  llvm::StringMap<std::vector<size_t>> ByFile; ///< Absolute path to Commands.
  std::vector<std::string> Flags;
  std::string FlagsDirectory;

  mutable std::mutex NotesLock;
  mutable std::map<std::string, CommandNotes> Notes;
};

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_DATABASE_H
