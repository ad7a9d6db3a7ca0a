import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AsteriskStory, openAsteriskStory } from '../../../../test/asterisk-story.ts'
import type { SpokenMenu } from '../voice-gateway.ts'

let story: AsteriskStory
beforeEach(async () => void (story = await openAsteriskStory()))
afterEach(() => story.close())

const menu: SpokenMenu = {
  keys: [
    { key: '1', name: 'Betaallink', act: 'goTo' },
    { key: '2', name: 'Collega', act: 'agent' },
    { key: '3', name: 'Hoe betalen', act: 'hear', text: 'U betaalt met iDEAL' },
    { key: '*', name: 'Nog eens', act: 'repeat' },
    { key: '#', name: 'Iemand anders', act: 'wrongPerson' },
  ],
  ...{ waitSeconds: 1, wrongMax: 1, identity: null },
}
const asking: SpokenMenu = { ...menu, identity: { text: 'U heeft 50 euro open staan', digits: 4, tries: 2 } }

const storyOf = (id: string) => expect.poll(() => story.story(id), { timeout: 3_000 })
const listened = ['incall', 'human', 'script']
/** The texts that were played, by their part. */
const heardParts = () => story.peer.sounds.map((url) => /-\d+-(\w+)-\d{10}/.exec(url)?.[1])
const saidIs = (parts: string[]) => expect.poll(heardParts, { timeout: 3_000 }).toEqual(parts)
const playing = () => expect.poll(() => story.peer.playbacks.size, { timeout: 3_000 })

async function speakTo(id: string, more = {}) {
  const channel = await story.call(id, { menu, ...more })
  story.peer.pickUp(channel)
  await storyOf(id).toEqual(['incall'])
  story.peer.detect(channel, 'HUMAN', 'HUMAN-800-800')
  await storyOf(id).toEqual(listened)
  await playing().toBe(1)
  return channel
}

test('a key interrupts the text, is told once, and ends the call; keys after it do nothing', async () => {
  const { peer } = story
  const channel = await speakTo('1')
  peer.press(channel, '1')
  peer.press(channel, '1')
  peer.press(channel, '2')
  await storyOf('1').toEqual([...listened, 'chose 1', 'answered mens'])
  expect(peer.channels.size).toBe(0)
  // The fake shows a channel no longer: the exchange sends what was pressed before it knew.
  peer.send({
    type: 'ChannelDtmfReceived',
    digit: '2',
    duration_ms: 180,
    channel: { id: channel, state: 'Up', creationtime: '', dialplan: {} },
  })
  peer.hangUp(await story.call('99'), 17)
  await storyOf('99').toEqual(['unanswered bezet'])
  expect(story.story('1')).toEqual([...listened, 'chose 1', 'answered mens'])
})

test('whoever chooses a colleague waits with music, once, however often it is pressed', async () => {
  const { peer } = story
  const channel = await speakTo('2', { mayQueue: true })
  peer.press(channel, '2')
  peer.press(channel, '2')
  await storyOf('2').toEqual([...listened, 'chose 2', 'transferring'])
  expect([...(peer.bridges.get('regie.7.waiting')?.channels ?? [])]).toEqual([channel])
  await expect.poll(() => peer.playbacks.size).toBe(0)
  await story.gateway().connect(channel, 'tess', 20)
  peer.pickUp(`${channel}.agent`)
  await storyOf('2').toEqual([...listened, 'chose 2', 'transferring', 'talking'])
  peer.hangUp(`${channel}.agent`, 16)
  await storyOf('2').toEqual([...listened, 'chose 2', 'transferring', 'talking', 'transferred mens'])
})

test('the key of a provider for a colleague means nothing where a menu has keys; without a queue a choice of one ends the call', async () => {
  const channel = await speakTo('3')
  story.peer.press(channel, '2')
  await storyOf('3').toEqual([...listened, 'chose 2', 'answered mens'])
})

test('a text is heard again, and another one after which the same keys count', async () => {
  const { peer } = story
  const channel = await speakTo('4')
  peer.press(channel, '*')
  await saidIs(['answer', 'answer'])
  peer.press(channel, '3')
  await saidIs(['answer', 'answer', 'key3'])
  await playing().toBe(1)
  peer.endSound()
  peer.press(channel, '#')
  await storyOf('4').toEqual([...listened, 'chose 3', 'chose #', 'answered mens'])
})

