import { dropRate, type DropRules, dropRules, type PacedMode } from '@regie/contract/dialing.ts'

/** A script that puts through to a queue, as its calls stand now and as an hour of them went. */
export type PacedScript = {
  scriptId: number
  queueId: number
  mode: PacedMode
  /** Of its queue: 1 goes before 5. */
  priority: number
  /** Calls of which it is not known yet whether an agent is wanted. */
  dialling: number
  /** People who wait in its queue. */
  waiting: number
  /** Has it calls to make? One that has none leaves the agents to the others. */
  isDue: boolean
  /** What it has lines for: more agents than that it does not keep from the others. */
  linesFree: number
  /** Of the calls of the last hour, how many (0–1) wanted an agent; 1 until enough of them have ended. */
  agentShare: number
  /** How long an agent has for one call on average, work after it included. */
  handleSeconds: number
  pace: Pace
}

/** How boldly a script dials: the factor on what it would need, and whether too many calls were dropped to do more than one for each free agent. */
export type Pace = { factor: number; heldBack: boolean }
/** Who is signed in for these queues; a busy one is in a call or at work after it. */
export type PacedAgent = { queueIds: readonly number[]; isBusy: boolean }

const factors = { first: 0.8, up: 0.02, down: 0.8, least: 0.2, most: 3 }
export const firstPace: Pace = { factor: factors.first, heldBack: false }
/** How long an agent has for one call where no hour has told it yet. */
export const usualHandleSeconds = 120

/** A pace as it is kept; that of a script which was never looked at is the first one. */
export const paceOf = ({ factor, heldBack }: { factor: number | null; heldBack: boolean | null }): Pace =>
  factor === null || heldBack === null ? firstPace : { factor, heldBack }

/** A call rings about as long before somebody picks up. */
const ringSeconds = 10
const leastShare = 0.15

/** Of so few answered calls it is not said that it went well. */
const answeredToKnow = 20

/** The pace of the next minute, by how the last hour went. Nothing is learned from an hour without calls: then it begins anew. */
export function nextPace(
  { factor, heldBack }: Pace,
  hour: { calls: number; answered: number; dropped: number },
  { slower, most, fine }: DropRules = dropRules,
): Pace {
  const rate = dropRate(hour)
  if (hour.calls === 0) return { factor: Math.min(factor, firstPace.factor), heldBack: false }
  if (hour.answered < answeredToKnow && rate <= slower) return { factor, heldBack }
  const next = rate > slower ? Math.max(factors.least, factor * factors.down) : Math.min(factors.most, factor + factors.up)
  return { factor: Math.round(next * 100) / 100, heldBack: rate >= most || (heldBack && rate >= fine) }
}

/**
 * How many more calls each script may begin now so that whoever asks for an agent finds one; below zero when more are dialling than that.
 * Queues with priority choose first; an agent who serves two queues counts for one script only.
 */
export function callsToBegin(scripts: readonly PacedScript[], agents: readonly PacedAgent[]): Map<number, number> {
  const left = new Set(agents)
  const inTurn = scripts.toSorted((a, b) => a.priority - b.priority || a.scriptId - b.scriptId)
  return new Map(
    inTurn.map((script) => {
      const mine = [...left].filter(({ queueIds }) => queueIds.includes(script.queueId))
      const free = mine.filter(({ isBusy }) => !isBusy)
      const busy = mine.filter(({ isBusy }) => isBusy)
      const dials = boldly(script)
      const wanted = (dials ? predictive(script, free.length, busy.length) : free.length - script.waiting) - script.dialling
      const begin = Math.min(wanted, script.linesFree)
      const share = dials ? script.agentShare : 1
      const taken = script.waiting + Math.ceil((script.dialling + (script.isDue ? Math.max(0, begin) : 0)) * share)
      for (const agent of free.slice(0, taken)) left.delete(agent)
      if (script.isDue) for (const agent of busy) left.delete(agent)
      return [script.scriptId, begin]
    }),
  )
}

const boldly = ({ mode, pace }: PacedScript) => mode === 'predictive' && !pace.heldBack

// Never fewer than one call for each free agent.
function predictive({ agentShare, handleSeconds, pace, waiting }: PacedScript, free: number, busy: number): number {
  const freeSoon = busy * Math.min(1, ringSeconds / handleSeconds)
  const needed = Math.ceil(free + freeSoon - waiting)
  return Math.max(free - waiting, Math.floor((Math.max(0, needed) / Math.max(agentShare, leastShare)) * pace.factor))
}
