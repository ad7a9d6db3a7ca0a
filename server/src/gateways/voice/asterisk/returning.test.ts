import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AsteriskStory, openAsteriskStory } from '../../../../test/asterisk-story.ts'
import { browserPhoneOf } from './browser-phone.ts'

let story: AsteriskStory
beforeEach(async () => void (story = await openAsteriskStory({ webPhoneUrl: 'wss://centrale.example:8089/ws' })))
afterEach(() => story.close())

const storyOf = (id: string) => expect.poll(() => story.story(id), { timeout: 3_000 })
const membersOf = (bridge: string) => expect.poll(() => [...(story.peer.bridges.get(bridge)?.channels ?? [])].toSorted())
const inTalk = (channel: string) => membersOf(`${channel}.talk`)
const name = browserPhoneOf({ app: 'regie' }, 'anna')
const listened = ['incall', 'human', 'script', 'transferring']
const turns = () => new Promise((resolve) => setTimeout(resolve, 150))

async function openPhone(username = 'anna') {
  const phone = await story.gateway().browserPhone?.open(username, 'wachtwoord-1')
  story.peer.connected.add(phone?.name ?? '')
  return phone
}

/** Somebody in a script asks for an agent and talks with Anna. */
async function talk(id: string) {
  const { peer } = story
  const channel = await story.call(id, { mayQueue: true })
  peer.pickUp(channel)
  await storyOf(id).toEqual(['incall'])
  peer.detect(channel, 'HUMAN', 'HUMAN-800-800')
  await expect.poll(() => peer.playbacks.size).toBe(1)
  peer.press(channel, '1')
  await storyOf(id).toEqual(listened)
  await story.gateway().connect(channel, 'anna', 20)
  peer.pickUp(`${channel}.agent`)
  await storyOf(id).toEqual([...listened, 'talking'])
  await inTalk(channel).toEqual([channel, `${channel}.agent`])
  return channel
}

const leave = (channel: string) => {
  story.peer.connected.delete(name)
  story.peer.hangUp(`${channel}.agent`, 16)
}

test('an account is made in the memory of the exchange, gets another password when it is asked for again, and goes', async () => {
  expect(await openPhone()).toEqual({ url: 'wss://centrale.example:8089/ws', name, password: 'wachtwoord-1' })
  expect(story.peer.pushed.get(`auth/${name}`)).toEqual({ auth_type: 'userpass', username: name, password: 'wachtwoord-1' })
  expect(story.peer.pushed.get(`endpoint/${name}`)).toMatchObject({ webrtc: 'yes', transport: 'transport-wss', context: 'from-agent' })
  await story.gateway().browserPhone?.open('anna', 'wachtwoord-2')
  expect(story.peer.pushed.get(`auth/${name}`)).toMatchObject({ password: 'wachtwoord-2' })
  await story.gateway().browserPhone?.close('anna')
  await story.gateway().browserPhone?.close('anna')
  expect([...story.peer.pushed.keys()]).toEqual([])
})

test('usernames that look alike never share an account', () => {
  const names = ['a.b', 'a_b', 'a@b', 'a_2e_b', 'é', 'A.b'].map((username) => browserPhoneOf({ app: 'regie' }, username))
  expect(new Set(names).size).toBe(6)
  for (const one of names) expect(one).toMatch(/^[\w-]+$/)
})

test('a browser that is connected rings, else the phone of the colleague', async () => {
  await openPhone()
  const channel = await talk('1')
  expect(story.peer.dialled.at(-1)).toBe(`PJSIP/${name}`)
  story.peer.hangUp(channel, 16)
  await storyOf('1').toEqual([...listened, 'talking', 'transferred mens'])
  story.peer.connected.clear()
  await talk('2')
  expect(story.peer.dialled.at(-1)).toBe('PJSIP/anna')
})

test('a page that is loaded anew gets its call back: the person hears music meanwhile', async () => {
  await openPhone()
  const channel = await talk('3')
  leave(channel)
  await storyOf('3').toEqual([...listened, 'talking', 'agentLeft'])
  await membersOf('regie.7.waiting').toEqual([channel])
  await expect(story.gateway().hold(channel, true)).rejects.toMatchObject({ message: 'notTalking' })
  story.clock.advance(2_000)
  await openPhone()
  await expect.poll(() => story.peer.channels.has(`${channel}.agent`)).toBe(true)
  story.peer.pickUp(`${channel}.agent`)
  await storyOf('3').toEqual([...listened, 'talking', 'agentLeft', 'agentBack'])
  await inTalk(channel).toEqual([channel, `${channel}.agent`])
  story.peer.hangUp(channel, 16)
  await storyOf('3').toEqual([...listened, 'talking', 'agentLeft', 'agentBack', 'transferred mens'])
})

