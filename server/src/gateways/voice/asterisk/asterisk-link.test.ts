import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAsteriskPeer } from '../../../../test/asterisk-peer.ts'
import { type AsteriskStory, openAsteriskStory } from '../../../../test/asterisk-story.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { CallUnknown, GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'
import { secretPurpose } from '../../registered-provider.ts'
import { openAsteriskRegistry } from './asterisk-registry.ts'

let story: AsteriskStory
beforeEach(async () => void (story = await openAsteriskStory()))
afterEach(() => story.close())

const storyOf = (id: string) => expect.poll(() => story.story(id), { timeout: 3_000 })
const many = Array.from({ length: 20 }, (_, at) => String(100 + at))

test('a link that breaks comes back: who is on the phone goes on, who hung up meanwhile is reported, and nobody is dialled twice', async () => {
  const { peer, lost } = story
  const channels = await Promise.all(many.map((id) => story.call(id)))
  const [stays = '', detecting = '', rings = '', ...gone] = channels
  for (const channel of [stays, detecting]) peer.pickUp(channel)
  await storyOf('100').toEqual(['incall'])
  await storyOf('101').toEqual(['incall'])
  peer.detect(stays, 'HUMAN', '')
  await storyOf('100').toEqual(['incall', 'human', 'script'])
  await expect.poll(() => peer.playbacks.size).toBe(1)
  peer.cut()
  // Nobody hears of this: the text ends, a voicemail is found out, others hang up.
  peer.endSound()
  peer.detect(detecting, 'MACHINE', '')
  for (const channel of gone) peer.hangUp(channel, 16)
  await storyOf('100').toEqual(['incall', 'human', 'script', 'answered mens'])
  await storyOf('101').toEqual(['incall', 'voicemail', 'voicemail voicemail'])
  await expect.poll(() => [...lost].sort()).toEqual(many.slice(3))
  expect([...peer.channels.keys()]).toEqual([rings])
  expect(peer.dialled).toHaveLength(many.length)
})

test('an exchange that starts anew has none of its calls: those that were picked up count so, of the others nothing is known', async () => {
  const { peer, lost, heard } = story
  const channels = await Promise.all(many.map((id) => story.call(id)))
  peer.pickUp(channels[0] ?? '')
  await storyOf('100').toEqual(['incall'])
  await peer.close()
  await expect.poll(() => story.registry().stateOf(7)?.isUp).toBe(false)
  await expect(story.gateway().send(story.callOf('200'))).rejects.toBeInstanceOf(GatewayUnavailable)
  const anew = await openAsteriskPeer({ port: peer.port })
  await expect.poll(() => lost.length, { timeout: 3_000 }).toBe(many.length - 1)
  await storyOf('100').toEqual(['incall', 'answered mens'])
  expect(heard.filter(({ state }) => state !== 'live')).toHaveLength(1)
  expect(anew.dialled).toEqual([])
  await anew.close()
})

test('a process that starts again goes on with the calls that are on, and ends those that nobody knows any more', async () => {
  const { peer, lost, on } = story
  const [queued = '', ringing = '', stray = ''] = await Promise.all(['1', '2', '3'].map((id) => story.call(id, { mayQueue: true })))
  peer.pickUp(queued)
  await storyOf('1').toEqual(['incall'])
  peer.detect(queued, 'HUMAN', '')
  await expect.poll(() => peer.playbacks.size).toBe(1)
  on.delete('3')
  await story.restart()
  await expect.poll(() => peer.channels.has(stray)).toBe(false)
  peer.press(queued, '1')
  await storyOf('1').toEqual(['incall', 'human', 'script', 'transferring'])
  await story.restart()
  await story.gateway().connect(queued, 'tess', 20)
  peer.pickUp(`${queued}.agent`)
  await expect.poll(() => peer.bridges.get(`${queued}.talk`)?.channels.size).toBe(2)
  peer.hangUp(queued, 16)
  await storyOf('1').toEqual(['incall', 'human', 'script', 'transferring', 'talking', 'transferred mens'])
  expect(peer.channels.has(ringing)).toBe(true)
  expect([peer.dialled.filter((place) => place.endsWith('@trunk')).length, lost]).toEqual([3, []])
})

test('an end whose event never comes is found by looking', async () => {
  const channel = await story.call('4')
  story.peer.channels.delete(channel)
  await expect.poll(() => story.lost).toEqual(['4'])
})

