//===--- ParsedCuda.h - CUDA snippets for the model's tests -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The declarations have the shape of the real headers (inline and imported
// namespaces, detail bases, static members, hidden friends), so that the tests
// need no CUDA toolkit.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TEST_MODEL_PARSEDCUDA_H
#define WARPLINT_TEST_MODEL_PARSEDCUDA_H

#include "CudaModel/SyncApi.h"
#include "Syntax/TreeVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

namespace warplint::test {

inline constexpr const char *Prelude = R"cuda(
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#pragma clang force_cuda_host_device begin
typedef unsigned long size_t;
struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
void __syncwarp(unsigned mask = 0xffffffff);
template <class T> T __shfl_sync(unsigned mask, T v, int lane, int width = 32);
int __shfl_down(int v, unsigned delta, int width = 32);
unsigned __ballot_sync(unsigned mask, int p);
unsigned __match_any_sync(unsigned mask, int v);
unsigned __reduce_add_sync(unsigned mask, unsigned v);
unsigned __activemask();
void __barrier_sync(unsigned id);
void __barrier_sync_count(unsigned id, unsigned count);
void __cluster_barrier_arrive();
void __cluster_barrier_wait();
void __threadfence();
void __threadfence_block();
int atomicAdd(int *p, int v);
int atomicCAS_block(int *p, int c, int v);
int __ldcg(const int *p);
void __stcg(int *p, int v);
void __nv_atomic_store_n(int *p, int v, int order, int scope);
void __pipeline_memcpy_async(void *d, const void *s, size_t n, size_t z = 0);
void __pipeline_commit();
void __pipeline_wait_prior(size_t n);
void __mbarrier_init(unsigned long *b, unsigned n);
void __mbarrier_inval(unsigned long *b);
void __trap();
int cudaDeviceSynchronize();
int cudaThreadSynchronize();
template <class T> int cudaLaunchCooperativeKernel(T *f, dim3 g, dim3 b);
namespace cuda {
namespace std { inline namespace __4 {
  enum thread_scope { thread_scope_system, thread_scope_device,
                      thread_scope_block, thread_scope_thread };
  enum memory_order { memory_order_relaxed, memory_order_consume,
                      memory_order_acquire, memory_order_release,
                      memory_order_acq_rel, memory_order_seq_cst };
  template <class T, T V> struct integral_constant {};
  template <class T> struct __atomic_base {
    T load(memory_order o = memory_order_seq_cst) const;
    void store(T v, memory_order o = memory_order_seq_cst);
    T fetch_add(T v, memory_order o = memory_order_seq_cst);
    bool compare_exchange_strong(T &e, T d,
                                 memory_order o = memory_order_seq_cst);
    T operator++(int);
    T operator+=(T v);
    operator T() const;
  };
  template <class T> struct atomic : __atomic_base<T> {};
  struct __barrier_base { void arrive_and_wait(); };
}}
inline namespace __4 {
  using std::thread_scope;
  using namespace std;
  template <class T, thread_scope S = thread_scope_system>
  struct atomic_ref : std::__atomic_base<T> {
    explicit atomic_ref(T &);
    T operator=(T v);
  };
  template <thread_scope S> struct barrier : std::__barrier_base {
    typedef unsigned long arrival_token;
    barrier() = default;
    barrier(long n);
    arrival_token arrive(long n = 1);
    void wait(arrival_token &&t) const;
    void wait_parity(bool p) const;
    bool try_wait_parity_for(bool p, int t) const;
    void arrive_and_drop();
    friend void init(barrier *b, long n) {}
  };
  void atomic_thread_fence(std::memory_order o,
                           thread_scope s = thread_scope_system);
  template <thread_scope S> struct pipeline {
    void producer_acquire(); void producer_commit();
    void consumer_wait(); void consumer_release();
  };
  template <int N> void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &);
  template <class T, class B>
  void memcpy_async(T *d, const T *s, size_t n, B &b);
  template <class G, class T, class B>
  void memcpy_async(const G &g, T *d, const T *s, size_t n, B &b);
}
namespace device { inline namespace __4 {
  unsigned long barrier_arrive_tx(barrier<thread_scope_block> &b, long n, long t);
  void barrier_expect_tx(barrier<thread_scope_block> &b, long t);
}}
namespace ptx { inline namespace __4 {
  enum class dot_sem { acq_rel, acquire, relaxed, release, sc };
  enum class dot_scope { cta, cluster, gpu, sys };
  enum class dot_space { global, shared, cluster };
  template <dot_sem S> using sem_t = std::integral_constant<dot_sem, S>;
  template <dot_scope S> using scope_t = std::integral_constant<dot_scope, S>;
  template <dot_space S> using space_t = std::integral_constant<dot_space, S>;
  enum class dot_cta_group { cta_group_1, cta_group_2 };
  template <dot_cta_group G>
  using cta_group_t = std::integral_constant<dot_cta_group, G>;
  constexpr cta_group_t<dot_cta_group::cta_group_1> cta_group_1{};
  constexpr cta_group_t<dot_cta_group::cta_group_2> cta_group_2{};
  template <int N> using n32_t = std::integral_constant<int, N>;
  constexpr sem_t<dot_sem::relaxed> sem_relaxed{};
  constexpr scope_t<dot_scope::gpu> scope_gpu{};
  constexpr space_t<dot_space::global> space_global{};
  constexpr space_t<dot_space::shared> space_shared{};
  template <dot_sem S, dot_scope C> void fence(sem_t<S>, scope_t<C>);
  template <dot_scope C>
  void mbarrier_arrive(sem_t<dot_sem::relaxed>, scope_t<C>,
                       space_t<dot_space::shared>, unsigned long *b);
  bool mbarrier_try_wait_parity(unsigned long *b, const unsigned &p);
  void cp_async_bulk(space_t<dot_space::shared>, space_t<dot_space::global>,
                     void *d, const void *s, unsigned n, unsigned long *b);
  void cp_async_bulk(space_t<dot_space::global>, space_t<dot_space::shared>,
                     void *d, const void *s, unsigned n);
  template <int N> void cp_async_bulk_wait_group_read(n32_t<N>);
  void fence_proxy_async();
  template <dot_cta_group G>
  void tcgen05_alloc(cta_group_t<G>, unsigned *at, const unsigned &columns);
  template <dot_cta_group G>
  void tcgen05_commit(cta_group_t<G>, unsigned long *b);
  void tcgen05_ld_32x32b(unsigned *v, unsigned at);
  void tcgen05_wait_ld();
  unsigned get_sreg_laneid();
}}
}
namespace cooperative_groups { namespace __v1 {
  struct thread_group { void sync() const; unsigned size() const; };
  struct thread_block : thread_group {
    struct arrival_token {};
    static void sync();
    arrival_token barrier_arrive() const;
    void barrier_wait(arrival_token &&) const;
    static unsigned thread_rank(); static unsigned size();
    static dim3 thread_index(); static dim3 group_index();
    static dim3 dim_threads();
  };
  struct grid_group : thread_group {
    void sync() const;
    static unsigned long thread_rank(); static dim3 block_index();
  };
  struct cluster_group : thread_group {
    static void sync(); static void barrier_arrive(); static void barrier_wait();
    static unsigned block_rank();
  };
  struct coalesced_group : thread_group {
    void sync() const; int any(int) const; unsigned thread_rank() const;
    template <class T> T shfl(T v, int lane) const;
  };
  template <unsigned N> struct __tile_base {
    static void sync(); static int any(int);
    template <class T> T shfl_down(T v, unsigned d) const;
    template <class T> unsigned match_any(T v) const;
    static unsigned thread_rank(); static unsigned num_threads();
    static unsigned meta_group_rank(); static unsigned meta_group_size();
  };
  template <unsigned N, class P = void>
  struct thread_block_tile : __tile_base<N> {};
  thread_block this_thread_block();
  grid_group this_grid();
  template <class G> void sync(const G &g);
  template <class G> unsigned thread_rank(const G &g);
  template <class G, class T> T reduce(const G &g, T v);
  template <class G, class T>
  void memcpy_async(const G &g, T *d, const T *s, size_t n);
  template <class G> void wait(const G &g);
  template <unsigned N, class G> void wait_prior(const G &g);
} using namespace __v1; }
namespace cg = cooperative_groups;
#define DEVICE_BUILTIN(FIELD)                                                  \
  __declspec(property(get = __fetch_builtin_##FIELD)) unsigned FIELD;          \
  static unsigned __fetch_builtin_##FIELD();
#define BUILTIN_VARIABLE(NAME)                                                 \
  struct __cuda_builtin_##NAME##_t {                                           \
    DEVICE_BUILTIN(x) DEVICE_BUILTIN(y) DEVICE_BUILTIN(z)                      \
    operator dim3() const; operator uint3() const;                             \
  };                                                                           \
  extern const __device__ __cuda_builtin_##NAME##_t NAME;
BUILTIN_VARIABLE(threadIdx)
BUILTIN_VARIABLE(blockIdx)
BUILTIN_VARIABLE(blockDim)
BUILTIN_VARIABLE(gridDim)
__device__ const int warpSize = 32;
long long clock64();
#pragma clang force_cuda_host_device end
)cuda";

