import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import { loadBaileys, type Node } from '../../../plugins/whatsapp-web/load-baileys.ts'
import { openResponder } from './noise-responder.ts'
import { openPerson } from './person.ts'

const pluginDir = path.resolve(import.meta.dirname, '../../../plugins/whatsapp-web')

/** Is the program that pairs not installed on this machine? */
export const missingWhatsappWeb = (): string[] => (existsSync(path.join(pluginDir, 'node_modules/baileys')) ? [] : ['plugins/whatsapp-web'])

type Client = { socket: WebSocket; isPaired: boolean; send(node: Node): void }
type Seen = { ref: string; to: string; text: string }
export type WhatsappWebPeer = Awaited<ReturnType<typeof startWhatsappWebPeer>>

const server = 's.whatsapp.net'
const ourJid = `31612340000:1@${server}`
// Before device details are signed for the account.
const accountPrefix = Buffer.from([6, 0])

/** An endpoint of WhatsApp's multi-device protocol on this machine, with one person; the client that talks to it is the real one. */
export async function startWhatsappWebPeer(personNumber: string) {
  const baileys = await loadBaileys()
  const root = baileys.Curve.generateKeyPair()
  const account = baileys.Curve.generateKeyPair()
  const person = await openPerson(baileys, personNumber)
  const host = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => host.once('listening', resolve))
  const seen: Seen[] = []
  const state = {
    connections: 0,
    identity: null as Uint8Array | null,
    refsMax: 100,
    isAway: false,
    ackError: null as string | null,
    isSilent: false,
  }
  let client: Client | null = null
  let lastId = 0

  host.on('connection', (socket) => {
    state.connections++
    if (state.isAway) return socket.terminate()
    const responder = openResponder(baileys, root, (payload) => {
      const pairing = payload['devicePairingData'] as { eIdent: Uint8Array } | null
      const current: Client = { socket, isPaired: !pairing, send: (node) => socket.send(responder.seal(node)) }
      client = current
      if (pairing) {
        state.identity = pairing.eIdent
        offerCodes(current)
      } else welcome(current)
    })
    socket.on('message', (bytes: Buffer) => {
      const { reply, frames } = responder.take(bytes)
      if (reply) socket.send(reply)
      for (const frame of frames) void baileys.decodeBinaryNode(frame).then((node) => answer(node))
    })
    socket.on('close', () => {
      if (client?.socket === socket) client = null
    })
  })

  function mustBeThere(): Client {
    if (!client) throw new Error('nobody is connected')
    return client
  }

  function offerCodes(to: Client): void {
    const refs = Array.from({ length: state.refsMax }, (_, i): Node => ({ tag: 'ref', attrs: {}, content: Buffer.from(`ref-${i}`) }))
    to.send({
      tag: 'iq',
      attrs: { from: server, type: 'set', id: `p${++lastId}`, xmlns: 'md' },
      content: [{ tag: 'pair-device', attrs: {}, content: refs }],
    })
  }

  function welcome(to: Client): void {
    to.send({ tag: 'success', attrs: { t: String(Math.floor(Date.now() / 1_000)) } })
    to.send({ tag: 'ib', attrs: { from: server }, content: [{ tag: 'offline', attrs: { count: '0' } }] })
  }

  async function answer(node: Node): Promise<void> {
    if (!client || state.isSilent) return
    if (node.tag === 'iq' && (node.attrs['type'] === 'get' || node.attrs['type'] === 'set')) {
      if (childrenOf(node).some(({ tag }) => tag === 'remove-companion-device')) return client.socket.close()
      client.send({ tag: 'iq', attrs: { from: server, type: 'result', id: node.attrs['id'] ?? '' }, content: resultOf(node) })
    }
    if (node.tag === 'message') await takeMessage(node)
  }

  function resultOf(node: Node): Node[] {
    const [asked] = childrenOf(node)
    if (node.attrs['xmlns'] === 'usync' && asked) return [foundPeople(asked)]
    if (asked?.tag === 'key')
      return [{ tag: 'list', attrs: {}, content: childrenOf(asked).map(({ attrs }) => person.bundle(attrs['jid'] ?? '')) }]
    if (asked?.tag === 'count') return [{ tag: 'count', attrs: { value: '0' } }]
    return asked?.tag === 'digest' ? [{ tag: 'digest', attrs: {} }] : []
  }

  /** Everybody whose number ends in 00 has no WhatsApp; of ourselves there is this device alone. */
  function foundPeople(usync: Node): Node {
    const users = childrenOf(childrenOf(usync).find(({ tag }) => tag === 'list')).map((user): Node => {
      const phone = textOf(childrenOf(user).find(({ tag }) => tag === 'contact')?.content)
      const jid = user.attrs['jid'] ?? `${phone.replace('+', '')}@${server}`
      const isHere = !jid.split('@')[0]?.endsWith('00') || jid.startsWith('3161234')
      const devices = [{ tag: 'device', attrs: { id: jid.startsWith(ourJid.split(':')[0] ?? '') ? '1' : '0', 'key-index': '1' } }]
      return {
        ...{ tag: 'user', attrs: { jid } },
        content: [
          { tag: 'contact', attrs: { type: isHere ? 'in' : 'out' } },
          { tag: 'lid', attrs: { val: lidOf(jid) } },
          { tag: 'devices', attrs: {}, content: [{ tag: 'device-list', attrs: {}, content: devices }] },
        ],
      }
    })
    return { tag: 'usync', attrs: {}, content: [{ tag: 'list', attrs: {}, content: users }] }
  }

  async function takeMessage(node: Node): Promise<void> {
    const ref = node.attrs['id'] ?? ''
    const to = node.attrs['to'] ?? ''
    const parts = childrenOf(childrenOf(node).find(({ tag }) => tag === 'participants'))
    const ours = parts.find(({ attrs }) => attrs['jid']?.startsWith(person.jid.split('@')[0] ?? ''))
    const enc = childrenOf(ours).find(({ tag }) => tag === 'enc')
    if (!(enc?.content instanceof Uint8Array)) throw new Error('a message that is encrypted for nobody here')
    const text = await person.read(ourJid, { type: enc.attrs['type'] as 'msg', ciphertext: enc.content })
    seen.push({ ref, to, text })
    const error = state.ackError === null ? {} : { error: state.ackError }
    client?.send({ tag: 'ack', attrs: { class: 'message', id: ref, from: to, t: '1', ...error } })
  }

  return {
    ...{ url: `ws://127.0.0.1:${(host.address() as AddressInfo).port}`, trust: Buffer.from(root.public).toString('hex'), seen, state },
    /** As the phone does when it scans this code. */
    scan(qr: string): void {
      const secret = Buffer.from(qr.split('#')[1]?.split(',')[3] ?? '', 'base64')
      const { proto, Curve } = baileys
      const details = proto.ADVDeviceIdentity.encode({ rawId: 1, timestamp: 1, keyIndex: 1, accountType: 0, deviceType: 0 }).finish()
      const signed = Buffer.concat([accountPrefix, details, state.identity ?? Buffer.alloc(0)])
      const identity = { details, accountSignatureKey: account.public, accountSignature: Curve.sign(account.private, signed) }
      const bytes = proto.ADVSignedDeviceIdentity.encode(identity).finish()
      const sealed = proto.ADVSignedDeviceIdentityHMAC.encode({ details: bytes, hmac: createHmac('sha256', secret).update(bytes).digest() })
      mustBeThere().send({
        ...{ tag: 'iq', attrs: { from: server, type: 'set', id: `s${++lastId}`, xmlns: 'md' } },
        content: [
          {
            ...{ tag: 'pair-success', attrs: {} },
            content: [
              { tag: 'device-identity', attrs: {}, content: sealed.finish() },
              { tag: 'device', attrs: { jid: ourJid } },
              { tag: 'platform', attrs: { name: 'android' } },
              { tag: 'biz', attrs: { name: 'Kantoor' } },
            ],
          },
        ],
      })
      this.fail(515)
    },
    /** Ends the connection for a reason. */
    fail(code: number): void {
      mustBeThere().send({ tag: 'stream:error', attrs: { code: String(code) } })
    },
    /** As when the network is gone. */
    cut: () => client?.socket.terminate(),
    isConnected: () => client?.isPaired === true,
    receipt(ref: string, type?: 'read'): void {
      const attrs = { id: ref, from: person.jid, t: String(Math.floor(Date.now() / 1_000)), ...(type && { type }) }
      mustBeThere().send({ tag: 'receipt', attrs })
    },
    async write(id: string, text: string, quotes: string | null = null): Promise<void> {
      const { type, ciphertext } = await person.write(ourJid, text, quotes)
      mustBeThere().send({
        ...{
          tag: 'message',
          attrs: { id, from: person.jid, type: 'text', notify: 'Jan Jansen', t: String(Math.floor(Date.now() / 1_000)) },
        },
        content: [{ tag: 'enc', attrs: { v: '2', type }, content: ciphertext }],
      })
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of host.clients) socket.terminate()
        host.close(() => resolve())
      }),
  }
}

// The name that stands for a number; sessions are kept under it.
const lidOf = (jid: string) => `77${(jid.split('@')[0] ?? '').split(':')[0]}@lid`
const childrenOf = (node: Node | undefined): Node[] => (Array.isArray(node?.content) ? node.content : [])
const textOf = (content: Node['content']) =>
  content instanceof Uint8Array ? Buffer.from(content).toString() : typeof content === 'string' ? content : ''
