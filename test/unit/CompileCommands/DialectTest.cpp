//===--- DialectTest.cpp - What nvcc accepts and clang does not -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses real CUDA with the prelude and the replaced functions of Sema. Skipped
// where no toolkit is installed.
//
//===----------------------------------------------------------------------===//

#include "Frontend/Dialect.h"
#include "CompileCommands/Installation.h"
#include "CompileCommands/Toolkit.h"
#include "CompileCommands/Translate.h"
#include "Syntax/TreeVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

namespace dialect_test {
using namespace clang;
using namespace llvm;
using namespace warplint;

struct Parsed {
  std::vector<std::string> Errors;
  unsigned InvalidVariables = 0, RecoveryExpressions = 0;
};

class Counter : public syntax::TreeVisitor {
public:
  explicit Counter(Parsed &Result)
      : syntax::TreeVisitor({/*Instances=*/true, /*ImplicitCode=*/false}),
        Result(Result) {}
  bool VisitVarDecl(VarDecl *Variable) override {
    Result.InvalidVariables += Variable->isInvalidDecl();
    return true;
  }
  bool VisitRecoveryExpr(RecoveryExpr *) override {
    ++Result.RecoveryExpressions;
    return true;
  }

private:
  Parsed &Result;
};

class Consumer : public ASTConsumer {
public:
  explicit Consumer(Parsed &Result) : Result(Result) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    Counter(Result).TraverseDecl(Context.getTranslationUnitDecl());
  }

private:
  Parsed &Result;
};

class Action : public ASTFrontendAction {
public:
  explicit Action(Parsed &Result) : Result(Result) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef) override {
    parsing::relaxDiagnostics(Compiler.getDiagnostics());
    return std::make_unique<Consumer>(Result);
  }

private:
  Parsed &Result;
};

class DialectTest : public testing::Test {
protected:
  void SetUp() override {
    commands::ToolkitSearch Search;
    Search.Compiler = "nvcc";
    Expected<commands::Toolkit> Found = commands::findToolkit(Search);
    if (Found)
      return;
    consumeError(Found.takeError());
    GTEST_SKIP() << "no CUDA toolkit";
  }

  Parsed parse(StringRef Code, std::vector<std::string> Options = {}) {
    commands::TranslationContext Context(cantFail(
        commands::findInstallation(WARPLINT_BUILD_DIR "/bin/warplint")));
    std::vector<std::string> Words = {"nvcc", "-arch=sm_90", "-rdc=true"};
    Words.insert(Words.end(), Options.begin(), Options.end());
    commands::Translation Command = cantFail(commands::translate(
        tooling::CompileCommand("/", "/input.cu", Words, ""), Context));
    Command.Arguments.insert(Command.Arguments.end() - 1, "-fsyntax-only");

    Parsed Result;
    auto Sources = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
    Sources->addFile("/input.cu", 0, MemoryBuffer::getMemBufferCopy(Code));
    auto Overlay =
        makeIntrusiveRefCnt<vfs::OverlayFileSystem>(vfs::getRealFileSystem());
    Overlay->pushOverlay(Sources);
    auto Files = makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), Overlay);
    tooling::ToolInvocation Invocation(
        Command.Arguments, std::make_unique<Action>(Result), Files.get());
    TextDiagnosticBuffer Diagnostics;
    Invocation.setDiagnosticConsumer(&Diagnostics);
    Invocation.run();
    for (auto I = Diagnostics.err_begin(); I != Diagnostics.err_end(); ++I)
      Result.Errors.push_back(I->second);
    return Result;
  }

  void expectClean(StringRef Code, std::vector<std::string> Options = {}) {
    Parsed Result = parse(Code, std::move(Options));
    EXPECT_EQ(Result.Errors, std::vector<std::string>{}) << Code.str();
    EXPECT_EQ(Result.InvalidVariables, 0u) << Code.str();
    EXPECT_EQ(Result.RecoveryExpressions, 0u) << Code.str();
  }
};