test('a call that does not end by itself ends after its longest time; two who talk may go on', async () => {
  const { peer, clock } = story
  const [endless, talk] = [await story.call('1'), await story.call('2', { withAgent: true, agent: 'tess' })]
  for (const channel of [endless, talk]) peer.pickUp(channel)
  await expect.poll(() => peer.channels.has(`${talk}.agent`)).toBe(true)
  peer.pickUp(`${talk}.agent`)
  await storyOf('2').toEqual(['incall', 'talking'])
  clock.advance(149_000)
  const looks = () => peer.asked.filter((line) => line === 'GET /channels').length
  const before = looks()
  await expect.poll(looks).toBeGreaterThan(before + 1)
  expect(peer.channels.has(endless)).toBe(true)
  clock.advance(2_000)
  await storyOf('1').toEqual(['incall', 'answered mens'])
  expect(peer.channels.has(talk)).toBe(true)
})

test('we hang up: while it rings nobody was reached, and a call that is over is not known', async () => {
  const channel = await story.call('1')
  await story.gateway().hangUp(channel)
  await storyOf('1').toEqual(['unanswered niet_opgenomen'])
  await expect(story.gateway().hangUp(channel)).rejects.toBeInstanceOf(CallUnknown)
  await expect(story.gateway().connect(channel, 'tess', 20)).rejects.toBeInstanceOf(CallUnknown)
  story.peer.setMode('silent')
  await expect(story.gateway().hangUp(channel)).rejects.toBeInstanceOf(GatewayRefused)
})

test('a call whose answer is cut off has left once; said again it is the same one', async () => {
  const { peer } = story
  peer.setMode('cutAfterDialling')
  const channel = await story.call('1')
  peer.setMode('take')
  expect(await story.call('1')).toBe(channel)
  expect(peer.dialled).toHaveLength(1)
  peer.setMode('silent')
  await expect(story.call('2')).rejects.toBeInstanceOf(GatewayUncertain)
})

test('what the exchange does not take: a trunk that is away is tried again, a wrong order is not', async () => {
  await expect(story.call('1', { to: '+00000000' })).rejects.toBeInstanceOf(GatewayUnavailable)
  await expect(story.call('2', { sound: async () => null })).rejects.toBeInstanceOf(GatewayUnavailable)
  story.provider.settings = { ...story.provider.settings, trunk: 'SIP/{number}@trunk' } as never
  await expect(story.call('3')).rejects.toBeInstanceOf(GatewayRefused)
  expect(story.peer.dialled).toEqual([])
})

test('a process that does not follow the exchange dials only while another one does', async () => {
  const other = openAsteriskRegistry(story.config, { clock: story.clock, log: undefined as never })
  expect(await other.gatewayOf(story.provider).send(story.callOf('1'))).toEqual({ providerRef: 'regie.7.1' })
  await story.registry().close()
  await expect
    .poll(() =>
      other
        .gatewayOf(story.provider)
        .send(story.callOf('2'))
        .catch((error: unknown) => error),
    )
    .toMatchObject({
      message: 'Nobody follows the exchange',
    })
})

test('the test signs in: a wrong password, no exchange and a forbidden address are three faults', async () => {
  const { config, provider, peer } = story
  await story.registry().test(provider)
  const faultOf = (change: object) =>
    story
      .registry()
      .test({ ...provider, ...change })
      .then(
        () => null,
        ({ fault }: GatewayUnavailable) => fault,
      )
  const wrong = encrypt(config.secretKey, 'verkeerd', secretPurpose(provider))
  const at = (url: string) => ({ settings: { ...provider.settings, url } })
  expect(await faultOf({ secret: wrong })).toBe('signIn')
  expect(await faultOf(at(peer.url.replace('/ari', '/iets')))).toBe('answer')
  expect(await faultOf(at('http://10.0.0.1:8088/ari'))).toBe('notAllowed')
  await peer.close()
  expect(await faultOf({})).toBe('unreachable')
})

test('a link that is refused says why, and that it is not up', async () => {
  const { config, provider, sink } = story
  story.registry().hold({ ...provider, secret: encrypt(config.secretKey, 'verkeerd', secretPurpose(provider)), version: 2 }, sink)
  await expect.poll(() => story.registry().stateOf(7)).toMatchObject({ isUp: false, fault: { fault: 'signIn' } })
})
