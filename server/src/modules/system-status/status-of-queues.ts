import { type Channel, channels } from '@regie/contract/channels.ts'
import { RefusalReason } from '@regie/contract/cases.ts'
import { lateAfterMs, type StatusProblem, type StatusQueue, type WaitReason } from '@regie/contract/status.ts'
import { countedMax, isOverdue, type QueueGroup } from './queue-groups.ts'

type Known = { groups: readonly QueueGroup[]; atMost: ReadonlySet<string>; isMaintenance: boolean; now: Date }
type Wait = { reason: WaitReason; nextAt: string | null; batchId: number }

/** How each channel's messages stand, and which batches have late ones. What waits by law, pause, plan or a provider that is off is not late. */
export function statusOfQueues({ groups, ...known }: Known): { queues: StatusQueue[]; problems: StatusProblem[] } {
  const problems: StatusProblem[] = []
  const queues = channels.map((channel) => {
    const own = groups.filter((group) => group.channel === channel)
    const late = own.flatMap((group) => lateOf(group, known))
    const oldest = late.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since))[0]
    const count = late.reduce((sum, one) => sum + one.count, 0)
    if (oldest) problems.push(lateProblem(channel, oldest.group, oldest.since, count))
    return queueOf(channel, { own, late: count, known })
  })
  return { queues, problems }
}

function lateProblem(channel: Channel, { batchId, batchName }: QueueGroup, since: string, count: number): StatusProblem {
  return { kind: 'late', state: 'failing', since, count, channel, batch: { id: batchId, name: batchName }, provider: null }
}

type OfChannel = { own: readonly QueueGroup[]; late: number; known: Omit<Known, 'groups'> }

function queueOf(channel: Channel, { own, late, known }: OfChannel): StatusQueue {
  const sum = (key: 'due' | 'later') => own.reduce((all, group) => all + group[key], 0)
  const dueAts = own.flatMap((group) => (group.dueAt === null || holdOf(group, known) !== null ? [] : group.dueAt))
  return {
    channel,
    state: late > 0 ? 'failing' : 'ok',
    due: sum('due'),
    later: sum('later'),
    isMore: own.some(({ due, later }) => due >= countedMax || later >= countedMax),
    oldestAt: dueAts.length === 0 ? null : new Date(Math.min(...dueAts.map((at) => Date.parse(at)))).toISOString(),
    late,
    waits: gathered(own.flatMap((group) => waitsOf(group, known))),
  }
}

/** Why nothing of this batch leaves on this channel at this moment; null: nothing stands in its way. */
function holdOf(group: QueueGroup, { atMost, isMaintenance, now }: Omit<Known, 'groups'>): WaitReason | null {
  if (isMaintenance) return 'maintenance'
  if (group.status === 'closed' || group.status === 'preparing') return 'batchClosed'
  if (group.status === 'paused' && (group.pausedUntil === null || Date.parse(group.pausedUntil) > now.getTime())) return 'batchPaused'
  if (!group.scriptOn) return 'scriptInactive'
  if (group.channel === 'call' && !group.dialerOn) return 'dialerOff'
  return atMost.has(`${group.channel} ${group.scriptId}`) ? 'atMost' : null
}

// From the fourth attempt on it has been under way for eight minutes (retry-plan.ts).
const attemptsOfLate = 4

function lateOf(group: QueueGroup, known: Omit<Known, 'groups'>): { group: QueueGroup; since: string; count: number }[] {
  if (holdOf(group, known) !== null) return []
  const late = group.dueAt !== null && isOverdue(group, known.now) ? [{ group, since: group.dueAt, count: group.due }] : []
  const again = group.laterWaits.filter(
    ({ attempts, lastTryAt }) =>
      attempts > 0 && lastTryAt !== null && (attempts >= attemptsOfLate || known.now.getTime() - Date.parse(lastTryAt) > lateAfterMs),
  )
  const tried = again.filter(({ reason }) => !RefusalReason.safeParse(reason).success)
  const since = tried.map(({ lastTryAt }) => lastTryAt ?? '').toSorted()[0]
  return since === undefined ? late : [...late, { group, since, count: tried.length }]
}

function waitsOf(group: QueueGroup, known: Omit<Known, 'groups'>): Wait[] {
  const { batchId } = group
  const hold = holdOf(group, known)
  if (hold !== null) return [{ reason: hold, nextAt: hold === 'batchPaused' ? group.pausedUntil : null, batchId }]
  return group.laterWaits.map(({ reason, nextAt, attempts }) => ({ reason: wordOf(reason, attempts), nextAt, batchId }))
}

function wordOf(reason: string | null, attempts: number): WaitReason {
  const { data } = RefusalReason.safeParse(reason)
  return data ?? (attempts > 0 ? 'retry' : 'planned')
}

// One line for each reason, with the first moment at which it ends; the reason of most batches first.
function gathered(waits: readonly Wait[]): StatusQueue['waits'] {
  return [...Map.groupBy(waits, ({ reason }) => reason)]
    .map(([reason, same]) => {
      const ends = same.flatMap(({ nextAt }) => (nextAt === null ? [] : Date.parse(nextAt)))
      return {
        reason,
        nextAt: ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString(),
        batches: new Set(same.map(({ batchId }) => batchId)).size,
      }
    })
    .toSorted((one, other) => other.batches - one.batches)
}