/// A translation unit with the prelude, and what the model says about the
/// bodies of its functions named `test`.
class ParsedCuda : public syntax::TreeVisitor {
public:
  explicit ParsedCuda(llvm::StringRef Code,
                      llvm::ArrayRef<ConfiguredWrapper> Wrappers = {})
      : syntax::TreeVisitor({/*Instances=*/true, /*ImplicitCode=*/false}),
        Model(Wrappers) {
    const std::vector<std::string> Args = {
        "-std=c++17",     "-xcuda",     "--cuda-device-only",
        "-nocudainc",     "-nocudalib", "--cuda-gpu-arch=sm_90",
        "-Wno-everything"};
    Unit = clang::tooling::buildASTFromCodeWithArgs((Prelude + Code).str(),
                                                    Args, "test.cu");
    EXPECT_FALSE(Unit->getDiagnostics().hasUncompilableErrorOccurred());
    TraverseAST(Unit->getASTContext());
  }

  Traversal enter(clang::Decl &D) override {
    const auto *Function = llvm::dyn_cast<clang::FunctionDecl>(&D);
    return Function && !isTest(*Function) ? Traversal::Beside : Traversal::Into;
  }

  bool VisitCallExpr(clang::CallExpr *Call) override {
    if (std::optional<SyncOp> Op = Model.classify(*Call))
      Ops.push_back(*Op);
    return true;
  }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr *Construct) override {
    if (std::optional<SyncOp> Op = Model.classify(*Construct))
      Ops.push_back(*Op);
    return true;
  }

  bool VisitGCCAsmStmt(clang::GCCAsmStmt *Asm) override {
    LastAsm = Asm;
    Ops.append(Model.classify(*Asm));
    for (unsigned I = 0; I < Asm->getNumOutputs(); ++I)
      if (std::optional<Identity> Found = Model.identityOf(*Asm, I))
        Identities.push_back(*Found);
    return true;
  }

  bool VisitReturnStmt(clang::ReturnStmt *Return) override {
    Returned = Return->getRetValue();
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *Var) override {
    Variables[Var->getName()] = Var;
    return true;
  }

  /// The identity of what `test` returns, casts ignored.
  std::optional<Identity> returnedIdentity() const {
    return Returned ? Model.identityOf(*Returned->IgnoreParenImpCasts())
                    : std::nullopt;
  }

  /// The text of \p E in the source.
  std::string text(const clang::Expr *E) const {
    if (!E)
      return "";
    const clang::ASTContext &Context = Unit->getASTContext();
    return clang::Lexer::getSourceText(
               clang::CharSourceRange::getTokenRange(E->getSourceRange()),
               Context.getSourceManager(), Context.getLangOpts())
        .str();
  }

  std::unique_ptr<clang::ASTUnit> Unit;
  SyncModel Model;
  const clang::GCCAsmStmt *LastAsm = nullptr;
  llvm::SmallVector<SyncOp, 4> Ops;
  llvm::SmallVector<Identity, 4> Identities;
  llvm::StringMap<const clang::VarDecl *> Variables;

private:
  static bool isTest(const clang::FunctionDecl &Function) {
    return Function.getIdentifier() && Function.getName() == "test";
  }

  const clang::Expr *Returned = nullptr;
};

/// A unit whose `test(parameters)` has the given body.
inline ParsedCuda parseBody(llvm::StringRef Parameters, llvm::StringRef Body) {
  return ParsedCuda(
      ("__device__ auto test(" + Parameters + ") {" + Body + "}").str());
}

/// What a single asm statement with usual operands does: %0 is `out`, %1 `p`,
/// %2 `v`.
inline ParsedCuda parseAsm(llvm::StringRef Text) {
  return parseBody("unsigned *p, unsigned v, unsigned out",
                   ("asm volatile(\"" + Text +
                    "\" : \"+r\"(out) : \"l\"(p), [val] \"r\"(v));")
                       .str());
}

} // namespace warplint::test

#endif // WARPLINT_TEST_MODEL_PARSEDCUDA_H
