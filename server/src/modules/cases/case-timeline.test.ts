import { caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { queueMessage } from '../communications/queue-message.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

const lines = Array.from({ length: 60 }, (_, at) => `Regel ${at} van een lange brief.`)
const text = `Beste Ada,\n\n${lines.join('\n')}\n\nBel 0612345678 of schrijf ada@example.nl.`

test('a message is its first words, and on paper all of it with its lines; masked either way for who may see no personal data', async () => {
  const batch = await app.build.batch()
  const one = await app.build.case({ batch, name: 'Ada Jansen', email: 'ada@example.nl', mobile: '+31612345678' })
  const { customerId, id: caseId } = one
  const now = app.clock.now()
  await app.services.db.transaction().execute(async (tx) => {
    const carrier = { name: 'smtp', simulated: true, loopback: true, providerId: null, isOff: false, sender: '' } as never
    const about = {
      customerId,
      caseId,
      batchId: batch.id,
      recipient: 'ada@example.nl',
      sender: 'a@b.nl',
      carrier,
      templateRevisionId: null,
    }
    const words = { subject: 'Uw rekening', text, html: null, permission: { ok: true, reason: null, nextAt: null } }
    const communicationId = await queueMessage(tx, { ...about, ...words, channel: 'email', idempotencyKey: 'whole' }, now)
    await recordTimeline(tx, [{ customerId, caseId, at: now, event: 'emailQueued', ...(communicationId !== null && { communicationId }) }])
  })
  const reader = (rights: number[]) => app.build.staff({ rights: [Right.viewCases, ...rights], customers: [customerId] })
  const [full, masked] = [await reader([Right.viewPersonalData]), await reader([])]
  const excerptFor = async (by: typeof full, query: { texts?: 'whole' }) =>
    (await app.call(caseApi.timeline, { params: { caseID: caseId }, query }).as(by)).body.rows[0]?.excerpt
  expect(await excerptFor(full, {})).toBe('Uw rekening')
  expect(await excerptFor(full, { texts: 'whole' })).toBe(`Uw rekening\n\n${text}`)
  const hidden = (await excerptFor(masked, { texts: 'whole' })) ?? ''
  expect(hidden).toContain('Regel 59 van een lange brief.')
  expect(hidden).not.toContain('0612345678')
})

test('on paper a text that is very long is cut, and says so; a page of such texts is short, and all pages come', async () => {
  const one = await app.build.case()
  const reader = await app.build.staff({ rights: [Right.viewCases], customers: [one.customerId] })
  const received = 60
  const ids = await app.pool.query<{ id: number }>(
    `insert into incoming_messages (customer_id, channel, message_key, kind, came_at, saved_at, bytes, provider_id,
      text)
    select $1, 'email', 'long' || n, 'message', now(), now(), 100, 1, repeat('Ik heb betaald. ', 10000)
    from generate_series(1, $2::int) n
    returning id`,
    [one.customerId, received],
  )
  await app.pool.query(
    `insert into timeline (customer_id, case_id, kind, event, params, at)
    select $1, $2, 'email', 'emailReceived', jsonb_build_object('incomingID', id, 'text', 'Ik'), now()
    from unnest($3::bigint[]) id`,
    [one.customerId, one.id, ids.rows.map(({ id }) => id)],
  )
  const pageFrom = async (cursor: string | null) => {
    const query = { limit: 250, texts: 'whole', ...(cursor !== null && { cursor }) } as const
    return (await app.call(caseApi.timeline, { params: { caseID: one.id }, query }).as(reader)).body
  }
  const first = await pageFrom(null)
  const last = await pageFrom(first.nextCursor)
  expect([first.rows.length, last.rows.length, last.nextCursor]).toEqual([50, 10, null])
  for (const { params } of [...first.rows, ...last.rows]) expect(params.text).toMatch(/^Ik heb betaald\. .{19000,19990}…$/)
})
