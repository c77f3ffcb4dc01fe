/* The functions of the C library that change files, each counted, and written down when it has been done: see layer.h. */
#include "layer.h"

#define COUNTED(grows, done, noted)  \
  hold();                            \
  long result = -1;                  \
  if (!fails(grows)) {               \
    result = done;                   \
    if (result >= 0) noted;          \
  }                                  \
  release();                         \
  return result

static int opened(int folder, const char *path, int flags, mode_t mode) {
  char full[PATH_MAX];
  if (!(flags & (O_CREAT | O_TRUNC)) || !below(folder, path, full)) return call(SYS_openat, folder, path, flags, mode);
  hold();
  struct stat found;
  int before = errno, is_there = !call(SYS_newfstatat, folder, path, &found, 0), file = -1;
  errno = before;
  int changes = is_there ? (flags & O_TRUNC) != 0 : (flags & O_CREAT) != 0;
  if (!changes || !fails(!is_there)) {
    file = call(SYS_openat, folder, path, flags, mode);
    if (file >= 0 && changes && !call(SYS_newfstatat, file, "", &found, AT_EMPTY_PATH))
      note(is_there ? 't' : 'c', found.st_ino, is_there ? 0 : found.st_mode & 07777, full, 0, 0, 0);
  }
  release();
  return file;
}

#define OPEN(name, given, folder)                                      \
  int name given {                                                     \
    va_list more;                                                      \
    va_start(more, flags);                                             \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                      \
    return opened(folder, path, flags, mode);                          \
  }
OPEN(open, (const char *path, int flags, ...), AT_FDCWD)
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD)
OPEN(openat, (int folder, const char *path, int flags, ...), folder)
OPEN(openat64, (int folder, const char *path, int flags, ...), folder)

/* At `at`, or where the file is when that is negative. A disk that becomes full takes half of what is written first. */
static ssize_t written(int file, const void *bytes, size_t length, off_t at) {
  long id;
  int is_below = is_open_below(file, &id);
  if (is_below) hold();
  if (is_below && control->how == FULL_FROM && control->count + 1 == control->fail_at && length > 1) {
    control->count += 1;
    length /= 2;
  } else if (is_below && fails(1)) return release(), -1;
  ssize_t done = at < 0 ? call(SYS_write, file, bytes, length) : call(SYS_pwrite64, file, bytes, length, at);
  if (!is_below) return done;
  if (done > 0) note('w', id, at < 0 ? call(SYS_lseek, file, 0, SEEK_CUR) - done : at, 0, 0, bytes, done);
  release();
  return done;
}
ssize_t write(int file, const void *bytes, size_t length) { return written(file, bytes, length, -1); }
ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) { return written(file, bytes, length, at); }
ssize_t pwrite64(int file, const void *bytes, size_t length, off_t at) { return written(file, bytes, length, at); }

/* One piece of several: the caller has to write the rest. */
static ssize_t writtenPieces(int file, const struct iovec *pieces, int count, off_t at) {
  long id;
  if (!is_open_below(file, &id)) return at < 0 ? call(SYS_writev, file, pieces, count) : call(SYS_pwritev, file, pieces, count, at, 0);
  while (count > 1 && !pieces->iov_len) pieces += 1, count -= 1;
  return written(file, pieces->iov_base, pieces->iov_len, at);
}
ssize_t writev(int file, const struct iovec *pieces, int count) { return writtenPieces(file, pieces, count, -1); }
ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t at) { return writtenPieces(file, pieces, count, at); }
ssize_t pwritev64(int file, const struct iovec *pieces, int count, off_t at) { return writtenPieces(file, pieces, count, at); }

