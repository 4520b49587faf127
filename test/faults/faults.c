//===--- faults.c - Calls that fail, once, when they are asked to ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To be preloaded (LD_PRELOAD). It works in the program FAULT_PROGRAM alone,
// a file's name, and in what that starts under the same name.
//
//   FAULT_COUNTER=file  counts the calls of all processes there, a number of
//                       eight bytes: the file has to be there, as long
//   FAULT_CALL=name     which calls are counted: open (to write), write, close,
//                       fsync, rename; of regular files, and folders for fsync
//   FAULT_AT=n          the n-th of them, from 1, fails
//   FAULT_ERRNO=n       with this number
//   FAULT_LOG=file      gets a line for each call that changes names or opens a
//                       file to write: call, flags, path
//   FAULT_SWAP=a:b:c    when a file is opened whose name ends with a (with "=x",
//                       begins with x), b becomes c
//   FAULT_WAIT=n        each fsync of a regular file takes n seconds
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static long *Counter;
static long Fails;
static const char *Call, *Log, *Swap;
static int Number;
static unsigned Wait;

__attribute__((constructor)) static void begin(void) {
  char Program[PATH_MAX];
  ssize_t Length = readlink("/proc/self/exe", Program, sizeof(Program) - 1);
  const char *Wanted = getenv("FAULT_PROGRAM"), *File = getenv("FAULT_COUNTER");
  if (Length < 0 || !Wanted)
    return;
  Program[Length] = 0;
  if (strcmp(strrchr(Program, '/') + 1, Wanted))
    return;
  Log = getenv("FAULT_LOG");
  Swap = getenv("FAULT_SWAP");
  Wait = getenv("FAULT_WAIT") ? atoi(getenv("FAULT_WAIT")) : 0;
  if (!File || !getenv("FAULT_CALL"))
    return;
  int Descriptor = syscall(SYS_openat, AT_FDCWD, File, O_RDWR | O_CLOEXEC);
  void *Shared = mmap(NULL, sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED,
                      Descriptor, 0);
  syscall(SYS_close, Descriptor);
  if (Shared == MAP_FAILED)
    abort();
  Counter = Shared;
  Call = getenv("FAULT_CALL");
  Fails = getenv("FAULT_AT") ? atol(getenv("FAULT_AT")) : 0;
  Number = getenv("FAULT_ERRNO") ? atoi(getenv("FAULT_ERRNO")) : EIO;
}

// Whether this call is the one that fails.
static int fails(const char *Name) {
  if (!Counter || strcmp(Name, Call))
    return 0;
  if (__atomic_add_fetch(Counter, 1, __ATOMIC_SEQ_CST) != Fails)
    return 0;
  errno = Number;
  return 1;
}

static int isRegular(int Descriptor, int OrFolder) {
  struct stat Found;
  int Before = errno;
  int Is = !fstat(Descriptor, &Found) &&
           (S_ISREG(Found.st_mode) || (OrFolder && S_ISDIR(Found.st_mode)));
  errno = Before;
  return Is;
}

