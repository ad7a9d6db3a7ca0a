import type { TemplateOptions } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EngineHarness, openEngineHarness } from '../../../../test/engine-harness.ts'
import { findListed, listedFor } from '../message-permission.ts'

let h: EngineHarness
beforeAll(async () => (h = await openEngineHarness()))
afterAll(() => h.close())

let script: Awaited<ReturnType<EngineHarness['buildScript']>>
beforeEach(async () => {
  script = await h.buildScript()
})

const choose = (options: Partial<TemplateOptions>) =>
  sql`
  update template_revisions set options = ${JSON.stringify(options)}::jsonb
  where customer_id = ${script.customerId}`.execute(h.db)
const list = (value: string) =>
  h.db
    .insertInto('blacklist')
    .values({ customer_id: script.customerId, kind: 'email', value, retention: 'forever', added_by: 'test' })
    .execute()
async function add(email: string | null, fields: Record<string, string> = {}) {
  const { caseIds } = await h.buildBatch(script, [{ email }])
  const caseId = caseIds[0] ?? 0
  await h.db
    .updateTable('cases')
    .set({ fields: JSON.stringify(fields) })
    .where('id', '=', caseId)
    .execute()
  return caseId
}
async function sent(caseId: number) {
  const { rows } = await sql<{ recipient: string; state: string; mail: object | null }>`
    select m.recipient, m.state, t.mail
    from communications m
    join communication_contents t on t.customer_id = m.customer_id and t.communication_id = m.id
    where m.case_id = ${caseId}`.execute(h.db)
  return rows
}

test('a template names its addressee by a field; the others it names get a copy, and nobody gets it in their place', async () => {
  await choose({ to: '{{email_bewindvoerder}}, dossier@kantoor.nl', cc: 'team@acme.nl' })
  const [both, one, none] = [await add('ada@x.nl', { email_bewindvoerder: 'B@kantoor.nl' }), await add(null), await add('ada@x.nl')]
  await h.runUntilIdle()
  expect(await sent(both)).toEqual([
    {
      ...{ recipient: 'b@kantoor.nl', state: 'sent' },
      mail: { leave: true, cc: ['dossier@kantoor.nl', 'team@acme.nl'], receiverReason: 'template' },
    },
  ])
  expect((await sent(one)).map(({ recipient }) => recipient)).toEqual(['dossier@kantoor.nl'])
  expect((await sent(none)).map(({ recipient }) => recipient)).toEqual(['dossier@kantoor.nl'])
  await choose({ to: '{{email_bewindvoerder}}' })
  const nobody = await add('ada@x.nl')
  await h.runUntilIdle()
  expect(await sent(nobody)).toEqual([])
  expect(await h.events(nobody)).toContain('held')
})

test('an addressee on the blacklist gets nothing, though the person of the case is free; nor does a copy', async () => {
  await choose({ to: 'adviseur@kantoor.nl' })
  await list('adviseur@kantoor.nl')
  const refused = await add('ada@x.nl')
  await h.runUntilIdle()
  expect(await sent(refused)).toEqual([])
  await list('weg@acme.nl')
  await choose({ cc: 'weg@acme.nl, team@acme.nl', bcc: 'weg@acme.nl' })
  const copied = await add('ada@x.nl')
  await h.runUntilIdle()
  expect(await sent(copied)).toMatchObject([{ recipient: 'ada@x.nl', mail: { cc: ['team@acme.nl'] } }])
  expect(Object.keys((await sent(copied))[0]?.mail ?? {})).not.toContain('bcc')
})

test('the copy gets it where the person has no address or is on the blacklist, and only where that was chosen', async () => {
  await list('ada@x.nl')
  await list('eerst@acme.nl')
  const cc = 'eerst@acme.nl, team@acme.nl, tweede@acme.nl'
  await choose({ cc })
  const usual = [await add(null), await add('Ada@x.nl')]
  await h.runUntilIdle()
  expect((await Promise.all(usual.map(sent))).flat()).toEqual([])
  await choose({ cc, alwaysCc: true, tracking: true })
  const [none, listed, free] = [await add(null), await add('Ada@x.nl'), await add('bob@x.nl')]
  await h.runUntilIdle()
  const copy = { recipient: 'team@acme.nl', state: 'sent' }
  expect(await sent(none)).toEqual([{ ...copy, mail: { cc: ['tweede@acme.nl'], receiverReason: 'noEmail' } }])
  expect(await sent(listed)).toEqual([{ ...copy, mail: { cc: ['tweede@acme.nl'], receiverReason: 'blacklisted' } }])
  expect(await sent(free)).toMatchObject([{ recipient: 'bob@x.nl', mail: { cc: ['team@acme.nl', 'tweede@acme.nl'], track: true } }])
})

test('what stops contact about a case stops the copy too: a dispute, a closed case', async () => {
  await choose({ cc: 'team@acme.nl', alwaysCc: true })
  const [disputed, closed] = [await add(null), await add(null)]
  await h.db
    .insertInto('complaints')
    .values({ customer_id: script.customerId, case_id: disputed, kind: 'dispute', text: 'Klopt niet', by_user: 'test' })
    .execute()
  await h.db.updateTable('cases').set({ status: 'closed' }).where('id', '=', closed).execute()
  await h.runUntilIdle()
  expect([...(await sent(disputed)), ...(await sent(closed))]).toEqual([])
})

test('who comes on the blacklist while it waits gets nothing: the addressee of a template, and a copy', async () => {
  await choose({ to: 'adviseur@kantoor.nl', cc: 'team@acme.nl' })
  const [kept, stopped] = [await add('ada@x.nl'), await add('ada@x.nl')]
  await h.turn()
  await list('team@acme.nl')
  await h.runUntilIdle()
  expect(await sent(kept)).toMatchObject([{ recipient: 'adviseur@kantoor.nl', state: 'sent', mail: { cc: [] } }])
  await choose({ to: 'ander@kantoor.nl' })
  const later = await add(null)
  await h.turn()
  await list('ander@kantoor.nl')
  await h.runUntilIdle()
  expect(await sent(later)).toMatchObject([{ recipient: 'ander@kantoor.nl', state: 'cancelled' }])
  expect(await sent(stopped)).toHaveLength(1)
})

test('what one customer has on the blacklist holds nobody back at another', async () => {
  const here = await add('ada@x.nl')
  await list('team@acme.nl')
  const other = await h.buildScript()
  expect(other.customerId).not.toBe(script.customerId)
  const { caseIds } = await h.buildBatch(other, [{ email: 'bob@x.nl' }])
  const [there = 0] = caseIds
  const asked = [
    { customerId: script.customerId, caseId: here, address: 'Team@acme.nl' },
    { customerId: other.customerId, caseId: there, address: 'team@acme.nl' },
  ]
  const listed = await findListed(h.db, asked, new Date())
  expect([...listedFor(listed, here)]).toEqual(['team@acme.nl'])
  expect([...listedFor(listed, there)]).toEqual([])
})