TEST_F(DialectTest, SharedObjects) {
  expectClean(R"(
    #include <cuda/barrier>
    using Barrier = cuda::barrier<cuda::thread_scope_block>;
    struct Mine { __device__ Mine() {} __device__ ~Mine() {}
                  __device__ void go() {} };
    struct Both { Barrier barrier; Mine mine; };
    template <class T> __device__ T *get() { __shared__ T object; return &object; }
    template <cuda::thread_scope Scope> __global__ void dependent() {
      __shared__ cuda::barrier<Scope> barrier;
      barrier.arrive_and_wait();
    }
    template __global__ void dependent<cuda::thread_scope_block>();
    __global__ void kernel() {
      __shared__ Barrier barrier, barriers[2];
      __shared__ Mine mine;
      __shared__ Both both;
      static __shared__ Barrier other;
      auto token = barrier.arrive();
      barrier.wait(std::move(token));
      barriers[1].arrive_and_wait();
      other.arrive_and_wait();
      both.mine.go();
      mine.go();
      get<Mine>()->go();
      get<Barrier>()->arrive_and_wait();
    })");
}

TEST_F(DialectTest, DynamicParallelism) {
  expectClean(R"(
    __global__ void child(int n) {}
    template <int N> __global__ void templated() {}
    __device__ void helper() { child<<<1, 32>>>(1); }
    __global__ void parent(int n) {
      helper();
      child<<<n, 32, 0, 0>>>(n);
      templated<3><<<1, 1>>>();
    }
    int main() { parent<<<1, 1>>>(2); })");
}

TEST_F(DialectTest, HostCodeMayStillNotBeCalled) {
  EXPECT_FALSE(parse("void host(); __global__ void kernel() { host(); }")
                   .Errors.empty());
}

TEST_F(DialectTest, ANamedBarrierIsAnExpression) {
  expectClean("__global__ void kernel() { __syncthreads; __syncthreads(); }");
}

TEST_F(DialectTest, PtxSpecialRegisters) {
  expectClean(R"(__global__ void kernel(unsigned long long *t) {
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(*t)); })");
}

TEST_F(DialectTest, AlignedSharedArrays) {
  expectClean("__global__ void kernel() { __shared__ alignas(16) int a[4]; "
              "a[0] = 1; }");
}

TEST_F(DialectTest, Prelude) {
  expectClean(R"(
    #include <cooperative_groups.h>
    #include <omp.h>
    __managed__ int counter;
    __global__ void __cluster_dims__(2, 1, 1) __maxnreg__(32)
    kernel(const __grid_constant__ int n, int *p, int4 *q) {
      auto cluster = cooperative_groups::this_cluster();
      cluster.sync();
      __stcg(p, __ldcg(p) + __ldcv(p) + *cluster.map_shared_rank(p, 1));
      __stwt(q, __ldcs(q));
      volatile unsigned *flag = nullptr;
      unsigned seen = __nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE,
                                         __NV_THREAD_SCOPE_DEVICE);
      __nv_atomic_fetch_add(p, seen, __NV_ATOMIC_RELAXED);
      __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
      ++counter;
    }
    __global__ void surface(cudaSurfaceObject_t s) {
      surf2Dwrite(1.0f, s, 4, 2);
      int x; surf2Dread(&x, s, 4, 2);
    }
    int main() { counter = max(1u, 2) + min(1ul, 2l); return omp_get_thread_num(); })");
}

TEST_F(DialectTest, ExtendedLambdas) {
  expectClean(R"(
    #ifndef __CUDACC_EXTENDED_LAMBDA__
    #error
    #endif
    template <class F> __global__ void apply(F f) { f(1); int *p = new int; delete p; }
    int main() { apply<<<1, 1>>>([] __device__(int i) { return i; }); })",
              {"--extended-lambda", "-std=c++17"});
}

TEST_F(DialectTest, MacrosOfTheCommandLeaveTheHeadersAlone) {
  expectClean("__global__ void kernel(int *p) { *p = N + V; }",
              {"-DN=4", "-DV=1", "-DM=2"});
}

TEST_F(DialectTest, Curand) {
  for (const char *Header : {"curand_kernel.h", "curand_mtgp32_kernel.h"})
    expectClean(std::string("#include <") + Header +
                ">\n__global__ void kernel(int *p) { *p = blockDim.x; }");
}

TEST_F(DialectTest, TargetsThatClangDoesNotKnow) {
  expectClean(R"(
    #if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 1200
    #error
    #endif
    #include <cuda/barrier>
    __global__ void kernel() { __syncthreads(); })",
              {"-arch=sm_120"});
}

} // namespace dialect_test
