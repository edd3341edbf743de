#define _GNU_SOURCE
#include "confinement.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

static void limit(__rlimit_resource_t resource, uint64_t most) {
  struct rlimit former;
  if (getrlimit(resource, &former) == 0 && former.rlim_max < most) most = former.rlim_max;
  setrlimit(resource, &(struct rlimit){.rlim_cur = most, .rlim_max = most});
}

/// The memory of any picture, in bytes.
static const uint64_t least_memory = 256 << 20;

void confinement_limit(uint64_t pixels) {
  // Two copies of the planes at 16 bits, and one of the pixels; a small picture may have large tables.
  limit(RLIMIT_DATA, least_memory + 16 * pixels);
  // A slow machine decodes over a million pixels a second.
  limit(RLIMIT_CPU, 5 + pixels / 1000000);
}

#ifdef MACHINE

// The offset of the lower half of an argument, on little-endian machines.
#define ARGUMENT(index) (offsetof(struct seccomp_data, args) + 8 * (index))
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, value)
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count)
#define ALLOW(name) SKIP_UNLESS(SYS_##name, 1), RETURN(SECCOMP_RET_ALLOW)
#define FAIL(error) RETURN(SECCOMP_RET_ERRNO | (error))
/// Fails a call whose loaded argument has one of the bits.
#define DENY_BITS(bits) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), FAIL(EPERM)

/// The flags of `clone` that make namespaces.
static const uint32_t namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                   CLONE_NEWPID | CLONE_NEWNET;

bool confinement_enter(void) {
  // A new descriptor would need a number from three on.
  limit(RLIMIT_NOFILE, 3);
  // The limit on memory leaves out stacks.
  limit(RLIMIT_STACK, 8 << 20);
  // A header needs no more; `confinement_limit` raises it to what the picture needs.
  struct rlimit memory;
  if (getrlimit(RLIMIT_DATA, &memory) != 0) return false;
  if (memory.rlim_cur > least_memory) memory.rlim_cur = least_memory;
  if (setrlimit(RLIMIT_DATA, &memory) != 0) return false;
  struct sock_filter rules[] = {
      LOAD(offsetof(struct seccomp_data, arch)),
      SKIP_UNLESS(MACHINE, 1),
      LOAD(offsetof(struct seccomp_data, nr)),
      // The most frequent calls first.
      ALLOW(write),
      ALLOW(futex),
      ALLOW(read),
      // The limit on memory leaves out shared memory and growing stacks.
      SKIP_UNLESS(SYS_mmap, 4),
      LOAD(ARGUMENT(3)),
      DENY_BITS(MAP_SHARED | MAP_GROWSDOWN),
      RETURN(SECCOMP_RET_ALLOW),
      ALLOW(munmap),
      ALLOW(mremap),
      ALLOW(mprotect),
      ALLOW(madvise),
      ALLOW(brk),
      ALLOW(clock_gettime),
      ALLOW(clock_nanosleep),
      ALLOW(nanosleep),
      ALLOW(gettimeofday),
      ALLOW(getrandom),
      ALLOW(sched_yield),
      ALLOW(sched_getaffinity),
      ALLOW(sysinfo),
      ALLOW(getpid),
      ALLOW(gettid),
      ALLOW(set_robust_list),
      ALLOW(rseq),
      ALLOW(rt_sigaction),
      ALLOW(rt_sigprocmask),
      ALLOW(rt_sigreturn),
      ALLOW(sigaltstack),
      ALLOW(close),
      ALLOW(exit),
      ALLOW(exit_group),
      // The C library then calls `clone`, whose flags can be seen.
      SKIP_UNLESS(SYS_clone3, 1),
      FAIL(ENOSYS),
      SKIP_UNLESS(SYS_clone, 6),
      LOAD(ARGUMENT(0)),
      DENY_BITS(namespaces),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
      RETURN(SECCOMP_RET_ALLOW),
      FAIL(EPERM),
      // For `abort`.
      SKIP_UNLESS(SYS_tgkill, 4),
      LOAD(ARGUMENT(0)),
      SKIP_UNLESS((uint32_t)getpid(), 1),
      RETURN(SECCOMP_RET_ALLOW),
      FAIL(EPERM),
      // Its own limits, for `confinement_limit`.
      SKIP_UNLESS(SYS_prlimit64, 3),
      LOAD(ARGUMENT(0)),
      SKIP_UNLESS(0, 1),
      RETURN(SECCOMP_RET_ALLOW),
      FAIL(EPERM),
  };
  struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
  // A library may have started threads when it was opened; the filter is for them, too.
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

#else

bool confinement_enter(void) { return false; }

#endif
