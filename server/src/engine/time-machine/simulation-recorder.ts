import type { SimulationMoment } from '@regie/contract/time-machine.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { Channel } from '@regie/contract/channels.ts'
import type { SimulationRef } from '../../modules/case-runs/simulation-case.ts'
import { recordTimeline, type TimelineEntry, type TimelineNote } from '../../modules/timeline/record-timeline.ts'
import type { CaseTransaction } from '../../modules/case-runs/save-run-position.ts'
import type { ClosedOnAllChannels } from '../../modules/contact-permission/whole-hours.ts'
import { listSimulationLines, type SimulationLine } from '../../modules/communications/simulation-timeline.ts'

/** Reads the timeline of a played case as moments, each with the step that made it. */
export type SimulationRecorder = {
  moments: SimulationMoment[]
  /** What steps tell; written at the next `note`. */
  record(note: TimelineNote): void
  /** Takes up what happened since the last time, as the doing of the step that was under way; then another begins. */
  note(next?: ScriptStep): Promise<void>
  /** What was queued a moment ago and may not leave yet. */
  noteHeld(communicationIds: ReadonlySet<number>): void
  /** The whole script is closed: an engine does not look at the case until it opens, and records nothing. The one who simulates wants to know. */
  noteClosed(step: string, at: Date, closed: ClosedOnAllChannels): void
}

/** Opens the recorder of one simulation; lines up to `afterId` are from before it. */
export function openRecorder(
  tx: CaseTransaction,
  ref: SimulationRef,
  steps: ReadonlyMap<string, ScriptStep>,
  afterId = 0,
): SimulationRecorder {
  const moments: SimulationMoment[] = []
  // Those that say that a message left, as most do as soon as they are queued.
  const leaving = new Map<number, SimulationMoment>()
  let recorded: TimelineEntry[] = []
  let step = ''
  let lastId = afterId

  async function note(next?: ScriptStep) {
    await recordTimeline(tx, recorded)
    recorded = []
    for (const line of await listSimulationLines(tx, ref, lastId)) {
      lastId = line.id
      const by = line.key?.split(':')[2] ?? step
      const moment = momentOf(line, by, steps.get(by)?.kind ?? '')
      moments.push(moment)
      if (line.communicationId !== null && line.event.endsWith('Queued')) leaving.set(line.communicationId, moment)
    }
    if (next) step = next.key
  }
  function noteHeld(communicationIds: ReadonlySet<number>) {
    for (const id of communicationIds) {
      const moment = leaving.get(id)
      if (moment) moment.event = moment.event.replace(/Sent$/, 'Queued')
    }
  }
  function noteClosed(key: string, at: Date, { reason, nextAt }: ClosedOnAllChannels) {
    const until = nextAt?.toISOString() ?? null
    const params = { reason, ...(until !== null && { nextAt: until }) }
    const stepKind = steps.get(key)?.kind ?? ''
    moments.push({ at: at.toISOString(), step: key, stepKind, event: 'held', params, channel: null, reason, nextAt: until, message: null })
  }
  const record = (entry: TimelineNote) => void recorded.push({ ...entry, customerId: ref.customerId, caseId: ref.caseId })
  return { moments, noteClosed, noteHeld, record, note }
}

function momentOf(line: SimulationLine, step: string, stepKind: string): SimulationMoment {
  const { reason, nextAt, channel } = line.params
  return {
    at: line.at.toISOString(),
    step,
    stepKind,
    // What is queued leaves at the same moment here.
    event: line.event === 'letterQueued' ? 'letterHandedOver' : line.event.replace(/Queued$/, 'Sent'),
    params: line.params,
    channel: line.channel ?? (typeof channel === 'string' ? (channel as Channel) : null),
    reason: typeof reason === 'string' ? reason : null,
    nextAt: typeof nextAt === 'string' ? nextAt : null,
    message:
      line.recipient === null || !/(Queued|Sent|Started)$/.test(line.event)
        ? null
        : { to: line.recipient, subject: line.subject ?? '', text: line.text ?? '', html: line.html },
  }
}
