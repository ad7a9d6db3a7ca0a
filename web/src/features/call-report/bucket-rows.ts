import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { CallBucket, callReportApi } from '@regie/contract/call-report.ts'
import { bucketName } from './call-words.ts'

type Answer = ResponseOf<typeof callReportApi.buckets>
/** `until` is where the next one begins; null: with the period. `isAgain`: its hour was there before, since the clock went back. */
export type NamedBucket = CallBucket & { name: string; until: string | null; isAgain: boolean }

/** The buckets by name, without the empty ones before the first call and after the last. */
export function namedBuckets({ rows, granularity, from, to }: Answer): NamedBucket[] {
  const named = rows.map((row, at) => {
    const name = bucketName(row.bucket, granularity, from === to)
    const perHour = granularity === 'quarter' ? 4 : 1
    const before = rows[at - perHour]
    const isAgain = before !== undefined && granularity !== 'month' && bucketName(before.bucket, granularity, from === to) === name
    return { ...row, name, until: rows[at + 1]?.bucket ?? null, isAgain }
  })
  const first = named.findIndex(({ offered }) => offered > 0)
  const last = named.findLastIndex(({ offered }) => offered > 0)
  return first < 0 ? [] : named.slice(first, last + 1)
}

/** How often the goal was missed, and where it was missed most; null where it was reached each time. */
export function missesOf(buckets: readonly NamedBucket[], goalPercent: number) {
  const measured = buckets.flatMap((one) => (one.serviceLevel === null ? [] : [{ ...one, level: one.serviceLevel }]))
  const missed = measured.filter(({ level }) => 100 * level < goalPercent)
  const [worst] = missed.toSorted((one, other) => one.level - other.level || other.offered - one.offered)
  return worst === undefined ? null : { count: missed.length, of: measured.length, worst }
}
