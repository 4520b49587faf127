// RUN: %verify %s --checks=-*,warplint-asm-memory-clobber
// RUN: cp %s %t.cu
// RUN: not %warplint --quiet --fix --checks=-*,warplint-asm-memory-clobber %t.cu -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 > /dev/null
// RUN: FileCheck --input-file=%t.cu %s --check-prefix=FIXED
// RUN: not %warplint --cache=off --tier=correctness --checks=-*,warplint-asm-memory-clobber %s -- --cuda-path=%cuda_path --cuda-gpu-arch=sm_90 | FileCheck %s --check-prefix=WRONG
//
// Inline PTX that synchronizes or orders memory must say so to the compiler.

__global__ void barriers(int *values) {
  asm volatile("bar.sync 0;"); // warn asm-memory-clobber: 'bar.sync' is in an asm statement without a "memory" clobber: the compiler may move memory accesses across it (portability)
  // note@-1: add "memory" to the clobbers
  asm("bar.sync 0;"); // warn asm-memory-clobber: 'bar.sync' is in an asm statement without a "memory" clobber
  asm volatile("barrier.sync 1, 64;"); // warn asm-memory-clobber: 'barrier.sync' is in an asm statement without
  asm volatile("barrier.sync.aligned %0, %1;" ::"r"(2), "r"(64)); // warn asm-memory-clobber: 'barrier.sync' is in
  asm volatile("bar.arrive 1, 64;"); // warn asm-memory-clobber: 'bar.arrive' is in
  asm volatile("bar.warp.sync 0xffffffff;"); // warn asm-memory-clobber: 'bar.warp.sync' is in
  asm volatile("barrier.cluster.arrive.release.aligned;"); // warn asm-memory-clobber: 'barrier.cluster.arrive' is in
  asm volatile("barrier.cluster.wait.acquire.aligned;"); // warn asm-memory-clobber: 'barrier.cluster.wait' is in
  values[threadIdx.x] = 0;
}

__global__ void fences(int *values) {
  asm volatile("membar.gl;"); // warn asm-memory-clobber: 'membar' is in an asm statement without
  asm volatile("membar.cta;"); // warn asm-memory-clobber: 'membar' is in
  asm volatile("fence.acq_rel.gpu;"); // warn asm-memory-clobber: 'fence' is in
  asm volatile("fence.sc.sys;"); // warn asm-memory-clobber: 'fence' is in
  asm volatile("fence.proxy.async;"); // warn asm-memory-clobber: 'fence.proxy' is in
  asm volatile("fence.proxy.async.shared::cta;"); // warn asm-memory-clobber: 'fence.proxy' is in
  asm volatile("fence.mbarrier_init.release.cluster;"); // warn asm-memory-clobber: 'fence.mbarrier_init' is in
  values[threadIdx.x] = 0;
}

__global__ void orderedAccesses(int *flag, int *values) {
  int v, w;
  asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(v) : "l"(flag)); // warn asm-memory-clobber: 'ld.acquire' is in an asm statement without a "memory" clobber
  asm volatile("st.release.gpu.s32 [%0], %1;" ::"l"(flag), "r"(v)); // warn asm-memory-clobber: 'st.release' is in
  asm volatile("atom.acq_rel.gpu.global.add.s32 %0, [%1], 1;" : "=r"(w) : "l"(flag)); // warn asm-memory-clobber: 'atom' is in
  asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(flag)); // warn asm-memory-clobber: 'red' is in
  // note@-1: add "memory" to the clobbers
  values[threadIdx.x] = v + w;
}

// Without either an asm statement with outputs may be dropped or merged.
__global__ void notVolatile(int *flag, int *values) {
  int v, w;
  // WRONG-NOT: {{warning:}}
  // WRONG: [[@LINE+1]]:{{.*}}may move memory accesses across it [
  asm("ld.acquire.gpu.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "cc"); // warn asm-memory-clobber: 'ld.acquire' is in an asm statement without a "memory" clobber
  // note@-1: write 'asm volatile' and add "memory" to the clobbers
  // WRONG: [[@LINE+1]]:{{.*}}may move memory accesses across it [
  asm("ld.acquire.gpu.s32 %0, [%1];" : "=r"(w) : "l"(flag)); // warn asm-memory-clobber: 'ld.acquire' is in an asm statement without a "memory" clobber
  // note@-1: write 'asm volatile' and add "memory" to the clobbers
  values[threadIdx.x] = v + w;
}

__global__ void objectsAndCopies(unsigned bar, int *values) {
  unsigned long long token;
  unsigned ready;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(128)); // warn asm-memory-clobber: 'mbarrier.init' is in
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(token) : "r"(bar)); // warn asm-memory-clobber: 'mbarrier.arrive' is in
  asm volatile("{\n" // warn asm-memory-clobber: 'mbarrier.try_wait' is in
               ".reg .pred p;\n"
               "mbarrier.try_wait.shared::cta.b64 p, [%1], %2;\n"
               "selp.u32 %0, 1, 0, p;\n"
               "}" : "=r"(ready) : "r"(bar), "l"(token));
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(64)); // warn asm-memory-clobber: 'mbarrier.arrive.expect_tx' is in
  asm volatile("cp.async.wait_all;"); // warn asm-memory-clobber: 'cp.async.wait_all' is in
  asm volatile("cp.async.wait_group 0;"); // warn asm-memory-clobber: 'cp.async.wait_group' is in
  asm volatile("cp.async.bulk.wait_group 0;"); // warn asm-memory-clobber: 'cp.async.bulk.wait_group' is in
  values[threadIdx.x] = ready;
}