/* Copies are made of reads and writes. */
ssize_t sendfile(int to, int from, off_t *at, size_t length) {
  long id;
  char bytes[65536];
  if (!is_open_below(to, &id)) return call(SYS_sendfile, to, from, at, length);
  if (length > sizeof bytes) length = sizeof bytes;
  ssize_t had = at ? call(SYS_pread64, from, bytes, length, *at) : call(SYS_read, from, bytes, length);
  ssize_t done = had > 0 ? written(to, bytes, had, -1) : had;
  if (at && done > 0) *at += done;
  return done;
}
ssize_t sendfile64(int to, int from, off_t *at, size_t length) { return sendfile(to, from, at, length); }
int ioctl(int file, unsigned long request, ...) {
  va_list more;
  long id;
  va_start(more, request);
  void *given = va_arg(more, void *);
  va_end(more);
  if (request == 0x40049409 /* FICLONE */ && is_open_below(file, &id)) return errno = EOPNOTSUPP, -1;
  return call(SYS_ioctl, file, request, given);
}
ssize_t copy_file_range(int from, off_t *at, int to, off_t *there, size_t length, unsigned flags) {
  long id;
  if (is_open_below(to, &id)) return errno = ENOSYS, -1;
  return call(SYS_copy_file_range, from, at, to, there, length, flags);
}
long syscall(long number, ...) {
  long given[6], id;
  va_list more;
  va_start(more, number);
  for (int index = 0; index < 6; index += 1) given[index] = va_arg(more, long);
  va_end(more);
  if (number == SYS_copy_file_range && is_open_below(given[2], &id)) return errno = ENOSYS, -1;
  return call(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}

#define ON_FILE(name, given, grows, done, does, number)    \
  int name given {                                         \
    long id;                                               \
    if (!is_open_below(file, &id)) return done;            \
    COUNTED(grows, done, note(does, id, number, 0, 0, 0, 0)); \
  }
ON_FILE(fsync, (int file), 0, call(SYS_fsync, file), 's', 0)
ON_FILE(fdatasync, (int file), 0, call(SYS_fdatasync, file), 's', 0)
ON_FILE(ftruncate, (int file, off_t size), 0, call(SYS_ftruncate, file, size), 't', size)
ON_FILE(ftruncate64, (int file, off_t size), 0, call(SYS_ftruncate, file, size), 't', size)
ON_FILE(fchmod, (int file, mode_t mode), 0, call(SYS_fchmod, file, mode), 'p', mode)
ON_FILE(futimens, (int file, const struct timespec times[2]), 0, call(SYS_utimensat, file, 0L, times, 0), 'm', times[1].tv_sec)

static long idOf(int folder, const char *path) {
  struct stat found;
  return call(SYS_newfstatat, folder, path, &found, AT_SYMLINK_NOFOLLOW) ? 0 : (long)found.st_ino;
}

#define ON_PATH(name, given, folder, path, grows, done, does, number)              \
  int name given {                                                                 \
    char full[PATH_MAX];                                                           \
    if (!below(folder, path, full)) return done;                                   \
    COUNTED(grows, done, note(does, idOf(folder, path), number, full, 0, 0, 0));   \
  }
#define MAKE call(SYS_mkdirat, folder, path, mode)
ON_PATH(mkdirat, (int folder, const char *path, mode_t mode), folder, path, 1, MAKE, 'd', mode)
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
ON_PATH(unlinkat, (int folder, const char *path, int flags), folder, path, 0, call(SYS_unlinkat, folder, path, flags), 'u', 0)
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
  int failed = unlink(path);
  return failed && errno == EISDIR ? rmdir(path) : failed;
}
ON_PATH(truncate, (const char *path, off_t size), AT_FDCWD, path, 0, call(SYS_truncate, path, size), 't', size)
ON_PATH(truncate64, (const char *path, off_t size), AT_FDCWD, path, 0, call(SYS_truncate, path, size), 't', size)
ON_PATH(fchmodat, (int folder, const char *path, mode_t mode, int flags), folder, path, 0, call(SYS_fchmodat, folder, path, mode, flags), 'p', mode)
int chmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, 0); }
ON_PATH(utimensat, (int folder, const char *path, const struct timespec times[2], int flags), folder, path, 0,
        call(SYS_utimensat, folder, path, times, flags), 'm', times ? times[1].tv_sec : 0)

#define WITH_TWO(name, given, from_folder, from, to_folder, to, grows, done, does)            \
  int name given {                                                                          \
    char full[PATH_MAX], target[PATH_MAX];                                                  \
    int is_from = from_folder == -1 || below(from_folder, from, full);                      \
    if (!below(to_folder, to, target) || !is_from) return done;                             \
    COUNTED(grows, done, note(does, idOf(to_folder, to), 0, from_folder == -1 ? from : full, target, 0, 0)); \
  }
WITH_TWO(renameat2, (int one, const char *from, int other, const char *to, unsigned flags), one, from, other, to, 0,
         call(SYS_renameat2, one, from, other, to, flags), 'r')
int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int one, const char *from, int other, const char *to) { return renameat2(one, from, other, to, 0); }
WITH_TWO(linkat, (int one, const char *from, int other, const char *to, int flags), one, from, other, to, 1,
         call(SYS_linkat, one, from, other, to, flags), 'h')
int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }
WITH_TWO(symlinkat, (const char *from, int folder, const char *to), -1, from, folder, to, 1,
         call(SYS_symlinkat, from, folder, to), 'l')
int symlink(const char *from, const char *to) { return symlinkat(from, AT_FDCWD, to); }
