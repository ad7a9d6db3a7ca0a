import type { ProviderSettings } from '@regie/contract/providers.ts'
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../../../e2e/peers/smtp-sink.ts'
import { openEngineHarness } from '../../test/engine-harness.ts'
import type { OutgoingCall } from '../gateways/voice/voice-gateway.ts'
import { endHolds } from '../modules/case-runs/end-holds.ts'

const isVoiceHere = spawnSync('espeak-ng', ['--version'], { stdio: 'ignore' }).status === 0

type Harness = Awaited<ReturnType<typeof openEngineHarness>>

let sink: SmtpSink
let own: SmtpSink
let h: Harness
beforeAll(async () => {
  sink = await openSmtpSink()
  own = await openSmtpSink()
  h = await openEngineHarness({ env: { SMTP_URL: own.url, ALLOW_PRIVATE_HOSTS: `127.0.0.1:${sink.port}` } })
})
afterAll(async () => {
  await h.close()
  await sink.close()
  await own.close()
})

const smtp = (change: object = {}): ProviderSettings => ({
  ...{ kind: 'smtp', host: '127.0.0.1', port: sink.port, encryption: 'none', user: '', sender: 'klant@example.nl' },
  ...{ dkim: null, perMinute: null, perMinuteByDomain: [] },
  ...change,
})
async function provider(customerId: number, channel: string, settings: ProviderSettings, change: object = {}) {
  const { id } = await h.db
    .insertInto('providers')
    .values({
      customer_id: customerId,
      channel,
      kind: settings.kind,
      name: `Van ${channel}`,
      settings: JSON.stringify(settings),
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const messages = (caseId: number) =>
  h.db
    .selectFrom('communications as m')
    .innerJoin('communication_contents as t', 't.communication_id', 'm.id')
    .select(['m.state', 'm.reason', 'm.provider', 'm.provider_id', 't.sender', 't.voice', 't.language'])
    .where('m.case_id', '=', caseId)
    .execute()
type Script = Awaited<ReturnType<Harness['buildScript']>>
const oneCase = async (script: Script) => (await h.buildBatch(script, 1)).caseIds[0] ?? 0
const later = (minutes: number) => new Date(h.clock.now().getTime() + minutes * 60_000)

test('a mail leaves by the default of its customer, under its own address; without one by the installation', async () => {
  const script = await h.buildScript()
  const plain = await h.buildScript()
  const id = await provider(script.customerId, 'email', smtp(), { is_default: true })
  const caseId = await oneCase(script)
  const plainCase = await oneCase(plain)
  await h.runUntil(later(1))
  expect([sink.total, own.total]).toEqual([1, 1])
  expect(sink.mails[0]?.from).toBe('klant@example.nl')
  expect(await messages(caseId)).toMatchObject([{ state: 'sent', provider: 'smtp', provider_id: id }])
  expect(await messages(plainCase)).toMatchObject([{ state: 'sent', provider: 'smtp', provider_id: null }])
})

test.each(['off', 'gone'])('a message whose provider is %s meanwhile is held with that reason, and no other one sends it', async (what) => {
  const before = [sink.total, own.total]
  const script = await h.buildScript()
  const id = await provider(script.customerId, 'email', smtp())
  await h.db.updateTable('scripts').set({ email_provider_id: id }).where('id', '=', script.scriptId).execute()
  sink.faults = { rcptTempfail: 1 }
  const caseId = await oneCase(script)
  await h.runUntil(later(1))
  expect(await messages(caseId)).toMatchObject([{ state: 'queued', provider_id: id }])
  sink.faults = {}
  await h.db.updateTable('scripts').set({ email_provider_id: null }).where('id', '=', script.scriptId).execute()
  if (what === 'off') await h.db.updateTable('providers').set({ state: 'off' }).where('id', '=', id).execute()
  else await h.db.deleteFrom('providers').where('id', '=', id).execute()
  await h.runUntil(later(10))
  expect(await messages(caseId)).toMatchObject([{ state: 'queued', reason: 'providerOff', provider_id: id }])
  expect([sink.total, own.total]).toEqual(before)
  if (what === 'gone') return
  await h.db.updateTable('providers').set({ state: 'active' }).where('id', '=', id).execute()
  await h.runUntil(later(10))
  expect(await messages(caseId)).toMatchObject([{ state: 'sent', provider_id: id }])
})

test('a script whose provider is off queues nothing and says why; it goes on once the provider is on', async () => {
  const script = await h.buildScript()
  const id = await provider(script.customerId, 'email', smtp(), { state: 'off' })
  await h.db.updateTable('scripts').set({ email_provider_id: id }).where('id', '=', script.scriptId).execute()
  const caseId = await oneCase(script)
  await h.runUntil(later(1))
  expect(await h.events(caseId)).toEqual(['held'])
  expect(await messages(caseId)).toEqual([])
  await h.db.updateTable('providers').set({ state: 'active' }).where('id', '=', id).execute()
  await endHolds(h.db, { customerId: script.customerId, scriptIds: [script.scriptId] }, h.clock.now())
  await h.runUntil(later(1))
  expect(await messages(caseId)).toMatchObject([{ state: 'sent', provider_id: id }])
})

test('no more mails leave in a minute than the provider and the domain of the receiver take, and none waits for ever', async () => {
  const before = sink.total
  const script = await h.buildScript()
  const settings = smtp({ perMinute: 12, perMinuteByDomain: [{ domain: 'traag.nl', perMinute: 2 }] })
  await provider(script.customerId, 'email', settings, { is_default: true })
  const cases = Array.from({ length: 20 }, (_, index) => ({ email: `m${index}@${index < 6 ? 'traag.nl' : 'snel.nl'}` }))
  const { batchId } = await h.buildBatch(script, cases)
  const toSlow = () => sink.mails.filter(({ to }) => to.endsWith('@traag.nl')).length
  const slowBefore = toSlow()
  const start = h.clock.now().getTime()
  const countAt = async (seconds: number) => {
    await h.runUntil(new Date(start + seconds * 1_000))
    return [sink.total - before, toSlow() - slowBefore]
  }
  const [afterOne, slowAfterOne] = await countAt(59)
  expect(afterOne).toBeLessThanOrEqual(13)
  expect(afterOne).toBeGreaterThan(8)
  expect(slowAfterOne).toBeLessThanOrEqual(2)
  await countAt(240)
  expect(sink.total - before).toBe(20)
  expect(toSlow() - slowBefore).toBe(6)
  // It waited in silence: the timelines tell what happened, not each turn.
  const held = await h.db
    .selectFrom('timeline as t')
    .innerJoin('cases as c', 'c.id', 't.case_id')
    .select('t.id')
    .where('c.batch_id', '=', batchId)
    .where('t.event', '=', 'held')
    .execute()
  expect(held).toEqual([])
})

test('a server that asks to come back later (grey-listing) gets the mail with the next attempt', async () => {
  const script = await h.buildScript()
  await provider(script.customerId, 'email', smtp(), { is_default: true })
  sink.faults = { rcptTempfail: 1 }
  const caseId = await oneCase(script)
  await h.runUntilIdle()
  expect(await messages(caseId)).toMatchObject([{ state: 'queued', reason: expect.stringContaining('450') as string }])
  sink.faults = {}
  await h.runUntil(later(2))
  expect(await messages(caseId)).toMatchObject([{ state: 'sent' }])
})

test('number, voice and language of the script reach the voice provider, and are kept with the call', async () => {
  const call = { template: 'sms', attemptsMax: 1, retryMinutes: 60 }
  const script = await h.buildScript({
    steps: [
      { kind: 'call', key: 'bel', settings: call, next: 'einde' },
      { kind: 'finish', key: 'einde', settings: { result: 'RET' } },
    ] as never,
  })
  const id = await provider(script.customerId, 'call', { kind: 'simulated' })
  const wanted = { caller_id: '+31101234567', voice: 'Chloé', language: 'fr', call_provider_id: id }
  await h.db.updateTable('scripts').set(wanted).where('id', '=', script.scriptId).execute()
  const sent: unknown[] = []
  const { voice } = h.gateways
  const send = voice.send.bind(voice)
  voice.send = (outgoing) => (sent.push(outgoing), send(outgoing))
  const caseId = await oneCase(script)
  await h.runUntil(later(1))
  voice.send = send
  expect(sent).toMatchObject([{ from: '+31101234567', voice: 'Chloé', language: 'fr' }])
  expect(await messages(caseId)).toMatchObject([
    { provider: 'simulated-voice', provider_id: id, sender: '+31101234567', voice: 'Chloé', language: 'fr' },
  ])
})

test.runIf(isVoiceHere)('a call gets what it says and what a voicemail hears as sound, and both are kept with it', async () => {
  const call = { template: 'gesprek', voicemail: 'inspreken', attemptsMax: 1, retryMinutes: 60 }
  const script = await h.buildScript({
    templates: {
      gesprek: { nl: { subject: '', text: 'Spreek ik met {{naam}}?' } },
      inspreken: { nl: { subject: '', text: 'Wilt u ons terugbellen? Dank u wel.' } },
    },
    steps: [
      { kind: 'call', key: 'bel', settings: call, next: 'einde' },
      { kind: 'finish', key: 'einde', settings: { result: 'RET' } },
    ],
  })
  const sent: OutgoingCall[] = []
  const { voice } = h.gateways
  const send = voice.send.bind(voice)
  voice.send = (outgoing) => (sent.push(outgoing), send(outgoing))
  const caseId = await oneCase(script)
  await h.runUntil(later(1))
  voice.send = send
  expect(sent).toMatchObject([
    { text: expect.stringContaining('Spreek ik met') as string, voicemailText: 'Wilt u ons terugbellen? Dank u wel.' },
  ])
  expect((await sent[0]?.sound('voicemail'))?.wav.toString('latin1', 0, 4)).toBe('RIFF')
  const kept = await h.db
    .selectFrom('communications as m')
    .innerJoin('communication_contents as t', 't.communication_id', 'm.id')
    .select(['t.voicemail_text', 't.spoken'])
    .where('m.case_id', '=', caseId)
    .execute()
  const spoken = { voice: 'Fleur', seconds: expect.any(Number) as number }
  expect(kept).toEqual([{ voicemail_text: 'Wilt u ons terugbellen? Dank u wel.', spoken: { answer: spoken, voicemail: spoken } }])
})
