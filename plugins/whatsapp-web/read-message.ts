import type { Baileys, MessageKey, ReceivedMessage, TextContent } from './load-baileys.ts'
import type { Report } from './protocol.ts'

type Incoming = Extract<Report, { is: 'message' }>

const textMax = 4_096

/** What a person sent, in our words; null: it is our own, or nothing that somebody wrote. */
export function readMessage(baileys: Baileys, { key, message, messageTimestamp, pushName }: ReceivedMessage): Incoming | null {
  const content = baileys.normalizeMessageContent(message)
  const kind = baileys.getContentType(content)
  if (key.fromMe || !key.id || !content || kind === undefined || kind === 'protocolMessage') return null
  const words = content.conversation ?? content.extendedTextMessage?.text
  const part = content[kind] as { caption?: string; contextInfo?: TextContent['contextInfo'] } | string
  const caption = typeof part === 'object' ? part.caption : undefined
  const seconds = typeof messageTimestamp === 'number' ? messageTimestamp : (messageTimestamp?.toNumber() ?? Date.now() / 1_000)
  return {
    ...{ is: 'message', ref: key.id, ...senderOf(baileys, key), name: (pushName ?? '').slice(0, 200) },
    text: (words ?? caption ?? `[${kind.replace(/Message(V\d)?$/, '')}]`).slice(0, textMax),
    isOwnWords: words !== undefined && words !== null,
    quotes: (typeof part === 'object' ? part.contextInfo?.stanzaId : null) ?? null,
    at: Math.round(seconds * 1_000),
  }
}

/** A person writes by their number, or by a name that stands for them with this number of ours alone; then the number may stand beside it. */
function senderOf({ jidNormalizedUser }: Baileys, { remoteJid, remoteJidAlt }: MessageKey) {
  const known = [remoteJid, remoteJidAlt].map((jid) => jidNormalizedUser(jid ?? ''))
  const number = known.find((jid) => jid.endsWith('@s.whatsapp.net'))
  return {
    phone: number === undefined ? null : `+${number.split('@')[0]}`,
    userId: known.find((jid) => jid.endsWith('@lid')) ?? null,
  }
}
