//===--- warplint_late.h - After Clang's CUDA wrapper -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Force-included last. Declares what nvcc knows and Clang's device pass lacks.
// Nothing here is ever compiled to code, so declarations are enough; every name
// keeps the signature that CUDA documents, because checks read it.
//
//===----------------------------------------------------------------------===//

#pragma once
#pragma clang system_header

// What warplint_early.h kept from Clang's wrapper.
#undef CURAND_MTGP32_KERNEL_H
#pragma pop_macro("N")

// Clang's wrapper leaves it empty; headers ask `#if __CUDACC__`.
#undef __CUDACC__
#define __CUDACC__ 1

#define WARPLINT_DEVICE static inline __attribute__((device))

//===----------------------------------------------------------------------===//
// Releases of CUDA
//===----------------------------------------------------------------------===//

// For nvcc they are always there, by way of headers that Clang's wrapper skips.
// <math.h> says `isfinite` and its like in the global namespace for the host
// too; `time(NULL)` and `memset` need no header of the user's.
#include <math.h>
#include <new>
#include <string.h>
#include <time.h>

// Before CUDA 12.4 libcu++ has atomics of the device, or a comparison for them,
// for nvcc alone.
#if CUDART_VERSION < 12040
#define _LIBCUDACXX_COMPILER_NVCC
#endif

// In CUDA 11 cub calls a device function in what it takes for device code only,
// and surface references have functions that Clang's wrapper leaves out.
#if CUDART_VERSION < 12000
#include <surface_functions.h>
extern "C" __attribute__((host)) cudaError_t
__cudaDeviceSynchronizeDeprecationAvoidance(void);
#endif

//===----------------------------------------------------------------------===//
// Attributes that Clang does not have: kept in the AST as annotations
//===----------------------------------------------------------------------===//

// Clang has managed variables for HIP only. Host and device may both name a
// device variable during the device pass, which is what is needed.
#undef __managed__
#define __managed__ __attribute__((device, annotate("warplint::managed")))

