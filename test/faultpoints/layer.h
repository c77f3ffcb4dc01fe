/*
 * What a program does to files below one folder, written down in the order in which it happens, or made to fail at the n-th
 * such operation. FAULTPOINTS names a file of control, which all its processes share; next to it, with `.trace` at its
 * end, is what was written down: a line of numbers for each operation, then its paths and bytes (trace.ts reads it).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* layer.ts writes it. */
struct control {
  int held, active, how, unused;
  long count, fail_at;
  char root[4096];
};
enum { EIO_ONCE = 1, FULL_FROM = 2 };

static struct control *control;
static int trace = -1;
static long (*call)(long, ...);

__attribute__((constructor)) static void start(void) {
  const char *file = getenv("FAULTPOINTS");
  char path[PATH_MAX];
  call = dlsym(RTLD_NEXT, "syscall");
  if (!file || !call || snprintf(path, sizeof path, "%s.trace", file) >= (int)sizeof path) return;
  int opened = call(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC, 0);
  trace = call(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  void *shared = opened < 0 ? MAP_FAILED : mmap(0, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
  if (opened >= 0) call(SYS_close, opened);
  if (shared != MAP_FAILED) control = shared;
}

/* SQLite makes its -shm files again when it opens a database that nobody has open. */
static int counts(const char *path) {
  size_t length = strlen(control->root), end = strlen(path);
  if (strncmp(path, control->root, length) || path[length] != '/') return 0;
  return end < 4 || strcmp(path + end - 4, "-shm");
}

/* Whether a path is below the folder; `full` is it, absolute. */
static int below(int folder, const char *path, char full[PATH_MAX]) {
  if (!control || !control->active || !path) return 0;
  int before = errno, is_below = 0;
  char base[PATH_MAX] = "", link[64];
  if (path[0] != '/') {
    snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
    if (call(SYS_readlinkat, AT_FDCWD, link, base, sizeof base - 1) < 0) base[0] = 0;
  }
  if (snprintf(full, PATH_MAX, "%s%s%s", base, base[0] ? "/" : "", path) < PATH_MAX) is_below = counts(full);
  errno = before;
  return is_below;
}

/* Whether an open file is below the folder; `id` is what its file system knows it by. */
static int is_open_below(int file, long *id) {
  if (!control || !control->active) return 0;
  int before = errno, is_below = 0;
  char path[PATH_MAX] = "", link[64];
  struct stat found;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  if (call(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1) > 0 && (counts(path) || !strcmp(path, control->root)))
    is_below = !call(SYS_newfstatat, file, "", &found, AT_EMPTY_PATH) && (*id = found.st_ino, 1);
  errno = before;
  return is_below;
}

static void hold(void) {
  while (__atomic_exchange_n(&control->held, 1, __ATOMIC_ACQUIRE)) sched_yield();
}
static void release(void) { __atomic_store_n(&control->held, 0, __ATOMIC_RELEASE); }

/* Counts an operation, with the lock held. Errors: what this one is to fail with. `grows`: it needs room on the disk. */
static int fails(int grows) {
  long now = ++control->count;
  int is_due = control->fail_at && (control->how == FULL_FROM ? grows && now >= control->fail_at : now == control->fail_at);
  if (is_due) errno = control->how == FULL_FROM ? ENOSPC : EIO;
  return is_due;
}

static void put(const void *bytes, size_t length) {
  for (size_t done = 0; done < length;) {
    long more = call(SYS_write, trace, (const char *)bytes + done, length - done);
    if (more <= 0) abort();
    done += more;
  }
}

/* Writes down what has been done, with the lock held. */
static void note(char does, long id, long one, const char *path, const char *to, const void *bytes, size_t length) {
  if (control->fail_at) return;
  int before = errno;
  char line[256];
  size_t first = path ? strlen(path) : 0, second = to ? strlen(to) : 0;
  put(line, snprintf(line, sizeof line, "%c %ld %ld %zu %zu %zu\n", does, id, one, first, second, length));
  put(path, first);
  put(to, second);
  put(bytes, length);
  errno = before;
}
