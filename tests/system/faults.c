/* Preloaded into a process: lets the n-th file operation of a kind fail, or kills the process there.
   Only what is done to regular files counts. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITE, RENAME, SYNC, MEMORY, KINDS };
static long counts[KINDS];
static int armed_kind = -1, armed_kill;
static long armed_at;

void fault_arm(int kind, long at, int kill_it) {
  for (int i = 0; i < KINDS; ++i) counts[i] = 0;
  armed_kind = kind;
  armed_at = at;
  armed_kill = kill_it;
}

long fault_count(int kind) { return counts[kind]; }

static int strikes(int kind, int error) {
  if (__atomic_add_fetch(&counts[kind], 1, __ATOMIC_RELAXED) != armed_at || kind != armed_kind) return 0;
  if (armed_kill) kill(getpid(), SIGKILL);
  errno = error;
  return 1;
}

static int regular(int descriptor) {
  struct stat info;
  return descriptor > 2 && fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
}

#define REAL(name, type) static type real; if (!real) real = (type)dlsym(RTLD_NEXT, name)

typedef ssize_t (*write_t)(int, const void*, size_t);
ssize_t write(int descriptor, const void* data, size_t bytes) {
  REAL("write", write_t);
  return regular(descriptor) && strikes(WRITE, ENOSPC) ? -1 : real(descriptor, data, bytes);
}

typedef ssize_t (*pwrite_t)(int, const void*, size_t, off_t);
ssize_t pwrite(int descriptor, const void* data, size_t bytes, off_t at) {
  REAL("pwrite", pwrite_t);
  return regular(descriptor) && strikes(WRITE, ENOSPC) ? -1 : real(descriptor, data, bytes, at);
}

ssize_t pwrite64(int descriptor, const void* data, size_t bytes, off_t at) { return pwrite(descriptor, data, bytes, at); }

typedef size_t (*fwrite_t)(const void*, size_t, size_t, FILE*);
size_t fwrite(const void* data, size_t size, size_t items, FILE* file) {
  REAL("fwrite", fwrite_t);
  return regular(fileno(file)) && strikes(WRITE, ENOSPC) ? 0 : real(data, size, items, file);
}

typedef int (*file_t)(FILE*);
int fflush(FILE* file) {
  REAL("fflush", file_t);
  return file && regular(fileno(file)) && strikes(WRITE, ENOSPC) ? EOF : real(file);
}

int fclose(FILE* file) {
  REAL("fclose", file_t);
  const int fails = regular(fileno(file)) && strikes(WRITE, EIO);
  const int result = real(file);
  if (fails) errno = EIO;
  return fails ? EOF : result;
}

typedef int (*rename_t)(const char*, const char*);
int rename(const char* from, const char* to) {
  REAL("rename", rename_t);
  return strikes(RENAME, EIO) ? -1 : real(from, to);
}

int link(const char* from, const char* to) {
  REAL("link", rename_t);
  return strikes(RENAME, EIO) ? -1 : real(from, to);
}

typedef int (*renameat2_t)(int, const char*, int, const char*, unsigned);
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  REAL("renameat2", renameat2_t);
  return strikes(RENAME, EIO) ? -1 : real(from_folder, from, to_folder, to, flags);
}

typedef int (*mkdir_t)(const char*, mode_t);
int mkdir(const char* path, mode_t mode) {
  REAL("mkdir", mkdir_t);
  return strikes(RENAME, ENOSPC) ? -1 : real(path, mode);
}

typedef int (*fsync_t)(int);
int fsync(int descriptor) {
  REAL("fsync", fsync_t);
  return strikes(SYNC, EIO) ? -1 : real(descriptor);
}

/* Large ones only: those that a user can run out of, and Python's own are small. */
extern void* __libc_malloc(size_t);
void* malloc(size_t bytes) { return bytes >= 1 << 16 && strikes(MEMORY, ENOMEM) ? NULL : __libc_malloc(bytes); }
