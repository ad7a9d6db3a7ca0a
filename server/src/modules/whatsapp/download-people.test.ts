import { blacklistApi } from '@regie/contract/blacklist.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { whatsappApi } from '@regie/contract/whatsapp-texts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

const rights = [Right.exportReports, Right.inbox, Right.viewPersonalData, Right.viewBlacklist, Right.addToBlacklist]
const count = 1_200
let app: TestApp
let batch: BuiltBatch
let staff: Staff
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  batch = await app.build.batch()
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  // More than a page of them, and one who gave their number.
  await sql`
    insert into whatsapp_people (customer_id, provider_id, user_id, phone, name, since, seen_at)
    select ${batch.customerId}, n % 2, 'NL.' || (10000000 + n), case when n = 7 then '+31612345678' end, 'Naam ' || n,
      '2026-05-01T08:00:00Z', '2026-06-01T08:00:00Z'
    from generate_series(1, ${count}) n`.execute(app.db)
})
afterAll(() => app.close())

const fetchFile = (who = staff) => app.call(whatsappApi.people, { query: { customerID: batch.customerId, locale: 'nl' } }).as(who)

test('everybody known by an id alone stands in the file once, with since when and about which case; who gave a number does not', async () => {
  const one = await app.build.case({ batch })
  const wrote = { channel: 'whatsapp', provider_id: 0, address: 'nl.10000012', person_name: 'Naam 12' }
  await app.db
    .insertInto('conversations')
    .values({ ...wrote, customer_id: batch.customerId, case_id: one.id, last_at: app.clock.now() })
    .execute()
  const { text, headers } = await fetchFile()
  expect(headers['content-type']).toContain('text/csv')
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(count)
  expect(new Set(lines).size).toBe(count)
  expect(text).not.toContain('NL.10000007;')
  const number = await app.db.selectFrom('cases').select('case_number').where('id', '=', one.id).executeTakeFirstOrThrow()
  expect(lines).toContain(`NL.10000012;Naam 12;;2026-05-01T08:00:00.000Z;2026-06-01T08:00:00.000Z;${number.case_number}`)
  const audited = await app.db.selectFrom('audit').select('username').where('action', '=', 'whatsapp.people').execute()
  expect(audited).toMatchObject([{ username: staff.username }])
})

test('the blacklist reads the file', async () => {
  const { text } = await fetchFile()
  const form = new FormData()
  for (const [name, value] of Object.entries({ customerID: String(batch.customerId), reason: 'request', retention: '1y' }))
    form.set(name, value)
  form.set('file', new File([text], 'whatsapp.csv', { type: 'text/csv' }))
  const request = new Request('http://x', { method: 'POST', body: form })
  const answer = await app.app.inject({
    ...{ method: 'POST', url: `/api${blacklistApi.checkImport.path}`, payload: Buffer.from(await request.arrayBuffer()) },
    headers: {
      origin: app.origin,
      host: new URL(app.origin).host,
      cookie: app.cookieOf(staff),
      'content-type': request.headers.get('content-type') ?? '',
    },
  })
  expect(answer.json()).toMatchObject({ added: count - 1, refused: 0 })
})

test('who sees no personal data gets no id and no name; without the right to export, or of another customer, there is none', async () => {
  const customers = [batch.customerId]
  const masked = await app.build.staff({ rights: rights.filter((code) => code !== Right.viewPersonalData), customers })
  const { text } = await fetchFile(masked)
  expect(text.trim().split('\r\n')).toHaveLength(count)
  expect(text).not.toMatch(/10000012|Naam/)
  const agent = await app.build.staff({ rights: [Right.inbox, Right.viewPersonalData], customers })
  expect((await fetchFile(agent)).status).toBe(403)
  expect((await fetchFile(await app.build.staff({ rights, customers: [] }))).status).toBe(404)
})
