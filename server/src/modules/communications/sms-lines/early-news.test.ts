import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineHarness, openEngineHarness } from '../../../../test/engine-harness.ts'
import { openNewsKeeper, recordEarlyNews, recordOrKeep } from './early-news.ts'

let h: EngineHarness
let customerId: number
let providerId: number
let script: Awaited<ReturnType<EngineHarness['buildScript']>>
beforeAll(async () => {
  h = await openEngineHarness()
  script = await h.buildScript()
  ;({ customerId } = script)
  const row = await h.db
    .insertInto('providers')
    .values({ customer_id: customerId, channel: 'sms', kind: 'smpp', name: 'Centrale', settings: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  providerId = row.id
})
afterAll(() => h.close())

const kept = async () => Number((await sql<{ n: number }>`select count(*)::int as n from early_news`.execute(h.db)).rows[0]?.n)
async function untilNothingIsDue() {
  let looked = 0
  for (let pass = await recordEarlyNews(h.services); pass > 0; pass = await recordEarlyNews(h.services)) looked += pass
  return looked
}

test('the receipt of our message is found behind 1,500 of others who share the account, and those are looked at ever less often', async () => {
  const hearing = { customerId, providerId, name: 'smpp', isAlone: false }
  const update = (ref: string) => ({ eventKey: `${ref}:delivered`, providerRef: ref, state: 'delivered' as const, at: h.clock.now() })
  await sql`
    insert into early_news (customer_id, provider_id, event_key, provider, news, came_at, next_at)
    select ${customerId}, ${providerId}, 'other' || n, 'smpp',
      jsonb_build_object('eventKey', 'other' || n, 'providerRef', 'other' || n, 'state', 'delivered'),
      ${h.clock.now()}, ${h.clock.now()}
    from generate_series(1, 1500) n`.execute(h.db)
  await recordOrKeep(h.services, hearing, update('ours'))
  expect(await kept()).toBe(1_501)
  const { caseIds, batchId } = await h.buildBatch(script, 1)
  const sent = await h.db
    .insertInto('communications')
    .values({
      ...{ customer_id: customerId, case_id: caseIds[0] ?? 0, batch_id: batchId, channel: 'sms', idempotency_key: 'early' },
      ...{ recipient: '+31612345678', provider: 'smpp', provider_id: providerId, provider_ref: 'ours', simulated: false, state: 'sent' },
      queued_at: h.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await untilNothingIsDue()).toBe(1_501)
  const delivery = () => h.db.selectFrom('communications').select('delivery').where('id', '=', sent.id).executeTakeFirstOrThrow()
  expect(await delivery()).toEqual({ delivery: 'delivered' })
  expect(await kept()).toBe(1_500)
  expect(await untilNothingIsDue()).toBe(0)
  // An hour later all have had their turn about twelve times, not 3,600.
  let looks = 0
  for (let second = 0; second < 3_600; second += 60) {
    h.clock.advance(60_000)
    looks += (await untilNothingIsDue()) / 1_500
  }
  expect(looks).toBeLessThan(12)
  h.clock.advance(3 * 24 * 3_600_000)
  await untilNothingIsDue()
  expect(await kept()).toBe(0)
})

test('what comes by webhooks is kept once, each before it is answered; of a provider that is gone it fails alone', async () => {
  await sql`delete from early_news`.execute(h.db)
  const keep = openNewsKeeper(h.services)
  const hearing = { customerId, providerId, name: 'messagebird', isAlone: false }
  const news = (ref: string) => ({ eventKey: `${ref}:delivered`, providerRef: ref, state: 'delivered' as const, at: h.clock.now() })
  const refs = Array.from({ length: 300 }, (_, i) => `burst-${i % 150}`)
  const isKept = async (ref: string) => {
    await keep(hearing, news(ref))
    const { rows } = await sql`select from early_news where event_key = ${`${ref}:delivered`}`.execute(h.db)
    return rows.length === 1
  }
  const gone = keep({ ...hearing, providerId: providerId + 1_000 }, news('gone'))
  const [end, ...found] = await Promise.all([gone.catch((error: Error) => error.message), ...refs.map(isKept)])
  expect(end).toContain('early_news')
  expect(found.filter((one) => one === true)).toHaveLength(300)
  expect(await kept()).toBe(150)
})
