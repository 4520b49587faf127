// RUN: %verify %s --checks=-*,warplint-async-copy-wait,warplint-barrier-token --
// -std=c++17 --cuda-gpu-arch=sm_90a
//
// Some threads fill a tile by stores of their own and hand it by a barrier object to
// one that sends it away by a bulk copy, which reads through another proxy.

#include "../Inputs/mbarrier.cuh"

constexpr int Writers = 64, Columns = 64;

__global__ void __launch_bounds__(96) sentWithoutFence(float *out, const float *in, int rounds) {
  __shared__ alignas(128) float tile[2][Columns];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x < 2) {
    mbarInit(&full[threadIdx.x], Writers);
    mbarInit(&empty[threadIdx.x], 1);
  }
  __syncthreads();
  if (threadIdx.x < Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&empty[i % 2], i / 2 % 2 ^ 1);
      tile[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x]; // warn async-copy-wait: 'tile' is written and then read by a bulk copy without a proxy fence
      // note: thread (0,0,0) is here
      // note@+8: thread (64,0,0) starts 'cp.async.bulk.bulk_group' here, which reads through another proxy
      // note: let the threads that write execute a proxy fence after it
      mbarArrive(&full[i % 2]);
    }
  } else if (threadIdx.x == Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&full[i % 2], i / 2 % 2);

      bulkStore(out + i * Columns, tile[i % 2], sizeof(tile[0]));
      bulkCommit();
      bulkWaitRead<0>();
      mbarArrive(&empty[i % 2]);
    }
  }
}

__global__ void __launch_bounds__(96) fencedAndThenTold(float *out, const float *in, int rounds) {
  __shared__ alignas(128) float tile[2][Columns];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x < 2) {
    mbarInit(&full[threadIdx.x], Writers);
    mbarInit(&empty[threadIdx.x], 1);
  }
  __syncthreads();
  if (threadIdx.x < Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&empty[i % 2], i / 2 % 2 ^ 1);
      tile[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x];
      proxyFence();
      mbarArrive(&full[i % 2]);
    }
  } else if (threadIdx.x == Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&full[i % 2], i / 2 % 2);
      bulkStore(out + i * Columns, tile[i % 2], sizeof(tile[0]));
      bulkCommit();
      bulkWaitRead<0>();
      mbarArrive(&empty[i % 2]);
    }
  }
}

// What comes before it is fenced by whoever copies, too.
__global__ void __launch_bounds__(96) fencedByTheSender(float *out, const float *in, int rounds) {
  __shared__ alignas(128) float tile[2][Columns];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x < 2) {
    mbarInit(&full[threadIdx.x], Writers);
    mbarInit(&empty[threadIdx.x], 1);
  }
  __syncthreads();
  if (threadIdx.x < Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&empty[i % 2], i / 2 % 2 ^ 1);
      tile[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x];
      mbarArrive(&full[i % 2]);
    }
  } else if (threadIdx.x == Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&full[i % 2], i / 2 % 2);
      proxyFence();
      bulkStore(out + i * Columns, tile[i % 2], sizeof(tile[0]));
      bulkCommit();
      bulkWaitRead<0>();
      mbarArrive(&empty[i % 2]);
    }
  }
}

// The fence is for the round before.
__global__ void __launch_bounds__(96) fencedTooEarly(float *out, const float *in, int rounds) {
  __shared__ alignas(128) float tile[2][Columns];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x < 2) {
    mbarInit(&full[threadIdx.x], Writers);
    mbarInit(&empty[threadIdx.x], 1);
  }
  __syncthreads();
  if (threadIdx.x < Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&empty[i % 2], i / 2 % 2 ^ 1);
      proxyFence();
      tile[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x]; // warn async-copy-wait: without a proxy fence
      mbarArrive(&full[i % 2]);
    }
  } else if (threadIdx.x == Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&full[i % 2], i / 2 % 2);
      bulkStore(out + i * Columns, tile[i % 2], sizeof(tile[0]));
      bulkCommit();
      bulkWaitRead<0>();
      mbarArrive(&empty[i % 2]);
    }
  }
}

// Another member is sent, of which the stores are fenced.
struct Buffers {
  float seen[2][Columns];
  alignas(128) float sent[2][Columns];
};
__global__ void __launch_bounds__(96) anotherMemberIsSent(float *out, const float *in, int rounds) {
  __shared__ Buffers buffers;
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x < 2) {
    mbarInit(&full[threadIdx.x], Writers);
    mbarInit(&empty[threadIdx.x], 1);
  }
  __syncthreads();
  if (threadIdx.x < Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&empty[i % 2], i / 2 % 2 ^ 1);
      buffers.sent[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x];
      proxyFence();
      buffers.seen[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x];
      mbarArrive(&full[i % 2]);
    }
  } else if (threadIdx.x == Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&full[i % 2], i / 2 % 2);
      out[i] = buffers.seen[i % 2][0];
      bulkStore(out + i * Columns, buffers.sent[i % 2], sizeof(buffers.sent[0]));
      bulkCommit();
      bulkWaitRead<0>();
      mbarArrive(&empty[i % 2]);
    }
  }
}

