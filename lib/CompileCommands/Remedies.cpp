//===--- Remedies.cpp - What helps where a unit does not parse ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Remedies.h"
#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::commands {

struct RemedyRow {
  ParseTrouble Why;
  llvm::StringLiteral Remedy;
};

static constexpr RemedyRow Remedies[] = {
    {ParseTrouble::StandardLibrary,
     "the C++ standard library is missing: install g++, whose headers clang "
     "takes (Debian's package is g++), or name another one's folder with "
     "-isystem"},
    {ParseTrouble::LanguageStandard,
     "a later C++ has it: give -std=c++17 or -std=c++20, as the build does"},
    {ParseTrouble::ToolkitHeader,
     "the CUDA toolkit that was found lacks it: name a whole or a newer one "
     "with --cuda-path, or the header's folder with -I"},
    {ParseTrouble::CoreLibraries,
     "Thrust, CUB and libcu++ come with the CUDA toolkit (since 13 in "
     "include/cccl): name a whole one with --cuda-path, or the folders of a "
     "CCCL with -I"},
    {ParseTrouble::KnownLibrary,
     "name the library's include folder with -I; a build that fetches it must "
     "be configured first"},
    {ParseTrouble::Header,
     "name its folder with -I behind --, or the build with -p; what a build "
     "generates is there after it"},
    {ParseTrouble::OtherToolkit,
     "the CUDA toolkit that was found may be older than the source, or so new "
     "that it has dropped the name: name another one with --cuda-path"},
    {ParseTrouble::ForeignToolkit,
     "the CUDA toolkit that was found is none that clang knows, perhaps for "
     "its "
     "age: name one of CUDA 11.8 to 13 with --cuda-path"},
    {ParseTrouble::Architecture,
     "name the GPU that the source is for, as in -arch=sm_90"},
    {ParseTrouble::Flag,
     "mend the option in the command, which --print-command shows as clang "
     "gets it"},
    {ParseTrouble::Refused,
     "the source asks for other macros or options: give those of its build, "
     "with -p or behind --"}};

llvm::StringRef remedyOf(ParseTrouble Why) {
  for (const RemedyRow &Row : Remedies)
    if (Row.Why == Why)
      return Row.Remedy;
  return "";
}

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

/// Headers of the C++ standard library that CUDA's own and most kernels begin
/// with.
static bool isOfStandardLibrary(llvm::StringRef Header) {
  static constexpr llvm::StringLiteral Names[] = {"algorithm",
                                                  "array",
                                                  "atomic",
                                                  "cassert",
                                                  "cfloat",
                                                  "chrono",
                                                  "climits",
                                                  "cmath",
                                                  "cstddef",
                                                  "cstdint",
                                                  "cstdio",
                                                  "cstdlib",
                                                  "cstring",
                                                  "cstdarg",
                                                  "ctime",
                                                  "exception",
                                                  "fstream",
                                                  "functional",
                                                  "initializer_list",
                                                  "iomanip",
                                                  "iostream",
                                                  "iterator",
                                                  "limits",
                                                  "list",
                                                  "map",
                                                  "memory",
                                                  "mutex",
                                                  "new",
                                                  "numeric",
                                                  "ostream",
                                                  "random",
                                                  "set",
                                                  "sstream",
                                                  "stdexcept",
                                                  "string",
                                                  "thread",
                                                  "tuple",
                                                  "type_traits",
                                                  "typeinfo",
                                                  "unordered_map",
                                                  "utility",
                                                  "vector",
                                                  "version"};
  return llvm::is_contained(Names, Header);
}

/// Headers that only a later C++ has.
static bool isOfLaterLibrary(llvm::StringRef Header) {
  static constexpr llvm::StringLiteral Names[] = {
      "any",        "barrier",         "bit",         "charconv",
      "compare",    "concepts",        "coroutine",   "expected",
      "filesystem", "format",          "generator",   "latch",
      "mdspan",     "memory_resource", "numbers",     "optional",
      "print",      "ranges",          "semaphore",   "source_location",
      "span",       "stop_token",      "string_view", "syncstream",
      "variant"};
  return llvm::is_contained(Names, Header);
}

