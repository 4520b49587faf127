//===--- ClangdCommands.cpp - nvcc's commands in clangd --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clangd/ClangdCommands.h"
#include "CompileCommands/ForcedFiles.h"
#include "Quoting/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace warplint {

static llvm::cl::opt<std::string>
    CudaPath("cuda-path", llvm::cl::value_desc("folder"),
             llvm::cl::desc("CUDA toolkit to take headers from"));

static commands::TranslationContext &translationContext() {
  static commands::TranslationContext Context;
  return Context;
}

void setTranslationContext(commands::TranslationContext Context) {
  translationContext() = std::move(Context);
}

static bool isTranslated(const tooling::CompileCommand &Command) {
  std::string Mark = translationContext().PreludeDir + "/warplint_late.h";
  return llvm::is_contained(Command.CommandLine, Mark);
}

/// clangd opens whatever a command names.
static void dropDevices(tooling::CompileCommand &Command) {
  for (const std::string &Dropped :
       commands::dropForcedDevices(Command.CommandLine, Command.Directory,
                                   *llvm::vfs::getRealFileSystem()))
    llvm::errs() << "warplint: '" << quoting::printable(Command.Filename)
                 << "': '" << quoting::printable(Dropped)
                 << "' was removed: it is not a regular file\n";
  llvm::errs().flush(); // clangd makes it wait.
}

void translateForClangd(tooling::CompileCommand &Command) {
  if (isTranslated(Command))
    return;
  dropDevices(Command);
  commands::TranslationContext Context = translationContext();
  if (!CudaPath.empty())
    Context.CudaPathOverride = CudaPath;
  llvm::Expected<commands::Translation> Unit =
      commands::translate(Command, Context);
  if (!Unit) {
    llvm::errs() << "warplint: '" << quoting::printable(Command.Filename)
                 << "': "
                 << quoting::printable(llvm::toString(Unit.takeError()))
                 << "\n";
    return;
  }
  if (!Unit->IsCuda && !Unit->FromNvcc)
    return;
  Command.CommandLine = std::move(Unit->Arguments);
  dropDevices(Command);
  if (!Unit->IsCuda)
    return;
  // Templates that the headers instantiate belong into clangd's preamble; else
  // each edit would instantiate them again.
  Command.CommandLine.insert(Command.CommandLine.begin() + 1,
                             "-fpch-instantiate-templates");
}

} // namespace warplint
