// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What OpenMM's host code writes in front of a kernel's text before NVRTC
// compiles it: single precision, a periodic box, sizes of a small system.
#pragma once
#define SQRT sqrtf
#define RSQRT rsqrtf
#define RECIP 1.0f/
#define EXP expf
#define LOG logf
#define POW powf
#define COS cosf
#define SIN sinf
#define TAN tanf
#define ACOS acosf
#define ASIN asinf
#define ATAN atanf
#define ERF erff
#define ERFC erfcf
#define FMA fmaf
#define FABS fabsf
#define SYNC_WARPS __syncwarp();
#define SHFL(variable, lane) __shfl_sync(0xffffffff, variable, lane);
#define BALLOT(variable) __ballot_sync(0xffffffff, variable);
#define make_real2 make_float2
#define make_real3 make_float3
#define make_real4 make_float4
#define make_mixed2 make_float2
#define make_mixed3 make_float3
#define make_mixed4 make_float4
#define FOLD_BY(v, size, inverse, shift) v -= floor((v) * inverse + shift) * size
#define APPLY_PERIODIC_TO_DELTA(delta)                                                             \
  {                                                                                                \
    FOLD_BY(delta.x, periodicBoxSize.x, invPeriodicBoxSize.x, 0.5f);                               \
    FOLD_BY(delta.y, periodicBoxSize.y, invPeriodicBoxSize.y, 0.5f);                               \
    FOLD_BY(delta.z, periodicBoxSize.z, invPeriodicBoxSize.z, 0.5f);                               \
  }
#define APPLY_PERIODIC_TO_POS(pos)                                                                 \
  {                                                                                                \
    FOLD_BY(pos.x, periodicBoxSize.x, invPeriodicBoxSize.x, 0.0f);                                 \
    FOLD_BY(pos.y, periodicBoxSize.y, invPeriodicBoxSize.y, 0.0f);                                 \
    FOLD_BY(pos.z, periodicBoxSize.z, invPeriodicBoxSize.z, 0.0f);                                 \
  }
#define APPLY_PERIODIC_TO_POS_WITH_CENTER(pos, center)                                             \
  {                                                                                                \
    pos.x -= floor((pos.x - center.x) * invPeriodicBoxSize.x + 0.5f) * periodicBoxSize.x;          \
    pos.y -= floor((pos.y - center.y) * invPeriodicBoxSize.y + 0.5f) * periodicBoxSize.y;          \
    pos.z -= floor((pos.z - center.z) * invPeriodicBoxSize.z + 0.5f) * periodicBoxSize.z;          \
  }
typedef float real;
typedef float2 real2;
typedef float3 real3;
typedef float4 real4;
typedef float mixed;
typedef float2 mixed2;
typedef float3 mixed3;
typedef float4 mixed4;
typedef unsigned int tileflags;

#define NUM_ATOMS 20000
#define PADDED_NUM_ATOMS 20000
#define NUM_BLOCKS 625
#define TILE_SIZE 32
#define THREAD_BLOCK_SIZE 256
#define PADDING 0.1f
#define PADDED_CUTOFF 1.1f
#define PADDED_CUTOFF_SQUARED 1.21f
#define NUM_TILES_WITH_EXCLUSIONS 1000
#define USE_PERIODIC 1
#define MAX_EXCLUSIONS 64
#define MAX_BITS_FOR_PAIRS 3
#define BIN_SHIFT 10
#define BLOCK_INDEX_MASK 1023
#define PME_ORDER 5
#define NUM_INDICES 0
#define RECIP_EXP_FACTOR 1.5f
#define GRID_SIZE_X 60
#define GRID_SIZE_Y 60
#define GRID_SIZE_Z 60
#define EPSILON_FACTOR 11.787f
#define EWALD_ALPHA 2.6f
#define CHARGE charges[atom]
#define USE_FIXED_POINT_CHARGE_SPREADING 1
#define NUM_CCMA_ATOMS 500
#define NUM_CCMA_CONSTRAINTS 600
#define NUM_2_AVERAGE 10
#define NUM_3_AVERAGE 10
#define NUM_OUT_OF_PLANE 10
#define NUM_LOCAL_COORDS 10
#define NUM_SYMMETRY 10
#define KE_WORK_GROUP_SIZE 256
#define NUM_VECTORS 6
#define LBFGS_FTOL 1e-4f
#define LBFGS_WOLFE 0.9f
#define LBFGS_SCALE_DOWN 0.5f
#define LBFGS_SCALE_UP 2.1f
#define LBFGS_MIN_STEP 1e-20f
#define LBFGS_MAX_STEP 1e20f
#ifndef M_PI
#define M_PI 3.14159265358979323846f
#endif
