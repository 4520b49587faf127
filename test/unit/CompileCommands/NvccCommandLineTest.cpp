//===--- NvccCommandLineTest.cpp - Reading nvcc's options -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/NvccCommandLine.h"
#include "CompileCommands/TargetChoice.h"
#include "CompileCommands/Words.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace nvcc_command_line_test {
using namespace llvm;
using namespace warplint;
using Strings = std::vector<std::string>;

class NvccCommandLineTest : public testing::Test {
protected:
  Expected<commands::NvccCommandLine> read(const Strings &Arguments) {
    commands::ResponseFiles Responses("/build", Files);
    return commands::readNvccCommandLine(Arguments, Responses);
  }
  /// For a command that must be read: its clang options in one line.
  std::string clang(StringRef Text) {
    Expected<commands::NvccCommandLine> Result =
        read(cantFail(commands::splitWords(Text)));
    if (!Result)
      return "error: " + toString(Result.takeError());
    std::string Line;
    for (const std::string &Option : Result->ClangOptions)
      Line += (Line.empty() ? "" : " ") + Option;
    return Line;
  }
  commands::NvccCommandLine get(StringRef Text) {
    return cantFail(read(cantFail(commands::splitWords(Text))));
  }
  std::string targets(StringRef Text) {
    std::string Line;
    for (GpuTarget Target : get(Text).Targets)
      Line += (Line.empty() ? "" : " ") + Target.str();
    return Line;
  }
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Files =
      makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
};

TEST_F(NvccCommandLineTest, DropsWhatDoesNotConcernTheSource) {
  for (const char *Text : {"-forward-unknown-to-host-compiler",
                           "-lineinfo",
                           "--generate-line-info",
                           "--use_fast_math",
                           "-use_fast_math",
                           "-dlto",
                           "-restrict",
                           "--restrict",
                           "-keep",
                           "--keep",
                           "-res-usage",
                           "-dw",
                           "-c",
                           "-E",
                           "-M -MM -MD -MMD -MP",
                           "-MT a.o -MF a.d",
                           "-MF=a.d",
                           "-Xptxas -v",
                           "-Xptxas=-v",
                           "-Xptxas -v,-O3 -Xptxas=-O3",
                           "--ptxas-options=-v",
                           "--ptxas-options -v",
                           "-Xnvlink --verbose",
                           "-Xcudafe "
                           "--diag_suppress=1",
                           "-Xfatbin -compress-all",
                           "-maxrregcount 64",
                           "-maxrregcount=64",
                           "--maxrregcount=64",
                           "-diag-suppress 20012,20014",
                           "-diag-suppress=20012",
                           "-t 2",
                           "-t=2",
                           "-t4",
                           "--threads 0",
                           "--threads=8",
                           "-split-compile 4",
                           "-split-compile=0",
                           "-default-stream legacy",
                           "-cudart shared",
                           "--cudart=static",
                           "-ccbin g++-12",
                           "-ccbin=/usr/bin/g++",
                           "--compiler-bindir x",
                           "-Werror all-warnings",
                           "--Werror=cross-execution-space-call",
                           "-o x.o",
                           "-odir d",
                           "-lcudart",
                           "-l cudart",
                           "-L/lib -L lib",
                           "-Xlinker -rpath,x",
                           "-O3",
                           "-O 2",
                           "-Ofc max",
                           "--optimize=3",
                           "-g",
                           "-pg",
                           "-code sm_90",
                           "-ftz=true",
                           "-ftz true",
                           "-fmad=false",
                           "-prec-div=true --prec-sqrt true",
                           "-rdc=false",
                           "-shared",
                           "--save-temps",
                           "-keep-dir /tmp/x",
                           "-time t.csv",
                           "-w",
                           "-v",
                           "-fdevice-time-trace=x.json",
                           "-jtd=3",
                           "a.cu b.cu libx.a y.o",
                           "-I ''",
                           "-frandom-seed=1",
                           "-Wno-deprecated-gpu-targets"})
    EXPECT_EQ(clang(Text), "") << Text;
}

