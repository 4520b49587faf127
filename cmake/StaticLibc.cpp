// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs of WARPLINT_STATIC link in place of the C library's functions
// that load shared libraries at run time. Those would have to be of the very
// glibc that was linked; with those of another the program crashes or hangs.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <iconv.h>
#include <pwd.h>

namespace {

/// The first user of /etc/passwd that \p Matches, as getpwnam_r returns it.
template <typename Predicate>
int findUser(Predicate Matches, passwd *User, char *Buffer, size_t Size,
             passwd **Result) {
  *Result = nullptr;
  FILE *File = std::fopen("/etc/passwd", "re");
  if (!File)
    return errno == ENOENT ? 0 : errno;
  int Error;
  while ((Error = fgetpwent_r(File, User, Buffer, Size, Result)) == 0 &&
         !Matches(**Result))
    ;
  std::fclose(File);
  if (Error)
    *Result = nullptr;
  return Error == ENOENT ? 0 : Error;
}

} // namespace

extern "C" {

int getpwnam_r(const char *Name, passwd *User, char *Buffer, size_t Size,
               passwd **Result) {
  return findUser(
      [&](const passwd &Each) { return !std::strcmp(Each.pw_name, Name); },
      User, Buffer, Size, Result);
}

int getpwuid_r(uid_t Id, passwd *User, char *Buffer, size_t Size,
               passwd **Result) {
  return findUser([&](const passwd &Each) { return Each.pw_uid == Id; }, User,
                  Buffer, Size, Result);
}

void *dlopen(const char *, int) noexcept { return nullptr; }
void *dlsym(void *, const char *) noexcept { return nullptr; }
int dlclose(void *) noexcept { return 0; }
char *dlerror() noexcept {
  static char Message[] = "a static program loads no libraries";
  return Message;
}

iconv_t iconv_open(const char *, const char *) {
  errno = EINVAL;
  return reinterpret_cast<iconv_t>(-1);
}
size_t iconv(iconv_t, char **, size_t *, char **, size_t *) {
  errno = EBADF;
  return static_cast<size_t>(-1);
}
int iconv_close(iconv_t) {
  errno = EBADF;
  return -1;
}
}
