import {
  type Baileys,
  type Creds,
  type Encrypted,
  type KeyStore,
  type Node,
  silentLog,
} from '../../../plugins/whatsapp-web/load-baileys.ts'

const preKeyId = 7

/** Somebody with WhatsApp on their phone: reads what was encrypted for them, and writes back. */
export async function openPerson(baileys: Baileys, number: string) {
  const { Curve, encodeBigEndian, proto } = baileys
  const creds: Creds = baileys.initAuthCreds()
  const preKey = Curve.generateKeyPair()
  const kept = new Map<string, unknown>([[`pre-key ${preKeyId}`, preKey]])
  const store: KeyStore = {
    get: (kind, ids) =>
      Promise.resolve(Object.fromEntries(ids.flatMap((id) => (kept.has(`${kind} ${id}`) ? [[id, kept.get(`${kind} ${id}`)]] : [])))),
    set(keys) {
      for (const [kind, ofKind] of Object.entries(keys))
        for (const [id, value] of Object.entries(ofKind)) {
          // One bundle is handed out to whoever asks; a real one gives each key away once.
          if (value !== null || kind !== 'pre-key') kept.set(`${kind} ${id}`, value)
        }
      return Promise.resolve()
    },
  }
  const keys = baileys.addTransactionCapability(store, silentLog, { maxCommitRetries: 1, delayBetweenTriesMs: 10 })
  const signal = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, silentLog, () => Promise.resolve([]))
  const leaf = (tag: string, content: Uint8Array | string): Node => ({
    tag,
    attrs: {},
    content: typeof content === 'string' ? Buffer.from(content) : content,
  })

  return {
    jid: `${number}@s.whatsapp.net`,
    /** What the endpoint hands out to whoever wants to write to them. */
    bundle: (jid: string): Node => ({
      ...{ tag: 'user', attrs: { jid } },
      content: [
        leaf('registration', encodeBigEndian(creds.registrationId)),
        leaf('type', Buffer.from([5])),
        leaf('identity', creds.signedIdentityKey.public),
        {
          ...{ tag: 'skey', attrs: {} },
          content: [
            leaf('id', encodeBigEndian(creds.signedPreKey.keyId, 3)),
            leaf('value', creds.signedPreKey.keyPair.public),
            leaf('signature', creds.signedPreKey.signature),
          ],
        },
        { tag: 'key', attrs: {}, content: [leaf('id', encodeBigEndian(preKeyId, 3)), leaf('value', preKey.public)] },
      ],
    }),
    async read(from: string, encrypted: Encrypted): Promise<string> {
      const plain = await signal.decryptMessage({ jid: from, ...encrypted })
      const { conversation, extendedTextMessage } = proto.Message.decode(baileys.unpadRandomMax16(plain)) as {
        conversation?: string
        extendedTextMessage?: { text?: string }
      }
      return conversation || extendedTextMessage?.text || ''
    },
    async write(to: string, text: string, quotes: string | null): Promise<Encrypted> {
      const content = quotes === null ? { conversation: text } : { extendedTextMessage: { text, contextInfo: { stanzaId: quotes } } }
      return signal.encryptMessage({ jid: to, data: baileys.writeRandomPadMax16(proto.Message.encode(content).finish()) })
    },
  }
}