// Who asks whether to fence is not known to be right.
__global__ void __launch_bounds__(96) fencedIfAsked(float *out, const float *in, const int *asked, int rounds) {
  __shared__ alignas(128) float tile[2][Columns];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x < 2) {
    mbarInit(&full[threadIdx.x], Writers);
    mbarInit(&empty[threadIdx.x], 1);
  }
  __syncthreads();
  if (threadIdx.x < Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&empty[i % 2], i / 2 % 2 ^ 1);
      tile[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x];
      if (asked[i])
        proxyFence();
      mbarArrive(&full[i % 2]);
    }
  } else if (threadIdx.x == Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&full[i % 2], i / 2 % 2);
      bulkStore(out + i * Columns, tile[i % 2], sizeof(tile[0]));
      bulkCommit();
      bulkWaitRead<0>();
      mbarArrive(&empty[i % 2]);
    }
  }
}

// The first lane of each warp fences, and only its own stores.
__global__ void __launch_bounds__(96) fencedByTheFirstLanes(float *out, const float *in, int rounds) {
  __shared__ alignas(128) float tile[2][Columns];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x < 2) {
    mbarInit(&full[threadIdx.x], Writers);
    mbarInit(&empty[threadIdx.x], 1);
  }
  __syncthreads();
  if (threadIdx.x < Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&empty[i % 2], i / 2 % 2 ^ 1);
      tile[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x]; // warn async-copy-wait: without a proxy fence
      if (threadIdx.x % 32 == 0)
        proxyFence();
      mbarArrive(&full[i % 2]);
    }
  } else if (threadIdx.x == Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&full[i % 2], i / 2 % 2);
      bulkStore(out + i * Columns, tile[i % 2], sizeof(tile[0]));
      bulkCommit();
      bulkWaitRead<0>();
      mbarArrive(&empty[i % 2]);
    }
  }
}

// One lane fences and tells for its warp.
__global__ void __launch_bounds__(96) fencedByOneLane(float *out, const float *in, int rounds) {
  __shared__ alignas(128) float tile[2][Columns];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x < 2) {
    mbarInit(&full[threadIdx.x], Writers / 32);
    mbarInit(&empty[threadIdx.x], 1);
  }
  __syncthreads();
  if (threadIdx.x < Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&empty[i % 2], i / 2 % 2 ^ 1);
      tile[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x];
      __syncwarp();
      if (threadIdx.x % 32 == 0) {
        proxyFence();
        mbarArrive(&full[i % 2]);
      }
    }
  } else if (threadIdx.x == Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&full[i % 2], i / 2 % 2);
      bulkStore(out + i * Columns, tile[i % 2], sizeof(tile[0]));
      bulkCommit();
      bulkWaitRead<0>();
      mbarArrive(&empty[i % 2]);
    }
  }
}

// Nobody asks whether the tile has been sent.
__global__ void __launch_bounds__(96) storedAgainTooEarly(float *out, const float *in, int rounds) {
  __shared__ alignas(128) float tile[2][Columns];
  __shared__ uint64_t full[2];
  if (threadIdx.x < 2)
    mbarInit(&full[threadIdx.x], Writers);
  __syncthreads();
  if (threadIdx.x < Writers) {
    for (int i = 0; i < rounds; ++i) {
      tile[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x];
      proxyFence();
      mbarArrive(&full[i % 2]);
    }
  } else if (threadIdx.x == Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&full[i % 2], i / 2 % 2);
      bulkStore(out + i * Columns, tile[i % 2], sizeof(tile[0])); // warn barrier-token: 'tile' is read in 'bulkStore' while another thread may already be filling it anew
      bulkCommit();
      bulkWaitRead<0>();
    }
  }
}

// --- Fences behind the copy -----------------------------------------------------

__device__ inline void fill(float *to, const float *from, uint64_t *bar) {
  mbarExpect(bar, Columns * 4);
  bulkLoad(to, from, Columns * 4, bar);
}

