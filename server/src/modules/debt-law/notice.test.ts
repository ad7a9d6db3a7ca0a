import { debtLawApi } from '@regie/contract/debt-law.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  batch = await app.build.batch()
  staff = await app.build.staff({ rights: [Right.viewCases], customers: [batch.customerId] })
})
afterAll(() => app.close())

const noticeOf = async ({ id: caseID }: BuiltCase) => (await app.call(debtLawApi.get, { params: { caseID } }).as(staff)).body.notice

/** The first revision of a text, formal or not. */
async function revision(key: string, formalLetter: boolean): Promise<number> {
  const { customerId } = batch
  await app.build.template({ customerId, key, kind: 'email' })
  const row = await app.db
    .updateTable('template_revisions as r')
    .from('templates as t')
    .set({ options: JSON.stringify({ formalLetter }) })
    .whereRef('t.id', '=', 'r.template_id')
    .where('t.key', '=', key)
    .returning('r.id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function mail(
  { customerId: customer_id, id: case_id, batchId: batch_id }: BuiltCase,
  revisionId: number,
  day: string,
  delivery: string,
) {
  const at = new Date(`${day}T10:00:00Z`)
  const { id: communication_id, queued_at } = await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id, case_id, batch_id, channel: 'email', idempotency_key: `${case_id}-${day}`, recipient: 'ada@example.nl' },
      ...{ provider: 'x', simulated: true, state: 'sent', delivery, queued_at: at, sent_at: at },
    })
    .returning(['id', 'queued_at'])
    .executeTakeFirstOrThrow()
  const content = { customer_id, communication_id, queued_at, sender: 'Regie', subject: '', text: 'x', template_revision_id: revisionId }
  await app.db.insertInto('communication_contents').values(content).execute()
}

test('the first formal letter that came is the reminder by which costs are owed: another mail, and one that bounced, is not', async () => {
  const [formal, usual] = [await revision('aanmaning', true), await revision('herinnering', false)]
  const one = await app.build.case({ batch })
  expect(await noticeOf(one)).toBeNull()
  await mail(one, usual, '2026-05-01', 'delivered')
  await mail(one, formal, '2026-05-04', 'failed')
  expect(await noticeOf(one)).toBeNull()
  await mail(one, formal, '2026-05-08', 'read')
  await mail(one, formal, '2026-05-20', 'delivered')
  expect(await noticeOf(one)).toEqual({ on: '2026-05-08', by: 'email' })
})
