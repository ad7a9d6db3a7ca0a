import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { schemaDirs } from './migrate.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app.close())

// What an older version kept, in its own word and under its own checks.
const before = `
  alter table communications drop constraint communications_channel_check;
  alter table system_messages drop constraint system_messages_channel_check;
  alter table communications disable trigger user;
  update communications set channel = 'mail' where channel = 'email';
  alter table communications enable trigger user;
  update outbox set channel = 'mail' where channel = 'email';
  update time_windows set channels = array_replace(channels, 'email', 'mail');
  alter table communications add constraint communications_channel_check check (channel in ('mail', 'sms', 'call',
    'whatsapp'));
  alter table system_messages add constraint system_messages_channel_check check (channel in ('mail', 'sms'));`

test('what was kept under mail is found under email, with the same counts, hours and history', async () => {
  const { db, build } = app
  const batch = await build.batch()
  const { id: case_id, customerId: customer_id } = await build.case({ batch })
  const message = { customer_id, case_id, batch_id: batch.id, channel: 'email', recipient: 'jan@example.nl', provider: 'simulated-email' }
  const { id: communication_id } = await db
    .insertInto('communications')
    .values({ ...message, simulated: true, idempotency_key: 'waits' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('outbox').values({ customer_id, case_id, batch_id: batch.id, channel: 'email', communication_id }).execute()
  await db
    .insertInto('communications')
    .values({ ...message, simulated: true, idempotency_key: 'left' })
    .execute()
  await db.updateTable('communications').set({ state: 'sent', sent_at: new Date() }).where('idempotency_key', '=', 'left').execute()
  await sql.raw(before).execute(db)
  const held = { customer_id, case_id, kind: 'held', event: 'held' }
  await db
    .insertInto('timeline')
    .values([
      { ...held, params: JSON.stringify({ reason: 'outsideWindow', channel: 'mail' }) },
      { ...held, params: JSON.stringify({ reason: 'outsideWindow', channel: 'sms' }) },
    ])
    .execute()
  const hoursBefore = await hoursOf(batch.script.id)
  expect(JSON.stringify(hoursBefore)).toContain('"mail"')

  const [file = ''] = globSync('*-email-is-the-word.sql', { cwd: schemaDirs.migrations })
  await sql.raw(readFileSync(path.join(schemaDirs.migrations, file), 'utf8')).execute(db)

  const { rows } = await sql`
    select m.channel, o.channel as waits, o.uses_capacity from communications m
    left join outbox o on o.customer_id = m.customer_id and o.communication_id = m.id
    where m.case_id = ${case_id}
    order by m.id`.execute(db)
  expect(rows).toEqual([
    { channel: 'email', waits: 'email', uses_capacity: false },
    { channel: 'email', waits: null, uses_capacity: null },
  ])
  const counters = await db.selectFrom('batch_counters').select('emails').where('batch_id', '=', batch.id).executeTakeFirst()
  expect(counters).toEqual({ emails: 1 })
  expect(await hoursOf(batch.script.id)).toEqual(JSON.parse(JSON.stringify(hoursBefore).replaceAll('"mail"', '"email"')))
  const { rows: lines } = await sql`
      select params ->> 'channel' as channel from timeline where case_id = ${case_id} and event = 'held' order by id`.execute(db)
  expect(lines).toEqual([{ channel: 'email' }, { channel: 'sms' }])
})

async function hoursOf(scriptId: number) {
  const { hours } = await app.db.selectFrom('scripts').select('hours').where('id', '=', scriptId).executeTakeFirstOrThrow()
  return hours
}
