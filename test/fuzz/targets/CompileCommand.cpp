//===--- CompileCommand.cpp - Databases of any kind -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is a compilation database, or if it is none, the words of one nvcc
// command. What comes out must not write or load anything.
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Database.h"
#include "CompileCommands/Words.h"
#include "FuzzTarget.h"
#include "clang/Options/Options.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include <cstdlib>

using namespace warplint;

static commands::TranslationContext
contextOver(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files) {
  commands::TranslationContext Context;
  Context.ResourceDir = "/resource";
  Context.PreludeDir = "/prelude";
  Context.FileSystem = std::move(Files);
  Context.Environment = [](llvm::StringRef) { return std::nullopt; };
  return Context;
}

/// Whether clang's driver finds no option in \p Unit by which it writes a file
/// or loads code.
static bool isHarmless(const commands::Translation &Unit) {
  namespace options = clang::options;
  std::vector<const char *> Words;
  for (const std::string &Word : llvm::drop_begin(Unit.Arguments))
    Words.push_back(Word.c_str());
  unsigned MissingIndex, MissingCount;
  auto Parsed =
      clang::getDriverOptTable().ParseArgs(Words, MissingIndex, MissingCount);
  return !Parsed.hasArg(options::OPT_o, options::OPT_MF,
                        options::OPT_save_temps, options::OPT_save_temps_EQ,
                        options::OPT_fplugin_EQ,
                        options::OPT_fpass_plugin_EQ) &&
         !llvm::is_contained(Parsed.getAllArgValues(options::OPT_Xclang),
                             "-load");
}

FUZZ_TARGET(CompileCommand)(llvm::StringRef Text) {
  auto Files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto Add = [&](llvm::StringRef Path, llvm::StringRef Content) {
    Files->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Content));
  };
  Add("/usr/local/cuda/include/cuda_runtime.h", "");
  Add("/usr/local/cuda/include/crt/host_defines.h", "");
  Add("/usr/local/cuda/include/cuda.h", "#define CUDA_VERSION 13000\n");
  Add("/usr/local/cuda/bin/nvcc", "");
  Add("/b/compile_commands.json", Text);
  commands::TranslationContext Context = contextOver(Files);

  auto Database =
      commands::CommandDatabase::fromFile("/b/compile_commands.json", Context);
  if (Database) {
    for (const std::string &File : (*Database)->getAllFiles())
      llvm::consumeError((*Database)->translationsOf(File).takeError());
    return;
  }
  llvm::consumeError(Database.takeError());
  auto Words = commands::splitWords(Text);
  if (!Words) {
    llvm::consumeError(Words.takeError());
    return;
  }
  Words->insert(Words->begin(), "nvcc");
  auto Unit = commands::translate({"/b", "a.cu", *Words, ""}, Context);
  if (!Unit)
    llvm::consumeError(Unit.takeError());
  else if (!isHarmless(*Unit))
    abort();
}
