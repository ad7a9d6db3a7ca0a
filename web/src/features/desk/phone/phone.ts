import { returnSeconds, softphoneApi } from '@regie/contract/softphone.ts'
import type { RTCSession } from 'jssip/lib/RTCSession'
import { useSyncExternalStore } from 'react'
import { addressOf, callApi } from '../../../api/call-api.ts'
import { readDevices } from './devices.ts'

/** How the browser stands as a telephone. `taken`: another page has the account. */
type PhoneState = 'unknown' | 'none' | 'simulated' | 'unchecked' | 'connecting' | 'connected' | 'broken' | 'taken' | 'refused'
type Phone = { state: PhoneState; isRinging: boolean; isTalking: boolean }
type Account = { no: number; url: string; name: string; password: string }

// It belongs to the page, not to a screen: who looks something up while they talk, talks on.
let phone: Phone = { state: 'unknown', isRinging: false, isTalking: false }
let opened: { customerID: number; no: number } | null = null
let account: Account | null = null
let session: RTCSession | null = null
let stop: (() => void) | null = null
const listeners = new Set<() => void>()
const audio = typeof Audio === 'undefined' ? null : new Audio()

function change(part: Partial<Phone>) {
  phone = { ...phone, ...part }
  for (const listener of listeners) listener()
}

export const usePhone = (): Phone =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => phone,
  )

/** Asks for the account of this page, once; with devices that were checked it connects at once. */
export async function openPhone(customerID: number, isAgain = false): Promise<void> {
  if (opened?.customerID === customerID && !isAgain) return
  stop?.()
  opened = { customerID, no: 0 }
  const answer = await callApi(softphoneApi.open, { body: { customerID } })
  if (answer.kind === 'none') return change({ state: 'none' })
  opened = { customerID, no: answer.no }
  if (answer.kind === 'simulated') return change({ state: 'simulated' })
  account = answer
  change({ state: 'unchecked' })
  if (readDevices() !== null) await connectPhone()
}

/** Signs in at the exchange; a connection that ends is opened again after 2 seconds, 4 and so on, half a minute at most. */
export async function connectPhone(): Promise<void> {
  if (account === null) return
  stop?.()
  change({ state: 'connecting' })
  const loaded = await import('jssip')
  const { UA, WebSocketInterface } = 'default' in loaded ? (loaded.default as typeof loaded) : loaded
  const { url, name, password, no } = account
  const ua = new UA({
    sockets: [new WebSocketInterface(url)],
    uri: `sip:${name}@${new URL(url).hostname}`,
    ...{ password, register_expires: 120, session_timers: false, user_agent: 'Regie' },
    ...{ connection_recovery_min_interval: 2, connection_recovery_max_interval: 30 },
  })
  ua.on('registered', () => {
    sessionStorage.removeItem(loadedKey)
    change({ state: 'connected' })
  })
  ua.on('disconnected', () => change({ state: 'broken' }))
  ua.on('registrationFailed', ({ response }) => void registrationFailed(no, response?.status_code))
  ua.on('newRTCSession', (event: { originator: string; session: RTCSession }) => {
    if (event.originator !== 'remote') return
    if (session !== null) return event.session.terminate({ status_code: 486 })
    ring(event.session)
  })
  const forget = onBlocked(url, () => {
    stop?.()
    change({ state: 'refused' })
    // Once: a page that is blocked again is not helped by it.
    if (sessionStorage.getItem(loadedKey) === url) return
    sessionStorage.setItem(loadedKey, url)
    location.reload()
  })
  stop = () => {
    forget()
    ua.stop()
  }
  ua.start()
}

const loadedKey = 'regie-phone-loaded'

/** A page that was loaded before its user signed in may not reach the exchange, by its own policy; loaded once more it may. */
function onBlocked(url: string, then: () => void): () => void {
  const { origin } = new URL(url)
  const blocked = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'connect-src' && blockedURI.startsWith(origin)) then()
  }
  document.addEventListener('securitypolicyviolation', blocked)
  return () => document.removeEventListener('securitypolicyviolation', blocked)
}

async function registrationFailed(no: number, status: number | undefined) {
  if (opened === null || (status !== 401 && status !== 403)) return change({ state: 'broken' })
  const { customerID } = opened
  const now = await callApi(softphoneApi.find, { query: { customerID } }).catch(() => null)
  if (now === null || now.no === null || now.no === no) {
    // The exchange has forgotten the account, as after its restart: another one, not at once.
    stop?.()
    change({ state: 'broken' })
    setTimeout(() => void openPhone(customerID, true).catch(() => change({ state: 'refused' })), 5_000)
  } else {
    stop?.()
    change({ state: 'taken' })
  }
}

function ring(one: RTCSession) {
  session = one
  change({ isRinging: true })
  const over = () => {
    session = null
    change({ isRinging: false, isTalking: false })
  }
  one.on('ended', over)
  one.on('failed', over)
  one.on('accepted', () => change({ isRinging: false, isTalking: true }))
  one.on('peerconnection', ({ peerconnection }: { peerconnection: RTCPeerConnection }) => {
    peerconnection.addEventListener('track', ({ streams }) => void play(streams[0] ?? null))
  })
}

async function play(stream: MediaStream | null) {
  if (audio === null) return
  audio.srcObject = stream
  const { speaker } = readDevices() ?? { speaker: '' }
  if (speaker !== '' && 'setSinkId' in audio) await audio.setSinkId(speaker).catch(() => undefined)
  await audio.play().catch(() => undefined)
}

/** Picks up what rings. What the call is stands at the desk alone; it is ended and muted there. */
export function pickUpPhone() {
  const mic = readDevices()?.mic ?? ''
  session?.answer({
    mediaConstraints: { audio: mic === '' ? true : { deviceId: { ideal: mic } }, video: false },
    pcConfig: { iceServers: [] },
  })
}

/** Is a call that rings one that this agent was in, or asked for? */
export const isOwnCall = (call: { leftAt: string | null; queue: string | null } | null): boolean =>
  call !== null && (call.leftAt !== null || call.queue === null)

/** How many seconds a call still waits for its page. */
export const secondsLeft = (leftAt: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(leftAt) + returnSeconds * 1_000 - now) / 1_000))

/** The page goes: whoever is talked with hears music until it is there again. */
function leave() {
  stop?.()
  if (opened === null || opened.no === 0) return
  const body = JSON.stringify({ customerID: opened.customerID, no: opened.no })
  void fetch(addressOf(softphoneApi.leave), {
    ...{ method: 'POST', keepalive: true, credentials: 'include', body, headers: { 'content-type': 'application/json' } },
  }).catch(() => undefined)
}
if (typeof window !== 'undefined') window.addEventListener('pagehide', leave)
