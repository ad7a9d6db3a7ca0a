import type { RecordAuditEntry } from '../../platform/http/audit-entry.ts'
import type { Services } from '../../services.ts'

// Enough to see what somebody is after; a program that hammers fills no disk. Counted by each process.
const perMinute = 20
const usersMax = 10_000

/** Writes down what people were not allowed to do, so many a minute of each; the last says that more may have come. */
export function recordRefusals({ clock, log }: Pick<Services, 'clock' | 'log'>, record: RecordAuditEntry): RecordAuditEntry {
  const counts = new Map<number | null, { minute: number; count: number }>()

  function countOf(userId: number | null): number {
    const minute = Math.floor(clock.now().getTime() / 60_000)
    const former = counts.get(userId)
    const count = former?.minute === minute ? former.count + 1 : 1
    if (counts.size >= usersMax) counts.clear()
    counts.set(userId, { minute, count })
    return count
  }

  return async (entry) => {
    const count = countOf(entry.actor.userId)
    if (count > perMinute) return
    // The refusal stands, whether or not it could be written down.
    await record(count < perMinute ? entry : { ...entry, about: { ...entry.about, andMore: true } }).catch((error: unknown) =>
      log.error({ err: error }, 'a refusal was not written down'),
    )
  }
}
