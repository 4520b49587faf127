//===--- show.h - A reproduction from start to end --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_SHOW_H
#define WARPLINT_RECORDER_SHOW_H

#include "trials.h"
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

namespace warplint_recorder {

/// Runs \p Child in a process for each filling. 1: shown. 0: not, in these
/// runs. 2: every run ended in an error.
inline int show(Outcome (*Child)(Trial &), const Facts &About) {
  Shared *Told = (Shared *)mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int Said = NoAnswer;
  // What is loaded when it is needed cannot be while a kernel does not end.
  setenv("CUDA_MODULE_LOADING", "EAGER", 1);
  for (unsigned Filling = 0; Filling < Fillings; ++Filling) {
    memset(Told, 0, sizeof(*Told));
    Told->Filling = int(Filling);
    fflush(stdout);
    pid_t Process = fork();
    if (Process == 0) {
      Outcome Ends = NoAnswer;
      {
        Trial Runs(About, *Told);
        Ends = Child(Runs);
      }
      fflush(stdout);
      _exit(Ends);
    }
    int Status = 0;
    double Start = now();
    while (waitpid(Process, &Status, WNOHANG) == 0) {
      usleep(2000);
      if (now() - Start < ChildSeconds)
        continue;
      kill(Process, SIGKILL);
      waitpid(Process, &Status, 0);
      printf("the process does not end %s\n", Told->Doing);
      break;
    }
    int Ends = WIFEXITED(Status) ? WEXITSTATUS(Status) : NoAnswer;
    if (Ends == Shown) {
      printf("(arrays filled in way %u)\n", Filling);
      return Shown;
    }
    if (Ends == NotShown)
      Said = NotShown;
  }
  return Said;
}

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_SHOW_H
