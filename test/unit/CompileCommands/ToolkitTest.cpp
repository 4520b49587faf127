//===--- ToolkitTest.cpp - Finding CUDA's headers -------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Toolkit.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <map>

namespace toolkit_test {
using namespace llvm;
using namespace warplint;

class ToolkitTest : public testing::Test {
protected:
  ToolkitTest() {
    Search.Directory = "/build";
    Search.FileSystem = Files;
    Search.Environment = [this](StringRef Name) -> std::optional<std::string> {
      auto Found = Variables.find(Name.str());
      if (Found == Variables.end())
        return std::nullopt;
      return Found->second;
    };
  }
  void file(const Twine &Path, const Twine &Text = "") {
    Files->addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text.str()));
  }
  void toolkit(const Twine &IncludeDir, unsigned Version) {
    file(IncludeDir + "/cuda_runtime.h");
    file(IncludeDir + "/cuda.h",
         "/* CUDA */\n# define  CUDA_VERSION " + Twine(Version) + "\n");
  }
  std::string found() {
    Expected<commands::Toolkit> Result = commands::findToolkit(Search);
    if (!Result)
      return "error: " + toString(Result.takeError());
    return Result->IncludeDir;
  }
  commands::Toolkit get() { return cantFail(commands::findToolkit(Search)); }

  std::map<std::string, std::string> Variables;
  commands::ToolkitSearch Search;
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Files =
      makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
};

TEST_F(ToolkitTest, SearchesInOrder) {
  Search.FetchedDirs = {"/fetched"};
  EXPECT_TRUE(StringRef(found()).starts_with("error: no CUDA toolkit found"));
  EXPECT_TRUE(StringRef(found()).contains("scripts/fetch_toolkit.py"));
  Search.FetchCommand = "python3 /w/fetch_toolkit.py /fetched";
  EXPECT_TRUE(StringRef(found()).ends_with(
      "or fetch NVIDIA's headers: python3 /w/fetch_toolkit.py /fetched"));
  toolkit("/fetched/include", 13000);
  EXPECT_EQ(get().Origin, commands::ToolkitOrigin::Fetched);
  toolkit("/usr/include", 11080);
  EXPECT_EQ(found(), "/usr/include");
  toolkit("/opt/cuda/include", 12040);
  EXPECT_EQ(found(), "/opt/cuda/include");
  toolkit("/usr/local/cuda-9.2/include", 9020);
  toolkit("/usr/local/cuda-12.10/include", 12100);
  toolkit("/usr/local/cuda-12.9/include", 12090);
  EXPECT_EQ(found(), "/usr/local/cuda-12.10/include");
  toolkit("/usr/local/cuda/include", 12000);
  EXPECT_EQ(found(), "/usr/local/cuda/include");
  EXPECT_EQ(get().Origin, commands::ToolkitOrigin::UsualPlace);
  toolkit("/env/include", 12030);
  Variables["CUDA_PATH"] = "/env";
  EXPECT_EQ(get().Origin, commands::ToolkitOrigin::Environment);
  toolkit("/option/include", 12010);
  Search.CudaPath = "/option";
  EXPECT_EQ(get().Origin, commands::ToolkitOrigin::CudaPathOption);
  toolkit("/compiler/include", 12020);
  file("/compiler/bin/nvcc");
  Search.Compiler = "/compiler/bin/nvcc";
  EXPECT_EQ(get().Origin, commands::ToolkitOrigin::CompilerPath);
}

