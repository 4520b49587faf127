//===--- MatchersTest.cpp - Each matcher on code that it is about ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatchedCuda.h"

namespace matchers_test {
using namespace warplint;
using namespace warplint::test;

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static constexpr const char *Functions = R"cuda(
__global__ void first() {}
__device__ void second() {}
void third() {}
__host__ __device__ void fourth() {}
)cuda";

TEST(Matchers, Functions) {
  EXPECT_EQ(matched("kernelDecl(hasName(\"first\"))", Functions).size(), 1u);
  for (const char *Other : {"second", "third", "fourth"})
    EXPECT_EQ(matched("kernelDecl(hasName(\"" + std::string(Other) + "\"))",
                      Functions),
              Texts());
  for (auto [Name, Count] : {std::pair("first", 0u), std::pair("second", 1u),
                             std::pair("third", 0u), std::pair("fourth", 1u)})
    EXPECT_EQ(matched("deviceFunction(hasName(\"" + std::string(Name) + "\"))",
                      Functions)
                  .size(),
              Count)
        << Name;
}

TEST(Matchers, Variables) {
  std::string Code = inKernel("__shared__ int tile[32]; int own[32]; static "
                              "__shared__ float sum; tile[0] = own[0];");
  EXPECT_EQ(matched("sharedVariable()", Code),
            Texts({"__shared__ int tile[32]", "static __shared__ float sum"}));
}

TEST(Matchers, BarrierObjects) {
  EXPECT_EQ(matched("barrierObject(hasAncestor(kernelDecl()))", R"cuda(
      using Barrier = cuda::barrier<cuda::thread_scope_block>;
      __global__ void k(Barrier *given) {
        Barrier bars[2];
        __mbarrier_t raw;
        unsigned long long number = 0;
        cuda::std::atomic<int> *counter;
      })cuda"),
            Texts({"Barrier *given", "Barrier bars[2]", "__mbarrier_t raw"}));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

TEST(Matchers, Barriers) {
  std::string Code = inKernel("__syncthreads(); __syncwarp(); "
                              "cg::this_grid().sync(); __threadfence(); "
                              "__barrier_sync(3);");
  EXPECT_EQ(matched("barrierCall()", Code),
            Texts({"__syncthreads()", "__syncwarp()", "__barrier_sync(3)",
                   "cg::this_grid().sync()"}))
      << "what clean-ups follow comes last";
  EXPECT_EQ(matched("barrierCall(hasScope(\"block\"))", Code),
            Texts({"__syncthreads()", "__barrier_sync(3)"}));
  EXPECT_EQ(matched("barrierCall(hasScope(\"warp\"))", Code),
            Texts({"__syncwarp()"}));
  EXPECT_EQ(matched("barrierCall(hasScope(\"grid\"))", Code),
            Texts({"cg::this_grid().sync()"}));
  EXPECT_EQ(matched("barrierCall(hasScope(\"named\"))", Code),
            Texts({"__barrier_sync(3)"}));
  EXPECT_EQ(matched("fenceCall(hasScope(\"device\"))", Code),
            Texts({"__threadfence()"}));
}

TEST(Matchers, WrappersOfTheConfiguration) {
  std::string Code = "__device__ void meet();" + inKernel("meet();");
  EXPECT_EQ(matched("barrierCall()", Code), Texts());
  EXPECT_EQ(matched("barrierCall()", Code, {{"meet", "__syncthreads"}}),
            Texts({"meet()"}));
}

TEST(Matchers, Collectives) {
  std::string Code =
      inKernel("n = __shfl_sync(0xff, n, 3); n = __ballot_sync(~0u, n); "
               "n = __activemask(); n = __shfl_down(n, 1); __syncwarp();");
  EXPECT_EQ(matched("warpCollective()", Code),
            Texts({"__shfl_sync(0xff, n, 3)", "__ballot_sync(~0u, n)",
                   "__shfl_down(n, 1)"}));
  EXPECT_EQ(matched("shuffleCall()", Code),
            Texts({"__shfl_sync(0xff, n, 3)", "__shfl_down(n, 1)"}));
  EXPECT_EQ(matched("activeMaskCall()", Code), Texts({"__activemask()"}));
  EXPECT_EQ(matched("shuffleCall(isDeprecated())", Code),
            Texts({"__shfl_down(n, 1)"}));
  EXPECT_EQ(
      matched("warpCollective(hasMask(integerLiteral(equals(255))))", Code),
      Texts({"__shfl_sync(0xff, n, 3)"}));
  EXPECT_EQ(matched("shuffleCall(hasSource(integerLiteral(equals(1))))", Code),
            Texts({"__shfl_down(n, 1)"}));
}

TEST(Matchers, Atomics) {
  std::string Code =
      inKernel("cuda::atomic_ref<int, cuda::thread_scope_device> r(*p);\n"
               "atomicAdd(p, 1); r.store(1, cuda::std::memory_order_release); "
               "r.load(); r += 2; atomicCAS_block(p, 0, 1);");
  EXPECT_EQ(matched("atomicCall()", Code).size(), 5u);
  EXPECT_EQ(matched("atomicCall(hasScope(\"block\"))", Code),
            Texts({"atomicCAS_block(p, 0, 1)"}));
  EXPECT_EQ(matched("atomicCall(hasOrder(\"release\"))", Code),
            Texts({"r.store(1, cuda::std::memory_order_release)"}));
  EXPECT_EQ(
      matched("atomicCall(hasOrder(\"seq_cst\"), unless(namesOrder()))", Code),
      Texts({"r.load()", "r += 2"}));
  EXPECT_EQ(matched("atomicCall(hasObject(declRefExpr(to(varDecl(hasName("
                    "\"r\"))))))",
                    Code)
                .size(),
            3u);
}

TEST(Matchers, BarrierObjectCalls) {
  std::string Code = R"cuda(
      using Barrier = cuda::barrier<cuda::thread_scope_block>;
      __global__ void k(Barrier &b) {
        auto token = b.arrive();
        b.wait(static_cast<Barrier::arrival_token &&>(token));
        b.arrive();
        (void)b.arrive();
        if (threadIdx.x) b.arrive();
        b.arrive_and_wait();
      })cuda";
  EXPECT_EQ(matched("arriveCall()", Code).size(), 5u);
  EXPECT_EQ(matched("waitCall()", Code).size(), 2u);
  EXPECT_EQ(matched("arriveCall(hasTokenDiscarded())", Code).size(), 3u);
}