// Clang's own attribute refuses more than eight blocks, an empty list and
// targets before sm_90; nvcc takes all three.
#undef __cluster_dims__
#define __cluster_dims__(...)                                                  \
  __attribute__((annotate("cluster_dims", ##__VA_ARGS__)))
#undef __block_size__
#define __block_size__(...) __attribute__((annotate("block_size")))
#undef __maxnreg__
#define __maxnreg__(count) __attribute__((annotate("maxnreg", count)))
#undef __local_maxnreg__
#define __local_maxnreg__(count)

// The plugin for a stock clang-tidy hooks in here; our own programs replace the
// function of Sema that rejects shared objects with constructors instead.
#ifdef WARPLINT_PLUGIN
#undef __shared__
#define __shared__ __attribute__((shared, warplint_shared_object))
#endif

//===----------------------------------------------------------------------===//
// Extended lambdas
//===----------------------------------------------------------------------===//

// nvcc defines the macro at once, and then CUDA's headers include <functional>.
// Inside Clang's wrapper that is too early: the device's allocator, which
// <functional> needs, is declared only at the wrapper's end.
#ifdef WARPLINT_EXTENDED_LAMBDA
#define __CUDACC_EXTENDED_LAMBDA__
#include <functional>
#include <utility>
#endif

// Clang compiles extended lambdas as ordinary closures.
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false

//===----------------------------------------------------------------------===//
// Host overloads of min and max
//===----------------------------------------------------------------------===//

#define WARPLINT_MIN_MAX(result, first, second)                                \
  static inline __attribute__((host)) result max(first __a, second __b) {      \
    return (result)__a < (result)__b ? (result)__b : (result)__a;              \
  }                                                                            \
  static inline __attribute__((host)) result min(first __a, second __b) {      \
    return (result)__b < (result)__a ? (result)__b : (result)__a;              \
  }
#define WARPLINT_MIN_MAX_SIGNS(type)                                           \
  WARPLINT_MIN_MAX(type, type, type)                                           \
  WARPLINT_MIN_MAX(unsigned type, unsigned type, unsigned type)                \
  WARPLINT_MIN_MAX(unsigned type, unsigned type, type)                         \
  WARPLINT_MIN_MAX(unsigned type, type, unsigned type)
WARPLINT_MIN_MAX_SIGNS(int)
WARPLINT_MIN_MAX_SIGNS(long)
WARPLINT_MIN_MAX_SIGNS(long long)
WARPLINT_MIN_MAX(float, float, float)
WARPLINT_MIN_MAX(double, double, double)
WARPLINT_MIN_MAX(double, float, double)
WARPLINT_MIN_MAX(double, double, float)
#undef WARPLINT_MIN_MAX_SIGNS
#undef WARPLINT_MIN_MAX

//===----------------------------------------------------------------------===//
// Loads and stores with a cache hint
//===----------------------------------------------------------------------===//

// Clang's wrapper has __ldcg, __ldcs, __ldcv and __stwt.
#define WARPLINT_CACHED(type)                                                  \
  WARPLINT_DEVICE type __ldca(const type *);                                   \
  WARPLINT_DEVICE type __ldlu(const type *);                                   \
  WARPLINT_DEVICE void __stwb(type *, type);                                   \
  WARPLINT_DEVICE void __stcg(type *, type);                                   \
  WARPLINT_DEVICE void __stcs(type *, type);
WARPLINT_CACHED(char)
WARPLINT_CACHED(signed char)
WARPLINT_CACHED(unsigned char)
WARPLINT_CACHED(short)
WARPLINT_CACHED(unsigned short)
WARPLINT_CACHED(int)
WARPLINT_CACHED(unsigned int)
WARPLINT_CACHED(long)
WARPLINT_CACHED(unsigned long)
WARPLINT_CACHED(long long)
WARPLINT_CACHED(unsigned long long)
WARPLINT_CACHED(float)
WARPLINT_CACHED(double)
WARPLINT_CACHED(char2)
WARPLINT_CACHED(char4)
WARPLINT_CACHED(uchar2)
WARPLINT_CACHED(uchar4)
WARPLINT_CACHED(short2)
WARPLINT_CACHED(short4)
WARPLINT_CACHED(ushort2)
WARPLINT_CACHED(ushort4)
WARPLINT_CACHED(int2)
WARPLINT_CACHED(int4)
WARPLINT_CACHED(uint2)
WARPLINT_CACHED(uint4)
WARPLINT_CACHED(longlong2)
WARPLINT_CACHED(ulonglong2)
WARPLINT_CACHED(float2)
WARPLINT_CACHED(float4)
WARPLINT_CACHED(double2)
#undef WARPLINT_CACHED

//===----------------------------------------------------------------------===//
// Atomics with an explicit order and scope (nvcc 12.8)
//===----------------------------------------------------------------------===//

enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};

enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

// The object alone decides the type; the value converts to it.
template <class _Type> struct __warplint_same {
  typedef _Type type;
};
template <class _Type> struct __warplint_same<volatile _Type> {
  typedef _Type type;
};
template <class _Type> struct __warplint_same<const _Type> {
  typedef _Type type;
};
#define WARPLINT_VALUE typename __warplint_same<_Type>::type
#define WARPLINT_SCOPE int = __NV_THREAD_SCOPE_SYSTEM

template <class _Type>
WARPLINT_DEVICE void __nv_atomic_load(_Type *, WARPLINT_VALUE *, int,
                                      WARPLINT_SCOPE);
template <class _Type>
WARPLINT_DEVICE WARPLINT_VALUE __nv_atomic_load_n(_Type *, int, WARPLINT_SCOPE);
template <class _Type>
WARPLINT_DEVICE void __nv_atomic_store(_Type *, WARPLINT_VALUE *, int,
                                       WARPLINT_SCOPE);
template <class _Type>
WARPLINT_DEVICE void __nv_atomic_store_n(_Type *, WARPLINT_VALUE, int,
                                         WARPLINT_SCOPE);
template <class _Type>
WARPLINT_DEVICE void __nv_atomic_exchange(_Type *, WARPLINT_VALUE *,
                                          WARPLINT_VALUE *, int,
                                          WARPLINT_SCOPE);
template <class _Type>
WARPLINT_DEVICE WARPLINT_VALUE __nv_atomic_exchange_n(_Type *, WARPLINT_VALUE,
                                                      int, WARPLINT_SCOPE);
template <class _Type>
WARPLINT_DEVICE bool __nv_atomic_compare_exchange(_Type *, WARPLINT_VALUE *,
                                                  WARPLINT_VALUE *, bool, int,
                                                  int, WARPLINT_SCOPE);
template <class _Type>
WARPLINT_DEVICE bool __nv_atomic_compare_exchange_n(_Type *, WARPLINT_VALUE *,
                                                    WARPLINT_VALUE, bool, int,
                                                    int, WARPLINT_SCOPE);

#define WARPLINT_ATOMIC(operation)                                             \
  template <class _Type>                                                       \
  WARPLINT_DEVICE WARPLINT_VALUE __nv_atomic_fetch_##operation(                \
      _Type *, WARPLINT_VALUE, int, WARPLINT_SCOPE);                           \
  template <class _Type>                                                       \
  WARPLINT_DEVICE void __nv_atomic_##operation(_Type *, WARPLINT_VALUE, int,   \
                                               WARPLINT_SCOPE);
WARPLINT_ATOMIC(add)
WARPLINT_ATOMIC(sub)
WARPLINT_ATOMIC(and)
WARPLINT_ATOMIC(or)
WARPLINT_ATOMIC(xor)
WARPLINT_ATOMIC(min)
WARPLINT_ATOMIC(max)
#undef WARPLINT_ATOMIC
#undef WARPLINT_SCOPE
#undef WARPLINT_VALUE

WARPLINT_DEVICE void __nv_atomic_thread_fence(int,
                                              int = __NV_THREAD_SCOPE_SYSTEM);

//===----------------------------------------------------------------------===//
// Pairs of floats (sm_100)
//===----------------------------------------------------------------------===//

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
#define WARPLINT_PAIRS(rounding)                                               \
  WARPLINT_DEVICE float2 __fadd2_##rounding(float2, float2);                   \
  WARPLINT_DEVICE float2 __fmul2_##rounding(float2, float2);                   \
  WARPLINT_DEVICE float2 __ffma2_##rounding(float2, float2, float2);
WARPLINT_PAIRS(rn)
WARPLINT_PAIRS(rz)
WARPLINT_PAIRS(rd)
WARPLINT_PAIRS(ru)
#undef WARPLINT_PAIRS
#endif

#undef WARPLINT_DEVICE

//===----------------------------------------------------------------------===//
// Who compiles
//===----------------------------------------------------------------------===//

// Headers choose by it what is for the device (`#ifdef __NVCC__`). The
// toolkit's own, which must know Clang, were read before or do not see it:
// first/.
#ifdef WARPLINT_NVCC
#define __NVCC__ 1
#endif

//===----------------------------------------------------------------------===//
// -default-device: functions that say nothing may run on the device, too. To
// the end of the unit.
//===----------------------------------------------------------------------===//

#ifdef WARPLINT_DEFAULT_DEVICE
#pragma clang force_cuda_host_device begin
#endif
