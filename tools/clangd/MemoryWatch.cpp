//===--- MemoryWatch.cpp - Memory that one analysis may take --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clangd/MemoryWatch.h"
#include "Workflows/Processes/CrashGuard.h"
#include "Workflows/Processes/MemoryLimit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include <cstdlib>
#include <malloc.h>
#include <mutex>
#include <new>

static llvm::cl::opt<unsigned> MemoryLimit(
    "memory-limit", llvm::cl::value_desc("MiB"),
    llvm::cl::desc("Memory that the analysis of one file may take; by default "
                   "its share of the machine's, at most 4096; 0 is no limit"));

/// Bytes that this thread has taken and not given back, and how many it may; 0
/// where nobody counts.
static thread_local int64_t Taken = 0, Most = 0;

static void count(void *Memory) {
  Taken += int64_t(malloc_usable_size(Memory));
  if (Taken <= Most)
    return;
  Most = 0;
  llvm::report_bad_alloc_error("the limit of memory is passed");
}

void *operator new(size_t Bytes) {
  void *Memory = std::malloc(Bytes ? Bytes : 1);
  if (!Memory)
    llvm::report_bad_alloc_error("there is no memory");
  if (Most)
    count(Memory);
  return Memory;
}

void operator delete(void *Memory) noexcept {
  if (Most && Memory)
    Taken -= int64_t(malloc_usable_size(Memory));
  std::free(Memory);
}

void operator delete(void *Memory, size_t) noexcept { operator delete(Memory); }

namespace warplint {

/// Files that an editor has analysed at the same time.
static constexpr unsigned FilesAtOnce = 4;

static unsigned limitOfFile() {
  if (MemoryLimit.getNumOccurrences())
    return MemoryLimit;
  return std::getenv(processes::MemoryVariable.data())
             ? processes::memoryLimitOfRun()
             : processes::defaultMemoryLimit(processes::machineMemory(),
                                             FilesAtOnce);
}

static int64_t limitInBytes() {
  static const int64_t Limit = int64_t(limitOfFile()) << 20;
  return Limit;
}

std::string runWatched(llvm::function_ref<void()> Do) {
  // clangd installs what handles signals when it begins: this comes after it.
  static std::once_flag Prepared;
  std::call_once(Prepared, processes::prepareForCrashes);
  return processes::runGuarded([&] {
    Taken = 0;
    Most = limitInBytes();
    Do();
    Most = 0;
  });
}

std::string memoryThatIsMissing() {
  if (!processes::isOutOfMemory())
    return "";
  return processes::NoMemory.str() + " (its limit is " +
         std::to_string(limitInBytes() >> 20) +
         " MiB; --memory-limit sets another)";
}

} // namespace warplint
