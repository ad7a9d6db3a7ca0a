import type { CaseReport } from '@regie/contract/case-report.ts'
import type { TimelineItem } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { listArrangements } from '../../arrangements/list-arrangements.ts'
import { findCaseDetail } from '../../cases/case-detail.ts'
import { caseTimeline } from '../../cases/case-timeline.ts'
import { findPaymentsOfCase } from '../../cases/payments-of-case.ts'

const pageOfEvents = 50
/** Far more than a case ever has. */
const eventsMax = 5_000
/** All that a paper says of messages; what comes after is cut to its first words. */
const charsMax = 1_000_000

/** One case in full, as this caller may see it; another customer's is answered as not found. */
export async function findCaseReport(services: Services, caller: Caller, caseId: number): Promise<CaseReport> {
  const details = await findCaseDetail(services, caller, caseId, { fieldDefs: true })
  const [payments, arrangements, timeline] = await Promise.all([
    findPaymentsOfCase(services, caller, caseId),
    listArrangements(services, caller, caseId),
    caseTimeline(services, caller, caseId, { limit: pageOfEvents }),
  ])
  return { details, payments, ...arrangements, timeline: { items: timeline.rows, total: timeline.total.value } }
}

/** All that happened, the oldest first, each message in full; a page at a time, so that no connection is held. */
export async function readTimeline(services: Services, caller: Caller, caseId: number) {
  const read: TimelineItem[] = []
  let [cursor, chars]: [string | null | undefined, number] = [undefined, 0]
  let isCut = false
  do {
    const isWhole: boolean = chars < charsMax
    isCut ||= !isWhole
    const page = await caseTimeline(services, caller, caseId, {
      limit: pageOfEvents,
      ...(isWhole && { texts: 'whole' as const }),
      ...(cursor != null && { cursor }),
    })
    chars += page.rows.reduce((sum, { excerpt }) => sum + (excerpt?.length ?? 0), 0)
    read.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== null && read.length < eventsMax)
  return { events: read.toReversed(), isCut, isAll: cursor === null }
}

/** The same caller without the right to personal data in full: every mask is laid. */
export const withMasks = (caller: Caller): Caller => ({
  ...caller,
  rights: caller.rights.filter((right) => right !== Right.viewPersonalData),
})