TEST_F(NvccCommandLineTest, DropsEveryOptionOfTheTableWithItsValue) {
  struct {
    const char *LongName, *ShortName, *Arity, *Action;
  } Options[] = {
#define NVCC_OPTION(LongName, ShortName, Arity, Action, Text)                  \
  {LongName, ShortName, #Arity, #Action},
#include "CompileCommands/NvccOptions.def"
  };
  for (const auto &Option : Options) {
    if (StringRef(Option.Action) != "Drop")
      continue;
    for (std::string Name : {std::string("--") + Option.LongName,
                             std::string("-") + Option.ShortName}) {
      bool HasValue = StringRef(Option.Arity) != "None";
      std::string Separate = Name + (HasValue ? " 7" : "") + " -DAFTER";
      EXPECT_EQ(clang(Separate), "-DAFTER") << Separate;
      if (HasValue)
        EXPECT_EQ(clang(Name + "=7 -DAFTER"), "-DAFTER") << Name;
      Expected<commands::NvccCommandLine> Read =
          read(cantFail(commands::splitWords(Separate)));
      ASSERT_TRUE(bool(Read));
      EXPECT_TRUE(Read->HostOptions.empty()) << Separate;
      EXPECT_TRUE(Read->Remarks.empty()) << Separate;
    }
  }
}

TEST_F(NvccCommandLineTest, Translates) {
  struct {
    const char *Nvcc, *Clang;
  } Cases[] = {
      {"-DA -D B --define-macro C=1 --define-macro=D", "-DA -DB -DC=1 -DD"},
      {"-DX=a,b", "-DX=a -Db"},
      {"-D 'Y=\"q,r\"'", "-DY=\"q,r\""},
      {"-UA -U B", "-UA -UB"},
      {"-Iinc -I inc2 -I=inc3 --include-path a,b",
       "-Iinc -Iinc2 -Iinc3 -Ia -Ib"},
      {"-isystem sys --system-include=sys2", "-isystem sys -isystem sys2"},
      {"-isystem=a,b", "-isystem a -isystem b"},
      {"-include a.h,b.h --pre-include c.h",
       "-include a.h -include b.h -include c.h"},
      {"-std=c++17", "-std=c++17"},
      {"-std c++20", "-std=c++20"},
      {"--std=c++14", "-std=c++14"},
      {"-m64", "-m64"},
      {"-m 64 --machine=64", "-m64 -m64"},
      {"-ftemplate-depth 99", "-ftemplate-depth=99"},
      {"-G", "-D__CUDACC_DEBUG__"},
      {"-ewp", "-D__CUDACC_EWP__"},
      {"--expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__"},
      {"-expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__"},
      {"--extended-lambda", "-DWARPLINT_EXTENDED_LAMBDA"},
      {"--expt-extended-lambda", "-DWARPLINT_EXTENDED_LAMBDA"},
      {"-default-device", "-DWARPLINT_DEFAULT_DEVICE"},
      {"-rdc=true", "-D__CUDACC_RDC__"},
      {"-rdc true", "-D__CUDACC_RDC__"},
      {"--relocatable-device-code=true", "-D__CUDACC_RDC__"},
      {"-dc", "-D__CUDACC_RDC__"},
      {"-default-stream per-thread", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"},
      {"-t 2 -DA -lineinfo -DB", "-DA -DB"},
  };
  for (const auto &Case : Cases)
    EXPECT_EQ(clang(Case.Nvcc), Case.Clang) << Case.Nvcc;
}

TEST_F(NvccCommandLineTest, FindsTargets) {
  struct {
    const char *Nvcc, *Targets;
  } Cases[] = {
      {"", ""},
      {"-arch=sm_90", "sm_90"},
      {"-arch sm_90a", "sm_90a"},
      {"--gpu-architecture=compute_80 --gpu-code=sm_86,compute_80", "sm_80"},
      {"-gencode arch=compute_80,code=sm_90", "sm_80"},
      {"-gencode arch=compute_80,code=[sm_80,compute_80]", "sm_80"},
      {"-gencode=arch=compute_80,code=\\\"sm_80,compute_80\\\"", "sm_80"},
      {"--generate-code=arch=compute_75,code=[sm_75] "
       "--generate-code arch=compute_90a,code=sm_90a",
       "sm_75 sm_90a"},
      {"-arch=lto_80", "sm_80"},
  };
  for (const auto &Case : Cases)
    EXPECT_EQ(targets(Case.Nvcc), Case.Targets) << Case.Nvcc;
  std::string Newest =
      "sm_" + std::to_string(commands::newestClangTarget().Capability);
  EXPECT_EQ(targets("-arch=all"), Newest);
  EXPECT_EQ(targets("-arch=all-major"), Newest);
  EXPECT_EQ(targets("-arch native"), Newest);
  EXPECT_EQ(get("-arch=native").Remarks.size(), 1u);
  EXPECT_EQ(get("-arch=sm_nonsense").Remarks.size(), 1u);
}

TEST_F(NvccCommandLineTest, CollectsHostOptions) {
  struct {
    const char *Nvcc;
    Strings Host;
  } Cases[] = {
      {"-Xcompiler -fPIC,-Wall", {"-fPIC", "-Wall"}},
      {"-Xcompiler=-fPIC --compiler-options=-g", {"-fPIC", "-g"}},
      {"-Xcompiler '-DA\\,B'", {"-DA,B"}},
      {"-forward-unknown-to-host-compiler -fPIC -march=native -Wall -trigraphs",
       {"-fPIC", "-march=native", "-Wall", "-trigraphs"}},
      {"--no-exceptions", {"-fno-exceptions"}},
  };
  for (const auto &Case : Cases)
    EXPECT_EQ(get(Case.Nvcc).HostOptions, Case.Host) << Case.Nvcc;
  EXPECT_TRUE(get("-forward-unknown-to-host-compiler -foo").Remarks.empty());
  EXPECT_TRUE(get("-foo -forward-unknown-opts").Remarks.empty());
  EXPECT_EQ(get("-foo").Remarks.size(), 1u);
}

TEST_F(NvccCommandLineTest, ReadsOptionsFiles) {
  auto Add = [&](const char *Path, const char *Text) {
    Files->addFile(Path, 0, MemoryBuffer::getMemBuffer(Text));
  };
  Add("/build/inc.rsp", "-I\"/a b\" --options-file sub/more.rsp -t 2");
  Add("/build/sub/more.rsp", "-DMORE -Xptxas -v");
  Add("/build/loop.rsp", "--options-file loop.rsp");
  Add("/build/quote.rsp", "-I\"x");
  Add("/build/dangling.rsp", "-Xcompiler");
  for (const char *Text : {"--options-file inc.rsp", "--options-file=inc.rsp",
                           "-optf inc.rsp", "-optf=/build/inc.rsp", "@inc.rsp"})
    EXPECT_EQ(clang(Text), "-I/a b -DMORE") << Text;
  EXPECT_EQ(clang("-optf inc.rsp,sub/more.rsp"), "-I/a b -DMORE -DMORE");
  for (const char *Text : {"-optf loop.rsp", "@loop.rsp", "-optf quote.rsp",
                           "-optf none.rsp", "-optf dangling.rsp", "-optf"})
    EXPECT_TRUE(StringRef(clang(Text)).starts_with("error: ")) << Text;
}

TEST_F(NvccCommandLineTest, RejectsAMissingValue) {
  for (const char *Text : {"-Xcompiler", "-c -gencode", "-I", "-std", "-x",
                           "--generate-code", "-o", "-Xcompiler \\\"-DX"})
    EXPECT_TRUE(StringRef(clang(Text)).starts_with("error: ")) << Text;
}

TEST_F(NvccCommandLineTest, Language) {
  EXPECT_EQ(get("-x cu").Language, "cu");
  EXPECT_EQ(get("--x=cu").Language, "cu");
  EXPECT_EQ(get("-x c++").Language, "c++");
}

TEST(NvccOnlyOption, TellsNvccFromClang) {
  for (const char *Yes :
       {"-gencode", "--generate-code=arch=compute_90,code=sm_90", "-arch=sm_90",
        "-rdc=true", "-Xptxas=-v", "-Xcompiler", "--expt-relaxed-constexpr",
        "--extended-lambda", "-lineinfo", "-use_fast_math", "-dc",
        "--options-file", "-ccbin", "-x=cu",
        "-forward-unknown-to-host-compiler", "-maxrregcount=64"})
    EXPECT_TRUE(commands::isNvccOnlyOption(Yes)) << Yes;
  for (const char *No : {"-I",
                         "-Ifoo",
                         "-DX",
                         "-std=c++17",
                         "-O3",
                         "-c",
                         "-o",
                         "-x",
                         "-arch",
                         "-include",
                         "-isystem",
                         "-MD",
                         "-shared",
                         "-v",
                         "-lfoo",
                         "a.cu",
                         "--cuda-gpu-arch=sm_90",
                         "-fPIC",
                         "-march=native",
                         "",
                         "-"})
    EXPECT_FALSE(commands::isNvccOnlyOption(No)) << No;
}

} // namespace nvcc_command_line_test