// Several instructions, one statement, one finding: the first that orders.
__global__ void several(int *values) {
  asm volatile("mov.u32 %%r0, 1;\n\tmembar.gl;\n\tbar.sync 0;" ::: "r0"); // warn asm-memory-clobber: 'membar' is in
  asm volatile("// wait\n\t" // warn asm-memory-clobber: 'bar.sync' is in
               "bar.sync 0;\n\t");
  values[threadIdx.x] = 0;
}

template <int Id> __device__ void namedBarrier(int threads) {
  asm volatile("bar.sync %0, %1;" ::"n"(Id), "r"(threads)); // warn asm-memory-clobber: 'bar.sync' is in
}

__global__ void instantiated(int *values) {
  namedBarrier<1>(64);
  namedBarrier<2>(64);
  auto wait = [] { asm volatile("bar.sync 3;"); }; // warn asm-memory-clobber: 'bar.sync' is in
  wait();
  values[threadIdx.x] = 0;
}

#define FENCE() asm volatile("fence.acq_rel.gpu;")
__global__ void fromAMacro(int *values) {
  FENCE(); // warn asm-memory-clobber: 'fence' is in
  values[threadIdx.x] = 0;
}

__device__ void neverCalled() {
  asm volatile("membar.sys;"); // warn asm-memory-clobber: 'membar' is in
}

// --- Silent -----------------------------------------------------------------------

__global__ void complete(int *flag, unsigned bar, int *values) {
  int v;
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("barrier.sync %0, %1;" ::"r"(1), "r"(64) : "memory");
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
  asm volatile("membar.gl;" ::: "memory");
  asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  asm volatile("st.release.gpu.s32 [%0], %1;" ::"l"(flag), "r"(v) : "memory");
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(bar) : "memory");
  asm volatile("cp.async.wait_group %0;" ::"n"(0) : "memory");
  __asm__ __volatile__("fence.proxy.async;" ::: "memory");
  values[threadIdx.x] = v;
}

// What may write memory is neither dropped nor merged nor moved: the compiler must
// not know better than the clobber says.
__global__ void clobberAlone(int *flag, unsigned bar, int *values) {
  int v;
  unsigned long long token;
  asm("ld.acquire.gpu.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  asm("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(bar) : "memory");
  asm("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
      : "=r"(v) : "r"(v) : "cc", "memory");
  values[threadIdx.x] = v;
}

// No outputs: volatile without saying so.
__global__ void implicitlyVolatile(int *values) {
  asm("bar.sync 0;" ::: "memory");
  asm("membar.gl;" ::: "memory");
  values[threadIdx.x] = 0;
}

__global__ void ordersNothing(const int *in, int *values) {
  int v, lane;
  unsigned votes, active;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("add.s32 %0, %1, %2;" : "=r"(v) : "r"(lane), "r"(3));
  asm("ld.global.nc.s32 %0, [%1];" : "=r"(v) : "l"(in));
  asm volatile("ld.relaxed.gpu.s32 %0, [%1];" : "=r"(v) : "l"(in));
  asm volatile("red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(values));
  asm volatile("atom.global.add.s32 %0, [%1], 1;" : "=r"(v) : "l"(values));
  asm volatile("activemask.b32 %0;" : "=r"(active));
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
               : "=r"(votes) : "r"(v));
  asm volatile("shfl.sync.down.b32 %0, %1, 1, 31, 0xffffffff;" : "=r"(v) : "r"(v));
  asm volatile("nanosleep.u32 20;");
  asm volatile("// bar.sync 0 would be needed here");
  asm volatile("/* membar.gl; */ mov.u32 %0, 1;" : "=r"(v));
  asm volatile("");
  values[threadIdx.x] = v + votes + active;
}