TEST(Matchers, AsynchronousCopies) {
  std::string Code = inKernel("__shared__ int s[4]; "
                              "__pipeline_memcpy_async(s, p, 4); "
                              "__pipeline_commit();");
  EXPECT_EQ(matched("asyncCopy()", Code),
            Texts({"__pipeline_memcpy_async(s, p, 4)"}));
  EXPECT_EQ(matched("syncCall()", Code).size(), 2u);
}

TEST(Matchers, ThreadIndices) {
  std::string Code = inKernel("n = threadIdx.x + blockIdx.x + blockDim.x; "
                              "n = cg::this_thread_block().thread_rank();");
  Texts Found = matched("threadIndex()", Code);
  auto Has = [&](const char *Text) {
    return std::find(Found.begin(), Found.end(), Text) != Found.end();
  };
  EXPECT_TRUE(Has("threadIdx.x"));
  EXPECT_TRUE(Has("cg::this_thread_block().thread_rank()"));
  EXPECT_FALSE(Has("blockIdx.x"));
  EXPECT_FALSE(Has("blockDim.x"));
}

TEST(Matchers, Ptx) {
  std::string Code =
      inKernel("asm volatile(\"bar.sync 1, 64;\" ::: \"memory\"); "
               "asm(\"add.s32 %0, %0, 1;\" : \"+r\"(n)); "
               "asm volatile(\"membar.gl;\"); "
               "asm volatile(\"bar.sync %0, 64;\" :: \"r\"(n));");
  EXPECT_EQ(matched("syncAsm()", Code).size(), 3u);
  EXPECT_EQ(matched("syncAsm(hasInstruction(\"bar.sync\"))", Code).size(), 2u);
  EXPECT_EQ(matched("syncAsm(hasInstruction(\"bar\"))", Code).size(), 2u);
  EXPECT_EQ(matched("syncAsm(hasInstruction(\"ba\"))", Code), Texts());
  EXPECT_EQ(matched("syncAsm(unless(clobbersMemory()))", Code).size(), 2u);
  EXPECT_EQ(matched("syncAsm(ordersMemory())", Code).size(), 3u);
  EXPECT_EQ(matched("syncAsm(hasScope(\"named\"))", Code).size(), 2u);
  EXPECT_EQ(matched("syncAsm(hasBarrierId(declRefExpr()))", Code).size(), 1u);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static constexpr const char *Launches = R"cuda(
__global__ void k() {}
void host(cudaStream_t s, void *p) {
  k<<<1, 32>>>();
  k<<<2, 64, 0, s>>>();
  k<<<3, 96, 0, 0>>>();
  k<<<4, 128, 0, (cudaStream_t)1>>>();
  cudaLaunchKernel((const void *)k, 5, 160, 0, 0, s);
  cudaMemcpyAsync(p, p, 4, 0);
  cudaMemcpyAsync(p, p, 4, 0, s);
}
)cuda";

