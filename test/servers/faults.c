/* What a program of a test meets below its libraries: syncs that fail, and a clock that is wrong. FAULTS names a folder. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* The number in a file of that folder; 0 where there is none. */
static long asked(const char *name) {
  const char *folder = getenv("FAULTS");
  char path[4096], text[32] = "";
  if (!folder || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return 0;
  int before = errno, file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    if (syscall(SYS_read, file, text, sizeof text - 1) < 0) text[0] = 0;
    syscall(SYS_close, file);
  }
  errno = before;
  return atol(text);
}

static int synced(long call, int file) {
  if (!asked("eio")) return syscall(call, file);
  errno = EIO;
  return -1;
}

int fsync(int file) { return synced(SYS_fsync, file); }
int fdatasync(int file) { return synced(SYS_fdatasync, file); }

int clock_gettime(clockid_t clock, struct timespec *time) {
  int failed = syscall(SYS_clock_gettime, clock, time);
  if (!failed && clock == CLOCK_REALTIME) time->tv_sec += asked("clock");
  return failed;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}
