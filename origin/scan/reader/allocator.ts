/** What glibc is told by the environment of programs that unpack or take large uploads. */
export const allocator = {
  // Large pieces go back to the system as they are freed. By itself it keeps what is freed, up to 32 MB at a time.
  MALLOC_MMAP_THRESHOLD_: '131072',
  // Threads share heaps.
  MALLOC_ARENA_MAX: '2',
} as const;
