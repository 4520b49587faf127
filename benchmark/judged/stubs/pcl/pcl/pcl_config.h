// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands for the header that PCL's build makes: what its GPU modules ask for.
#pragma once
#define PCL_MAJOR_VERSION 1
#define PCL_MINOR_VERSION 15
#define PCL_REVISION_VERSION 1
#define PCL_DEV_VERSION 1
#define PCL_VERSION_PRETTY "1.15.1"
#define PCL_VERSION_CALC(major, minor, patch) ((major) * 100000 + (minor) * 100 + (patch))
#define PCL_VERSION PCL_VERSION_CALC(1, 15, 1)
#define PCL_VERSION_COMPARE(op, major, minor, patch) \
  (PCL_VERSION * 10 + PCL_DEV_VERSION op PCL_VERSION_CALC(major, minor, patch) * 10)
#define PCL_INDEX_SIGNED true
#define PCL_INDEX_SIZE 32
#define HAVE_CUDA 1
