//===--- TranslateTest.cpp - From a build's command to clang's ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Translate.h"
#include "CompileCommands/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace translate_test {
using namespace llvm;
using namespace warplint;
using clang::tooling::CompileCommand;
using Strings = std::vector<std::string>;

class TranslateTest : public testing::Test {
protected:
  TranslateTest() {
    Context.ResourceDir = "/resource";
    Context.PreludeDir = "/prelude";
    Context.FileSystem = Files;
    Context.Environment = [](StringRef) { return std::nullopt; };
    toolkit("/usr/local/cuda", 13000);
    file("/usr/local/cuda/include/cccl/cuda/barrier");
  }
  void file(const Twine &Path, const Twine &Text = "") {
    Files->addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text.str()));
  }
  void toolkit(const Twine &Root, unsigned Version) {
    file(Root + "/include/cuda_runtime.h");
    file(Root + "/include/crt/host_defines.h");
    file(Root + "/include/cuda.h",
         "#define CUDA_VERSION " + Twine(Version) + "\n");
    file(Root + "/bin/nvcc");
  }
  Expected<commands::Translation> run(StringRef Command,
                                      StringRef File = "a.cu") {
    return commands::translate(
        CompileCommand("/build", File, cantFail(commands::splitWords(Command)),
                       ""),
        Context);
  }
  commands::Translation get(StringRef Command, StringRef File = "a.cu") {
    return cantFail(run(Command, File));
  }
  std::string error(StringRef Command, StringRef File = "a.cu") {
    Expected<commands::Translation> Result = run(Command, File);
    return Result ? "" : toString(Result.takeError());
  }
  static bool has(const commands::Translation &T, StringRef Argument) {
    return is_contained(T.Arguments, Argument);
  }
  static size_t at(const commands::Translation &T, StringRef Argument) {
    return llvm::find(T.Arguments, Argument) - T.Arguments.begin();
  }

  commands::TranslationContext Context;
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Files =
      makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
};

TEST_F(TranslateTest, DevicePassOfAnNvccCommand) {
  commands::Translation T =
      get("/usr/local/cuda/bin/nvcc -arch=sm_90 -Iinc -dc a.cu -o x.o");
  EXPECT_TRUE(T.IsCuda);
  EXPECT_EQ(T.ComputeCapability, 90u);
  EXPECT_EQ(T.Directory, "/build");
  EXPECT_EQ(T.File, "a.cu");
  EXPECT_TRUE(T.Remarks.empty());
  EXPECT_EQ(T.Arguments.front(), "clang++");
  EXPECT_TRUE(has(T, "-disable-pragma-debug-crash"));
  EXPECT_EQ(T.Arguments.back(), "a.cu");
  for (const char *Argument :
       {"--cuda-device-only", "--cuda-gpu-arch=sm_90", "-nocudalib",
        "-nocudainc", "-target-sdk-version=13.0", "-fgpu-rdc", "-Iinc",
        "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0",
        "-D__CUDA_ARCH_LIST__=900", "/usr/local/cuda/include/cccl"})
    EXPECT_TRUE(has(T, Argument)) << Argument;
  EXPECT_FALSE(has(T, "x.o"));
  EXPECT_EQ(llvm::count(T.Arguments, "a.cu"), 1);
}

TEST_F(TranslateTest, MacroOfCodeThatIsLinkedOnTheDevice) {
  for (const char *Command : {"nvcc -c a.cu", "nvcc -dc a.cu",
                              "clang++ --cuda-gpu-arch=sm_90 -c a.cu"}) {
    commands::Translation T = get(Command);
    EXPECT_TRUE(has(T, "-fgpu-rdc")) << Command;
    EXPECT_TRUE(has(T, "-U__CLANG_RDC__")) << Command;
  }
  commands::Translation T =
      get("clang++ --cuda-gpu-arch=sm_90 -fgpu-rdc -c a.cu");
  EXPECT_EQ(llvm::count(T.Arguments, "-fgpu-rdc"), 1);
  EXPECT_FALSE(has(T, "-U__CLANG_RDC__"));
}

TEST_F(TranslateTest, OrderOfHeaders) {
  commands::Translation T = get("nvcc -include own.h -isystem sys a.cu");
  Strings Order = {"/resource/include/cuda_wrappers",
                   "/prelude/before",
                   "/usr/local/cuda/include",
                   "/usr/local/cuda/include/cccl",
                   "/prelude/warplint_early.h",
                   "__clang_cuda_runtime_wrapper.h",
                   "/prelude/warplint_late.h",
                   "own.h",
                   "sys",
                   "a.cu"};
  for (size_t I = 1; I != Order.size(); ++I)
    EXPECT_LT(at(T, Order[I - 1]), at(T, Order[I])) << Order[I];
}

