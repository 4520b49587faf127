// RUN: %verify %s --checks=-*,warplint-divergent-barrier
//
// Inline assembly with scopes, labels and branches to labels that come later.

__global__ void branches(unsigned *data, unsigned n) {
  unsigned long long wide;
  asm volatile("{\n\t.reg .pred p;\n\tsetp.eq.u32 p, %0, 0;\n\t@p bra DONE;\n\t"
               "st.global.u32 [%1], %0;\nDONE:\n\t}" ::"r"(n), "l"(data));
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %0, 0; @!p bra.uni $skip_%=;\n"
               " st.global.u32 [%1], %0;\n$skip_%=: }" ::"r"(n), "l"(data) : "memory");
  asm volatile("{\n.reg .pred P1;\nLAB_WAIT:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 bra DONE;\n"
               "bra LAB_WAIT;\nDONE:\n}" ::"r"(n), "r"(n));
  asm("add.u32 %[sum], %[a], %[b];" : [sum] "=r"(n) : [a] "r"(n), [b] "n"(sizeof(int) * 4));
  asm("mov.b64 %0, {%1, %2}; // 50% of it | {" : "=l"(wide) : "r"(n), "r"(n));
  asm("{ .reg .f16 a, b; mov.b32 {a, b}, %1; mov.b32 %0, {b, a}; }" : "=r"(n) : "r"(n));
  asm inline("" : "+r"(n)::"memory");
  __asm__ __volatile__(R"(bar.warp.sync 0xffffffff;)" : : :);
  if (data[threadIdx.x] > n)
    __syncthreads(); // warn divergent-barrier: reached by only some threads
}
void launch(unsigned *data) { branches<<<1, 32>>>(data, 1); }
