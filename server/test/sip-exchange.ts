import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const header = (message: string, name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(message)?.[1]?.trim() ?? ''
const nonce = 'a1b2c3d4'

/** Whether the answer to our challenge was made with the password of its account. */
function isRight(message: string, passwordOf: (name: string) => string): boolean {
  const given = header(message, 'Authorization')
  const of = (name: string) => new RegExp(`\\b${name}="?([^",]*)`).exec(given)?.[1] ?? ''
  const secret = md5(`${of('username')}:exchange:${passwordOf(of('username'))}`)
  const asked = md5(`REGISTER:${of('uri')}`)
  return of('nonce') === nonce && of('response') === md5(`${secret}:${nonce}:${of('nc')}:${of('cnonce')}:auth:${asked}`)
}

/** As much of a SIP exchange over WebSocket as the telephone in a browser needs: an account, a call to it, its end. */
export class SipExchange {
  readonly seen: string[] = []
  answer = ''
  private readonly server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'sip' })
  private socket: WebSocket | null = null
  private contact = ''
  private to = ''
  private calls = 0
  private readonly passwordOf: (name: string) => string
  constructor(passwordOf: (name: string) => string) {
    this.passwordOf = passwordOf
    this.server.on('connection', (socket) => {
      this.socket = socket
      socket.on('message', (data: Buffer) => this.take(socket, data.toString()))
    })
  }
  async port(): Promise<number> {
    if (this.server.address() === null) await new Promise((resolve) => this.server.once('listening', resolve))
    return (this.server.address() as AddressInfo).port
  }
  cut() {
    this.socket?.terminate()
  }
  close() {
    this.cut()
    this.server.close()
  }
  invite(offer: string) {
    this.calls += 1
    this.to = '<sip:agent@127.0.0.1>'
    this.send('INVITE', this.calls, offer)
  }
  bye() {
    this.send('BYE', this.calls + 100)
  }
  private send(method: string, turn: number, body = '') {
    const lines = [
      `${method} ${this.contact} SIP/2.0`,
      `Via: SIP/2.0/WS exchange.invalid;branch=z9hG4bK${method}${turn}`,
      'Max-Forwards: 70',
      `From: <sip:caller@exchange.invalid>;tag=c${this.calls}`,
      `To: ${this.to}`,
      `Call-ID: call${this.calls}@exchange.invalid`,
      `CSeq: ${turn} ${method}`,
      'Contact: <sip:caller@exchange.invalid;transport=ws>',
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    this.socket?.send(`${lines.join('\r\n')}\r\n\r\n${body}`)
  }
  private take(socket: WebSocket, message: string) {
    const [first = '', second = ''] = message.split(/[ \r]/)
    if (first === '') return
    if (first === 'SIP/2.0') {
      const asked = header(message, 'CSeq').split(' ')
      this.seen.push(`${second} ${asked[1]}`)
      if (asked[1] !== 'INVITE' || second < '200') return
      this.to = header(message, 'To')
      this.answer = message.slice(message.indexOf('\r\n\r\n') + 4)
      return this.send('ACK', Number(asked[0]))
    }
    this.seen.push(first === 'REGISTER' && /expires[:=] *0\b/i.test(message) ? 'UNREGISTER' : first)
    if (first === 'ACK') return
    const knows = first !== 'REGISTER' || isRight(message, this.passwordOf)
    const contact = header(message, 'Contact')
    if (first === 'REGISTER' && knows) this.contact = /<([^>]*)>/.exec(contact)?.[1] ?? ''
    if (first === 'REGISTER' && knows) this.seen.push('registered')
    const lines = [
      `SIP/2.0 ${knows ? '200 OK' : '401 Unauthorized'}`,
      ...['Via', 'From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${header(message, name)}`),
      `To: ${header(message, 'To')}${header(message, 'To').includes('tag=') ? '' : ';tag=x'}`,
      ...(knows ? [] : [`WWW-Authenticate: Digest realm="exchange", nonce="${nonce}", algorithm=MD5, qop="auth"`]),
      ...(first === 'REGISTER' && knows ? [`Contact: ${contact}`] : []),
      'Content-Length: 0',
    ]
    socket.send(`${lines.join('\r\n')}\r\n\r\n`)
  }
}

let exchange: SipExchange | null = null

/** What a test in the browser asks of the exchange; it answers with what it has seen. */
export async function sipExchange(_context: unknown, order: 'start' | 'invite' | 'bye' | 'cut' | 'seen' | 'close', text = '') {
  if (order === 'start') {
    exchange?.close()
    exchange = new SipExchange(() => text)
  }
  if (exchange === null) throw new Error('no exchange was started')
  if (order === 'invite') exchange.invite(text)
  else if (order === 'bye') exchange.bye()
  else if (order === 'cut') exchange.cut()
  else if (order === 'close') exchange.close()
  return { port: order === 'close' ? 0 : await exchange.port(), seen: exchange.seen, answer: exchange.answer }
}