static void note(const char *Name, int Folder, const char *Path, int Flags) {
  if (!Log)
    return;
  char Line[2 * PATH_MAX + 64], From[64], Base[PATH_MAX] = "";
  int Before = errno;
  if (Path[0] != '/') {
    snprintf(From, sizeof(From), "/proc/self/fd/%d", Folder);
    ssize_t Length =
        readlink(Folder == AT_FDCWD ? "/proc/self/cwd" : From, Base, PATH_MAX - 2);
    Base[Length < 0 ? 0 : Length] = 0;
    strcat(Base, "/");
  }
  int Length = snprintf(Line, sizeof(Line), "%s%s %s%s%s%s%s %s%s\n", Name,
                        Folder == AT_FDCWD ? "" : "at", "w",
                        Flags & O_CREAT ? ",creat" : "",
                        Flags & O_EXCL ? ",excl" : "",
                        Flags & O_NOFOLLOW ? ",nofollow" : "",
                        Flags & O_TRUNC ? ",trunc" : "", Base, Path);
  int Descriptor = syscall(SYS_openat, AT_FDCWD, Log,
                           O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  syscall(SYS_write, Descriptor, Line, Length);
  syscall(SYS_close, Descriptor);
  errno = Before;
}

static void swap(const char *Path) {
  const char *Colon = Swap ? strchr(Swap, ':') : NULL;
  const char *Second = Colon ? strchr(Colon + 1, ':') : NULL;
  size_t Length = strlen(Path), End = Colon ? Colon - Swap : 0;
  if (!Second)
    return;
  int Matches = *Swap == '=' ? !strncmp(Path, Swap + 1, End - 1)
                             : Length >= End &&
                                   !strncmp(Path + Length - End, Swap, End);
  if (!Matches)
    return;
  char From[PATH_MAX];
  snprintf(From, sizeof(From), "%.*s", (int)(Second - Colon - 1), Colon + 1);
  syscall(SYS_renameat, AT_FDCWD, From, AT_FDCWD, Second + 1);
}

static int toWrite(int Flags) {
  return (Flags & O_ACCMODE) != O_RDONLY || Flags & O_CREAT;
}

// A device or a pipe is no file.
static int isFile(int Folder, const char *Path) {
  struct stat Found;
  int Before = errno;
  int Is = fstatat(Folder, Path, &Found, 0) || S_ISREG(Found.st_mode);
  errno = Before;
  return Is;
}

static int opens(int Folder, const char *Path, int Flags) {
  swap(Path);
  if (!toWrite(Flags) || !isFile(Folder, Path))
    return 0;
  note("open", Folder, Path, Flags);
  return fails("open");
}

#define MODE(Flags)                                                            \
  mode_t Mode = 0;                                                             \
  if ((Flags) & (O_CREAT | __O_TMPFILE)) {                                     \
    va_list Rest;                                                              \
    va_start(Rest, Flags);                                                     \
    Mode = va_arg(Rest, mode_t);                                               \
    va_end(Rest);                                                              \
  }

#define OPEN(name)                                                             \
  int name(const char *Path, int Flags, ...) {                                 \
    MODE(Flags)                                                                \
    return opens(AT_FDCWD, Path, Flags) ? -1                                   \
                                        : REAL(name)(Path, Flags, Mode);       \
  }
#define OPENAT(name)                                                           \
  int name(int Folder, const char *Path, int Flags, ...) {                     \
    MODE(Flags)                                                                \
    return opens(Folder, Path, Flags) ? -1                                     \
                                      : REAL(name)(Folder, Path, Flags, Mode); \
  }
#define CREAT(name)                                                            \
  int name(const char *Path, mode_t Mode) {                                    \
    return opens(AT_FDCWD, Path, O_WRONLY | O_CREAT | O_TRUNC)                 \
               ? -1                                                            \
               : REAL(name)(Path, Mode);                                       \
  }
#define FOPEN(name)                                                            \
  FILE *name(const char *Path, const char *Kind) {                             \
    int Flags = *Kind == 'r' && !strchr(Kind, '+') ? O_RDONLY                  \
                                                   : O_WRONLY | O_CREAT;       \
    return opens(AT_FDCWD, Path, Flags) ? NULL : REAL(name)(Path, Kind);       \
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
CREAT(creat)
CREAT(creat64)
FOPEN(fopen)
FOPEN(fopen64)

ssize_t write(int Descriptor, const void *Bytes, size_t Count) {
  if (isRegular(Descriptor, 0) && fails("write"))
    return -1;
  return REAL(write)(Descriptor, Bytes, Count);
}

int close(int Descriptor) {
  int Flags = fcntl(Descriptor, F_GETFL);
  int Counts = Flags >= 0 && (Flags & O_ACCMODE) != O_RDONLY &&
               isRegular(Descriptor, 0);
  int Result = REAL(close)(Descriptor);
  return Counts && fails("close") ? -1 : Result;
}

int fsync(int Descriptor) {
  if (Wait && isRegular(Descriptor, 1))
    sleep(Wait);
  if (isRegular(Descriptor, 1) && fails("fsync"))
    return -1;
  return REAL(fsync)(Descriptor);
}

int rename(const char *From, const char *To) {
  note("rename", AT_FDCWD, From, 0);
  note("renameto", AT_FDCWD, To, 0);
  return fails("rename") ? -1 : REAL(rename)(From, To);
}

int renameat(int Folder, const char *From, int Other, const char *To) {
  note("rename", Folder, From, 0);
  note("renameto", Other, To, 0);
  return fails("rename") ? -1 : REAL(renameat)(Folder, From, Other, To);
}

int linkat(int Folder, const char *From, int Other, const char *To, int Flags) {
  note("rename", Folder, From, 0);
  note("renameto", Other, To, 0);
  return fails("rename") ? -1 : REAL(linkat)(Folder, From, Other, To, Flags);
}

int mkdir(const char *Path, mode_t Mode) {
  note("mkdir", AT_FDCWD, Path, 0);
  return REAL(mkdir)(Path, Mode);
}

int mkdirat(int Folder, const char *Path, mode_t Mode) {
  note("mkdir", Folder, Path, 0);
  return REAL(mkdirat)(Folder, Path, Mode);
}

int unlink(const char *Path) {
  note("unlink", AT_FDCWD, Path, 0);
  return REAL(unlink)(Path);
}

int remove(const char *Path) {
  note("unlink", AT_FDCWD, Path, 0);
  return REAL(remove)(Path);
}

int unlinkat(int Folder, const char *Path, int Flags) {
  note("unlink", Folder, Path, 0);
  return REAL(unlinkat)(Folder, Path, Flags);
}

int truncate(const char *Path, off_t Length) {
  note("open", AT_FDCWD, Path, O_TRUNC);
  return REAL(truncate)(Path, Length);
}
