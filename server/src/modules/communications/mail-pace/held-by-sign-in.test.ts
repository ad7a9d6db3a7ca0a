import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../../../../../e2e/peers/smtp-sink.ts'
import { type EngineHarness, openEngineHarness } from '../../../../test/engine-harness.ts'
import { keepGrant } from '../../../gateways/oauth/grants.ts'
import { endHolds } from '../../case-runs/end-holds.ts'

let sink: SmtpSink
let h: EngineHarness
beforeAll(async () => {
  sink = await openSmtpSink({ isGood: (token, user) => token === 'goed' && user === 'incasso@acme.test' })
  h = await openEngineHarness({ env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${sink.port}` } })
})
afterAll(async () => {
  await h.close()
  await sink.close()
})

test('mail of an account that lets us in no more waits without an attempt, and leaves once when it is connected again', async () => {
  const script = await h.buildScript()
  const { customerId } = script
  const settings = {
    ...{ kind: 'smtp', host: '127.0.0.1', port: sink.port, encryption: 'none', user: 'incasso@acme.test', sender: 'incasso@acme.test' },
    ...{ dkim: null, perMinute: null, perMinuteByDomain: [] },
    oauth: { service: 'google', clientId: 'app', tenant: '', secretUntil: null },
  }
  const { id } = await h.db
    .insertInto('providers')
    .values({ customer_id: customerId, channel: 'email', kind: 'smtp', name: 'Post', settings: JSON.stringify(settings), is_default: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { caseIds } = await h.buildBatch(script, [{ email: 'een@klant.nl' }, { email: 'twee@klant.nl' }])
  await h.runUntilIdle()
  const provider = () => h.db.selectFrom('providers').select(['state', 'test_fault']).where('id', '=', id).executeTakeFirstOrThrow()
  const waiting = () =>
    h.db.selectFrom('outbox').select(['state', 'attempts']).where('case_id', 'in', caseIds).orderBy('communication_id').execute()
  expect(await provider()).toEqual({ state: 'off', test_fault: 'reconnect' })
  expect(await waiting()).toMatchObject([
    { state: 'queued', attempts: 0 },
    { state: 'queued', attempts: 0 },
  ])
  expect(sink.total).toBe(0)

  const tokens = { access: 'goed', refresh: 'later', accessSeconds: 3600, refreshSeconds: null }
  const now = h.clock.now()
  await h.db.transaction().execute(async (tx) => {
    await keepGrant(tx, h.services.config, { customerId, id }, { tokens, by: 'beheer', now })
    await tx.updateTable('providers').set({ state: 'active', test_fault: null, version: 9 }).where('id', '=', id).execute()
  })
  await endHolds(h.db, { customerId, scriptIds: [script.scriptId] }, h.clock.now())
  h.clock.set(new Date(now.getTime() + 120_000).toISOString())
  await h.runUntilIdle()
  expect(sink.mails.map(({ to }) => to).sort()).toEqual(['een@klant.nl', 'twee@klant.nl'])
  expect(sink.duplicates).toBe(0)
})
