import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Right } from '@regie/contract/right-codes.ts'
import { usualSpeechHttp } from '@regie/contract/speech-providers.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AsteriskPeer, openAsteriskPeer } from '../../../../test/asterisk-peer.ts'
import { asteriskSettings } from '../../../../test/asterisk-story.ts'
import { type EngineHarness, endStep, openEngineHarness } from '../../../../test/engine-harness.ts'
import { secretPurpose } from '../../../gateways/registered-provider.ts'
import { telephoneWav } from '../../../gateways/speech/telephone-wav.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { registerEngine, renewLease } from '../../case-runs/engine-lease.ts'
import { identifyCaller } from '../../self-service/identity/identify-caller.ts'
import { endManualCall } from '../manual-calls/end-manual-call.ts'
import { findCall } from '../manual-calls/find-call.ts'
import { startCall } from '../manual-calls/start-call.ts'
import { recordEarlyNews } from '../sms-lines/early-news.ts'
import { callSoundPages } from './call-sound-pages.ts'
import { holdVoiceLines } from './hold-voice-lines.ts'

const callStep = { kind: 'call', key: 'call', next: 'end', settings: { template: 'call', attemptsMax: 2, retryMinutes: 1 } } as const
const wait = { kind: 'wait', key: 'wait', next: 'end', settings: { minutes: 99_999 } } as const

let [peer, voice, h]: [AsteriskPeer, http.Server, EngineHarness] = [] as never
let [customerId, providerId, caseId]: number[] = []
beforeAll(async () => {
  voice = http.createServer((_request, response) => response.writeHead(200, { 'content-type': 'audio/wav' }).end(tone(22_050, 2)))
  await new Promise<void>((resolve) => voice.listen(0, '127.0.0.1', resolve))
  let now = () => Date.now()
  peer = await openAsteriskPeer({ now: () => now() })
  const places = [peer.port, (voice.address() as AddressInfo).port].map((port) => `127.0.0.1:${port}`)
  h = await openEngineHarness({ env: { ALLOW_PRIVATE_HOSTS: places.join(',') } })
  now = () => h.clock.now().getTime()
})
afterAll(async () => {
  await h.close()
  await peer.close()
  await new Promise((resolve) => voice.close(resolve))
})

/** Some seconds of a tone, as a voice makes it. */
function tone(rate: number, seconds: number): Buffer {
  const wav = Buffer.alloc(44 + rate * seconds * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 2],
    [40, wav.length - 44],
  ] as const)
    wav.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    wav.writeUInt16LE(value, at)
  wav.write('data', 36)
  for (let at = 0; at < rate * seconds; at++) wav.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 440 * at) / rate)), 44 + at * 2)
  return wav
}

