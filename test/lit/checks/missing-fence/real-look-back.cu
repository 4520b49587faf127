// cub's single-pass algorithms, with its headers taken for the user's own:
// decoupled look-back over packed words, and over status words beside values.
//
// RUN: rm -rf %t && mkdir -p %t/cub
// RUN: ln -s %cuda_path/include/cccl/cub/* %t/cub/
// RUN: %verify %s --checks=-*,warplint-missing-fence,warplint-fence-scope,warplint-stale-read,warplint-relaxed-handshake,warplint-lock-discipline,warplint-ticket-not-reset "--header-filter=.*" -- -D_CCCL_NO_SYSTEM_HEADER -I%t
// no-findings
//
// It is quiet because it is right: without the release, and without the fence
// of the reader, there is a finding.
//
// RUN: rm -rf %t.broken && mkdir -p %t.broken/cub/agent
// RUN: sed s/store_release/store_relaxed/ %cuda_path/include/cccl/cub/agent/single_pass_scan_operators.cuh > %t.broken/cub/agent/single_pass_scan_operators.cuh
// RUN: not %warplint %s --checks=-*,warplint-relaxed-handshake "--header-filter=.*" -- -std=c++17 --cuda-gpu-arch=sm_90 --cuda-path=%cuda_path -D_CCCL_NO_SYSTEM_HEADER -I%t.broken -I%t > %t.out 2>&1
// RUN: FileCheck --check-prefix=RELAXED %s --input-file=%t.out
// RELAXED: warning: 'st.relaxed' publishes '{{.*}}', but its memory order does not release it (likely) [warplint-relaxed-handshake]
// RELAXED-NOT: too large
// RUN: sed "s/^ *__threadfence();$//" %cuda_path/include/cccl/cub/agent/single_pass_scan_operators.cuh > %t.broken/cub/agent/single_pass_scan_operators.cuh
// RUN: not %warplint %s --checks=-*,warplint-relaxed-handshake "--header-filter=.*" -- -std=c++17 --cuda-gpu-arch=sm_90 --cuda-path=%cuda_path -D_CCCL_NO_SYSTEM_HEADER -I%t.broken -I%t > %t.out 2>&1
// RUN: FileCheck --check-prefix=UNFENCED %s --input-file=%t.out
// UNFENCED: warning: 'ld.relaxed' observes the announcement of '{{.*}}', but its memory order does not acquire it{{.*}} [warplint-relaxed-handshake]

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

struct Large {
  long long a, b, c;
  __host__ __device__ Large operator+(const Large &other) const {
    return {a + other.a, b + other.b, c + other.c};
  }
};

struct IsPositive {
  __host__ __device__ bool operator()(int i) const { return i > 0; }
};

void algorithms(int *keys, int *values, Large *large, int *size, int n) {
  size_t bytes = 0;
  cub::DeviceScan::InclusiveScan(nullptr, bytes, large, large, ::cuda::std::plus<>{}, n);
  cub::DeviceScan::ExclusiveSum(nullptr, bytes, keys, values, n);
  cub::DeviceSelect::If(nullptr, bytes, keys, values, size, n, IsPositive{});
  cub::DeviceReduce::ReduceByKey(nullptr, bytes, keys, keys, values, values, size, ::cuda::std::plus<>{}, n);
  cub::DeviceRunLengthEncode::Encode(nullptr, bytes, keys, keys, values, size, n);
}
