//===--- ProjectKinds.cpp - How a project is built ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Init/ProjectKinds.h"
#include "Quoting/Quoting.h"
#include "Support/InputFile.h"
#include "Workflows/Lint/NamedSources.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <optional>

namespace path = llvm::sys::path;

namespace warplint::init {

/// Files looked at in search of sources: the rest of a large tree says no more.
static constexpr unsigned MostFiles = 20000;

/// The beginning of a file; empty if there is none.
static std::string beginningOf(llvm::StringRef Folder, llvm::StringRef Name) {
  auto Text = base::readWhole(base::joined(Folder, Name));
  if (Text)
    return Text->substr(0, 1 << 20);
  llvm::consumeError(Text.takeError());
  return "";
}

static bool matches(llvm::StringRef Text, llvm::StringRef Pattern) {
  return llvm::Regex(Pattern, llvm::Regex::IgnoreCase).match(Text);
}

/// The first of \p Names whose beginning matches \p Pattern.
static std::optional<std::string>
fileThatSays(llvm::StringRef Folder, llvm::ArrayRef<llvm::StringRef> Names,
             llvm::StringRef Pattern) {
  for (llvm::StringRef Name : Names)
    if (matches(beginningOf(Folder, Name), Pattern))
      return Name.str();
  return std::nullopt;
}

/// A .cu file below \p Folder, relative to it.
static std::optional<std::string> someCudaFile(llvm::StringRef Folder) {
  std::vector<std::string> Files = lint::cudaFilesBelow(Folder, MostFiles);
  if (Files.empty())
    return std::nullopt;
  llvm::StringRef Whole = Files.front();
  Whole.consume_front(Folder);
  return Whole.ltrim('/').str();
}

std::vector<ProjectKind> projectKinds(llvm::StringRef Folder) {
  std::vector<ProjectKind> Kinds;
  auto Add = [&](const llvm::Twine &Name, std::vector<std::string> Commands,
                 const llvm::Twine &Note = "") {
    Kinds.push_back({Name.str(), std::move(Commands), Note.str()});
  };
  if (fileThatSays(Folder, {"CMakeLists.txt"},
                   "enable_language *\\( *CUDA|project *\\([^)]*CUDA|"
                   "find_package *\\( *CUDA|cuda_add_|\\.cu[ )\"\n]"))
    Add("CMake with CUDA (CMakeLists.txt)",
        {"cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"},
        "with the generators Ninja and Unix Makefiles");
  if (auto File = fileThatSays(Folder, {"setup.py", "pyproject.toml"},
                               "cpp_extension|CUDAExtension|BuildExtension"))
    Add("PyTorch extension (" + *File + ")",
        {"python setup.py build_ext",
         "ninja -C build/temp.* -t compdb > compile_commands.json"},
        "torch writes build.ninja where ninja is installed");
  if (auto File = fileThatSays(Folder, {"GNUmakefile", "makefile", "Makefile"},
                               "nvcc|\\.cu([^a-z]|$)"))
    Add("make (" + *File + ")", {"bear -- make --always-make"},
        "bear watches what make runs; nvcc has to be there");
  for (llvm::StringRef Name : {"MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE"})
    if (llvm::sys::fs::exists(base::joined(Folder, Name))) {
      Add("Bazel (" + Name + ")", {},
          "the rule in docs/recipes/warplint.bzl lints without a database");
      break;
    }
  auto File = someCudaFile(Folder);
  if (Kinds.empty() && File) {
    Add("CUDA files (" + *File + ")",
        {"warplint " + quoting::forBash(*File) + " -- -arch=sm_90"},
        "without a database: flags of nvcc behind --");
    Kinds.back().MakesDatabase = false;
  }
  return Kinds;
}

} // namespace warplint::init
