// RUN: %verify %s --checks=-*,warplint-shared-memory-race,warplint-implicit-warp-sync
//
// Steps that the program writes down as constants: with a step of 1 threads keep to
// their own elements, with 2 they meet.

constexpr int steps[2] = {1, 2};
const int plain[] = {1, 2};
struct Steps {
  static constexpr int of[2] = {1, 2};
  int v[2];
};
constexpr Steps both = {{1, 2}};
struct Layout : Steps {
  int rows[2][2];
};
constexpr Layout layout = {{{1, 2}}, {{1, 2}, {3, 1}}};

struct Table {
  int v[2];
  __host__ __device__ constexpr int operator[](int i) const { return v[i]; }
};
__host__ __device__ constexpr Table makeTable() {
  Table t{};
  for (int i = 0; i < 2; ++i)
    t.v[i] = i + 1;
  return t;
}
template <int Which> struct Kind { static constexpr Table table = makeTable(); };

__device__ void exchange(const int *in, int *out, int step, int other) {
  __shared__ int s[512];
  s[threadIdx.x * step] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x * other]; // warn shared-memory-race: is read while another thread
}

#define OWN(name, ...)                                                                  \
  __global__ void name(const int *in, int *out, int n) {                                \
    __shared__ int s[512];                                                              \
    s[threadIdx.x * 2] = in[threadIdx.x];                                               \
    out[threadIdx.x] = s[threadIdx.x * (__VA_ARGS__)];                                  \
  }
OWN(global, steps[1])
OWN(constant, plain[1]) // silent: own-part
OWN(member, Steps::of[1])
OWN(object, both.v[1])
OWN(base, layout.v[1])
OWN(rows, layout.rows[0][1])
OWN(computed, Kind<3>::table[1])

__global__ void local(const int *in, int *out, int n) {
  constexpr Table t = makeTable();
  static constexpr int u[2] = {1, 2};
  const int w[2] = {1, 2};
  __shared__ int s[512];
  s[threadIdx.x * t[1]] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x * u[1]] + s[threadIdx.x * w[1]];
}

__global__ void meet(const int *in, int *out, int n) {
  exchange(in, out, steps[1], layout.rows[1][1]);
}

// What the host may set is not known.
__constant__ int set[2] = {1, 2};
__global__ void setByHost(const int *in, int *out, int n) {
  __shared__ int s[512];
  s[threadIdx.x * set[0]] = in[threadIdx.x]; // silent: distinct-indices, own-part
  out[threadIdx.x] = s[threadIdx.x * set[0]]; // silent: distinct-indices, own-part
}

void run(const int *in, int *out, int n) {
  global<<<1, 256>>>(in, out, n);
  constant<<<1, 256>>>(in, out, n);
  member<<<1, 256>>>(in, out, n);
  object<<<1, 256>>>(in, out, n);
  base<<<1, 256>>>(in, out, n);
  rows<<<1, 256>>>(in, out, n);
  computed<<<1, 256>>>(in, out, n);
  local<<<1, 256>>>(in, out, n);
  meet<<<1, 256>>>(in, out, n);
  setByHost<<<1, 256>>>(in, out, n);
}