test('nothing pressed: the text once more, and then no choice', async () => {
  await speakTo('5')
  story.peer.endSound()
  await saidIs(['answer', 'answer'])
  await playing().toBe(1)
  expect(story.story('5')).toEqual(listened)
  story.peer.endSound()
  await storyOf('5').toEqual([...listened, 'chose none', 'answered mens'])
})

test('a key that stands for nothing lets the text be said again, so often and no more', async () => {
  const channel = await speakTo('6')
  story.peer.press(channel, '7')
  await saidIs(['answer', 'answer'])
  story.peer.press(channel, '8')
  await storyOf('6').toEqual([...listened, 'chose none', 'answered mens'])
})

test('the debt is named when the digits were right, and not before', async () => {
  const { peer } = story
  story.identifyBy((digits) => (digits === '3011' ? 'right' : 'wrong'))
  const channel = await speakTo('7', { menu: asking })
  for (const digit of '3012') peer.press(channel, digit)
  await saidIs(['answer', 'answer'])
  // An asterisk begins anew.
  for (const digit of '9*3011') peer.press(channel, digit)
  await saidIs(['answer', 'answer', 'identified'])
  expect(story.keyed).toEqual(['7 3012', '7 3011'])
  peer.press(channel, '1')
  await storyOf('7').toEqual([...listened, 'chose identified', 'chose 1', 'answered mens'])
  const kept = JSON.stringify([story.heard, peer.asked])
  expect(kept).not.toContain('3011')
})

test.each(['wrong', 'closed'] as const)('digits that are %s: the debt is not named', async (found) => {
  story.identifyBy(() => found)
  const channel = await speakTo('8', { menu: asking })
  for (const digit of '1111') story.peer.press(channel, digit)
  if (found === 'wrong') {
    await saidIs(['answer', 'answer'])
    for (const digit of '2222') story.peer.press(channel, digit)
  }
  await storyOf('8').toEqual([...listened, 'chose unidentified', 'answered mens'])
  expect(heardParts()).not.toContain('identified')
})

test('no digits in time: asked once more, and then the debt is not named', async () => {
  await speakTo('9', { menu: asking })
  story.peer.endSound()
  await saidIs(['answer', 'answer'])
  await playing().toBe(1)
  story.peer.endSound()
  await storyOf('9').toEqual([...listened, 'chose unidentified', 'answered mens'])
})

test('another process takes up a call where it stands: who showed who they are is not asked again', async () => {
  const { peer } = story
  story.identifyBy(() => 'right')
  const channel = await speakTo('10', { menu: asking })
  for (const digit of '3011') peer.press(channel, digit)
  await saidIs(['answer', 'identified'])
  await expect
    .poll(() => peer.channels.get(channel)?.variables.get('REGIE_STAGE'))
    .toMatch(/^speaking\.human\.identified\.\d+\.0\.0\.0\.1$/)
  await story.restart()
  peer.press(channel, '3')
  await saidIs(['answer', 'identified', 'key3'])
  await playing().toBe(1)
  await story.pause()
  // It is said to its end while nobody follows the exchange.
  peer.endSound()
  await story.restart()
  peer.press(channel, '1')
  await storyOf('10').toEqual([...listened, 'chose identified', 'chose 3', 'chose 1', 'answered mens'])
})

test('a voicemail hears its own text and no key of it counts', async () => {
  const channel = await story.call('11', { menu: asking, voicemailText: 'Bel ons terug' })
  story.peer.pickUp(channel)
  await storyOf('11').toEqual(['incall'])
  story.peer.detect(channel, 'MACHINE', 'LONGGREETING-1500-1500')
  await saidIs(['voicemail'])
  story.peer.press(channel, '1')
  await playing().toBe(1)
  story.peer.endSound()
  await storyOf('11').toEqual(['incall', 'voicemail', 'script', 'voicemail voicemail'])
})

test('nobody is rung up whose texts are not all spoken', async () => {
  const sound = async (part: string) => (part === 'key3' ? null : { wav: Buffer.alloc(0), voice: 'Fleur', seconds: 2 })
  await expect(story.call('12', { menu, sound })).rejects.toThrow('not spoken')
  expect(story.peer.dialled).toEqual([])
})
