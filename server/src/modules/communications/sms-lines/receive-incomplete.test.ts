import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineHarness, openEngineHarness } from '../../../../test/engine-harness.ts'
import { receiveIncomplete } from './receive-sms.ts'

let h: EngineHarness
let customerId: number
let providerId: number
beforeAll(async () => {
  h = await openEngineHarness()
  ;({ customerId } = await h.buildScript())
  const row = await h.db
    .insertInto('providers')
    .values({ customer_id: customerId, channel: 'sms', kind: 'smpp', name: 'Centrale', settings: '{}', is_default: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  providerId = row.id
})
afterAll(() => h.close())

const addPart = (sender: string, text: string) =>
  h.db
    .insertInto('sms_incoming_parts')
    .values({
      ...{ customer_id: customerId, provider_id: providerId, sender, reference: 7, of: 2, no: 1 },
      ...{ body: Buffer.from(text, 'utf16le'), came_at: new Date(h.clock.now().getTime() - 2 * 3_600_000) },
    })
    .execute()

test('a STOP in what came incomplete is obeyed, also behind a message that cannot be saved', async () => {
  await sql`
    create function refuse_one() returns trigger language plpgsql
    as 'begin raise exception ''not this one''; end'`.execute(h.owner.db)
  await sql`
    create trigger refuse_one before insert on incoming_messages
    for each row when (new.sender = '+31611111111') execute function refuse_one()`.execute(h.owner.db)
  await addPart('31611111111', 'Deze lukt niet')
  await addPart('31622222222', 'Stop hiermee, want')
  await receiveIncomplete(h.services)
  const texts = await h.db.selectFrom('incoming_messages').select('text').where('customer_id', '=', customerId).execute()
  expect(texts).toEqual([{ text: 'Stop hiermee, want …' }])
  const listed = await h.db.selectFrom('blacklist').select(['value', 'reason']).where('customer_id', '=', customerId).execute()
  expect(listed).toEqual([{ value: '+31622222222', reason: 'request' }])
  // What failed stays for the next time.
  await sql`drop trigger refuse_one on incoming_messages`.execute(h.owner.db)
  await receiveIncomplete(h.services)
  expect(await h.db.selectFrom('incoming_messages').select('sender').where('customer_id', '=', customerId).execute()).toHaveLength(2)
})
