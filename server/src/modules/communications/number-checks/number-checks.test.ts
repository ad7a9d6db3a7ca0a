import { numberChecksPerDay } from '@regie/contract/number-checks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineHarness, endStep, openEngineHarness } from '../../../../test/engine-harness.ts'
import { openSmsHttpPeer } from '../../../../test/sms-http-peer.ts'
import { secretPurpose } from '../../../gateways/registered-provider.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { findNumberChecks, lookUpNumbers, sweepNumberChecks } from './look-up-numbers.ts'

const steps = [{ kind: 'send-sms', key: 'sms', next: 'end', settings: { template: 'sms' } } as const, endStep]

let peer: Awaited<ReturnType<typeof openSmsHttpPeer>>
let h: EngineHarness
beforeAll(async () => {
  peer = await openSmsHttpPeer()
  h = await openEngineHarness({ env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${peer.port}` } })
})
afterAll(async () => {
  await h.close()
  await peer.close()
})

let round = 0
async function openStory() {
  const script = await h.buildScript({ steps })
  const { customerId } = script
  const key = `key${round++}`
  await sql`
    update template_revisions set options = '{"checkNumber": true}'
    where customer_id = ${customerId}`.execute(h.db)
  const { id } = await h.db
    .insertInto('providers')
    .values({
      ...{ customer_id: customerId, channel: 'sms', kind: 'messagebird', name: 'MB', is_default: true },
      settings: JSON.stringify({ kind: 'messagebird', url: `http://127.0.0.1:${peer.port}`, user: '', sender: '' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await h.db
    .insertInto('provider_prices')
    .values({ customer_id: customerId, provider_id: id, from_day: '2020-01-01', each_hundredths: 750 })
    .execute()
  const secret = encrypt(h.services.config.secretKey, key, secretPurpose({ customerId, id }))
  await h.db.updateTable('providers').set({ secret }).where('id', '=', id).execute()
  const write = (mobiles: string[]) =>
    h.buildBatch(
      script,
      mobiles.map((mobile) => ({ mobile })),
    )
  const states = async () =>
    Object.fromEntries(
      (
        await h.db
          .selectFrom('communications')
          .select(['recipient', 'state', 'reason'])
          .where('customer_id', '=', customerId)
          .orderBy('id')
          .execute()
      ).map(({ recipient, state, reason }) => [recipient, reason === null ? state : `${state} ${reason}`]),
    )
  return { customerId, key, write, states }
}
const after = (seconds: number) => new Date(h.clock.now().getTime() + seconds * 1_000)
async function lookUp() {
  await lookUpNumbers(h.services)
  h.clock.advance(3_000)
  await h.runUntilIdle()
}

test('a number is looked up before its SMS; who is not there gets none, and what that saves is counted', async () => {
  const { customerId, key, write, states } = await openStory()
  const numbers = { there: '+31612340001', nobody: '+31612340002', off: '+31612340003' }
  peer.knows({ [numbers.nobody]: 'unknown', [numbers.off]: 'absent' })
  await write(Object.values(numbers))
  await h.runUntilIdle()
  expect(new Set(Object.values(await states()))).toEqual(new Set(['queued']))
  // The first answer is only that it was asked.
  await lookUp()
  expect(new Set(Object.values(await states()))).toEqual(new Set(['queued']))
  await lookUp()
  expect(await states()).toEqual({ [numbers.there]: 'sent', [numbers.nobody]: 'cancelled numberInactive', [numbers.off]: 'sent' })
  expect(peer.lookedUp(key)).toHaveLength(3)
  expect(await findNumberChecks(h.db, customerId, h.clock.now())).toEqual({
    ...{ asked: 3, skipped: 1, savedCents: 8, today: 3, perDay: numberChecksPerDay },
  })
  const kept = await h.db
    .selectFrom('number_checks')
    .select(['number', 'state', 'network'])
    .where('customer_id', '=', customerId)
    .orderBy('number')
    .execute()
  expect(kept[0]).toEqual({ number: numbers.there, state: 'active', network: '20408' })

  // Known for thirty days, a switched off telephone for one.
  await write(Object.values(numbers))
  await h.runUntilIdle()
  expect(peer.lookedUp(key)).toHaveLength(3)
  h.clock.advance(25 * 3_600_000)
  await write([numbers.nobody, numbers.off])
  await h.runUntilIdle()
  await lookUp()
  expect(peer.lookedUp(key).slice(3)).toEqual([numbers.off.slice(1)])
  h.clock.advance(31 * 24 * 3_600_000)
  await sweepNumberChecks(h.db, h.clock.now())
  expect(await findNumberChecks(h.db, customerId, h.clock.now())).toBeNull()
})

test('a look-up that is down costs a minute once, and no message', async () => {
  const { key, write, states } = await openStory()
  peer.set(key, 'noLookUp')
  await write(['+31612340011'])
  await h.runUntilIdle()
  await lookUp()
  expect(await states()).toEqual({ '+31612340011': 'queued' })
  await h.runUntil(after(65))
  expect(await states()).toEqual({ '+31612340011': 'sent' })
  await write(['+31612340012'])
  await h.runUntilIdle()
  expect(await states()).toEqual({ '+31612340011': 'sent', '+31612340012': 'sent' })
})

test('a question whose answer is lost is paid for once, and its message leaves', async () => {
  const { key, write, states } = await openStory()
  peer.set(key, 'lookUpLost')
  await write(['+31612340015'])
  await h.runUntilIdle()
  for (let turn = 0; turn < 4; turn++) await lookUp()
  expect(peer.lookedUp(key)).toHaveLength(1)
  expect(await states()).toEqual({ '+31612340015': 'sent' })
})

test('what a day pays for is the end of looking up, not of sending', async () => {
  const { customerId, key, write, states } = await openStory()
  await sql`
    insert into number_checks (customer_id, number, asked_at, state)
    select ${customerId}, '+3199' || n, ${h.clock.now()}, 'active'
    from generate_series(1, ${numberChecksPerDay}::int - 1) n`.execute(h.db)
  await write(['+31612340021', '+31612340023'])
  await h.runUntilIdle()
  expect(Object.values(await states()).toSorted()).toEqual(['queued', 'sent'])
  await lookUp()
  await lookUp()
  expect(Object.values(await states())).toEqual(['sent', 'sent'])
  expect(peer.lookedUp(key)).toHaveLength(1)
})

test('a template that does not ask for it looks nothing up', async () => {
  const { customerId, key, write, states } = await openStory()
  await sql`update template_revisions set options = '{}' where customer_id = ${customerId}`.execute(h.db)
  await write(['+31612340031'])
  await h.runUntilIdle()
  expect(await states()).toEqual({ '+31612340031': 'sent' })
  expect(peer.lookedUp(key)).toEqual([])
})