// Each round refills what the round before has read, and fences then.
__global__ void __launch_bounds__(64) fencedBehindTheRefill(float *out, const float *in) {
  __shared__ alignas(128) float tile[2][Columns];
  __shared__ uint64_t full[8];
  if (threadIdx.x == 0)
    for (int i = 0; i < 8; ++i)
      mbarInit(&full[i], 1);
  __syncthreads();
  if (threadIdx.x == 0)
    fill(tile[0], in, &full[0]);
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    if (i + 1 < 8 && threadIdx.x == 0)
      fill(tile[(i + 1) % 2], in + (i + 1) * Columns, &full[i + 1]);
    proxyFence();
    mbarWait(&full[i], 0);
    sum += tile[i % 2][threadIdx.x]; // warn async-copy-wait: 'tile' is read and then filled anew by a bulk copy: the proxy fence comes only behind the copy
    // note@-3: the fence here comes behind the copy, and is for those that are made later
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64) fencedBeforeTheRefill(float *out, const float *in) {
  __shared__ alignas(128) float tile[2][Columns];
  __shared__ uint64_t full[8];
  if (threadIdx.x == 0)
    for (int i = 0; i < 8; ++i)
      mbarInit(&full[i], 1);
  __syncthreads();
  if (threadIdx.x == 0)
    fill(tile[0], in, &full[0]);
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    if (i + 1 < 8 && threadIdx.x == 0)
      fill(tile[(i + 1) % 2], in + (i + 1) * Columns, &full[i + 1]);
    mbarWait(&full[i], 0);
    sum += tile[i % 2][threadIdx.x];
    __syncthreads();
    proxyFence();
  }
  out[threadIdx.x] = sum;
}

// The fence is for what is stored before it, behind the copy; that nothing fences what
// is read only the memory model minds.
__global__ void __launch_bounds__(64) fencedForAnother(float *out, const float *in) {
  __shared__ alignas(128) float tile[2][Columns], sent[Columns];
  __shared__ uint64_t full[8];
  if (threadIdx.x == 0)
    for (int i = 0; i < 8; ++i)
      mbarInit(&full[i], 1);
  __syncthreads();
  if (threadIdx.x == 0)
    fill(tile[0], in, &full[0]);
  for (int i = 0; i < 8; ++i) {
    if (i + 1 < 8 && threadIdx.x == 0)
      fill(tile[(i + 1) % 2], in + (i + 1) * Columns, &full[i + 1]);
    mbarWait(&full[i], 0);
    sent[threadIdx.x] = tile[i % 2][threadIdx.x] * 2;
    proxyFence();
    __syncthreads();
    if (threadIdx.x == 0) {
      bulkStore(out + i * Columns, sent, sizeof(sent));
      bulkCommit();
      bulkWaitRead<0>();
    }
    __syncthreads();
  }
}

// One thread fences for what all have stored and it sends, behind the copy that refills.
__global__ void __launch_bounds__(64) fencedBeforeTheStoreOfAnother(float *out, const float *in) {
  __shared__ alignas(128) float tile[2][Columns], sent[Columns];
  __shared__ uint64_t full[8];
  if (threadIdx.x == 0)
    for (int i = 0; i < 8; ++i)
      mbarInit(&full[i], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    fill(tile[0], in, &full[0]);
    fill(tile[1], in + Columns, &full[1]);
  }
  for (int i = 0; i < 8; ++i) {
    mbarWait(&full[i], 0);
    sent[threadIdx.x] = 2 * tile[i % 2][threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
      if (i + 2 < 8)
        fill(tile[i % 2], in + (i + 2) * Columns, &full[i + 2]);
      proxyFence();
      bulkStore(out + i * Columns, sent, sizeof(sent));
      bulkCommit();
      bulkWaitRead<0>();
    }
    __syncthreads();
  }
}

// Each fences what it has stored, and another thread sends it later.
__global__ void __launch_bounds__(64) fencedBeforeTheBarrierOfAnother(float *out, const float *in) {
  __shared__ alignas(128) float tile[2][Columns], sent[Columns];
  __shared__ uint64_t full[8];
  if (threadIdx.x == 0)
    for (int i = 0; i < 8; ++i)
      mbarInit(&full[i], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    fill(tile[0], in, &full[0]);
    fill(tile[1], in + Columns, &full[1]);
  }
  for (int i = 0; i < 8; ++i) {
    mbarWait(&full[i], 0);
    sent[threadIdx.x] = 2 * tile[i % 2][threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0 && i + 2 < 8)
      fill(tile[i % 2], in + (i + 2) * Columns, &full[i + 2]);
    proxyFence();
    __syncthreads();
    if (threadIdx.x == 32) {
      bulkStore(out + i * Columns, sent, sizeof(sent));
      bulkCommit();
      bulkWaitRead<0>();
    }
    __syncthreads();
  }
}

