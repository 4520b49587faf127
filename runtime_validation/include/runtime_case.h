// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host side of every case needs: arrays on the device, rounds, and an
// outcome that the runner understands. One run of a case is one trial.

#ifndef RUNTIME_CASE_H
#define RUNTIME_CASE_H

#include <cstdio>
#include <cstdlib>
#include <vector>

#ifndef WARPLINT_BUGGY
#error "build with -DWARPLINT_BUGGY=1 for the bug, =0 for the mended kernel"
#endif

namespace runtime_case {

// Exit codes; a hang is the runner's to notice.
enum Outcome { AsExpected = 0, WrongResult = 1, LaunchFailure = 3 };

inline void require(cudaError_t status) {
  if (status == cudaSuccess)
    return;
  std::printf("{\"error\": \"%s\"}\n", cudaGetErrorString(status));
  std::exit(LaunchFailure);
}

// Waits for the kernels launched so far; one that failed ends the trial.
inline void finish() {
  require(cudaGetLastError());
  require(cudaDeviceSynchronize());
}

// An array in device memory, freed with the object.
template <typename T> class DeviceArray {
public:
  explicit DeviceArray(size_t count, T value = T()) : count(count) {
    require(cudaMalloc(&data, count * sizeof(T)));
    fill(value);
  }
  explicit DeviceArray(const std::vector<T> &values)
      : DeviceArray(values.size()) {
    write(values);
  }
  ~DeviceArray() { cudaFree(data); }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;

  T *get() const { return data; }
  void fill(T value) { write(std::vector<T>(count, value)); }
  void write(const std::vector<T> &values) {
    require(cudaMemcpy(data, values.data(), count * sizeof(T),
                       cudaMemcpyHostToDevice));
  }
  std::vector<T> read() const {
    std::vector<T> values(count);
    require(cudaMemcpy(values.data(), data, count * sizeof(T),
                       cudaMemcpyDeviceToHost));
    return values;
  }

private:
  T *data = nullptr;
  size_t count;
};

// 0, 1, 2, ... times a factor plus an offset: inputs whose results are known.
inline std::vector<int> counting(int count, int factor = 1, int offset = 0) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = i * factor + offset;
  return values;
}

// count - 1, ..., 1, 0
inline std::vector<int> reversed(int count) {
  return counting(count, -1, count - 1);
}

// Rounds of a trial and what the oracle said about them. The runner may ask
// for fewer rounds (first argument), as it does under slow tools.
class Trial {
public:
  Trial(int argc, char **argv, int rounds)
      : left(argc > 1 ? std::atoi(argv[1]) : rounds) {
    if (left > rounds)
      left = rounds;
  }

  bool nextRound() { return left-- > 0; }

  void expect(long long actual, long long expected) {
    ++checked;
    wrong += actual != expected;
  }
  // Many observations made on the device at once.
  void count(long long observations, long long wrongOnes) {
    checked += observations;
    wrong += wrongOnes;
  }

  int outcome() const {
    std::printf("{\"checked\": %lld, \"wrong\": %lld}\n", checked, wrong);
    return wrong ? WrongResult : AsExpected;
  }

private:
  int left;
  long long checked = 0;
  long long wrong = 0;
};

} // namespace runtime_case

#ifdef __CUDACC__
// Keeps the calling thread busy for so many clock cycles, so that it comes
// late. No thread may rely on another one being early.
__device__ inline void comeLate(long long cycles) {
  long long start = clock64();
  while (clock64() - start < cycles) {
  }
}
#endif

#endif // RUNTIME_CASE_H
