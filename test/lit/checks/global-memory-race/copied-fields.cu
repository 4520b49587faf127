// RUN: %verify %s --checks=-*,warplint-global-memory-race,warplint-shared-memory-race,warplint-non-atomic-update
//
// Of an object that is copied to a variable, what is named of the variable is
// read, and no more.

struct Item {
  float weight;
  int kind;
  float sum;
};

__device__ float take(Item item) { return item.sum; }
__device__ float weightOf(const Item &item) { return item.weight; }

// --- What others write is not named -----------------------------------------

__global__ void sums(Item *items, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int j = 0; j < n; ++j) {
    Item other = items[j];
    if (other.kind == 1)
      sum += other.weight;
  }
  items[i].sum = sum;
}

__global__ void sumsOnce(Item *items, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    const Item other(items[i + 1]);
    items[i].sum = other.weight;
  }
}

__global__ void shared(const float *in, float *out) {
  __shared__ Item s[256];
  unsigned t = threadIdx.x;
  s[t].weight = in[t];
  s[t].kind = 0;
  __syncthreads();
  Item other = s[255 - t];
  s[t].sum = other.weight;
  out[t] = s[t].sum;
}

struct Pair {
  Item a, b;
};

__global__ void nested(Pair *pairs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    auto other = pairs[i + 1];
    pairs[i].b.sum = other.a.sum;
  }
}

__global__ void bound(Item *items, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    auto [weight, kind, sum] = items[i + 1];
    items[i].sum = weight + kind;
  }
}

// --- It is --------------------------------------------------------------------

__global__ void sumsOfSums(Item *items, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int j = 0; j < n; ++j) {
    Item other = items[j];
    if (other.kind == 1)
      sum += other.sum;
  }
  items[i].sum = sum; // warn global-memory-race: 'items[0].sum' is overwritten while
}

__global__ void wholeArgument(Item *items, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    Item other = items[i + 1];
    items[i].sum = other.weight + take(other); // warn global-memory-race: may
  }
}

__global__ void byReference(Item *items, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    Item other = items[i + 1];
    auto get = [&] { return other.sum; };
    items[i].sum = get(); // warn global-memory-race: may
  }
}

__global__ void copiedOn(Item *items, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    Item other = items[i + 1];
    items[i] = other; // warn global-memory-race: may
  }
}

__global__ void boundSum(Item *items, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    auto [weight, kind, sum] = items[i + 1];
    items[i].sum = weight + sum; // warn global-memory-race: may
  }
}

struct Logged {
  float a, b;
  __device__ float both() const { return a + b; }
  __device__ ~Logged() { asm volatile("" ::"f"(b)); }
};

__global__ void method(Logged *items, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    Logged other = items[i + 1];
    items[i].b = other.both(); // warn global-memory-race: may
  }
}

__global__ void destroyed(Logged *items, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    Logged other = items[i + 1];
    items[i].b = other.a; // warn global-memory-race: may
  }
}

__global__ void sharedSums(const float *in, float *out) {
  __shared__ Item s[256];
  unsigned t = threadIdx.x;
  s[t].sum = in[t];
  __syncthreads();
  Item other = s[255 - t];
  s[t].sum = other.sum; // warn shared-memory-race: may still read
  out[t] = s[t].sum;
}

__global__ void nestedOther(Pair *pairs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    auto other = pairs[i + 1];
    pairs[i].b.sum = other.b.weight + other.b.sum; // warn global-memory-race: may
  }
}

void run(Item *items, Logged *logged, Pair *pairs, const float *in, float *out, int n) {
  int b = (n + 255) / 256;
  sums<<<b, 256>>>(items, n);
  sumsOnce<<<b, 256>>>(items, n);
  shared<<<1, 256>>>(in, out);
  nested<<<b, 256>>>(pairs, n);
  sumsOfSums<<<b, 256>>>(items, n);
  wholeArgument<<<b, 256>>>(items, n);
  byReference<<<b, 256>>>(items, n);
  copiedOn<<<b, 256>>>(items, n);
  bound<<<b, 256>>>(items, n);
  boundSum<<<b, 256>>>(items, n);
  method<<<b, 256>>>(logged, n);
  destroyed<<<b, 256>>>(logged, n);
  sharedSums<<<1, 256>>>(in, out);
  nestedOther<<<b, 256>>>(pairs, n);
}