// What is sent at the end has a fence of its own.
__global__ void __launch_bounds__(64) fencedBehindTheRefillAndSentAtTheEnd(float *out, const float *in) {
  __shared__ alignas(128) float tile[2][Columns], sent[Columns];
  __shared__ uint64_t full[8];
  if (threadIdx.x == 0)
    for (int i = 0; i < 8; ++i)
      mbarInit(&full[i], 1);
  __syncthreads();
  if (threadIdx.x == 0)
    fill(tile[0], in, &full[0]);
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    if (i + 1 < 8 && threadIdx.x == 0)
      fill(tile[(i + 1) % 2], in + (i + 1) * Columns, &full[i + 1]);
    proxyFence();
    mbarWait(&full[i], 0);
    sum += tile[i % 2][threadIdx.x]; // warn async-copy-wait: the proxy fence comes only behind the copy
    __syncthreads();
  }
  sent[threadIdx.x] = sum;
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    bulkStore(out, sent, sizeof(sent));
    bulkCommit();
    bulkWaitRead<0>();
  }
}

// --- Copies that complete on a barrier object -----------------------------------

__device__ inline void sendTo(void *to, const void *from, uint32_t bytes, uint64_t *bar) {
  asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(toShared(to)), "r"(toShared(from)), "r"(bytes), "r"(toShared(bar)) : "memory");
}
__device__ inline void addTo(void *to, const void *from, uint32_t bytes, uint64_t *bar) {
  asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32 [%0], [%1], %2, [%3];" ::"r"(toShared(to)), "r"(toShared(from)), "r"(bytes), "r"(toShared(bar)) : "memory");
}

__global__ void __launch_bounds__(96) sentInsideWithoutFence(int *out, const int *in, int rounds) {
  __shared__ alignas(128) int tile[2][Columns], there[2][Columns];
  __shared__ uint64_t full[2], empty[2], come[2];
  if (threadIdx.x < 2) {
    mbarInit(&full[threadIdx.x], Writers);
    mbarInit(&empty[threadIdx.x], 1);
    mbarInit(&come[threadIdx.x], 1);
  }
  __syncthreads();
  if (threadIdx.x < Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&empty[i % 2], i / 2 % 2 ^ 1);
      tile[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x]; // warn async-copy-wait: 'tile' is written and then read by a bulk copy without a proxy fence
      mbarArrive(&full[i % 2]);
    }
  } else if (threadIdx.x == Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&full[i % 2], i / 2 % 2);
      mbarExpect(&come[i % 2], sizeof(tile[0]));
      sendTo(there[i % 2], tile[i % 2], sizeof(tile[0]), &come[i % 2]);
      mbarWait(&come[i % 2], i / 2 % 2);
      out[i] = there[i % 2][0];
      mbarArrive(&empty[i % 2]);
    }
  }
}

__global__ void __launch_bounds__(96) addedInsideWithoutFence(int *out, const int *in, int rounds) {
  __shared__ alignas(128) int tile[2][Columns], there[2][Columns];
  __shared__ uint64_t full[2], empty[2], come[2];
  if (threadIdx.x < 2) {
    mbarInit(&full[threadIdx.x], Writers);
    mbarInit(&empty[threadIdx.x], 1);
    mbarInit(&come[threadIdx.x], 1);
  }
  __syncthreads();
  if (threadIdx.x < Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&empty[i % 2], i / 2 % 2 ^ 1);
      tile[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x]; // warn async-copy-wait: 'tile' is written and then read by a bulk copy without a proxy fence
      mbarArrive(&full[i % 2]);
    }
  } else if (threadIdx.x == Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&full[i % 2], i / 2 % 2);
      mbarExpect(&come[i % 2], sizeof(tile[0]));
      addTo(there[i % 2], tile[i % 2], sizeof(tile[0]), &come[i % 2]);
      mbarWait(&come[i % 2], i / 2 % 2);
      out[i] = there[i % 2][0];
      mbarArrive(&empty[i % 2]);
    }
  }
}

__global__ void __launch_bounds__(96) sentInsideFenced(int *out, const int *in, int rounds) {
  __shared__ alignas(128) int tile[2][Columns], there[2][Columns];
  __shared__ uint64_t full[2], empty[2], come[2];
  if (threadIdx.x < 2) {
    mbarInit(&full[threadIdx.x], Writers);
    mbarInit(&empty[threadIdx.x], 1);
    mbarInit(&come[threadIdx.x], 1);
  }
  __syncthreads();
  if (threadIdx.x < Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&empty[i % 2], i / 2 % 2 ^ 1);
      tile[i % 2][threadIdx.x] = in[i * Columns + threadIdx.x];
      proxyFence();
      mbarArrive(&full[i % 2]);
    }
  } else if (threadIdx.x == Writers) {
    for (int i = 0; i < rounds; ++i) {
      mbarWait(&full[i % 2], i / 2 % 2);
      mbarExpect(&come[i % 2], sizeof(tile[0]));
      sendTo(there[i % 2], tile[i % 2], sizeof(tile[0]), &come[i % 2]);
      mbarWait(&come[i % 2], i / 2 % 2);
      out[i] = there[i % 2][0];
      mbarArrive(&empty[i % 2]);
    }
  }
}