TEST_F(TranslateTest, AnotherToolkitOnTheIncludePathComesLast) {
  toolkit("/other", 11080);
  commands::Translation T =
      get("nvcc -I/other/include -I/usr/local/cuda/include -Iown "
          "-isystem /other/include a.cu");
  EXPECT_FALSE(has(T, "-I/other/include"));
  EXPECT_FALSE(has(T, "-I/usr/local/cuda/include"));
  EXPECT_LT(at(T, "-Iown"), at(T, "/other/include"));
  EXPECT_LT(at(T, "/usr/local/cuda/include"), at(T, "/other/include"));
}

TEST_F(TranslateTest, SkipsLaunchers) {
  for (const char *Command :
       {"ccache nvcc -arch=sm_80 a.cu",
        "/usr/bin/sccache nvcc -arch=sm_80 a.cu",
        "distcc ccache nvcc -arch=sm_80 a.cu",
        "/opt/warplint-launcher --fatal --block-dim=256 ccache nvcc "
        "-arch=sm_80 a.cu",
        "env CUDAHOSTCXX=g++ A=b nvcc -arch=sm_80 a.cu",
        "cmake -E __run_co_compile --launcher=ccache --source=a.cu -- nvcc "
        "-arch=sm_80 a.cu"}) {
    commands::Translation T = get(Command);
    EXPECT_TRUE(has(T, "--cuda-gpu-arch=sm_80")) << Command;
    EXPECT_TRUE(has(T, "-D__CUDACC_VER_MAJOR__=13")) << Command;
  }
}

TEST_F(TranslateTest, RecognisesNvccByItsOptions) {
  EXPECT_TRUE(has(get("my-compiler -gencode arch=compute_80,code=sm_80 a.cu"),
                  "--cuda-gpu-arch=sm_80"));
  EXPECT_TRUE(
      has(get("nvcc_wrapper -arch=sm_80 a.cu"), "--cuda-gpu-arch=sm_80"));
  EXPECT_FALSE(has(get("my-compiler --cuda-gpu-arch=sm_80 a.cu"),
                   "-D__CUDACC_VER_MAJOR__=13"));
}

TEST_F(TranslateTest, Targets) {
  struct {
    const char *Options;
    unsigned Capability;
    const char *Argument;
    size_t Remarks;
  } Cases[] = {
      {"", 75, "--cuda-gpu-arch=sm_75", 0},
      {"-gencode arch=compute_80,code=sm_80 -gencode "
       "arch=compute_90,code=sm_90",
       90, "-D__CUDA_ARCH_LIST__=800,900", 0},
      {"-arch=sm_35", 75, "--cuda-gpu-arch=sm_75", 1},
      {"-arch=sm_999", 999, "-D__CUDA_ARCH__=9990", 1},
  };
  for (const auto &Case : Cases) {
    commands::Translation T = get(std::string("nvcc a.cu ") + Case.Options);
    EXPECT_EQ(T.ComputeCapability, Case.Capability) << Case.Options;
    EXPECT_TRUE(has(T, Case.Argument)) << Case.Options;
    EXPECT_EQ(T.Remarks.size(), Case.Remarks) << Case.Options;
  }
  const char *Several = "nvcc a.cu -gencode arch=compute_90a,code=sm_90a "
                        "-gencode arch=compute_35,code=sm_35 -gencode "
                        "arch=compute_80,code=sm_80";
  EXPECT_TRUE(has(get(Several), "-DWARPLINT_TARGETS=sm_80,sm_90a"));
  EXPECT_FALSE(has(get("nvcc a.cu -arch=sm_80"), "-DWARPLINT_TARGETS=sm_80"));
  Context.TargetOverride = parseGpuTarget("sm_80");
  EXPECT_FALSE(has(get(Several), "-DWARPLINT_TARGETS=sm_80,sm_90a"));
  EXPECT_EQ(get("nvcc -arch=sm_90 a.cu").ComputeCapability, 80u);
}

TEST_F(TranslateTest, SdkVersionIsAtMostWhatClangKnows) {
  toolkit("/old", 11080);
  EXPECT_TRUE(has(get("/old/bin/nvcc a.cu"), "-target-sdk-version=11.8"));
  EXPECT_TRUE(has(get("nvcc a.cu"), "-target-sdk-version=13.0"));
}

TEST_F(TranslateTest, ClangCommands) {
  commands::Translation T =
      get("clang++ -x cuda --cuda-gpu-arch=sm_80 "
          "--cuda-path=/usr/local/cuda -std=c++20 -Wall -c a.cpp",
          "a.cpp");
  EXPECT_TRUE(T.IsCuda);
  EXPECT_EQ(T.ComputeCapability, 80u);
  EXPECT_TRUE(has(T, "-std=c++20"));
  EXPECT_TRUE(has(T, "-Wall"));
  EXPECT_FALSE(has(T, "-D__CUDACC_VER_MAJOR__=13"));
}

