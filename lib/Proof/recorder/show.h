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

inline const char *nameOf(int Said) {
  return Said == Shown      ? "confirmed"
         : Said == NotShown ? "not met"
                            : "not confirmable";
}

/// Says on stdout what was seen, and in a line of JSON in the file that
/// WARPLINT_RECORD names.
inline int answer(int Said, const Shared &Told, const Facts &About) {
  printf("%s: %s\non %s\n", nameOf(Said), Told.Said, Told.Device);
  FILE *To = openRecord();
  if (!To)
    return Said;
  fprintf(To, "{\"finding\":\"%s\",\"answer\":\"%s\",\"text\":\"",
          About.Finding, nameOf(Said));
  for (const char *At = Told.Said; *At; ++At)
    if (*At == '"' || *At == '\\')
      fprintf(To, "\\%c", *At);
    else
      fputc(*At, To);
  fprintf(To, "\",\"device\":\"%s\"}\n", Told.Device);
  fclose(To);
  return Said;
}

/// Runs \p Child in a process of its own. How it ends.
inline int runChild(Outcome (*Child)(Trial &), const Facts &About,
                    Shared &Told) {
  Told.Ran = Told.Failed = Told.Faulted = false;
  fflush(stdout);
  pid_t Process = fork();
  if (Process == 0) {
    Outcome Ends = NoAnswer;
    {
      Trial Runs(About, Told);
      Ends = Child(Runs);
    }
    fflush(stdout);
    _exit(ChildCode + Ends);
  }
  int Status = 0;
  double Start = now();
  while (waitpid(Process, &Status, WNOHANG) == 0) {
    usleep(2000);
    if (now() - Start < ChildSeconds)
      continue;
    kill(Process, SIGKILL);
    waitpid(Process, &Status, 0);
    snprintf(Told.Said, sizeof(Told.Said), "the process does not end %s",
             Told.Doing);
    break;
  }
  return WIFEXITED(Status) ? WEXITSTATUS(Status) - ChildCode : NoAnswer;
}

/// What a filling shows. With zeros, an error in the first run is looked into:
/// blocks may be too large, or threads come in the wrong order.
inline int runFilling(Outcome (*Child)(Trial &), const Facts &About,
                      Shared &Told) {
  Told.FirstSeed = NobodyLate;
  Told.NextSeed = 0;
  int Ends = runChild(Child, About, Told);
  // Errors of later calls of a function of the host come of what an earlier one
  // has left.
  for (int Try = 0; About.Host && Ends == NoAnswer && Told.Ran && Try < 6;
       ++Try)
    Ends = runChild(Child, About, Told);
  const int Fewer[] = {128, 64, 32};
  for (int Threads : Fewer)
    if (About.Guessed && !Told.Filling && Ends == NoAnswer && Told.Failed) {
      Told.Threads = Threads;
      Ends = runChild(Child, About, Told);
    }
  if (About.Host || Told.Filling || Ends != NoAnswer || !Told.Faulted)
    return Ends;
  char Error[sizeof(Told.Said)];
  memcpy(Error, Told.Said, sizeof(Error));
  const int Seeds = About.PlaceCount < 2 ? 4 * (About.PlaceCount + 1) : 12;
  for (int Seed = 0; Seed < Seeds && Ends != Shown; ++Seed) {
    Told.FirstSeed = Seed;
    memcpy(Told.Said, Error, sizeof(Error));
    Ends = runChild(Child, About, Told);
  }
  if (Ends != Shown)
    memcpy(Told.Said, Error, sizeof(Error));
  return Ends;
}

/// Runs \p Child with each filling. 1: shown. 0: not, in these runs. 2: every
/// run ended in an error.
inline int show(Outcome (*Child)(Trial &), const Facts &About) {
  Shared *Told = (Shared *)mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int Said = NoAnswer;
  static Shared Kept; // Of what is said in the end.
  // What is loaded when it is needed cannot be while a kernel does not end.
  setenv("CUDA_MODULE_LOADING", "EAGER", 1);
  const int Constants =
      About.Constants < MostConstants ? About.Constants : MostConstants;
  const int Count = About.Host ? HostFillings : Fillings + Constants + Specials;
  for (int Filling = 0; Filling < Count; ++Filling) {
    Told->Filling = Filling;
    Told->Said[0] = Told->Doing[0] = 0;
    int Ends = runFilling(Child, About, *Told);
    printf("(arrays filled in way %d: %s: %s)\n", Filling, nameOf(Ends),
           Told->Said);
    if (!Filling || Ends == Shown || (Said == NoAnswer && Ends == NotShown))
      Kept = *Told;
    if (Ends == Shown)
      return answer(Shown, Kept, About);
    if (Ends == NotShown)
      Said = NotShown;
  }
  return answer(Said, Kept, About);
}

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_SHOW_H
