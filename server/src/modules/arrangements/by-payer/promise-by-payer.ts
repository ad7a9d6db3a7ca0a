import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { publishCaseChanged } from '../../cases/case-changes.ts'
import { openCents } from '../../cases/money/open-amount.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { dueKnownAt } from '../../cases/status/standing-promise.ts'
import { insertPromise, type NewPromise, promiseWords } from '../add-promise.ts'
import { arrangeForPayer } from './arrange-for-payer.ts'
import { mayPayerPause, pauseFor } from '../work-on.ts'

/** The promise that a payer chose for what is open at that moment; null: it cannot be chosen any more. */
type Choice = (openCents: number, now: Date) => NewPromise | null

/**
 * Writes down the promise or plan that a payer chose on the page of a link, and outreach waits until its first part is due. Answers whether one stands: sent
 * again, or where one stood already, nothing changes.
 */
export function promiseByPayer(services: Pick<Services, 'db' | 'clock'>, caseId: number, choose: Choice): Promise<boolean> {
  return arrangeForPayer(services, caseId, async (tx, { customerId, now, locked }) => {
    if (locked.status === 'closed') return false
    if (await isPromised(tx, { customerId, caseId })) return true
    const promise = choose(await findOpenCents(tx, { customerId, caseId }), now)
    const [first] = promise?.parts ?? []
    if (!promise || !first) return false
    await insertPromise(tx, { customerId, caseId, byUser: '', now }, promise)
    const event = promise.kind === 'plan' ? 'planByPayer' : 'promiseByPayer'
    await recordTimeline(tx, [{ customerId, caseId, event, params: promiseWords(promise), at: now }])
    if (mayPayerPause(locked)) await pauseFor(tx, locked, now, 'promise', dueKnownAt(first.due))
    await publishCaseChanged(tx, locked)
    return true
  })
}

type CaseRef = { customerId: number; caseId: number }

async function isPromised(tx: Transaction, { customerId, caseId }: CaseRef): Promise<boolean> {
  const standing = await tx
    .selectFrom('payment_promises')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return standing !== undefined
}

async function findOpenCents(tx: Transaction, { customerId, caseId }: CaseRef): Promise<number> {
  const { rows } = await sql<{ open: number | null }>`
    select ${sql.raw(openCents('c'))} as open
    from cases c
    where c.customer_id = ${customerId} and c.id = ${caseId}`.execute(tx)
  return rows[0]?.open ?? 0
}
