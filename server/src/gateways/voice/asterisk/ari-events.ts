import * as z from 'zod/mini'
import { readJson } from '../../read-json.ts'

/** A channel as the exchange shows it. */
export const AriChannel = z.object({
  id: z.string(),
  state: z.string(),
  creationtime: z.string(),
  dialplan: z.object({ app_name: z.optional(z.string()), app_data: z.optional(z.string()) }),
  caller: z.optional(z.object({ number: z.string() })),
})
export type AriChannel = z.infer<typeof AriChannel>

const channel = AriChannel
// Of some thirty kinds of events these are ours; fields that we do not read are not asked for.
const AriEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('StasisStart'), args: z.array(z.string()), channel }),
  z.object({ type: z.literal('ChannelDtmfReceived'), digit: z.string(), channel }),
  z.object({ type: z.literal('ChannelDestroyed'), cause: z.number(), cause_txt: z.string(), channel }),
  z.object({ type: z.literal('PlaybackFinished'), playback: z.object({ id: z.string(), target_uri: z.string(), state: z.string() }) }),
  z.object({ type: z.literal('ApplicationReplaced') }),
])
export type AriEvent = z.infer<typeof AriEvent>

/** Reads what came over the connection; null: a kind of event that we do not use. */
export function readAriEvent(text: string): AriEvent | null {
  const read = AriEvent.safeParse(readJson(text))
  return read.success ? read.data : null
}

/** Which channel an event is about. */
export function channelOfEvent(event: AriEvent): string | null {
  if ('channel' in event) return event.channel.id
  return 'playback' in event ? event.playback.target_uri.replace(/^channel:/, '') : null
}