test('news that come twice, late or out of their order change nothing', async () => {
  const { peer } = story
  await openPhone()
  const channel = await talk('4')
  const first = peer.shown(peer.channels.get(`${channel}.agent`) ?? expect.fail('gone'))
  const gone = { type: 'ChannelDestroyed', cause: 16, cause_txt: 'Normal Clearing', channel: first }
  leave(channel)
  peer.send(gone)
  await storyOf('4').toEqual([...listened, 'talking', 'agentLeft'])
  peer.send(gone)
  story.clock.advance(2_000)
  await openPhone()
  await expect.poll(() => peer.channels.has(`${channel}.agent`)).toBe(true)
  peer.pickUp(`${channel}.agent`)
  peer.send({ type: 'StasisStart', args: ['agent'], channel: peer.shown(peer.channels.get(`${channel}.agent`) ?? expect.fail('gone')) })
  await storyOf('4').toEqual([...listened, 'talking', 'agentLeft', 'agentBack'])
  // The end of the phone before this one is told once more.
  peer.send(gone)
  await turns()
  expect(story.story('4')).toEqual([...listened, 'talking', 'agentLeft', 'agentBack'])
  await inTalk(channel).toEqual([channel, `${channel}.agent`])
})

test('who was muted is not heard, and who was held hears music, when the agent is back', async () => {
  const { peer } = story
  await openPhone()
  const channel = await talk('5')
  await story.gateway().mute(channel, true)
  await story.gateway().hold(channel, true)
  peer.muted.clear()
  leave(channel)
  await storyOf('5').toEqual([...listened, 'talking', 'agentLeft'])
  story.clock.advance(1_000)
  await openPhone()
  await expect.poll(() => peer.channels.has(`${channel}.agent`)).toBe(true)
  peer.pickUp(`${channel}.agent`)
  await inTalk(channel).toEqual([`${channel}.agent`])
  expect([...peer.muted]).toEqual([`${channel}.agent in`])
  await membersOf('regie.7.waiting').toEqual([channel])
})

test('a page that does not come back in time: the person waits for any agent, and another one gets them', async () => {
  await openPhone()
  const channel = await talk('6')
  leave(channel)
  await storyOf('6').toEqual([...listened, 'talking', 'agentLeft'])
  story.clock.advance(29_000)
  await turns()
  expect(story.story('6')).toEqual([...listened, 'talking', 'agentLeft'])
  story.clock.advance(1_001)
  await storyOf('6').toEqual([...listened, 'talking', 'agentLeft', 'agentLost'])
  await openPhone('mees')
  await story.gateway().connect(channel, 'mees', 20)
  story.peer.pickUp(`${channel}.agent`)
  await inTalk(channel).toEqual([channel, `${channel}.agent`])
})

test('a browser that rings and is not picked up is rung again; the person hangs up meanwhile', async () => {
  const { peer } = story
  await openPhone()
  const channel = await talk('7')
  leave(channel)
  story.clock.advance(1_000)
  await openPhone()
  await expect.poll(() => peer.channels.has(`${channel}.agent`)).toBe(true)
  const rung = peer.dialled.length
  peer.hangUp(`${channel}.agent`, 19)
  await expect.poll(() => peer.dialled.length).toBe(rung + 1)
  peer.hangUp(channel, 16)
  await storyOf('7').toEqual([...listened, 'talking', 'agentLeft', 'transferred mens'])
  await expect.poll(() => peer.channels.size).toBe(0)
})

test('another process takes over while a browser is awaited, also one that left while nobody followed', async () => {
  const { peer } = story
  await openPhone()
  const channel = await talk('8')
  leave(channel)
  await storyOf('8').toEqual([...listened, 'talking', 'agentLeft'])
  await story.restart()
  await openPhone()
  await expect.poll(() => peer.channels.has(`${channel}.agent`)).toBe(true)
  peer.pickUp(`${channel}.agent`)
  await inTalk(channel).toEqual([channel, `${channel}.agent`])
  await story.pause()
  leave(channel)
  await story.restart()
  await membersOf('regie.7.waiting').toEqual([channel])
})

test('a call by hand is for who made it: it ends when their page does not come back', async () => {
  const { peer } = story
  await openPhone('tess')
  const channel = await story.call('9', { withAgent: true, agent: 'tess', text: '' })
  peer.pickUp(channel)
  await expect.poll(() => peer.channels.has(`${channel}.agent`)).toBe(true)
  peer.pickUp(`${channel}.agent`)
  await storyOf('9').toEqual(['incall', 'talking'])
  peer.connected.clear()
  // The page says so itself.
  await story.gateway().leave(channel, 'mees')
  await turns()
  expect(story.story('9')).toEqual(['incall', 'talking'])
  await story.gateway().leave(channel, 'tess')
  await storyOf('9').toEqual(['incall', 'talking', 'agentLeft'])
  story.clock.advance(30_001)
  await storyOf('9').toEqual(['incall', 'talking', 'agentLeft', 'answered mens'])
})

test('a colleague with a phone of their own ends the call by hanging up, as before', async () => {
  const channel = await talk('10')
  story.peer.hangUp(`${channel}.agent`, 16)
  await storyOf('10').toEqual([...listened, 'talking', 'transferred mens'])
})
