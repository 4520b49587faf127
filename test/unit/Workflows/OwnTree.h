//===--- OwnTree.h - A folder of a test's own -------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TEST_WORKFLOWS_OWNTREE_H
#define WARPLINT_TEST_WORKFLOWS_OWNTREE_H

#include "CompileCommands/Database.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>

namespace warplint::test {

/// A new folder on disk, removed afterwards.
class OwnTree {
public:
  OwnTree() {
    llvm::SmallString<128> Made, Real;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("workflows", Made));
    EXPECT_FALSE(llvm::sys::fs::real_path(Made, Real));
    Root = Real.str().str();
  }
  ~OwnTree() { llvm::sys::fs::remove_directories(Root); }

  std::string path(llvm::StringRef Name) const {
    return Name.empty() ? Root : Root + "/" + Name.str();
  }
  void write(llvm::StringRef Name, llvm::StringRef Text) const {
    std::string File = path(Name);
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(File));
    std::error_code Failed;
    llvm::raw_fd_ostream(File, Failed) << Text;
    EXPECT_FALSE(Failed);
  }
  std::string read(llvm::StringRef Name) const {
    auto Text = llvm::MemoryBuffer::getFile(path(Name));
    return Text ? (*Text)->getBuffer().str() : "<none>";
  }
  bool has(llvm::StringRef Name) const {
    return llvm::sys::fs::exists(path(Name));
  }

private:
  std::string Root;
};

/// A context in which a toolkit without code is below \p Tree.
inline commands::TranslationContext contextIn(const OwnTree &Tree) {
  Tree.write("cuda/include/cuda_runtime.h", "");
  Tree.write("cuda/include/cuda.h", "#define CUDA_VERSION 13000\n");
  commands::TranslationContext Context;
  Context.CudaPathOverride = Tree.path("cuda");
  Context.ResourceDir = "/resource";
  Context.PreludeDir = "/prelude";
  Context.Environment = [](llvm::StringRef) { return std::nullopt; };
  Context.FileSystem = llvm::vfs::createPhysicalFileSystem();
  return Context;
}

} // namespace warplint::test

#endif // WARPLINT_TEST_WORKFLOWS_OWNTREE_H
