/**
 * The flags with which Node runs each process. Starting up leaves 67 MB of young generation behind of which 1 MB is used: with a small one the api
 * holds 25 MB less, and answers as fast. An engine that has read files holds 45 MB of heap afterwards, not 209; its threads that read them keep the
 * large one, for they make garbage by the 10 MB. By itself the api's heap grows to twice what is used before what is old is collected, and the buffers
 * that wait for it with it: after heavy requests it held 250 to 300 MB; collecting when it has grown by a third keeps it near 200, for 2 % of its time.
 */
export const nodeFlags = {
  api: ['--max-semi-space-size=4', '--heap-growing-percent=30'],
  engine: ['--max-semi-space-size=4'],
} as const satisfies Record<string, readonly string[]>

/**
 * Settings of the C library: two arenas in place of eight for each core, and what lies free at their ends is given back. The threads that read files
 * and hash passwords come and go, and each left its arena behind.
 */
export const nodeEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } as const
