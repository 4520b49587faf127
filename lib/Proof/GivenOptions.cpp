//===--- GivenOptions.cpp - A unit's options for nvcc -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/GivenOptions.h"
#include "Quoting/Quoting.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

namespace warplint::proof {

/// Macros and headers that the translation has added.
static bool isOurs(llvm::StringRef Name) {
  return Name.starts_with("WARPLINT_") || Name.starts_with("warplint_") ||
         Name.starts_with("__CUDA") || Name.starts_with("__clang_cuda_");
}

/// `NAME=text` as `-D` has it, for `#define`.
static std::string definition(llvm::StringRef Macro) {
  auto [Name, Text] = Macro.split('=');
  return Name.str() + " " + (Macro.contains('=') ? Text.str() : "1");
}

GivenOptions givenOptions(llvm::ArrayRef<std::string> Arguments) {
  GivenOptions Result;
  auto Add = [&](llvm::StringRef Directive, const std::string &Rest) {
    if (Rest.find('\n') == std::string::npos)
      Result.Lines += (Directive + " " + Rest + "\n").str();
  };
  for (size_t I = 0; I < Arguments.size(); ++I) {
    llvm::StringRef Word = Arguments[I];
    if (Word.consume_front("-D")) {
      if (Word == "WARPLINT_EXTENDED_LAMBDA")
        Result.Flags += " --extended-lambda";
      else if (Word == "__CUDACC_RELAXED_CONSTEXPR__")
        Result.Flags += " --expt-relaxed-constexpr";
      else if (!isOurs(Word))
        Add("#define", definition(Word));
    } else if (Word.consume_front("-U")) {
      Add("#undef", Word.str());
    } else if (Word == "-include" && I + 1 < Arguments.size()) {
      std::string Header = Arguments[++I];
      if (!isOurs(llvm::sys::path::filename(Header)))
        Add("#include", quoting::forStringLiteral(Header));
    }
  }
  return Result;
}

} // namespace warplint::proof
