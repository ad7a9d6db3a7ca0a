import type { AsteriskSettings } from '@regie/contract/voice-providers.ts'
import { expect } from 'vitest'
import type { ArrivedCall, DeliveryUpdate } from '../src/gateways/message-gateway.ts'
import { type RegisteredProvider, secretPurpose } from '../src/gateways/registered-provider.ts'
import { openAsteriskRegistry } from '../src/gateways/voice/asterisk/asterisk-registry.ts'
import type { OutgoingCall, TakenCall, VoiceSink } from '../src/gateways/voice/voice-gateway.ts'
import { readConfig } from '../src/platform/config.ts'
import { openLog } from '../src/platform/log.ts'
import { encrypt } from '../src/platform/security/encryption.ts'
import { type AsteriskPeer, openAsteriskPeer } from './asterisk-peer.ts'
import { fakeClock } from './fake-clock.ts'
import { makeTempFolder } from './make-temp-folder.ts'

export const asteriskSettings = ({ url }: Pick<AsteriskPeer, 'url'>): AsteriskSettings => ({
  ...{ kind: 'asterisk', url, user: 'regie', app: 'regie', trunk: 'PJSIP/{number}@trunk', agentPhone: 'PJSIP/{agent}' },
  ...{ detectsAnswer: true, ringSeconds: 30, callSeconds: 120, agentKey: '1', soundsUrl: 'https://geluid.example', webPhoneUrl: '' },
})
const dataDir = makeTempFolder('asterisk')
const limits = { connectMs: 2_000, silenceMs: 2_000, pauseMs: { first: 20, most: 100 }, checkMs: 60, settleMs: 20, returnTickMs: 20 }

/** Calls by a server that answers as Asterisk does, and who hears of them; `restart` is another process that takes them over. */
export async function openAsteriskStory(change: Partial<AsteriskSettings> = {}) {
  const clock = fakeClock()
  const peer = await openAsteriskPeer({ now: () => clock.now().getTime() })
  const config = readConfig({ DATA_DIR: dataDir, ALLOW_PRIVATE_HOSTS: `127.0.0.1:${peer.port}` })
  const secret = encrypt(config.secretKey, peer.account.secret, secretPurpose({ customerId: 3, id: 7 }))
  const provider: RegisteredProvider = {
    ...{ customerId: 3, id: 7, channel: 'call', name: 'Centrale', settings: { ...asteriskSettings(peer), ...change } },
    ...{ secret, dkimKey: null, state: 'active', version: 1 },
  }
  const [heard, lost, on, dialling] = [[] as DeliveryUpdate[], [] as string[], new Set<string>(), new Set<string>()]
  const listened = new Set<string>()
  const [came, arrivals] = [[] as ArrivedCall[], new Map<string, string>()]
  let takes: (call: ArrivedCall) => TakenCall | null = () => null
  const keyed: string[] = []
  let identifies: (digits: string) => 'right' | 'wrong' | 'closed' = () => 'wrong'
  const sink: VoiceSink = {
    async news(_provider, update) {
      heard.push(update)
      if (['live', 'talking', 'agentMissed', 'agentLeft', 'agentBack', 'agentLost', 'listenerGone', 'chose'].includes(update.state)) {
        if (update.state === 'listenerGone') listened.delete(update.providerRef.split('.')[2] ?? '')
        return
      }
      on.delete(update.providerRef.split('.')[2] ?? '')
      for (const [id, channel] of arrivals) if (channel === update.providerRef) arrivals.delete(id)
    },
    async lost(_provider, { id }) {
      lost.push(id)
      on.delete(id)
      arrivals.delete(id)
    },
    identify: async (_provider, { id, digits }) => {
      keyed.push(`${id} ${digits}`)
      return identifies(digits)
    },
    arrived: async (_provider, call) => {
      came.push(call)
      const taken = takes(call)
      if (taken) arrivals.set(taken.id, call.providerRef)
      return taken
    },
    listCalls: async () => [
      ...[...on, ...dialling].map((id) => ({ id, isDialling: dialling.has(id), channel: null, hasListener: listened.has(id) })),
      ...[...arrivals].map(([id, channel]) => ({ id, isDialling: false, channel, hasListener: listened.has(id) })),
    ],
  }
  const open = () => openAsteriskRegistry(config, { clock, log: openLog('silent'), limits })
  let registry = open()
  const isUp = () => expect.poll(() => registry.stateOf(provider.id)?.isUp, { timeout: 3_000 }).toBe(true)
  registry.hold(provider, sink)
  await isUp()

  const callOf = (id: string, more: Partial<OutgoingCall> = {}): OutgoingCall => ({
    ...{ id, to: '+31612345678', from: '+31201234567', text: 'Goedemiddag', voicemailText: null, menu: null, voice: '', language: 'nl' },
    ...{ withAgent: false, agent: null, mayQueue: false },
    sound: async () => ({ wav: Buffer.alloc(0), voice: 'Fleur', seconds: 2 }),
    ...more,
  })
  return {
    ...{ keyed, identifyBy: (how: typeof identifies) => void (identifies = how) },
    ...{ came, arrivals, take: (how: typeof takes) => void (takes = how) },
    ...{ peer, provider, clock, config, heard, lost, on, listened, sink, isUp, callOf },
    registry: () => registry,
    gateway: () => registry.gatewayOf(provider),
    async call(id: string, more: Partial<OutgoingCall> = {}) {
      dialling.add(id)
      try {
        const { providerRef } = await registry.gatewayOf(provider).send(callOf(id, more))
        on.add(id)
        return providerRef
      } finally {
        dialling.delete(id)
      }
    },
    /** What was heard of a call, in short: its stations, and how it ended. */
    story: (id: string) =>
      heard
        .filter(({ providerRef }) => providerRef.endsWith(`.${id}`))
        .map(({ state, live, choice, answer, reason }) =>
          [live ?? state, choice, answer, reason].filter((word) => word !== undefined).join(' '),
        ),
    /** Nothing of ours runs until `restart`. */
    pause: () => registry.close(),
    async restart() {
      await registry.close()
      registry = open()
      registry.hold(provider, sink)
      await isUp()
    },
    async close() {
      await registry.close()
      await peer.close()
    },
  }
}
export type AsteriskStory = Awaited<ReturnType<typeof openAsteriskStory>>
