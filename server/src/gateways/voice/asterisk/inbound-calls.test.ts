import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AsteriskStory, openAsteriskStory } from '../../../../test/asterisk-story.ts'

let story: AsteriskStory
beforeEach(async () => void (story = await openAsteriskStory()))
afterEach(() => story.close())

const channel = '1795250293.28'
const call = { from: '31687654321', to: '0201234567' }
const heard = () =>
  story.heard
    .filter(({ providerRef }) => providerRef === channel)
    .map(({ state, live, answer, reason }) => [live ?? state, answer, reason].filter((word) => word !== undefined).join(' '))
const hears = () => expect.poll(heard, { timeout: 3_000 })
const served = () => story.take(() => ({ id: '41', isServed: true }))
const stage = () => story.peer.channels.get(channel)?.variables.get('REGIE_STAGE')

async function waits() {
  served()
  story.peer.callIn(channel, call)
  await hears().toEqual(['incall'])
  story.peer.endSound()
  await hears().toEqual(['incall', 'transferring'])
}

test('who calls is answered, greeted, and waits with music until an agent is there; both talk, and the end is told once', async () => {
  const { peer } = story
  await waits()
  expect(story.came).toEqual([{ providerRef: channel, ...call }])
  expect(peer.sounds).toHaveLength(1)
  expect(peer.asked).toContain(`POST /channels/${channel}/answer`)
  await story.gateway().connect(channel, 'anna', 20)
  peer.pickUp(`${channel}.agent`)
  await expect.poll(() => [...(peer.bridges.get(`${channel}.talk`)?.channels ?? [])]).toEqual([channel, `${channel}.agent`])
  await story.gateway().mute(channel, true)
  expect([...peer.muted]).toEqual([`${channel}.agent in`])
  peer.hangUp(channel, 16)
  await hears().toEqual(['incall', 'transferring', 'talking', 'transferred mens'])
  await expect.poll(() => peer.channels.size).toBe(0)
})

test('a colleague who does not pick up leaves the caller with the music, and the next one is rung; the news of it is told once', async () => {
  const { peer } = story
  await waits()
  await story.gateway().connect(channel, 'anna', 15)
  const ringing = peer.channels.get(`${channel}.agent`)
  peer.hangUp(`${channel}.agent`, 19)
  const again = { type: 'ChannelDestroyed', cause: 19, cause_txt: 'User alerting, no answer' }
  if (ringing) peer.send({ ...again, channel: peer.shown(ringing) })
  await hears().toEqual(['incall', 'transferring', 'agentMissed', 'agentMissed'])
  expect(new Set(story.heard.filter(({ state }) => state === 'agentMissed').map(({ eventKey }) => eventKey)).size).toBe(1)
  expect([...(peer.bridges.get('regie.7.waiting')?.channels ?? [])]).toEqual([channel])
  story.clock.advance(1_000)
  await story.gateway().connect(channel, 'bram', 15)
  expect(peer.dialled.slice(-2)).toEqual(['PJSIP/anna', 'PJSIP/bram'])
  expect(peer.timeouts).toEqual([15, 15])
  peer.pickUp(`${channel}.agent`)
  await expect.poll(() => [...(peer.bridges.get(`${channel}.talk`)?.channels ?? [])]).toEqual([channel, `${channel}.agent`])
  peer.hangUp(channel, 16)
  await hears().toEqual(['incall', 'transferring', 'agentMissed', 'agentMissed', 'talking', 'transferred mens'])
})

test('a phone that can not be rung leaves the caller waiting; what still rings can be ended, and who talks is let be', async () => {
  const { peer } = story
  await waits()
  await expect(story.gateway().connect(channel, '00000000', 15)).rejects.toMatchObject({ name: 'GatewayRefused' })
  expect(peer.channels.has(channel)).toBe(true)
  expect(await story.gateway().endRinging?.(channel)).toBe('none')
  await story.gateway().connect(channel, 'anna', 15)
  expect(await story.gateway().endRinging?.(channel)).toBe('ended')
  await hears().toEqual(['incall', 'transferring', 'agentMissed'])
  await story.gateway().connect(channel, 'bram', 15)
  peer.pickUp(`${channel}.agent`)
  await expect.poll(stage).toBe('talking.human')
  expect(await story.gateway().endRinging?.(channel)).toBe('talks')
  await expect(story.gateway().endRinging?.('1795250293.99')).rejects.toMatchObject({ name: 'CallUnknown' })
})

test('whoever is not served hears why, and is not kept', async () => {
  story.take(() => ({ id: '41', isServed: false }))
  story.peer.callIn(channel, call)
  await hears().toEqual(['incall'])
  story.peer.endSound()
  await hears().toEqual(['incall', 'answered mens'])
  expect(story.peer.channels.size).toBe(0)
})

test('a number that nobody of ours dialled is not taken', async () => {
  story.peer.callIn(channel, call)
  await expect.poll(() => story.peer.channels.size).toBe(0)
  expect(story.came).toHaveLength(1)
  expect(story.peer.sounds).toEqual([])
})

test('told twice it is one call, greeted once', async () => {
  served()
  story.peer.callIn(channel, call)
  const again = { type: 'StasisStart', args: ['inbound', call.to] }
  const there = story.peer.channels.get(channel)
  for (let times = 0; times < 2; times++) story.peer.send({ ...again, channel: there && story.peer.shown(there) })
  await hears().toEqual(['incall'])
  expect(story.came).toHaveLength(1)
  expect(story.peer.sounds).toHaveLength(1)
})

test('a greeting that can not be played keeps nobody out of the queue', async () => {
  served()
  story.peer.callIn(channel, call)
  await hears().toEqual(['incall'])
  story.peer.endSound('failed')
  await hears().toEqual(['incall', 'transferring'])
})

test('a call of which nobody was told is found in the exchange', async () => {
  served()
  story.peer.callIn(channel, { ...call, isTold: false })
  await hears().toEqual(['incall'])
  expect(story.came).toEqual([{ providerRef: channel, ...call }])
})

test('a restart goes on with who waits, and with who was only written down', async () => {
  await waits()
  await story.restart()
  await story.gateway().connect(channel, 'anna', 20)
  story.peer.pickUp(`${channel}.agent`)
  await expect.poll(stage).toBe('talking.human')
  story.peer.hangUp(channel, 16)
  await hears().toEqual(['incall', 'transferring', 'talking', 'transferred mens'])
})

test('a call that was written down before everything stopped is greeted when it goes on', async () => {
  served()
  await story.pause()
  story.peer.callIn(channel, { ...call, isTold: false })
  story.arrivals.set('41', channel)
  await story.restart()
  await hears().toEqual(['incall'])
  expect(story.came).toHaveLength(1)
})

test('who hangs up while nothing of ours runs is told as lost', async () => {
  await waits()
  await story.pause()
  story.peer.hangUp(channel, 16)
  await story.restart()
  await expect.poll(() => story.lost).toEqual(['41'])
})

test('an application of another name is none of ours', async () => {
  served()
  story.peer.callIn(channel, { ...call, app: 'other', isTold: false })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(story.came).toEqual([])
  expect(story.peer.channels.size).toBe(1)
})