async function addProvider(kind: string, settings: object, secret: string, isDefault: boolean): Promise<number> {
  const { id } = await h.db
    .insertInto('providers')
    .values({
      customer_id: customerId as number,
      channel: 'call',
      kind,
      name: kind,
      settings: JSON.stringify(settings),
      is_default: isDefault,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kept = encrypt(h.services.config.secretKey, secret, secretPurpose({ customerId: customerId as number, id }))
  await h.db.updateTable('providers').set({ secret: kept }).where('id', '=', id).execute()
  return id
}

async function openStory(steps: object[], secret = peer.account.secret) {
  const script = await h.buildScript({ steps: steps as never })
  ;({ customerId } = script)
  const { port } = voice.address() as AddressInfo
  await addProvider('speech-http', { kind: 'speech-http', ...usualSpeechHttp, url: `http://127.0.0.1:${port}/v1` }, 'sleutel', false)
  // Each provider has an application of its own.
  const settings = { ...asteriskSettings(peer), app: `regie${customerId}` }
  providerId = await addProvider('asterisk', settings, secret, true)
  const batch = await h.buildBatch(script, [{ mobile: '+31612345678', phone: null }])
  caseId = batch.caseIds[0] ?? 0
  await hold()
  return `regie${customerId}.${providerId}.`
}

async function hold(engineId = h.engineId) {
  await renewLease(h.db, engineId)
  await holdVoiceLines(h.services, engineId, identifyCaller)
}
const isUp = () => expect.poll(() => h.gateways.voiceLines.stateOf(providerId as number)?.isUp, { timeout: 3_000 }).toBe(true)
const callRow = () =>
  h.db
    .selectFrom('communications')
    .select(['id', 'state', 'delivery', 'reason', 'provider', 'provider_ref', 'simulated'])
    .where('case_id', '=', caseId as number)
    .orderBy('id', 'desc')
    .executeTakeFirst()
const recorded = (read: () => unknown) =>
  expect.poll(
    async () => {
      await recordEarlyNews(h.services)
      return read()
    },
    { timeout: 4_000 },
  )
const liveState = () =>
  h.db
    .selectFrom('live_cases')
    .select('state')
    .where('case_id', '=', caseId as number)
    .executeTakeFirst()
    .then((row) => row?.state)

beforeEach(() => h.gateways.voiceLines.keepOnly(new Set()))

test('a script calls through Asterisk: the monitor follows, the text is fetched as a telephone plays it, and the case goes on', async () => {
  const prefix = await openStory([callStep, endStep])
  await isUp()
  await h.runUntilIdle()
  const sent = await callRow()
  const channel = `${prefix}${sent?.id}`
  expect(sent).toMatchObject({ state: 'sent', provider: 'asterisk', provider_ref: channel, simulated: false })
  peer.pickUp(channel)
  await recorded(liveState).toBe('incall')
  peer.detect(channel, 'HUMAN', 'HUMAN-800-800')
  await recorded(liveState).toBe('script')
  await expect.poll(() => peer.sounds).toHaveLength(1)
  const fetchSound = (name: string) =>
    callSoundPages[0]?.handle(h.services, { params: { name }, query: {}, form: {} } as never) as Promise<{ wav?: Buffer; status?: number }>
  const name = peer.sounds[0]?.split('/').at(-1) ?? ''
  const { wav } = await fetchSound(name)
  expect(wav && [wav.toString('latin1', 0, 4), wav.readUInt32LE(24), wav.length]).toEqual(['RIFF', 8_000, 44 + 2 * 8_000 * 2])
  expect((await fetchSound(name.replace(/-\d{10}-/, '-9999999999-'))).status).toBe(404)
  peer.endSound()
  await recorded(async () => (await callRow())?.delivery).toBe('answered')
  await h.runUntilIdle()
  expect(await h.caseOf(caseId as number)).toMatchObject({ status: 'closed', last_answer: 'mens' })
  expect((await fetchSound(name)).status).toBe(404)
})

test('who picks up presses digits of the postal code, hears the debt, and chooses a key', async () => {
  const menu = { keys: [{ key: '1', name: 'Sms', act: 'goTo', next: 'end' }], waitSeconds: 6, wrongMax: 1, none: 'wait' }
  const identity = { template: 'call', tries: 2, failed: 'wait' }
  const asking = { ...callStep, next: 'wait', settings: { ...callStep.settings, menu, identity } }
  const prefix = await openStory([asking, wait, endStep])
  await h.db
    .updateTable('cases')
    .set({ fields: JSON.stringify({ postcode: '3011 AB' }) })
    .where('id', '=', caseId as number)
    .execute()
  await isUp()
  await h.runUntilIdle()
  const channel = `${prefix}${(await callRow())?.id}`
  const before = peer.sounds.length
  peer.pickUp(channel)
  await recorded(liveState).toBe('incall')
  peer.detect(channel, 'HUMAN', 'HUMAN-800-800')
  const parts = () => peer.sounds.slice(before).map((url) => url.split('-').at(-3))
  await expect.poll(parts, { timeout: 4_000 }).toEqual(['answer'])
  for (const digit of '9999') peer.press(channel, digit)
  await expect.poll(parts, { timeout: 4_000 }).toEqual(['answer', 'answer'])
  for (const digit of '3011') peer.press(channel, digit)
  await expect.poll(parts, { timeout: 4_000 }).toEqual(['answer', 'answer', 'identified'])
  peer.press(channel, '1')
  await recorded(async () => (await callRow())?.delivery).toBe('answered')
  await h.runUntilIdle()
  expect(await h.caseOf(caseId as number)).toMatchObject({ status: 'closed', last_answer: 'mens' })
  const lines = await h.db
    .selectFrom('timeline')
    .select('params')
    .where('case_id', '=', caseId as number)
    .where('event', '=', 'callChose')
    .orderBy('id')
    .execute()
  expect(lines.map(({ params }) => params)).toEqual([
    { key: 'identified', choice: '' },
    { key: '1', choice: 'Sms' },
  ])
  const events = await h.db.selectFrom('provider_events').select('payload').where('event_key', 'like', `${channel}%`).execute()
  expect(JSON.stringify(events)).not.toMatch(/3011|9999/)
})

test('a trunk that is full is no attempt to reach somebody: they are called again', async () => {
  const prefix = await openStory([callStep, endStep])
  await isUp()
  await h.runUntilIdle()
  const first = (await callRow())?.id
  peer.hangUp(`${prefix}${first}`, 34, 'Circuit/channel congestion')
  await recorded(async () => (await callRow())?.reason).toBe('34 Circuit/channel congestion')
  expect(await h.caseOf(caseId as number)).toMatchObject({ status: 'open', attempts: 0, last_answer: 'technisch' })
  await h.runUntilIdle()
  h.clock.advance(61_000)
  await h.runUntilIdle()
  const second = (await callRow())?.id
  expect(second).not.toBe(first)
  expect(peer.channels.has(`${prefix}${second}`)).toBe(true)
  peer.hangUp(`${prefix}${second}`, 17)
})

test('a colleague calls by hand, talks, and hangs up', async () => {
  const prefix = await openStory([wait, endStep])
  await isUp()
  await h.runUntilIdle()
  const username = `tess${customerId}`
  const { id: userId } = await h.db.insertInto('users').values({ username, password_hash: 'x' }).returning('id').executeTakeFirstOrThrow()
  const rights = [Right.viewCases, Right.changeCases]
  const agent = { userId, username, rights, stage: 'full', sessionId: null, customerIds: [customerId as number] } as const
  const { callID } = await startCall(h.services, agent as never, caseId as number)
  await h.sendDue()
  peer.pickUp(`${prefix}${callID}`)
  await expect.poll(() => peer.dialled.at(-1)).toBe(`PJSIP/${username}`)
  peer.pickUp(`${prefix}${callID}.agent`)
  const state = async () => (await findCall(h.services, agent as never, caseId as number)).call?.state
  await recorded(state).toBe('talking')
  await endManualCall(h.services, agent as never, caseId as number, callID)
  await recorded(state).toBe('ended')
  expect(await callRow()).toMatchObject({ delivery: 'answered' })
})

test('a call that the exchange lost ends with that reason, and its case goes on', async () => {
  const prefix = await openStory([{ ...callStep, settings: { ...callStep.settings, attemptsMax: 1 } }, endStep])
  await isUp()
  await h.runUntilIdle()
  const id = (await callRow())?.id
  peer.cut()
  peer.channels.delete(`${prefix}${id}`)
  await recorded(async () => (await callRow())?.delivery).toBe('failed')
  expect(await callRow()).toMatchObject({ reason: 'providerGone' })
  await h.runUntilIdle()
  expect(await h.caseOf(caseId as number)).toMatchObject({ status: 'closed', last_answer: 'technisch' })
})

test('one engine follows an exchange, and shows why it does not', async () => {
  await openStory([wait, endStep], 'verkeerd')
  const provider = () =>
    h.db
      .selectFrom('providers')
      .select(['state', 'test_fault'])
      .where('id', '=', providerId as number)
      .executeTakeFirst()
  await expect.poll(() => h.gateways.voiceLines.stateOf(providerId as number)?.fault).not.toBeNull()
  await hold()
  expect(await provider()).toEqual({ state: 'failing', test_fault: 'signIn' })
  const owner = () =>
    h.db
      .selectFrom('voice_lines')
      .select('engine_id')
      .where('provider_id', '=', providerId as number)
      .executeTakeFirst()
      .then((row) => row?.engine_id)
  const other = await registerEngine(h.db)
  await hold(other)
  expect(await owner()).toBe(h.engineId)
  await h.killEngine(h.engineId)
  await hold(other)
  expect(await owner()).toBe(other)
})

test('a voice as studios make it becomes one that telephones carry, as loud as it was', () => {
  const loudness = (wav: Buffer) => {
    let sum = 0
    const samples = wav.subarray(44 + 2 * 800, wav.length - 2 * 800)
    for (let at = 0; at < samples.length; at += 2) sum += samples.readInt16LE(at) ** 2
    return Math.sqrt(sum / (samples.length / 2))
  }
  expect(Math.abs(loudness(telephoneWav(tone(22_050, 1))) / loudness(tone(8_000, 1)) - 1)).toBeLessThan(0.01)
})
