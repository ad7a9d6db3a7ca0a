/**
 * The flags with which Node runs each process.
 *
 * The api: a young generation of 8 MB answers with half the collecting of 4 MB (one case: 5 % less CPU); what starting leaves in it is collected once
 * (run-api.ts), so that it costs no memory at rest. What is old is collected when the heap has grown by a third: by itself it grows to twice what is
 * used, and the buffers that wait for it with it, 250 to 300 MB after heavy requests in place of 200.
 *
 * An engine that has read files holds 45 MB of heap afterwards with 4 MB, 209 without; its threads that read them keep the large one, for they make
 * garbage by the 10 MB.
 */
export const nodeFlags = {
  api: ['--max-semi-space-size=8', '--heap-growing-percent=30', '--expose-gc'],
  engine: ['--max-semi-space-size=4'],
} as const satisfies Record<string, readonly string[]>

/**
 * Settings of the C library: two arenas in place of eight for each core, and what lies free at their ends is given back. The threads that read files
 * and hash passwords come and go, and each left its arena behind.
 */
export const nodeEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' } as const
