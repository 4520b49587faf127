//===--- SharedInitializationTest.cpp - Shared memory read unset ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/UninitializedShared/SharedInitialization.h"
#include "AnalysedKernel.h"
#include "Analysis/Expr/Term.h"

namespace shared_initialization_test {
using namespace warplint;
using namespace warplint::test;

/// Names of the objects that are read unset, with "late" where a write follows.
Texts unset(llvm::StringRef Body) {
  AnalysedKernel K(
      "__device__ void unseen(int *p);"
      "__global__ void k(int n, int *p) { __shared__ int s, a[64];" +
      Body.str() + "}");
  Texts Found;
  for (const uninitialized::UnsetRead &Unset :
       uninitialized::findUnsetReads(K.facts()))
    Found.push_back(Unset.Object->getNameAsString() +
                    (Unset.LateWrite ? " late" : ""));
  return Found;
}

TEST(SharedInitialization, NeverWritten) {
  EXPECT_EQ(unset("p[0] = s;"), Texts{"s"});
  EXPECT_EQ(unset("p[0] = a[threadIdx.x];"), Texts{"a"});
  EXPECT_EQ(unset("p[0] = a[1]; p[1] = s;"), (Texts{"a", "s"}));
  EXPECT_EQ(unset("p[0] = n;"), Texts{});
}

TEST(SharedInitialization, UpdatesAreReads) {
  EXPECT_EQ(unset("s += n;"), Texts{"s"});
  EXPECT_EQ(unset("++s;"), Texts{"s"});
  EXPECT_EQ(unset("s = s * 2 + n;"), Texts{"s"});
  EXPECT_EQ(unset("atomicAdd(&s, n);"), Texts{"s"});
  EXPECT_EQ(unset("s = n; s += n;"), Texts{});
  EXPECT_EQ(unset("s = a[0];"), Texts{"a"});
}

TEST(SharedInitialization, WrittenBefore) {
  EXPECT_EQ(unset("s = 0; __syncthreads(); p[0] = s;"), Texts{});
  EXPECT_EQ(unset("if (n) s = 0; __syncthreads(); p[0] = s;"), Texts{});
  EXPECT_EQ(unset("if (threadIdx.x) s = 0; else p[0] = s;"), Texts{});
  EXPECT_EQ(unset("p[0] = s; s = 0;"), Texts{});
}

TEST(SharedInitialization, WrittenBehindABarrier) {
  EXPECT_EQ(unset("p[0] = s; __syncthreads(); s = 0;"), Texts{"s late"});
  EXPECT_EQ(unset("p[0] = s; if (n) __syncthreads(); s = 0;"), Texts{});
  EXPECT_EQ(unset("if (threadIdx.x < 32) { __syncthreads(); p[0] = s;"
                  "__syncthreads(); } else { s = 1; __syncthreads(); }"),
            Texts{});
}

TEST(SharedInitialization, IterationsOfALoop) {
  EXPECT_EQ(unset("for (int i = 0; i < n; ++i) { p[i] = s; __syncthreads();"
                  "s = i; __syncthreads(); }"),
            Texts{"s late"});
  EXPECT_EQ(unset("for (int i = 0; i < n; ++i) { if (i > 0) p[i] = s;"
                  "__syncthreads(); s = i; __syncthreads(); }"),
            Texts{});
}

TEST(SharedInitialization, WritesThatAreNotSeen) {
  EXPECT_EQ(unset("unseen(&s); p[0] = s;"), Texts{});
  EXPECT_EQ(unset("int *q = a; unseen(q + 1); p[0] = a[0];"), Texts{});
  EXPECT_EQ(unset("asm volatile(\"\" :: \"l\"(a)); p[0] = a[0];"), Texts{});
  EXPECT_EQ(unset("unseen(p); p[0] = a[0];"), Texts{"a"});
  EXPECT_EQ(unset("for (int *q = a; q != a + 64; ++q) *q = 0; p[0] = a[0];"),
            Texts{});
  EXPECT_EQ(unset("int *q = n ? a : &s; *q = 1; p[0] = a[0] + s;"), Texts{});
}

TEST(SharedInitialization, OnlyKernelsStartFromNothing) {
  AnalysedKernel K("__shared__ int s; __device__ void k(int *p) {"
                   "__syncthreads(); p[0] = s; }");
  EXPECT_TRUE(uninitialized::findUnsetReads(K.facts()).empty());
}

} // namespace shared_initialization_test
