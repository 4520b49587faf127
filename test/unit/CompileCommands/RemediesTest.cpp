//===--- RemediesTest.cpp - What helps where a unit does not parse --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Remedies.h"
#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/LangOptions.h"
#include "gtest/gtest.h"

namespace remedies_test {
using namespace warplint;
using namespace clang;

static commands::ParseTrouble missing(const char *Header) {
  return commands::troubleOf(diag::err_pp_file_not_found,
                             "'" + std::string(Header) + "' file not found",
                             "k.cu", nullptr);
}

static LangOptions standard(unsigned Year) {
  LangOptions Language;
  Language.CPlusPlus14 = Year >= 14;
  Language.CPlusPlus17 = Year >= 17;
  Language.CPlusPlus20 = Year >= 20;
  return Language;
}

TEST(Remedies, EveryTroubleButOthersHasOne) {
  EXPECT_TRUE(commands::remedyOf(commands::ParseTrouble::Other).empty());
  for (unsigned I = 1; I <= unsigned(commands::ParseTrouble::Refused); ++I)
    EXPECT_FALSE(commands::remedyOf(commands::ParseTrouble(I)).empty()) << I;
}

TEST(Remedies, HeadersByWhoseTheyAre) {
  EXPECT_EQ(missing("cmath"), commands::ParseTrouble::StandardLibrary);
  EXPECT_EQ(missing("optional"), commands::ParseTrouble::LanguageStandard);
  EXPECT_EQ(missing("cuda_fp8.h"), commands::ParseTrouble::ToolkitHeader);
  EXPECT_EQ(missing("cuda_tiles.cuh"), commands::ParseTrouble::Header);
  EXPECT_EQ(missing("cudamapper_location.hpp"), commands::ParseTrouble::Header);
  EXPECT_EQ(missing("cooperative_groups.h"),
            commands::ParseTrouble::ToolkitHeader);
  EXPECT_EQ(missing("cub/cub.cuh"), commands::ParseTrouble::CoreLibraries);
  EXPECT_EQ(missing("cuda/std/atomic"), commands::ParseTrouble::CoreLibraries);
  EXPECT_EQ(missing("torch/extension.h"), commands::ParseTrouble::KnownLibrary);
  EXPECT_EQ(missing("util/tile.h"), commands::ParseTrouble::Header);
  EXPECT_EQ(missing("cuda_utils/tile.h"), commands::ParseTrouble::Header);
}

TEST(Remedies, NamesOfLaterStandards) {
  const char *Optional = "no template named 'optional' in namespace 'std'";
  LangOptions Of14 = standard(14), Of17 = standard(17), Of20 = standard(20);
  EXPECT_EQ(commands::troubleOf(diag::err_no_member_template, Optional, "k.cu",
                                &Of14),
            commands::ParseTrouble::LanguageStandard);
  EXPECT_EQ(commands::troubleOf(diag::err_no_member_template, Optional, "k.cu",
                                &Of17),
            commands::ParseTrouble::Other);
  EXPECT_EQ(commands::troubleOf(diag::err_no_member,
                                "no member named 'size' in 'Tile'", "k.cu",
                                &Of14),
            commands::ParseTrouble::Other);
  EXPECT_EQ(commands::troubleOf(diag::err_unknown_typename,
                                "unknown type name 'concept'", "k.cu", &Of17),
            commands::ParseTrouble::LanguageStandard);
  EXPECT_EQ(commands::troubleOf(diag::err_unknown_typename,
                                "unknown type name 'concept'", "k.cu", &Of20),
            commands::ParseTrouble::Other);
}

TEST(Remedies, WhatTheSourceAsksFor) {
  auto Refused = [](const char *Text) {
    return commands::troubleOf(diag::err_pp_hash_error, Text, "", nullptr);
  };
  EXPECT_EQ(Refused("\"Thrust requires at least C++17\""),
            commands::ParseTrouble::LanguageStandard);
  EXPECT_EQ(Refused("This file requires compiler and library support for the "
                    "ISO C++ 2011 standard"),
            commands::ParseTrouble::LanguageStandard);
  EXPECT_EQ(Refused("sm_80 or newer"), commands::ParseTrouble::Architecture);
  EXPECT_EQ(Refused("CUDA Toolkit 12 is needed"),
            commands::ParseTrouble::OtherToolkit);
  EXPECT_EQ(Refused("configure first"), commands::ParseTrouble::Refused);
}

TEST(Remedies, FlagsAndNames) {
  EXPECT_EQ(commands::troubleOf(diag::err_drv_invalid_value,
                                "invalid value 'c++99' in '-std=c++99'", "",
                                nullptr),
            commands::ParseTrouble::Flag);
  EXPECT_EQ(commands::troubleOf(diag::err_drv_cuda_bad_gpu_arch,
                                "unsupported CUDA gpu architecture: sm_1", "",
                                nullptr),
            commands::ParseTrouble::Architecture);
  LangOptions Of17 = standard(17);
  EXPECT_EQ(commands::troubleOf(diag::err_undeclared_var_use,
                                "use of undeclared identifier 'cudaNewThing'",
                                "k.cu", &Of17),
            commands::ParseTrouble::OtherToolkit);
  EXPECT_EQ(commands::troubleOf(diag::err_undeclared_var_use,
                                "use of undeclared identifier 'cudafy'", "k.cu",
                                &Of17),
            commands::ParseTrouble::Other);
}

TEST(Remedies, ClangsHeadersAndTheToolkit) {
  const char *Missing = "'texture_fetch_functions.h' file not found";
  llvm::StringRef Wrapper = "/lib/clang/__clang_cuda_runtime_wrapper.h";
  EXPECT_EQ(commands::troubleOf(diag::err_pp_file_not_found, Missing, Wrapper,
                                nullptr),
            commands::ParseTrouble::ForeignToolkit);
  EXPECT_EQ(commands::troubleOf(diag::err_pp_file_not_found,
                                "'climits' file not found", Wrapper, nullptr),
            commands::ParseTrouble::StandardLibrary);
}

} // namespace remedies_test
