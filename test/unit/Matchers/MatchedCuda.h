//===--- MatchedCuda.h - Matchers tried on code -----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TEST_MATCHERS_MATCHEDCUDA_H
#define WARPLINT_TEST_MATCHERS_MATCHEDCUDA_H

#include "CudaModel/TopLevel.h"
#include "Matchers/Queries.h"
#include "Matchers/Rules.h"
#include "ParsedCuda.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

namespace warplint::test {

inline constexpr const char *Launching = R"cuda(
typedef struct CUstream_st *cudaStream_t;
int cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                      cudaStream_t stream = 0);
int cudaMemcpyAsync(void *to, const void *from, size_t n, int kind,
                    cudaStream_t stream = 0);
int cudaGetLastError();
int cudaLaunchKernel(const void *f, dim3 grid, dim3 block, void **arguments,
                     size_t shared, cudaStream_t stream);
typedef unsigned long long __mbarrier_t;
__device__ __attribute__((convergent)) extern "C" void __syncthreads();
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
)cuda";

/// The texts, in the order of the source, of what `match \p Matcher` binds to
/// "root" in \p Code.
inline std::vector<std::string>
matched(llvm::StringRef Matcher, llvm::StringRef Code,
        std::vector<ConfiguredWrapper> Wrappers = {}) {
  ParsedCuda Unit((Launching + Code).str());
  auto Facts = std::make_shared<matchers::UnitFacts>(std::move(Wrappers));
  matchers::QueryReader Reader(Facts);
  std::vector<matchers::QueryError> Errors;
  auto Read = Reader.read(("match " + Matcher).str(), Errors);
  if (!Errors.empty() || Read.size() != 1) {
    ADD_FAILURE() << Matcher.str() << ": "
                  << (Errors.empty() ? "nothing" : Errors.front().Why);
    return {};
  }
  struct Collector : clang::ast_matchers::MatchFinder::MatchCallback {
    void
    run(const clang::ast_matchers::MatchFinder::MatchResult &Match) override {
      const clang::DynTypedNode &Node = Match.Nodes.getMap().at("root");
      Texts.push_back(
          clang::Lexer::getSourceText(
              clang::CharSourceRange::getTokenRange(Node.getSourceRange()),
              *Match.SourceManager, Match.Context->getLangOpts())
              .str());
    }
    std::vector<std::string> Texts;
  } Found;
  clang::ast_matchers::MatchFinder Finder;
  auto Root = Read.front().Matcher->tryBind("root");
  EXPECT_TRUE(Root.has_value()) << Matcher.str();
  EXPECT_TRUE(
      Finder.addDynamicMatcher(Root ? *Root : *Read.front().Matcher, &Found));
  Finder.matchAST(Unit.Unit->getASTContext());
  Facts->forget();
  return std::move(Found.Texts);
}

using Texts = std::vector<std::string>;

/// The statements of a kernel with some parameters, as a unit.
inline std::string inKernel(llvm::StringRef Body) {
  return ("__global__ void k(int *p, int n, float v) {\n" + Body + "\n}").str();
}

} // namespace warplint::test

#endif // WARPLINT_TEST_MATCHERS_MATCHEDCUDA_H
