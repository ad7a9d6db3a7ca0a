import type { MissedInstalment } from '@regie/contract/missed-instalments.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { violatedConstraint } from '../../platform/db/database-trouble.ts'
import { addDays, toLocalTime } from '../contact-permission/local-time.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import type { Arranging } from './arranging.ts'

type PromisePart = { due: string; amountCents: number }
export type NewPromise = {
  kind: 'promise' | 'plan'
  parts: readonly PromisePart[]
  asksByLink?: boolean | undefined
  missedInstalment?: MissedInstalment | undefined
}

/** Writes a promise to pay (one part) or a plan down that staff was told of. Answers its id. */
export async function addPromise(tx: Transaction, { customerId, caseId, by, now }: Arranging, promise: NewPromise): Promise<number> {
  const id = await insertPromise(tx, { customerId, caseId, byUser: by.username, now }, promise)
  const event = promise.kind === 'plan' ? 'planMade' : 'promiseMade'
  await recordTimeline(tx, [{ customerId, caseId, event, params: promiseWords(promise), byUser: by.username, at: now }])
  return id
}

/** What the timeline says of it. */
export function promiseWords({ parts }: NewPromise): { amountCents: number; parts: number; due: string } {
  const amountCents = parts.reduce((sum, part) => sum + part.amountCents, 0)
  return { amountCents, parts: parts.length, due: parts[0]?.due ?? '' }
}

type About = { customerId: number; caseId: number; byUser: string; now: Date }

/** The rows of a promise or plan; dates from today, in order, within a year. Its line in the timeline is for who calls. */
export async function insertPromise(
  tx: Transaction,
  { customerId, caseId, byUser, now }: About,
  { kind, parts, asksByLink = true, missedInstalment }: NewPromise,
): Promise<number> {
  mustBeDates(parts, now)
  const { id } = await tx
    .insertInto('payment_promises')
    .values({
      ...{ customer_id: customerId, case_id: caseId, kind, by_user: byUser, at: now },
      ...(kind === 'plan' && { asks_by_link: asksByLink, missed_instalment: missedInstalment ?? null }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === 'payment_promises_open') throw new AppError('promise.alreadyOpen', { cause: error })
      throw error
    })
  await tx
    .insertInto('payment_promise_parts')
    .values(
      parts.map(({ due, amountCents }, at) => ({ customer_id: customerId, promise_id: id, no: at + 1, due, amount_cents: amountCents })),
    )
    .execute()
  return id
}

function mustBeDates(parts: readonly PromisePart[], now: Date) {
  const today = toLocalTime(now).date
  const last = addDays(today, 365)
  const isRight = parts.every(({ due }, at) => due >= today && due <= last && (at === 0 || due > (parts[at - 1]?.due ?? '')))
  if (!isRight) throw new AppError('promise.dateInvalid', { field: 'parts' })
}