TEST(Matchers, Launches) {
  EXPECT_EQ(matched("kernelLaunch()", Launches).size(), 5u);
  EXPECT_EQ(
      matched("kernelLaunch(hasGrid(integerLiteral(equals(3))))", Launches),
      Texts({"k<<<3, 96, 0, 0>>>()"}));
  EXPECT_EQ(
      matched("kernelLaunch(hasBlock(integerLiteral(equals(160))))", Launches),
      Texts({"cudaLaunchKernel((const void *)k, 5, 160, 0, 0, s)"}));
  EXPECT_EQ(matched("callExpr(hasDefaultStream())", Launches),
            Texts({"k<<<1, 32>>>()", "k<<<3, 96, 0, 0>>>()",
                   "k<<<4, 128, 0, (cudaStream_t)1>>>()",
                   "cudaMemcpyAsync(p, p, 4, 0)"}));
  EXPECT_EQ(matched("callExpr(hasStream(declRefExpr()))", Launches).size(), 3u);
  EXPECT_EQ(
      matched("callExpr(hasDefaultStream())",
              std::string("#define CUDA_API_PER_THREAD_DEFAULT_STREAM\n") +
                  Launches),
      Texts({"k<<<4, 128, 0, (cudaStream_t)1>>>()"}));
}

//===----------------------------------------------------------------------===//
// Flow
//===----------------------------------------------------------------------===//

TEST(Matchers, FollowedBy) {
  const char *Matcher = "cudaKernelCallExpr(unless(followedBy(callExpr(callee("
                        "functionDecl(hasName(\"cudaGetLastError\")))))))";
  EXPECT_EQ(matched(Matcher, R"cuda(
      __global__ void k() {}
      #define LAUNCH(...) do { __VA_ARGS__; cudaGetLastError(); } while (0)
      void host(bool b) {
        k<<<1, 1>>>();
        if (cudaGetLastError()) return;
        if (b) {
          k<<<1, 2>>>();
        }
        int e = cudaGetLastError();
        LAUNCH(k<<<1, 3>>>());
        k<<<1, 4>>>();
        b = !b;
        cudaGetLastError();
        k<<<1, 5>>>();
      })cuda"),
            Texts({"k<<<1, 4>>>()", "k<<<1, 5>>>()"}));
}

TEST(Matchers, ReachableFrom) {
  const char *Matcher = "fenceCall(reachableFrom(barrierCall()))";
  EXPECT_EQ(matched(Matcher, inKernel("__threadfence(); __syncthreads();")),
            Texts());
  EXPECT_EQ(
      matched(Matcher, inKernel("__syncthreads(); __threadfence();")).size(),
      1u);
  EXPECT_EQ(matched(Matcher, inKernel("while (n--) { __threadfence(); "
                                      "__syncthreads(); }"))
                .size(),
            1u);
  EXPECT_EQ(matched(Matcher, inKernel("if (n) __syncthreads(); "
                                      "else __threadfence();")),
            Texts());
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

TEST(Matchers, VaryingValues) {
  std::string Code = inKernel("int t = threadIdx.x; int m = n + blockIdx.x; "
                              "if (t < 4) p[0] = 1; if (m) p[1] = 1; "
                              "if (threadIdx.x / 32) p[2] = 1;");
  EXPECT_EQ(matched("ifStmt(hasCondition(isThreadVarying()))", Code),
            Texts({"if (t < 4) p[0] = 1", "if (threadIdx.x / 32) p[2] = 1"}));
  EXPECT_EQ(matched("ifStmt(hasCondition(isUniformAt(\"block\")))", Code),
            Texts({"if (m) p[1] = 1"}));
  EXPECT_EQ(
      matched("ifStmt(hasCondition(isUniformAt(\"warp\")))", Code).front(),
      "if (m) p[1] = 1");
  EXPECT_EQ(matched("declRefExpr(to(varDecl(hasName(\"t\"))), "
                    "isThreadVarying())",
                    Code),
            Texts({"t"}));
}

TEST(Matchers, ReachedBySome) {
  std::string Code = R"cuda(
      __device__ void leaf(int *p) { p[0] = 1; __threadfence(); }
      __device__ void unused() { __threadfence(); }
      __global__ void k(int *p, int n) {
        __syncthreads();
        if (threadIdx.x < 7) { __syncwarp(); leaf(p); }
        if (n) __syncthreads();
      })cuda";
  EXPECT_EQ(matched("barrierCall(reachedBySomeThreads())", Code),
            Texts({"__syncwarp()"}));
  EXPECT_EQ(matched("fenceCall(reachedBySomeThreads(\"warp\"))", Code).size(),
            1u);
  EXPECT_EQ(matched("fenceCall(inKernelReachable())", Code).size(), 1u);
}

TEST(Matchers, OneTableOfThem) {
  std::set<std::string> Names;
  for (const matchers::MatcherRow &Row : matchers::allMatchers()) {
    EXPECT_TRUE(Names.insert(Row.Name.str()).second) << Row.Name.str();
    EXPECT_FALSE(Row.Text.empty());
    EXPECT_EQ(matchers::matcherNamed(Row.Name), &Row);
    EXPECT_EQ(Row.Words.empty(),
              Row.Takes != matchers::Parameters::Word &&
                  Row.Takes != matchers::Parameters::Optional)
        << Row.Name.str();
  }
}

} // namespace matchers_test
