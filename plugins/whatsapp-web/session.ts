import { type Baileys, type Creds, type Node, silentLog, type Socket } from './load-baileys.ts'
import type { openKeyStore } from './key-store.ts'
import type { Order, Report } from './protocol.ts'
import { readMessage } from './read-message.ts'

type ConnectionError = Error & { output?: { statusCode?: number } }
type Start = Extract<Order, { do: 'start' }>
type Send = Extract<Order, { do: 'send' }>
type Tools = { baileys: Baileys; store: ReturnType<typeof openKeyStore>; say(report: Report): void }

// How the library lets codes live when nobody says otherwise.
const qrMs = { first: 60_000, next: 20_000 }
const ackMs = 30_000
// The whole history, and that of the last weeks.
const historyKinds = [2, 3]
// The way there is broken, whatever the reason: that says nothing of the pairing.
const unreachable = 503
// Updates are gathered: that it was read may come alone. That it was refused, its acknowledgement has said.
const states = { 3: 'delivered', 4: 'read', 5: 'read' } as const

/** One connection: pairs when there are no credentials, else signs in. What happens is said; whether to connect again is for the server to decide. */
export function openSession({ baileys, store, say }: Tools, { creds: kept, url, firstQrMs }: Start) {
  const creds: Creds = kept === null ? baileys.initAuthCreds() : store.readCreds(kept)
  let isOpen = false
  let qrs = 0
  const socket: Socket = baileys.makeWASocket({
    auth: { creds, keys: baileys.makeCacheableSignalKeyStore(store.keys, silentLog) },
    ...{ logger: silentLog, browser: ['Regie', 'Chrome', '1.0'] },
    ...(url === null ? { fireInitQueries: true } : { fireInitQueries: false, waWebSocketUrl: url }),
    ...(firstQrMs !== null && { qrTimeout: firstQrMs }),
    // The phone of the office goes on to ring. What we sent ourselves is no news, and would swallow its receipts.
    ...{ markOnlineOnConnect: false, syncFullHistory: false, generateHighQualityLinkPreview: false, emitOwnEvents: false },
    // Older conversations stay on the phone; waiting for them would hold up what comes now.
    shouldSyncHistoryMessage: ({ syncType }) => !historyKinds.includes(syncType),
    shouldIgnoreJid: (jid) => !/@(s[.]whatsapp[.]net|lid)$/.test(jid),
  })

  // One after the other: what is kept last is what holds.
  let keeping = Promise.resolve()
  socket.ev.on('creds.update', (changed) => {
    Object.assign(creds, changed)
    keeping = keeping.then(() => store.keepCreds(creds)).catch(() => void socket.end(undefined))
  })
  socket.ev.on('connection.update', ({ connection, qr, isNewLogin, lastDisconnect }) => {
    if (connection === 'connecting') say({ is: 'connecting' })
    if (qr !== undefined) say({ is: 'qr', qr, forMs: firstQrMs ?? (qrs++ === 0 ? qrMs.first : qrMs.next) })
    if (isNewLogin) say({ is: 'paired' })
    if (connection === 'open') {
      isOpen = true
      say({ is: 'open', phone: numberOf(baileys, creds), name: (creds.me?.name ?? '').slice(0, 200) })
    }
    if (connection !== 'close') return
    isOpen = false
    const code = codeOf(lastDisconnect?.error)
    // What was kept last is there before the next connection reads it.
    void keeping.then(() => say({ is: 'closed', code, isPaired: creds.me !== undefined }))
  })
  socket.ev.on('messages.upsert', ({ messages }) => {
    for (const message of messages) {
      const read = readMessage(baileys, message)
      if (read) say(read)
    }
  })
  socket.ev.on('messages.update', (updates) => {
    for (const { key, update } of updates) {
      const state = states[update.status as keyof typeof states]
      const at = update.messageTimestamp ? update.messageTimestamp * 1_000 : Date.now()
      if (key.fromMe && key.id && state) say({ is: 'receipt', ref: key.id, state, at })
    }
  })

  async function send({ ref, to, text }: Send): Promise<void> {
    const told = (how: 'taken' | 'refused' | 'away' | 'unclear', code = '') => say({ is: 'sent', ref, how, code })
    if (!isOpen) return told('away')
    const found = to.startsWith('+') ? await socket.onWhatsApp(to).catch(() => undefined) : [{ jid: to, exists: true }]
    if (found === undefined) return told('away')
    const person = found.find(({ exists }) => exists)
    if (!person) return told('refused', 'notOnWhatsapp')
    const acknowledged = socket.waitForMessage(ref, ackMs).catch(() => undefined)
    try {
      await socket.sendMessage(person.jid, { text, linkPreview: null }, { messageId: ref })
      const ack: Node | undefined = await acknowledged
      if (ack === undefined) return told('unclear')
      return ack.attrs['error'] === undefined ? told('taken') : told('refused', ack.attrs['error'])
    } catch {
      return told('unclear')
    }
  }

  return {
    send,
    async logout(): Promise<void> {
      if (isOpen) await socket.logout().catch(() => undefined)
      else await socket.end(undefined)
    },
    end: () => socket.end(undefined),
  }
}

/** What WhatsApp said itself; the library calls some broken connections 500 too, which is its word for a pairing that is worth nothing any more. */
function codeOf(error: ConnectionError | undefined): number {
  if (!error || error.message.startsWith('WebSocket Error')) return unreachable
  return error.output?.statusCode ?? unreachable
}

const numberOf = ({ jidNormalizedUser }: Baileys, { me }: Creds) => `+${jidNormalizedUser(me?.id ?? '').split('@')[0]}`