static bool hasPrefixOf(llvm::StringRef Name,
                        llvm::ArrayRef<llvm::StringLiteral> Prefixes) {
  return llvm::any_of(Prefixes, [&](llvm::StringRef Prefix) {
    return Name.starts_with(Prefix);
  });
}

static ParseTrouble troubleWithHeader(llvm::StringRef Header) {
  static constexpr llvm::StringLiteral Core[] = {"thrust/", "cub/", "cuda/",
                                                 "nv/"};
  static constexpr llvm::StringLiteral Toolkit[] = {
      "cuda", "cooperative_groups", "cu",      "nv",           "mma.h",
      "sm_",  "vector_types",       "device_", "driver_types", "npp",
      "crt/"};
  static constexpr llvm::StringLiteral Known[] = {
      "ATen/",  "c10/",       "torch/",  "cutlass/",  "cute/",
      "Eigen/", "cuco/",      "raft/",   "rmm/",      "gtest/",
      "fmt/",   "boost/",     "mpi.h",   "pybind11/", "Python.h",
      "absl/",  "benchmark/", "Kokkos_", "spdlog/",   "nccl.h"};
  if (isOfStandardLibrary(Header))
    return ParseTrouble::StandardLibrary;
  if (isOfLaterLibrary(Header))
    return ParseTrouble::LanguageStandard;
  if (hasPrefixOf(Header, Core))
    return ParseTrouble::CoreLibraries;
  if (hasPrefixOf(Header, Known))
    return ParseTrouble::KnownLibrary;
  // What the toolkit offers ends in .h; `cuda_tiles.cuh` is a project's own.
  return hasPrefixOf(Header, Toolkit) && !Header.contains('/') &&
                 !Header.ends_with(".cuh") && !Header.ends_with(".hpp")
             ? ParseTrouble::ToolkitHeader
             : ParseTrouble::Header;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// What \p Text has between its first quotes: the name that it is about.
static llvm::StringRef quotedIn(llvm::StringRef Text) {
  return Text.split('\'').second.split('\'').first;
}

/// Words and names of the standard library that came with a C++ later than that
/// of \p Language.
static bool isOfLaterStandard(llvm::StringRef Name, llvm::StringRef Text,
                              const LangOptions &Language) {
  static constexpr llvm::StringLiteral Of20[] = {"concept",
                                                 "requires",
                                                 "consteval",
                                                 "constinit",
                                                 "co_await",
                                                 "co_yield",
                                                 "co_return",
                                                 "char8_t",
                                                 "span",
                                                 "bit_cast",
                                                 "popcount",
                                                 "countl_zero",
                                                 "countr_zero",
                                                 "has_single_bit",
                                                 "remove_cvref_t",
                                                 "type_identity_t",
                                                 "same_as",
                                                 "integral",
                                                 "floating_point",
                                                 "ranges",
                                                 "source_location",
                                                 "numbers",
                                                 "ssize",
                                                 "format",
                                                 "midpoint",
                                                 "lerp"};
  static constexpr llvm::StringLiteral Of17[] = {"optional",
                                                 "variant",
                                                 "string_view",
                                                 "any",
                                                 "byte",
                                                 "clamp",
                                                 "gcd",
                                                 "lcm",
                                                 "is_same_v",
                                                 "void_t",
                                                 "invoke",
                                                 "invoke_result_t",
                                                 "apply",
                                                 "is_integral_v",
                                                 "conjunction_v",
                                                 "disjunction_v",
                                                 "is_floating_point_v",
                                                 "size",
                                                 "data",
                                                 "launder",
                                                 "filesystem",
                                                 "as_const",
                                                 "reduce",
                                                 "exclusive_scan",
                                                 "inclusive_scan",
                                                 "is_invocable_v"};
  static constexpr llvm::StringLiteral Of14[] = {
      "make_unique",         "enable_if_t",      "index_sequence",
      "make_index_sequence", "integer_sequence", "exchange",
      "conditional_t",       "decay_t",          "remove_reference_t"};
  bool IsWord =
      Name == "concept" || Name == "requires" || Name.starts_with("co");
  if (!IsWord && !Text.contains("'std'") && !Text.contains("'std::"))
    return false;
  return (!Language.CPlusPlus20 && llvm::is_contained(Of20, Name)) ||
         (!Language.CPlusPlus17 && llvm::is_contained(Of17, Name)) ||
         (!Language.CPlusPlus14 && llvm::is_contained(Of14, Name));
}

/// A name as CUDA's headers give them.
static bool isOfToolkit(llvm::StringRef Name) {
  return Name.starts_with("__nv") || Name.starts_with("cudaDev") ||
         Name.starts_with("CU_") ||
         (Name.consume_front("cuda") && !Name.empty() &&
          llvm::isUpper(Name.front()));
}

/// `#error` often says what it wants.
static ParseTrouble troubleWithRefusal(llvm::StringRef Text) {
  std::string Lower = Text.lower();
  llvm::StringRef Said = Lower;
  if (Said.contains("c++ standard") || Said.contains("iso c++") ||
      Said.contains("-std=") || Said.contains("c++14") ||
      Said.contains("c++17") || Said.contains("c++20") ||
      Said.contains("c++23") || Said.contains("c++ 17") ||
      Said.contains("c++ 20"))
    return ParseTrouble::LanguageStandard;
  if (Said.contains("sm_") || Said.contains("compute capability") ||
      Said.contains("cuda_arch") || Said.contains("architecture"))
    return ParseTrouble::Architecture;
  if (Said.contains("toolkit") || Said.contains("cuda version") ||
      Said.contains("nvcc version"))
    return ParseTrouble::OtherToolkit;
  return ParseTrouble::Refused;
}

static ParseTrouble troubleWithText(unsigned Id, llvm::StringRef Text,
                                    const LangOptions *Language) {
  switch (Id) {
  case diag::err_pp_file_not_found:
  case diag::err_pp_file_not_found_angled_include_not_fatal:
    return troubleWithHeader(quotedIn(Text));
  case diag::err_pp_hash_error:
    return troubleWithRefusal(Text);
  case diag::err_builtin_needs_feature:
  case diag::err_drv_cuda_bad_gpu_arch:
  case diag::err_drv_offload_bad_gpu_arch:
    return ParseTrouble::Architecture;
  case diag::err_drv_invalid_value:
  case diag::err_drv_unknown_argument:
  case diag::err_drv_no_such_file:
    return ParseTrouble::Flag;
  case diag::err_template_missing_args:
    return Language && !Language->CPlusPlus17 ? ParseTrouble::LanguageStandard
                                              : ParseTrouble::Other;
  default:
    break;
  }
  llvm::StringRef Name = quotedIn(Text);
  if (Language && isOfLaterStandard(Name, Text, *Language))
    return ParseTrouble::LanguageStandard;
  bool IsName = Id == diag::err_undeclared_var_use ||
                Id == diag::err_unknown_typename || Id == diag::err_no_member;
  if (IsName && isOfToolkit(Name))
    return ParseTrouble::OtherToolkit;
  if (Text.contains("until C++") || Text.contains("is a C++17 extension") ||
      Text.contains("is a C++20 extension"))
    return ParseTrouble::LanguageStandard;
  return ParseTrouble::Other;
}

ParseTrouble troubleOf(unsigned Id, llvm::StringRef Text, llvm::StringRef File,
                       const LangOptions *Language) {
  ParseTrouble Why = troubleWithText(Id, Text, Language);
  bool IsInClangs = llvm::sys::path::filename(File).starts_with("__clang_cuda");
  return IsInClangs && Why != ParseTrouble::StandardLibrary &&
                 Why != ParseTrouble::LanguageStandard
             ? ParseTrouble::ForeignToolkit
             : Why;
}

} // namespace warplint::commands
