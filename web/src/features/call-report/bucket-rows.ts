import type { CallBucket } from '@regie/contract/call-report.ts'
import type { Named } from '../../ui/report/figure-words.ts'

export type NamedBucket = Named<CallBucket>

/** How often the goal was missed, and where it was missed most; null where it was reached each time. */
export function missesOf(buckets: readonly NamedBucket[], goalPercent: number) {
  const measured = buckets.flatMap((one) => (one.serviceLevel === null ? [] : [{ ...one, level: one.serviceLevel }]))
  const missed = measured.filter(({ level }) => 100 * level < goalPercent)
  const [worst] = missed.toSorted((one, other) => one.level - other.level || other.offered - one.offered)
  return worst === undefined ? null : { count: missed.length, of: measured.length, worst }
}
