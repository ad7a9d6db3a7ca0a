/**
 * The flags with which Node runs each process. Starting up leaves 67 MB of young generation behind of which 1 MB is used: with a small one the api
 * holds 25 MB less, and answers as fast. An engine that has read files holds 45 MB of heap afterwards, not 209; its threads that read them keep the
 * large one, for they make garbage by the 10 MB.
 */
export const nodeFlags = { api: ['--max-semi-space-size=4'], engine: ['--max-semi-space-size=4'] } as const satisfies Record<
  string,
  readonly string[]
>

/**
 * Settings of the C library: two arenas in place of eight for each core, and what lies free at their ends is given back. The threads that read files
 * and hash passwords come and go, and each left its arena behind.
 */
export const nodeEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } as const
