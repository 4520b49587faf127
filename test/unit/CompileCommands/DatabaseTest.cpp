//===--- DatabaseTest.cpp - The commands of a whole build -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Database.h"
#include "CompileCommands/Export.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace database_test {
using namespace llvm;
using namespace warplint;

class DatabaseTest : public testing::Test {
protected:
  DatabaseTest() {
    Context.ResourceDir = "/resource";
    Context.PreludeDir = "/prelude";
    Context.FileSystem = Files;
    Context.Environment = [](StringRef) { return std::nullopt; };
    file("/usr/local/cuda/include/cuda_runtime.h");
    file("/usr/local/cuda/include/cuda.h", "#define CUDA_VERSION 13000\n");
  }
  void file(const Twine &Path, const Twine &Text = "") {
    Files->addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text.str()));
  }
  std::unique_ptr<commands::CommandDatabase> load(StringRef Json) {
    file("/p/build/compile_commands.json", Json);
    return cantFail(
        commands::CommandDatabase::fromBuildDirectory("/p/build", Context));
  }
  std::string loadError(StringRef Json) {
    file("/bad/compile_commands.json", Json);
    auto Result =
        commands::CommandDatabase::fromBuildDirectory("/bad", Context);
    return Result ? "" : toString(Result.takeError());
  }
  static bool has(const commands::Translation &T, StringRef Argument) {
    return is_contained(T.Arguments, Argument);
  }

  commands::TranslationContext Context;
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Files =
      makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
};

constexpr const char *Build = R"([
  {"directory": "/p/build", "file": "../src/a.cu",
   "command": "nvcc -arch=sm_90 -DNAME=\\\"x\\\" -c ../src/a.cu"},
  {"directory": "/p/build", "file": "/p/src/deep/b.cu",
   "arguments": ["nvcc", "-arch=sm_80", "-DB", "-c", "/p/src/deep/b.cu"]},
  {"directory": "/p/build", "file": "/p/src/broken.cu",
   "command": "nvcc -c /p/src/broken.cu -Xcompiler"},
  {"directory": "/p/build", "file": "/p/src/a.cpp", "command": "g++ -c a.cpp"},
  {"directory": "/p/build", "file": "/p/src/twice.cu", "command": "nvcc -DONE x"},
  {"directory": "/p/build", "file": "/p/src/twice.cu", "command": "nvcc -DTWO x"}
])";

TEST_F(DatabaseTest, TranslatesEntries) {
  auto Database = load(Build);
  auto A = cantFail(Database->translationsOf("/p/src/a.cu"));
  ASSERT_EQ(A.size(), 1u);
  EXPECT_TRUE(has(A[0], "-DNAME=\"x\""));
  EXPECT_TRUE(has(A[0], "--cuda-gpu-arch=sm_90"));
  EXPECT_EQ(A[0].Directory, "/p/build");
  auto Commands = Database->getCompileCommands("/p/src/deep/b.cu");
  ASSERT_EQ(Commands.size(), 1u);
  EXPECT_TRUE(is_contained(Commands[0].CommandLine, "-DB"));
  EXPECT_FALSE(
      cantFail(Database->translationsOf("/p/src/a.cpp")).front().IsCuda);
  EXPECT_EQ(cantFail(Database->translationsOf("/p/src/twice.cu")).size(), 2u);
  EXPECT_EQ(Database->getAllFiles().size(), 5u);
}

TEST_F(DatabaseTest, ACommandOfItsOwnIsTranslatedAlike) {
  auto Database = load(Build);
  auto Commands = Database->commandsOf("/p/src/twice.cu");
  ASSERT_EQ(Commands.size(), 2u);
  file("/p/audit/two.json", commands::databaseOf(Commands[1]));
  auto Alone = cantFail(
      commands::CommandDatabase::fromFile("/p/audit/two.json", Context));
  auto Whole = cantFail(Database->translationsOf("/p/src/twice.cu"));
  auto Part = cantFail(Alone->translationsOf("/p/src/twice.cu"));
  ASSERT_EQ(Part.size(), 1u);
  EXPECT_EQ(Part[0].Arguments, Whole[1].Arguments);
  EXPECT_EQ(Part[0].Directory, Whole[1].Directory);
  EXPECT_EQ(Part[0].File, Whole[1].File);
}

TEST_F(DatabaseTest, AFileThatIsNotThereIsAnError) {
  auto Database = commands::CommandDatabase::fromFile("/p/none.json", Context);
  ASSERT_FALSE(bool(Database));
  EXPECT_NE(
      toString(Database.takeError()).find("'/p/none.json' cannot be read"),
      std::string::npos);
}

TEST_F(DatabaseTest, KeepsWhatWentWrong) {
  auto Database = load(Build);
  EXPECT_TRUE(Database->getCompileCommands("/p/src/broken.cu").empty());
  EXPECT_TRUE(Database->getCompileCommands("/p/src/none.cu").empty());
  auto Notes = Database->notes();
  ASSERT_EQ(Notes["/p/src/broken.cu"].Errors.size(), 1u);
  EXPECT_NE(Notes["/p/src/broken.cu"].Errors[0].find("lacks its value"),
            std::string::npos);
  EXPECT_NE(Notes["/p/src/none.cu"].Errors.at(0).find("no entry"),
            std::string::npos);
  EXPECT_EQ(Database->getAllCompileCommands().size(), 5u);
}

