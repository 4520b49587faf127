//===--- HostCommandLineTest.cpp - Reading the options of gcc and clang ---===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/HostCommandLine.h"
#include "gtest/gtest.h"

namespace host_command_line_test {
using namespace warplint;
using Strings = std::vector<std::string>;

Strings kept(const Strings &Arguments) {
  return commands::readHostCommandLine(Arguments, /*KeepWarnings=*/false)
      .ClangOptions;
}

TEST(HostCommandLine, KeepsWhatTellsHowToReadTheSource) {
  for (const Strings &Arguments : std::vector<Strings>{
           {"-D", "X=1"},
           {"-U", "X"},
           {"-I", "inc"},
           {"-isystem", "sys"},
           {"-iquote", "q"},
           {"-idirafter", "after"},
           {"--system-header-prefix=vendor/"},
           {"--no-system-header-prefix=cuda/"},
           {"-include", "a.h"},
           {"-std=gnu++20"},
           {"-m64"},
           {"-pthread"},
           {"-fno-exceptions"},
           {"-funsigned-char"},
           {"-stdlib=libc++"},
           {"-ftemplate-depth=99"},
           {"-Xclang", "-fcuda-allow-variadic-functions"},
       })
    EXPECT_EQ(kept(Arguments), Arguments) << Arguments.front();
}

TEST(HostCommandLine, DropsTheRest) {
  for (const Strings &Arguments : std::vector<Strings>{
           {"-c", "-o", "x.o"},
           {"-MD", "-MT", "x.o", "-MF", "x.d", "-MQ", "y"},
           {"-Wall", "-Werror", "-Wno-foo", "-pedantic-errors"},
           {"-O3", "-g", "-gdwarf-4", "-fPIC", "-march=native", "-mavx2"},
           {"-Wl,-rpath,x", "-Wa,-x", "-lfoo", "-Lbar", "-shared", "-rdynamic"},
           {"--save-temps", "-save-temps=obj", "-ftime-trace",
            "-ftime-trace=x"},
           {"-fcrash-diagnostics-dir=x", "-fmodules-cache-path=x", "-fmodules"},
           {"--serialize-diagnostics", "x", "-fprofile-generate=x"},
           {"-dependency-file", "x", "-fno-such-option", "--no-such-option"},
           {"-Xclang", "-dependency-file", "-Xclang", "-DEVIL"},
           {"-mllvm", "-print-after-all"},
           {"-I", ""},
           {"main.cpp"},
       })
    EXPECT_EQ(kept(Arguments), Strings{}) << Arguments.front();
}

TEST(HostCommandLine, RemovesAndReportsWhatIsUnsafe) {
  for (const Strings &Arguments : std::vector<Strings>{
           {"-fplugin=evil.so"},
           {"-fplugin-arg-evil-x"},
           {"-fpass-plugin=evil.so"},
           {"-load", "evil.so"},
           {"-Xclang", "-load", "-Xclang", "evil.so"},
           {"-Xclang", "-plugin", "-Xclang", "evil"},
           {"-Xclang", "-add-plugin", "-Xclang", "evil"},
           {"-Xclang", "-plugin-arg-evil", "-Xclang", "x"},
           {"-mllvm", "-load=evil.so"},
           {"-B", "dir"},
           {"-Bdir"},
           {"--config", "evil.cfg"},
           {"--config=evil.cfg"},
           {"-specs=evil"},
           {"--specs=evil"},
           {"-wrapper", "evil"},
           {"-cc1"},
           {"-ivfsoverlay", "evil.yaml"},
           {"-include-pch", "evil.pch"},
           {"-fmodule-file=evil.pcm"},
           {"-Wp,-fplugin=evil.so"},
       }) {
    commands::HostCommandLine Result =
        commands::readHostCommandLine(Arguments, true);
    EXPECT_EQ(Result.ClangOptions, Strings{}) << Arguments.front();
    EXPECT_FALSE(Result.Remarks.empty()) << Arguments.front();
  }
}

TEST(HostCommandLine, ReadsPreprocessorOptions) {
  EXPECT_EQ(kept({"-Wp,-DX,-MD,x.d"}), (Strings{"-D", "X"}));
  EXPECT_EQ(kept({"-Xpreprocessor", "-DX"}), (Strings{"-D", "X"}));
}

TEST(HostCommandLine, KeepsWarningsOfClangButNoErrors) {
  EXPECT_EQ(commands::readHostCommandLine(
                {"-Wall", "-Wno-foo", "-Werror", "-Werror=foo"}, true)
                .ClangOptions,
            (Strings{"-Wall", "-Wno-foo"}));
}

TEST(HostCommandLine, ReadsCudaOptions) {
  commands::HostCommandLine Result = commands::readHostCommandLine(
      {"-x", "cuda", "--cuda-gpu-arch=sm_80", "--offload-arch=sm_90,sm_75",
       "--cuda-path=/cuda", "-nocudainc", "-nocudalib"},
      true);
  ASSERT_EQ(Result.Targets.size(), 3u);
  EXPECT_EQ(Result.Targets[1].str(), "sm_90");
  EXPECT_EQ(Result.CudaPath, "/cuda");
  EXPECT_EQ(Result.Language, "cuda");
  EXPECT_EQ(Result.ClangOptions, Strings{});
}

TEST(HostCommandLine, RemarksOnAMissingValue) {
  commands::HostCommandLine Result =
      commands::readHostCommandLine({"-DX", "-isystem"}, false);
  EXPECT_EQ(Result.ClangOptions, (Strings{"-D", "X"}));
  EXPECT_EQ(Result.Remarks.size(), 1u);
}

} // namespace host_command_line_test
