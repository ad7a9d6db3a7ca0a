import type { RefusalReason } from '@regie/contract/cases.ts'
import { type Why, type WhyLine, type WhyPlace, whyPlaces } from '@regie/contract/why.ts'
import type { PlaceCount } from './count-places.ts'

type Fix = WhyLine['fix']

const fixes: Record<Exclude<WhyPlace, 'held'>, Fix> = {
  closed: 'reopenCases',
  casePaused: 'resumeCases',
  batchPreparing: 'wait',
  batchClosed: 'reopenBatch',
  batchPaused: 'resumeBatch',
  scriptInactive: 'activateScript',
  notInTrial: 'wait',
  unreachable: 'fixCases',
  inCall: 'wait',
  claimed: 'wait',
  sleeping: 'wait',
  waitingForNews: 'wait',
  finished: 'fixCases',
  outsideWindow: 'editTimes',
  lawForbids: 'wait',
  dialerOff: 'switchDialer',
  linesFull: 'moreLines',
  noAgent: 'moreAgents',
  contactable: null,
}

// What ends by itself, or elsewhere than at the cases; every other reason asks somebody to look at them.
const heldFixes: Partial<Record<RefusalReason, Fix>> = {
  outsideWindow: 'editTimes',
  extraClosed: 'editTimes',
  lawHours: 'wait',
  lawSunday: 'wait',
  lawHoliday: 'wait',
  paymentUnderWay: 'wait',
  personCallCap: 'raiseCap',
  personAnsweredCap: 'raiseCap',
  personWrittenCap: 'raiseCap',
  personLifetimeCap: 'raiseCap',
  staffCall: 'wait',
  staffResult: 'wait',
  caseHeld: 'wait',
  staffContact: 'wait',
  smsPaused: 'wait',
  outsideFilter: 'editFilters',
  scriptInactive: 'activateScript',
  onlyOwnNumber: null,
  onlySimulated: 'editProviders',
  noProvider: 'editProviders',
  providerOff: 'editProviders',
}

// No address mends these: the words of the script are at fault.
const unreachableFixes: Partial<Record<RefusalReason, Fix>> = {
  templateMissing: 'editFlow',
  textIncomplete: 'editFlow',
  debtNamedBefore: 'editFlow',
}

/** What would end it: an action of staff, or only time; null where neither does. */
export function fixOf(place: WhyPlace, reason: string | null): Fix {
  if (place === 'unreachable') return unreachableFixes[reason as RefusalReason] ?? fixes.unreachable
  if (place !== 'held') return fixes[place]
  if (reason === null) return 'wait'
  return reason in heldFixes ? (heldFixes[reason as RefusalReason] ?? null) : 'fixCases'
}

/** Moments that the place knows and its cases do not: when the hours open, when a batch goes on. */
export type PlaceMoments = Partial<Record<WhyPlace, Date | null>>

/** The counts of all batches as lines, in the order in which the engine passes cases by; places with nobody are left out. */
export function whyLines(places: readonly PlaceCount[], moments: PlaceMoments): Why['lines'] {
  const groups = Map.groupBy(places, ({ place, reason }) => JSON.stringify([place, reason]))
  const lines = [...groups.values()].flatMap((group) => {
    const [{ place, reason } = { place: 'finished' as const, reason: null }] = group
    const count = group.reduce((sum, one) => sum + one.count, 0)
    const nextAt = moments[place] ?? firstOf(group.filter((one) => one.count > 0).map((one) => one.nextAt))
    return count <= 0 ? [] : [{ place, reason, count, nextAt: nextAt?.toISOString() ?? null, fix: fixOf(place, reason) }]
  })
  return lines.sort((a, b) => whyPlaces.indexOf(a.place) - whyPlaces.indexOf(b.place) || b.count - a.count)
}

function firstOf(moments: readonly (Date | null)[]): Date | null {
  const known = moments.flatMap((moment) => (moment === null ? [] : [moment.getTime()]))
  return known.length === 0 ? null : new Date(Math.min(...known))
}
