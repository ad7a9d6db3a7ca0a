import { softphoneApi } from '@regie/contract/softphone.ts'
import { expect, onTestFinished, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { keepDevices } from './devices.ts'
import { PhonePanel } from './phone-panel.tsx'

type Seen = { port: number; seen: string[]; answer: string }
declare module 'vitest/browser' {
  interface BrowserCommands {
    sipExchange: (order: 'start' | 'invite' | 'bye' | 'cut' | 'seen' | 'close', text?: string) => Promise<Seen>
  }
}

const state = (name: 'connected') => page.getByText(text(`desk.phone.states.${name}`), { exact: true })
const seen = async (what: string) => (await commands.sipExchange('seen')).seen.filter((one) => one === what).length

/** Somebody at the other end: the offer is Chromium's own, so ICE, DTLS and sound are real. */
async function caller() {
  const peer = new RTCPeerConnection()
  onTestFinished(() => peer.close())
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  for (const track of stream.getTracks()) peer.addTrack(track, stream)
  await peer.setLocalDescription(await peer.createOffer())
  await expect.poll(() => peer.iceGatheringState).toBe('complete')
  return peer
}

async function ringAndTalk() {
  const peer = await caller()
  const answers = await seen('200 INVITE')
  await commands.sipExchange('invite', peer.localDescription?.sdp ?? '')
  await page.getByRole('button', { name: text('desk.phone.pickUp') }).click()
  await expect.poll(() => seen('200 INVITE')).toBe(answers + 1)
  await peer.setRemoteDescription({ type: 'answer', sdp: (await commands.sipExchange('seen')).answer })
  await expect.poll(() => peer.connectionState).toBe('connected')
  return peer
}

test('the browser registers, is called and talks; the other one hangs up, the socket is cut, the page goes', async () => {
  const { port } = await commands.sipExchange('start', 'secret')
  onTestFinished(async () => void (await commands.sipExchange('close')))
  keepDevices({ mic: '', speaker: '' })
  onTestFinished(() => localStorage.removeItem('regie-phone-devices'))
  await renderScreen(
    (api) => {
      api.answer(softphoneApi.open, {
        ...{ kind: 'sip', no: 1, url: `ws://127.0.0.1:${port}/ws`, name: 'agent', password: 'secret' },
        endsAt: '2026-06-03T20:00:00.000Z',
      })
      api.answer(softphoneApi.leave, undefined)
      return <PhonePanel customerID={1} call={null} />
    },
    { texts: ['desk'] },
  )
  await expect.element(state('connected')).toBeVisible()
  expect((await commands.sipExchange('seen')).seen).toEqual(['REGISTER', 'REGISTER', 'registered'])

  await ringAndTalk()
  expect(await seen('180 INVITE')).toBe(1)
  await commands.sipExchange('bye')
  await expect.poll(() => seen('200 BYE')).toBe(1)

  await commands.sipExchange('cut')
  await expect.poll(() => seen('registered')).toBe(2)
  await expect.element(state('connected')).toBeVisible()

  await ringAndTalk()
  window.dispatchEvent(new Event('pagehide'))
  await expect.poll(() => seen('BYE')).toBe(1)
  await expect.poll(() => seen('UNREGISTER')).toBeGreaterThan(0)
}, 60_000)
