import type { AsteriskSettings } from '@regie/contract/voice-providers.ts'
import * as z from 'zod/mini'
import type { KnownCall } from '../voice-gateway.ts'
import { type AriClient, refusalOf } from './ari-client.ts'
import { AriChannel } from './ari-events.ts'
import { agentChannelOf, channelOf, dialledOf, earOf, type NamedChannel } from './call-names.ts'
import { type CallStage, isWithAgent } from './call-state.ts'

// A conversation may last; longer than this it is none any more.
const talkMsMax = 4 * 3_600_000

type Options = {
  ari: AriClient
  of: { app: string; providerId: number }
  nameOf(channel: string): NamedChannel | null
  settings: Pick<AsteriskSettings, 'callSeconds' | 'ringSeconds'>
  listCalls(): Promise<KnownCall[]>
  stageOf(channel: string): CallStage | undefined
  now: Date
}

type Alive = { name: NamedChannel; channel: AriChannel; agent: AriChannel | undefined }
type Compared = {
  alive: Alive[]
  /** On as far as we know, and not in the exchange. */
  missing: { channel: string; id: string }[]
  /** Calls that came in and of which nobody was told. */
  arrived: AriChannel[]
  /** Channels of ours that nobody here follows any more. */
  strays: string[]
  tooLong: { channel: string }[]
  /** Calls of which we know a listener who is not there. */
  unheard: { channel: string; id: string }[]
}

/** Holds the calls that are on as far as we know against those that the exchange has. */
export async function compareCalls({ ari, of, nameOf, settings, listCalls, stageOf, now }: Options): Promise<Compared> {
  // Known before and not there: it is gone. There and not known after: it is nobody's. What begins or ends in between is neither.
  const before = await listCalls()
  const there = await listChannels(ari)
  const refOf = ({ id, channel }: KnownCall) => channel ?? channelOf(of, id)
  const known = new Set((await listCalls()).map(refOf))
  const named = [...there.values()].flatMap((channel) => {
    const name = nameOf(channel.id)
    return name ? [{ name, channel }] : []
  })
  const alive = named
    .filter(({ name }) => name.part === 'person' && known.has(name.channel))
    .map((one) => ({ ...one, agent: there.get(agentChannelOf(one.name.channel)) }))
  const isOver = ({ name, channel }: Alive) => {
    const stage = stageOf(name.channel)
    const mostMs = stage && isWithAgent(stage) ? talkMsMax : (settings.ringSeconds + settings.callSeconds) * 1_000
    return now.getTime() - Date.parse(channel.creationtime) > mostMs
  }
  return {
    alive,
    missing: before.filter((call) => !call.isDialling && !there.has(refOf(call))).map((call) => ({ id: call.id, channel: refOf(call) })),
    arrived: [...there.values()].filter((channel) => !known.has(channel.id) && dialledOf(of.app, channel) !== null),
    strays: named.filter(({ name }) => !known.has(name.channel) || !there.has(name.channel)).map(({ channel }) => channel.id),
    tooLong: alive.filter(isOver).map(({ name: { channel } }) => ({ channel })),
    unheard: before
      .filter((call) => call.hasListener && there.has(refOf(call)) && !there.has(earOf(refOf(call))))
      .map((call) => ({ id: call.id, channel: refOf(call) })),
  }
}

async function listChannels(ari: AriClient): Promise<Map<string, AriChannel>> {
  const { status, body, words } = await ari.ask('GET', '/channels')
  if (status !== 200) throw refusalOf(status, words)
  const read = z.array(AriChannel).safeParse(body)
  if (!read.success) throw refusalOf(status, 'The exchange shows its channels in another way than we know')
  return new Map(read.data.map((channel) => [channel.id, channel]))
}
