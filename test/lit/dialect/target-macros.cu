// What nvcc defines for a target, clang knows or is told: nvcc takes this file, too.
//
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_75 -DARCH=750 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_88 -DARCH=880 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_90a -DARCH=900 -DSPECIFIC=900 -DFAMILY=900 -DFEATURES=__CUDA_ARCH_FEAT_SM90_ALL 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_100 -DARCH=1000 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_100a -DARCH=1000 -DSPECIFIC=1000 -DFAMILY=1000 -DFEATURES=__CUDA_ARCH_FEAT_SM100_ALL 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_100f -DARCH=1000 -DFAMILY=1000 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_103a -DARCH=1030 -DSPECIFIC=1030 -DFAMILY=1030 -DFEATURES=__CUDA_ARCH_FEAT_SM103_ALL 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_110 -DARCH=1100 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_120a -DARCH=1200 -DSPECIFIC=1200 -DFAMILY=1200 -DFEATURES=__CUDA_ARCH_FEAT_SM120_ALL 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -arch=sm_121f -DARCH=1210 -DFAMILY=1210 2>&1 | count 0
// RUN: %warplint --quiet %s -- --cuda-path=%cuda_path -std=c++17 -gencode arch=compute_121a,code=sm_121a -DARCH=1210 -DSPECIFIC=1210 -DFAMILY=1210 -DFEATURES=__CUDA_ARCH_FEAT_SM121_ALL 2>&1 | count 0

#ifdef __CUDA_ARCH__
#define STRINGS_OF(...) #__VA_ARGS__
#define TEXT(...) STRINGS_OF(__VA_ARGS__)
constexpr bool same(const char *a, const char *b) {
  return *a == *b && (!*a || same(a + 1, b + 1));
}

static_assert(__CUDA_ARCH__ == ARCH, "");
static_assert(same(TEXT(__CUDA_ARCH_LIST__), TEXT(ARCH)), "");

#ifdef SPECIFIC
static_assert(__CUDA_ARCH_SPECIFIC__ == SPECIFIC, "");
#elif defined(__CUDA_ARCH_SPECIFIC__)
#error "a target of its own features"
#endif
#ifdef FAMILY
static_assert(__CUDA_ARCH_FAMILY_SPECIFIC__ == FAMILY, "");
#elif defined(__CUDA_ARCH_FAMILY_SPECIFIC__)
#error "a target of its family's features"
#endif
#ifdef FEATURES
static_assert(FEATURES, "");
#endif
#endif

__global__ void kernel(int *data) { data[threadIdx.x] = 0; }
