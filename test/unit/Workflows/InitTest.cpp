//===--- InitTest.cpp - What a project gets -------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnTree.h"
#include "Workflows/Doctor/Doctor.h"
#include "Workflows/Init/ProjectFiles.h"
#include "Workflows/Init/ProjectKinds.h"
#include "gtest/gtest.h"

namespace init_test {
using namespace warplint;

using namespace warplint::test;
using Names = std::vector<std::string>;

static Names namesOf(const std::vector<init::ProjectKind> &Kinds) {
  Names Found;
  for (const init::ProjectKind &Kind : Kinds)
    Found.push_back(Kind.Name);
  return Found;
}

TEST(ProjectKindsTest, FilesTellHowAProjectIsBuilt) {
  OwnTree Tree;
  EXPECT_EQ(namesOf(init::projectKinds(Tree.path(""))), Names());
  Tree.write("src/deep/a.cu", "");
  EXPECT_EQ(namesOf(init::projectKinds(Tree.path(""))),
            Names({"CUDA files (src/deep/a.cu)"}));
  Tree.write("MODULE.bazel", "");
  Tree.write("Makefile", "a.o: a.cu\n\tnvcc -c a.cu\n");
  Tree.write("setup.py", "from torch.utils.cpp_extension import x\n");
  Tree.write("CMakeLists.txt", "project(x LANGUAGES CXX CUDA)\n");
  EXPECT_EQ(
      namesOf(init::projectKinds(Tree.path(""))),
      Names({"CMake with CUDA (CMakeLists.txt)", "PyTorch extension (setup.py)",
             "make (Makefile)", "Bazel (MODULE.bazel)"}));
}

TEST(ProjectKindsTest, OtherProjectsAreNone) {
  OwnTree Tree;
  Tree.write("CMakeLists.txt", "project(x LANGUAGES CXX)\n");
  Tree.write("Makefile", "a.o: a.c\n");
  Tree.write("build/a.cu", "");
  Tree.write(".hidden/a.cu", "");
  EXPECT_EQ(namesOf(init::projectKinds(Tree.path(""))), Names());
}

/// The job among the files of a project.
static std::string jobFor(init::CiKind Ci, const init::ProjectKind *Kind,
                          const std::string &Build) {
  for (const init::NewFile &File :
       init::projectFiles(Ci, init::EditorKind::None, Kind, Build))
    if (File.Path == init::jobName(Ci))
      return File.Text;
  return "<none>";
}

TEST(ProjectFilesTest, ConfigurationJobAndBaseline) {
  for (init::CiKind Ci :
       {init::CiKind::GitHub, init::CiKind::GitLab, init::CiKind::Jenkins}) {
    std::vector<init::NewFile> Files =
        init::projectFiles(Ci, init::EditorKind::None, nullptr, "build");
    ASSERT_EQ(Files.size(), 3u);
    EXPECT_EQ(Files[0].Path, ".clang-tidy");
    EXPECT_EQ(Files[1].Path, init::jobName(Ci));
    EXPECT_EQ(Files[2].Path, init::BaselineName);
    EXPECT_EQ(Files[2].Text, ""); // A run writes it.
    EXPECT_FALSE(init::afterJob(Ci).empty());
  }
  auto Alone = [](init::EditorKind Editor) {
    return init::projectFiles(init::CiKind::None, Editor, nullptr, "build");
  };
  EXPECT_EQ(Alone(init::EditorKind::None).size(), 2u);
  ASSERT_EQ(Alone(init::EditorKind::VsCode).size(), 3u);
  EXPECT_EQ(Alone(init::EditorKind::VsCode)[1].Path, ".vscode/settings.json");
  EXPECT_TRUE(init::afterJob(init::CiKind::None).empty());
}

TEST(ProjectFilesTest, AJobHasTheCommandsOfTheProject) {
  const std::string CMake = "cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON";
  init::ProjectKind Make{"make", {"bear -- make", "cd x"}, ""};
  for (init::CiKind Ci :
       {init::CiKind::GitHub, init::CiKind::GitLab, init::CiKind::Jenkins}) {
    // What makes the database is not known, or nothing does.
    init::ProjectKind Plain{"files", {"warplint a.cu --"}, "", false};
    for (const init::ProjectKind *Kind :
         {&Plain, static_cast<init::ProjectKind *>(nullptr)}) {
      std::string Job = jobFor(Ci, Kind, "build");
      EXPECT_NE(Job.find("test -e build/compile_commands.json"),
                std::string::npos);
      EXPECT_EQ(Job.find("warplint a.cu"), std::string::npos);
      EXPECT_EQ(Job.find(CMake), std::string::npos);
    }
    std::string Job = jobFor(Ci, &Make, "build");
    EXPECT_EQ(Job.find(CMake), std::string::npos);
    EXPECT_NE(Job.find("bear -- make && cd x"), std::string::npos);
  }
}

TEST(ProjectFilesTest, AJobHasTheFolderOfTheProject) {
  EXPECT_NE(
      jobFor(init::CiKind::GitHub, nullptr, "out").find("build-dir: out\n"),
      std::string::npos);
  for (init::CiKind Ci : {init::CiKind::GitLab, init::CiKind::Jenkins})
    EXPECT_NE(jobFor(Ci, nullptr, "out").find("warplint -p out "),
              std::string::npos);
  // A name is data of the shell, too.
  EXPECT_EQ(jobFor(init::CiKind::GitLab, nullptr, "o; ls").find("-p o; ls"),
            std::string::npos);
}

TEST(DoctorTest, TheToolkitOfTheBuildIsNamed) {
  OwnTree Tree;
  commands::TranslationContext Context = contextIn(Tree);
  auto Database =
      commands::CommandDatabase::fromFlags({}, Tree.path(""), Context);
  report::Diagnosis D;
  doctor::lookForToolkit(D, *Database, Context, {Tree.path("a.cu")});
  EXPECT_EQ(D.ToolkitProblem, "");
  EXPECT_EQ(D.Toolkit.find("CUDA 13.0, " + Tree.path("cuda/include")), 0u)
      << D.Toolkit;
}

TEST(DoctorTest, WithoutAToolkitItSaysWhy) {
  OwnTree Tree;
  commands::TranslationContext Context = contextIn(Tree);
  Context.CudaPathOverride = Tree.path("nowhere");
  auto Database =
      commands::CommandDatabase::fromFlags({}, Tree.path(""), Context);
  report::Diagnosis D;
  doctor::lookForToolkit(D, *Database, Context, {});
  EXPECT_EQ(D.Toolkit, "");
  EXPECT_NE(D.ToolkitProblem.find(Tree.path("nowhere")), std::string::npos)
      << D.ToolkitProblem;
}

} // namespace init_test