// Relaxed arrivals announce no accesses; waits, and arrivals that say nothing else, order.
__global__ void relaxed(unsigned bar, int *values) {
  unsigned ready;
  asm volatile("barrier.cluster.arrive.relaxed;");
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::);
  asm("barrier.cluster.arrive.relaxed.aligned;\n" : :);
  asm volatile("mbarrier.arrive.relaxed.cluster.shared::cta.b64 _, [%0];" ::"r"(bar));
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.relaxed.cta.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
               : "=r"(ready) : "r"(bar));
  asm volatile("barrier.cluster.arrive;"); // warn asm-memory-clobber: 'barrier.cluster.arrive' is in
  asm volatile("barrier.cluster.arrive.aligned;"); // warn asm-memory-clobber: 'barrier.cluster.arrive' is in
  asm volatile("barrier.cluster.arrive.release;"); // warn asm-memory-clobber: 'barrier.cluster.arrive' is in
  asm volatile("barrier.cluster.wait;"); // warn asm-memory-clobber: 'barrier.cluster.wait' is in
  asm volatile("barrier.cluster.wait.aligned;"); // warn asm-memory-clobber: 'barrier.cluster.wait' is in
  asm volatile("barrier.cluster.arrive.relaxed.aligned;\n" // warn asm-memory-clobber: 'barrier.cluster.wait' is in
               "barrier.cluster.wait.acquire.aligned;");
  asm volatile("mbarrier.arrive.release.cluster.shared::cta.b64 _, [%0];" ::"r"(bar)); // warn asm-memory-clobber: 'mbarrier.arrive' is in
  values[threadIdx.x] = ready;
}

__global__ void onlyTheCompiler(int *values) {
  asm volatile("" ::: "memory");
  values[threadIdx.x] = 0;
}

void host() { asm volatile("mfence"); }

// --- Fixes: where the text of the statement is all in one place -------------------

__global__ void fixes(int *flag, int *values) {
  int v, x;
  asm volatile("membar.gl; // fix 1"); // warn asm-memory-clobber: 'membar' is in
  asm("membar.gl; // fix 2" :); // warn asm-memory-clobber: 'membar' is in
  asm("ld.acquire.gpu.s32 %0, [%1]; // fix 3" : "=r"(v) : "l"(flag)); // warn asm-memory-clobber: 'ld.acquire' is in
  asm("{ .reg .pred p; ld.acquire.gpu.s32 %[out], [%[in]]; // fix 4\n}" : [out] "=r"(x) : [in] "l"(flag ? flag : flag + 1) : "cc"); // warn asm-memory-clobber: 'ld.acquire' is in
  asm volatile("membar.gl; // fix 5" ::); // warn asm-memory-clobber: 'membar' is in
  asm volatile("membar.gl; // fix 6" :::); // warn asm-memory-clobber: 'membar' is in
  values[threadIdx.x] = v + x;
}
// FIXED: asm volatile("membar.gl; // fix 1" ::: "memory");
// FIXED: asm("membar.gl; // fix 2" : :: "memory");
// FIXED: asm volatile("ld.acquire.gpu.s32 %0, [%1]; // fix 3" : "=r"(v) : "l"(flag) : "memory");
// FIXED: asm volatile("{ .reg .pred p; ld.acquire.gpu.s32 %[out], [%[in]]; // fix 4\n}" : [out] "=r"(x) : [in] "l"(flag ? flag : flag + 1) : "cc", "memory");
// FIXED: asm volatile("membar.gl; // fix 5" :: : "memory");
// FIXED: asm volatile("membar.gl; // fix 6" ::: "memory");

#define NOTHING_ELSE :
#define FENCE asm volatile("fence.acq_rel.gpu;")
__global__ void macros(int *values) {
  asm volatile("membar.gl; // kept 1" NOTHING_ELSE); // warn asm-memory-clobber: 'membar' is in
  FENCE; // warn asm-memory-clobber: 'fence' is in
  values[threadIdx.x] = 0;
}
// FIXED: #define FENCE asm volatile("fence.acq_rel.gpu;")
// FIXED: asm volatile("membar.gl; // kept 1" NOTHING_ELSE);

// Registers say when it may be moved; fences and waits order it.
__global__ void multiplications(unsigned long long *table, float *out) {
  float d = 0;
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %0, %0, %0}, %1, %2, 1, 1, "
               "1, 0, 0;"
               : "+f"(d)
               : "l"(table[0]), "l"(table[1]));
  *out = d;
}