TEST_F(ToolkitTest, TakesPythonsPackagesOfItsOwnEnvironment) {
  auto Packages = [&](const Twine &Folder, unsigned Version) {
    toolkit(Folder + "/include", Version);
    file(Folder + "/include/crt/host_config.h");
  };
  Packages("/usr/lib/python3/dist-packages/nvidia/cu13", 13000);
  Packages("/env/lib/python3.9/site-packages/nvidia/cu13", 13010);
  EXPECT_TRUE(StringRef(found()).starts_with("error: "));
  Search.Prefix = "/other";
  EXPECT_TRUE(StringRef(found()).starts_with("error: "));
  Search.Prefix = "/env";
  EXPECT_EQ(found(), "/env/lib/python3.9/site-packages/nvidia/cu13/include");
  EXPECT_EQ(get().Origin, commands::ToolkitOrigin::PythonPackages);
  Search.Prefix = "/usr";
  EXPECT_EQ(found(), "/usr/lib/python3/dist-packages/nvidia/cu13/include");

  // The newest; never the runtime's headers without those of the compiler.
  Search.Prefix = "/env";
  Packages("/env/lib/python3.12/site-packages/nvidia/cu13", 13020);
  toolkit("/env/lib/python3.12/site-packages/nvidia/cu14/include", 14000);
  file("/env/lib/python3.12/site-packages/nvidia/cublas/include/cublas.h");
  EXPECT_EQ(found(), "/env/lib/python3.12/site-packages/nvidia/cu13/include");

  // Any other toolkit comes first.
  Search.FetchedDirs = {"/env/lib/warplint/toolkit"};
  toolkit("/env/lib/warplint/toolkit/include", 13000);
  EXPECT_EQ(get().Origin, commands::ToolkitOrigin::Fetched);
}

TEST_F(ToolkitTest, LooksTheCompilerUpInPath) {
  toolkit("/cuda/include", 13000);
  file("/cuda/bin/nvcc");
  Variables["PATH"] = "/bin:/cuda/bin";
  Search.Compiler = "nvcc";
  EXPECT_EQ(found(), "/cuda/include");
  // The folder above clang++ is no toolkit's.
  toolkit("/usr/include", 11000);
  Search.Compiler = "/cuda/bin/clang++";
  EXPECT_EQ(found(), "/usr/include");
}

TEST_F(ToolkitTest, AcceptsOtherLayouts) {
  toolkit("/cuda/targets/x86_64-linux/include", 12080);
  file("/cuda/targets/x86_64-linux/include/cccl/cuda/barrier");
  Search.CudaPath = "/cuda";
  EXPECT_EQ(get().IncludeDir, "/cuda/targets/x86_64-linux/include");
  EXPECT_EQ(get().CcclDir, "/cuda/targets/x86_64-linux/include/cccl");
  toolkit("/flat", 12080);
  Search.CudaPath = "/flat";
  EXPECT_EQ(get().IncludeDir, "/flat");
  EXPECT_EQ(get().CcclDir, "");
  Search.CudaPath = "../cuda";
  EXPECT_EQ(get().IncludeDir, "/build/../cuda/targets/x86_64-linux/include");
}

TEST_F(ToolkitTest, Versions) {
  toolkit("/cuda/include", 12040);
  file("/cuda/version.json", R"({"cuda_nvcc": {"version": "12.4.131"}})");
  Search.CudaPath = "/cuda";
  EXPECT_EQ(get().Major, 12u);
  EXPECT_EQ(get().Minor, 4u);
  EXPECT_EQ(get().Build, 131u);

  file("/runtime/include/cuda_runtime.h");
  file("/runtime/include/cuda.h");
  file("/runtime/include/cuda_runtime_api.h",
       "#define CUDART_VERSION  11080\n");
  file("/runtime/version.json", "{ malformed");
  Search.CudaPath = "/runtime";
  EXPECT_EQ(get().Major, 11u);
  EXPECT_EQ(get().Minor, 8u);
  EXPECT_EQ(get().Build, 0u);

  // The build of another release says nothing.
  toolkit("/mixed/include", 13000);
  file("/mixed/version.json", R"({"cuda_nvcc": {"version": "12.4.131"}})");
  Search.CudaPath = "/mixed";
  EXPECT_EQ(get().Major, 13u);
  EXPECT_EQ(get().Build, 0u);
}

TEST_F(ToolkitTest, Errors) {
  toolkit("/usr/local/cuda/include", 13000);
  Search.CudaPath = "/nothing";
  EXPECT_EQ(found(), "error: no CUDA toolkit in --cuda-path '/nothing'");
  // Headers without any version are no toolkit.
  file("/bare/include/cuda_runtime.h");
  file("/bare/include/cuda.h");
  Search.CudaPath = "/bare";
  EXPECT_TRUE(StringRef(found()).starts_with("error: "));
}

} // namespace toolkit_test