TEST_F(DatabaseTest, KeepsRemarksOnce) {
  auto Database = load(R"([{"directory": "/p", "file": "a.cu",
                            "command": "nvcc -arch=sm_35 a.cu"}])");
  Database->getCompileCommands("/p/a.cu");
  Database->getCompileCommands("/p/a.cu");
  EXPECT_EQ(Database->notes()["/p/a.cu"].Remarks.size(), 1u);
}

TEST_F(DatabaseTest, HeadersTakeTheNearestCudaCommand) {
  auto Database = load(Build);
  auto Deep = cantFail(Database->translationsOf("/p/src/deep/x.cuh"));
  EXPECT_TRUE(has(Deep.at(0), "-DB"));
  auto SameStem = cantFail(Database->translationsOf("/p/src/a.h"));
  EXPECT_TRUE(has(SameStem.at(0), "--cuda-gpu-arch=sm_90"));
  EXPECT_TRUE(SameStem[0].IsCuda);
  EXPECT_EQ(SameStem[0].Arguments.back(), "/p/src/a.h");
}

TEST_F(DatabaseTest, ABrokenEntryCostsOnlyItself) {
  auto Database = load(R"([
    {"directory": "/p", "file": "a.cu", "command": "nvcc -c a.cu"},
    {"directory": "/p", "file": "b.cu"},
    [],
    {"directory": "/p", "file": "b.cu", "command": "nvcc -c b.cu"}])");
  ASSERT_EQ(Database->brokenEntries().size(), 2u);
  EXPECT_EQ(Database->brokenEntries()[0].File, "/p/b.cu");
  EXPECT_NE(Database->brokenEntries()[0].Why.find("entry 2: neither"),
            std::string::npos);
  EXPECT_EQ(Database->brokenEntries()[1].File, "");
  EXPECT_EQ(cantFail(Database->translationsOf("/p/a.cu")).size(), 1u);
  EXPECT_EQ(cantFail(Database->translationsOf("/p/b.cu")).size(), 1u);
}

TEST_F(DatabaseTest, Errors) {
  struct {
    const char *Json, *Message;
  } Cases[] = {
      {"[\n{,}]", "[2:"},
      {"", "not valid JSON"},
      {"{}", "does not hold a list"},
      {"[1]", "entry 1: not an object"},
      {R"([{"directory": "/"}])", "no 'file'"},
      {R"([{"file": "a.cu"}])", "neither 'command' nor 'arguments'"},
      {R"([{"file": "a.cu", "arguments": [1]}])", "not a string"},
      {R"([{"file": "a.cu", "command": "nvcc \"x"}])", "never closed"},
  };
  for (const auto &Case : Cases) {
    Files = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
    Context.FileSystem = Files;
    EXPECT_NE(loadError(Case.Json).find(Case.Message), std::string::npos)
        << Case.Json << ": " << Case.Message;
  }
  auto Missing =
      commands::CommandDatabase::fromBuildDirectory("/nowhere", Context);
  ASSERT_FALSE(bool(Missing));
  EXPECT_NE(toString(Missing.takeError()).find("CMAKE_EXPORT_COMPILE_COMMANDS"),
            std::string::npos);
  auto Upward =
      commands::CommandDatabase::fromSourceUpward("/nowhere/a.cu", Context);
  ASSERT_FALSE(bool(Upward));
  EXPECT_NE(toString(Upward.takeError()).find("after --"), std::string::npos);
}

TEST_F(DatabaseTest, IsFoundUpward) {
  file("/p/build/compile_commands.json", Build);
  auto Database =
      commands::CommandDatabase::fromSourceUpward("/p/src/a.cu", Context);
  ASSERT_TRUE(bool(Database));
  EXPECT_TRUE(bool((*Database)->translationsOf("/p/src/a.cu")));
}

TEST_F(DatabaseTest, Flags) {
  struct {
    std::vector<std::string> Flags;
    const char *Argument;
  } Cases[] = {
      {{}, "--cuda-gpu-arch=sm_75"},
      {{"-DX"}, "-DX"},
      {{"-arch=sm_90", "-DX"}, "--cuda-gpu-arch=sm_90"},
      {{"nvcc", "-gencode", "arch=compute_80,code=sm_80"},
       "--cuda-gpu-arch=sm_80"},
      {{"--cuda-gpu-arch=sm_86", "-DX"}, "--cuda-gpu-arch=sm_86"},
      {{"clang++", "-std=c++20"}, "-std=c++20"},
  };
  for (const auto &Case : Cases) {
    auto Database =
        commands::CommandDatabase::fromFlags(Case.Flags, "/work", Context);
    auto Result = cantFail(Database->translationsOf("x.cu"));
    ASSERT_EQ(Result.size(), 1u);
    EXPECT_TRUE(has(Result[0], Case.Argument)) << Case.Argument;
    EXPECT_EQ(Result[0].Arguments.back(), "/work/x.cu");
    EXPECT_TRUE(Result[0].IsCuda);
  }
}

} // namespace database_test
