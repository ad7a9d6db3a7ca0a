import { parseArgs } from 'node:util'

export type BenchOptions = {
  /** 100,000 cases, shorter rounds, ratios only: what CI runs. */
  isShort: boolean
  asJson: boolean
  /** The seeded database stays and is used again by the next run with the same flag. */
  keepsData: boolean
  /** Goal ids, or null for all. */
  only: readonly string[] | null
  cases: number
  roundMs: number
  rounds: number
}

/** Reads `npm run bench -- --short --json --keep --only P1,P2 --cases 20000`. */
export function readOptions(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      short: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      only: { type: 'string' },
      cases: { type: 'string' },
    },
  })
  const isShort = values.short
  return {
    isShort,
    asJson: values.json,
    keepsData: values.keep,
    only: values.only ? values.only.toUpperCase().split(',') : null,
    cases: Number(values.cases ?? (isShort ? 100_000 : 1_000_000)),
    roundMs: isShort ? 700 : 2_000,
    rounds: isShort ? 3 : 5,
  }
}