TEST_F(TranslateTest, HostOnlySources) {
  struct {
    const char *Command, *File;
  } Cases[] = {
      {"g++ -DX -c a.cpp", "a.cpp"},
      {"clang++ -DX a.cpp", "a.cpp"},
      {"nvcc -DX -c a.cpp", "a.cpp"},
      {"nvcc -x c++ -DX a.cu", "a.cu"},
  };
  for (const auto &Case : Cases) {
    commands::Translation T = get(Case.Command, Case.File);
    EXPECT_FALSE(T.IsCuda) << Case.Command;
    EXPECT_EQ(T.ComputeCapability, 0u) << Case.Command;
    EXPECT_TRUE(has(T, "-DX") || has(T, "X")) << Case.Command;
    EXPECT_FALSE(has(T, "--cuda-device-only")) << Case.Command;
  }
  EXPECT_TRUE(get("nvcc -x cu a.cpp", "a.cpp").IsCuda);
  EXPECT_TRUE(get("nvcc a.cuh", "a.cuh").IsCuda);
}

TEST_F(TranslateTest, NothingThatLoadsOrWritesSurvives) {
  file("/build/evil.rsp", "-Xcompiler -fplugin=evil.so --keep-dir out");
  file("/build/evil-host.rsp", "-fplugin=evil.so -MF out");
  for (const char *Command :
       {"nvcc -Xcompiler -fplugin=evil.so a.cu",
        "nvcc -forward-unknown-to-host-compiler -fplugin=evil.so a.cu",
        "nvcc -optf evil.rsp a.cu", "nvcc @evil.rsp a.cu",
        "clang++ @evil-host.rsp a.cu",
        "clang++ -Xclang -load -Xclang evil.so a.cu",
        "clang++ -Xclang -add-plugin -Xclang evil -o out a.cu",
        "clang++ -cc1 -load evil.so a.cu", "g++ -specs=evil -MD -MF out a.cu",
        "nvcc -Xcompiler=-B,evil a.cu"}) {
    commands::Translation T = get(Command);
    for (const std::string &Argument : T.Arguments) {
      EXPECT_EQ(Argument.find("evil"), std::string::npos) << Command;
      EXPECT_EQ(Argument.find("out"), std::string::npos) << Command;
    }
    EXPECT_FALSE(T.Remarks.empty()) << Command;
  }
}

TEST_F(TranslateTest, AFileNameIsNeverAnOption) {
  commands::Translation T = get("nvcc -c -- x", "-fplugin=evil.cu");
  EXPECT_EQ(T.Arguments.back(), "./-fplugin=evil.cu");
  EXPECT_EQ(get("nvcc -c", "@x.cu").Arguments.back(), "./@x.cu");
}

TEST_F(TranslateTest, ManyInputs) {
  commands::Translation T = get("nvcc a.cu b.cu libx.a -c", "b.cu");
  EXPECT_EQ(T.Arguments.back(), "b.cu");
  EXPECT_FALSE(has(T, "a.cu"));
  EXPECT_FALSE(has(T, "libx.a"));
}

TEST_F(TranslateTest, Overrides) {
  toolkit("/mine", 12040);
  Context.CudaPathOverride = "/mine";
  Context.ExtraArguments = {"-DEXTRA"};
  Context.ForPlugin = true;
  commands::Translation T = get("/usr/local/cuda/bin/nvcc a.cu");
  EXPECT_TRUE(has(T, "/mine/include"));
  EXPECT_FALSE(has(T, "/usr/local/cuda/include"));
  EXPECT_TRUE(has(T, "-DEXTRA"));
  EXPECT_TRUE(has(T, "-DWARPLINT_PLUGIN"));
}

TEST_F(TranslateTest, DebianHeadersStayBehindTheCxxLibrary) {
  Context.FileSystem = Files = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  toolkit("/usr", 11080);
  commands::Translation T = get("nvcc a.cu");
  EXPECT_FALSE(has(T, "/usr/include"));
  EXPECT_TRUE(has(T, "-D__CUDACC_VER_MAJOR__=11"));
}

TEST_F(TranslateTest, Errors) {
  EXPECT_EQ(error(""), "the compile command is empty");
  EXPECT_EQ(error("nvcc a.cu", ""), "the compile command names no source file");
  EXPECT_NE(error("nvcc a.cu -Xcompiler").find("lacks its value"),
            std::string::npos);
  EXPECT_NE(error("nvcc a.cu -optf none.rsp").find("cannot be read"),
            std::string::npos);
  EXPECT_NE(error("nvcc -Xcompiler '\"-DX' a.cu").find("never closed"),
            std::string::npos);
  const char Cut[] = "nvcc a.cu -DX\0Y -x -o";
  EXPECT_EQ(error(std::string(Cut, sizeof(Cut) - 1)),
            "a word of the compile command holds a NUL character");
  EXPECT_NE(error("clang++ --cuda-path=/none a.cu").find("no CUDA toolkit"),
            std::string::npos);
}

} // namespace translate_test
