import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AsteriskStory, openAsteriskStory } from '../../../../test/asterisk-story.ts'
import { readCallSound } from '../call-sound-url.ts'

let story: AsteriskStory
beforeEach(async () => void (story = await openAsteriskStory()))
afterEach(() => story.close())

const storyOf = (id: string) => expect.poll(() => story.story(id), { timeout: 3_000 })
const listened = ['incall', 'human', 'script']

async function speakTo(id: string, more = {}) {
  const channel = await story.call(id, more)
  story.peer.pickUp(channel)
  await storyOf(id).toEqual(['incall'])
  story.peer.detect(channel, 'HUMAN', 'HUMAN-800-800')
  await storyOf(id).toEqual(listened)
  await expect.poll(() => story.peer.playbacks.size).toBe(1)
  return channel
}

test('a person hears the text, and then it is hung up', async () => {
  await speakTo('11')
  const { peer, config, clock } = story
  expect(peer.dialled).toEqual(['PJSIP/31612345678@trunk'])
  const [url = ''] = peer.sounds
  expect(url).toMatch(/^https:\/\/geluid\.example\/call-sounds\//)
  const name = url.split('/').at(-1) ?? ''
  expect(readCallSound(config.secretKey, name, clock.now())).toEqual({ customerId: 3, id: 11, part: 'answer' })
  expect(readCallSound(config.secretKey, name.replace('-11-', '-12-'), clock.now())).toBeNull()
  expect(readCallSound(config.secretKey, name, new Date(clock.now().getTime() + 301_000))).toBeNull()
  peer.endSound()
  await storyOf('11').toEqual([...listened, 'answered mens'])
  expect(peer.channels.size).toBe(0)
})

test('a voicemail hears its own text, or nothing', async () => {
  const [withText, without] = [await story.call('1', { voicemailText: 'Belt u ons terug' }), await story.call('2')]
  for (const channel of [withText, without]) {
    story.peer.pickUp(channel)
    await storyOf(channel.slice(-1)).toEqual(['incall'])
    story.peer.detect(channel, 'MACHINE', 'LONGGREETING-1500-1500')
  }
  await storyOf('2').toEqual(['incall', 'voicemail', 'voicemail voicemail'])
  await storyOf('1').toEqual(['incall', 'voicemail', 'script'])
  await expect.poll(() => story.peer.sounds).toHaveLength(1)
  expect(story.peer.sounds[0]).toContain('-1-voicemail-')
  story.peer.endSound()
  await storyOf('1').toEqual(['incall', 'voicemail', 'script', 'voicemail voicemail'])
})

test('the cause of the end says why nobody picked up, as it was measured', async () => {
  const measured = [
    [21, 'unanswered geweigerd'],
    [1, 'failed ongeldig 1 Words'],
    [18, 'unanswered niet_opgenomen'],
    [22, 'failed ongeldig 22 Words'],
    [19, 'unanswered niet_opgenomen'],
    [28, 'failed ongeldig 28 Words'],
    [17, 'unanswered bezet'],
    [58, 'failed technisch 58 Words'],
    [38, 'failed technisch 38 Words'],
    [34, 'failed technisch 34 Words'],
    [127, 'unanswered geweigerd 127 Words'],
    [99, 'failed technisch 99 Words'],
  ] as const
  for (const [cause] of measured) story.peer.hangUp(await story.call(String(cause)), cause, 'Words')
  for (const [cause, end] of measured) await storyOf(String(cause)).toEqual([end])
})

test('events that come twice, late or out of their order change nothing', async () => {
  const { peer } = story
  const channel = await speakTo('5')
  const again = { channel: peer.shown(peer.channels.get(channel) ?? expect.fail('gone')) }
  const playback = { id: `${channel}.answer`, target_uri: `channel:${channel}`, media_uri: 'sound:x', state: 'done' }
  peer.send({ type: 'StasisStart', args: ['call'], ...again })
  peer.send({ type: 'StasisStart', args: ['amd', 'MACHINE', 'LONGGREETING'], ...again })
  peer.send({ type: 'PlaybackFinished', playback: { ...playback, id: `${channel}.voicemail` } })
  peer.press(channel, '1')
  peer.endSound()
  await storyOf('5').toEqual([...listened, 'answered mens'])
  peer.send({ type: 'ChannelDestroyed', cause: 17, cause_txt: 'User busy', ...again })
  peer.send({ type: 'PlaybackFinished', playback })
  peer.send({ type: 'StasisStart', args: ['call'], ...again })
  // Another call shows that all of it was heard.
  peer.hangUp(await story.call('6'), 17)
  await storyOf('6').toEqual(['unanswered bezet'])
  expect(story.story('5')).toEqual([...listened, 'answered mens'])
  expect(peer.sounds).toHaveLength(1)
})

test('a text that the exchange can not play is no conversation', async () => {
  await speakTo('8')
  story.peer.endSound('failed')
  await storyOf('8').toEqual([...listened, 'failed technisch soundNotPlayed'])
})

test('whoever presses the key waits with music until a colleague is there, and both talk', async () => {
  const { peer } = story
  const channel = await speakTo('9', { mayQueue: true })
  peer.press(channel, '5')
  peer.press(channel, '1')
  await storyOf('9').toEqual([...listened, 'transferring'])
  const waiting = peer.bridges.get('regie.7.waiting')
  expect([waiting?.type, ...(waiting?.channels ?? [])]).toEqual(['holding', channel])
  expect(peer.asked).toContain('POST /bridges/regie.7.waiting/moh')
  await story.gateway().connect(channel, 'tess@kantoor', 20)
  await story.gateway().connect(channel, 'tess@kantoor', 20)
  expect(peer.dialled).toEqual(['PJSIP/31612345678@trunk', 'PJSIP/tess_kantoor'])
  peer.pickUp(`${channel}.agent`)
  await expect.poll(() => [...(peer.bridges.get(`${channel}.talk`)?.channels ?? [])]).toEqual([channel, `${channel}.agent`])
  peer.hangUp(`${channel}.agent`, 16)
  await storyOf('9').toEqual([...listened, 'transferring', 'talking', 'transferred mens'])
  await expect.poll(() => peer.bridges.has(`${channel}.talk`)).toBe(false)
})

test('whoever waits and hangs up has talked to nobody of ours', async () => {
  const channel = await speakTo('10', { mayQueue: true })
  story.peer.press(channel, '1')
  await storyOf('10').toEqual([...listened, 'transferring'])
  story.peer.hangUp(channel, 16)
  await storyOf('10').toEqual([...listened, 'transferring', 'answered mens'])
})

test('a call by hand is put through to its colleague; one who does not pick up leaves nobody hanging', async () => {
  const { peer } = story
  const byHand = { withAgent: true, agent: 'tess', text: '' }
  const [good, bad] = [await story.call('21', byHand), await story.call('22', byHand)]
  peer.pickUp(good)
  await expect.poll(() => peer.channels.has(`${good}.agent`)).toBe(true)
  peer.pickUp(`${good}.agent`)
  await storyOf('21').toEqual(['incall', 'talking'])
  peer.hangUp(good, 16)
  await storyOf('21').toEqual(['incall', 'talking', 'answered mens'])
  await expect.poll(() => peer.channels.has(`${good}.agent`)).toBe(false)
  peer.pickUp(bad)
  await expect.poll(() => peer.channels.has(`${bad}.agent`)).toBe(true)
  peer.hangUp(`${bad}.agent`, 19)
  await storyOf('22').toEqual(['incall', 'answered mens agentNotReached'])
})

test('without detection the text follows at once', async () => {
  await story.close()
  story = await openAsteriskStory({ detectsAnswer: false })
  story.peer.pickUp(await story.call('3'))
  await storyOf('3').toEqual(listened)
  expect(story.peer.asked.some((line) => line.endsWith('/continue'))).toBe(false)
})

/** A call in which somebody talks with a colleague of ours. */
async function talkIn(id: string) {
  const { peer } = story
  const channel = await speakTo(id, { mayQueue: true })
  peer.press(channel, '1')
  await storyOf(id).toEqual([...listened, 'transferring'])
  await story.gateway().connect(channel, 'tess', 20)
  peer.pickUp(`${channel}.agent`)
  await inTalk(channel).toEqual([channel, `${channel}.agent`])
  return channel
}
const membersOf = (bridge: string) => expect.poll(() => [...(story.peer.bridges.get(bridge)?.channels ?? [])].sort())
const inTalk = (channel: string) => membersOf(`${channel}.talk`)
const stageIs = (channel: string, stage: string) =>
  expect.poll(() => story.peer.channels.get(channel)?.variables.get('REGIE_STAGE')).toBe(stage)

test('an agent is muted, holds with music, and presses keys; each ends where it began', async () => {
  const { peer } = story
  const channel = await talkIn('31')
  await stageIs(channel, 'talking.human')
  await story.gateway().mute(channel, true)
  expect([...peer.muted]).toEqual([`${channel}.agent in`])
  await story.gateway().mute(channel, false)
  expect([...peer.muted]).toEqual([])
  await story.gateway().hold(channel, true)
  await story.gateway().hold(channel, true)
  await inTalk(channel).toEqual([`${channel}.agent`])
  await membersOf('regie.7.waiting').toEqual([channel])
  await story.gateway().hold(channel, false)
  await inTalk(channel).toEqual([channel, `${channel}.agent`])
  await story.gateway().press(channel, '12#')
  expect(peer.pressed).toEqual([`${channel} 12#`])
  peer.hangUp(channel, 16)
  await storyOf('31').toEqual([...listened, 'transferring', 'talking', 'transferred mens'])
})

test('who is held and whose exchange is followed by another process talks on', async () => {
  const channel = await talkIn('32')
  await stageIs(channel, 'talking.human')
  await story.gateway().hold(channel, true)
  await story.restart()
  await membersOf('regie.7.waiting').toEqual([channel])
  await story.gateway().hold(channel, false)
  await inTalk(channel).toEqual([channel, `${channel}.agent`])
})

test('a call is let go and waits for another colleague, whose phone rings anew; also when another process follows it by then', async () => {
  const { peer } = story
  const channel = await talkIn('33')
  await stageIs(channel, 'talking.human')
  await story.gateway().release(channel)
  expect(peer.channels.has(`${channel}.agent`)).toBe(false)
  await membersOf('regie.7.waiting').toEqual([channel])
  await story.restart()
  expect(peer.channels.has(channel)).toBe(true)
  await story.gateway().connect(channel, 'mees', 20)
  expect(peer.dialled.at(-1)).toBe('PJSIP/mees')
  peer.pickUp(`${channel}.agent`)
  await inTalk(channel).toEqual([channel, `${channel}.agent`])
  peer.hangUp(`${channel}.agent`, 16)
  await expect.poll(() => peer.channels.has(channel)).toBe(false)
})

test('a call by hand that was let go is no longer for who made it', async () => {
  const { peer } = story
  const channel = await story.call('34', { withAgent: true, agent: 'tess', text: '' })
  peer.pickUp(channel)
  await expect.poll(() => peer.channels.has(`${channel}.agent`)).toBe(true)
  peer.pickUp(`${channel}.agent`)
  await storyOf('34').toEqual(['incall', 'talking'])
  await story.gateway().release(channel)
  await story.restart()
  expect(peer.channels.has(channel)).toBe(true)
  peer.hangUp(channel, 16)
  await storyOf('34').toEqual(['incall', 'talking', 'answered mens'])
})

test('a call in which nobody talks, and one that is gone, take no orders; a silent exchange has done nothing', async () => {
  const channel = await speakTo('35', { mayQueue: true })
  await expect(story.gateway().hold(channel, true)).rejects.toMatchObject({ name: 'GatewayRefused', message: 'notTalking' })
  await expect(story.gateway().release(channel)).rejects.toMatchObject({ message: 'notTalking' })
  await expect(story.gateway().mute('regie.7.99', true)).rejects.toMatchObject({ name: 'CallUnknown' })
  story.peer.hangUp(channel, 16)
  const talking = await talkIn('36')
  await stageIs(talking, 'talking.human')
  story.peer.setMode('silent')
  await expect(story.gateway().press(talking, '1')).rejects.toMatchObject({ name: 'GatewayRefused' })
  story.peer.setMode('take')
})

const listening = (channel: string) => membersOf(`${channel}.ears`)

test('who listens hears both and is heard by neither; it ends when they hang up, are stopped, or the call is over', async () => {
  const { peer } = story
  const channel = await talkIn('37')
  await stageIs(channel, 'talking.human')
  await story.gateway().listen(channel, 'leidster')
  await story.gateway().listen(channel, 'leidster')
  expect(peer.dialled.at(-1)).toBe('PJSIP/leidster')
  peer.pickUp(`${channel}.ear`)
  await listening(channel).toEqual([`${channel}.ear`, `${channel}.spy`])
  await inTalk(channel).toEqual([channel, `${channel}.agent`])
  peer.hangUp(`${channel}.ear`, 16)
  await storyOf('37').toEqual([...listened, 'transferring', 'talking', 'listenerGone'])
  await expect.poll(() => peer.channels.has(`${channel}.spy`)).toBe(false)
  await expect.poll(() => peer.bridges.has(`${channel}.ears`)).toBe(false)
  await story.gateway().listen(channel, 'leidster')
  peer.pickUp(`${channel}.ear`)
  await listening(channel).toEqual([`${channel}.ear`, `${channel}.spy`])
  await story.gateway().stopListening(channel)
  await expect.poll(() => peer.channels.has(`${channel}.ear`) || peer.channels.has(`${channel}.spy`)).toBe(false)
  await inTalk(channel).toEqual([channel, `${channel}.agent`])
  await story.gateway().listen(channel, 'leidster')
  peer.hangUp(channel, 16)
  await expect.poll(() => [...peer.channels.keys()].filter((one) => one.startsWith(channel))).toEqual([])
})

test('who listens does not hear the colleague who gets the call after; whoever hung up while nobody followed the exchange listens no more', async () => {
  const { peer } = story
  const channel = await talkIn('38')
  await stageIs(channel, 'talking.human')
  await story.gateway().listen(channel, 'leidster')
  peer.pickUp(`${channel}.ear`)
  await listening(channel).toEqual([`${channel}.ear`, `${channel}.spy`])
  await story.gateway().release(channel)
  await expect.poll(() => peer.channels.has(`${channel}.ear`) || peer.channels.has(`${channel}.spy`)).toBe(false)
  await expect(story.gateway().listen(channel, 'leidster')).rejects.toMatchObject({ message: 'notTalking' })
  const other = await talkIn('39')
  await stageIs(other, 'talking.human')
  story.listened.add('39')
  await story.restart()
  await storyOf('39').toEqual([...listened, 'transferring', 'talking', 'listenerGone'])
})
