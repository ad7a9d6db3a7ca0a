import net from 'node:net'
import { hostname } from 'node:os'
import tls from 'node:tls'
import type { ProviderFault } from '@regie/contract/providers.ts'
import { OutboundRefused } from '../../../platform/http/outbound-guard.ts'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'
import { type SmtpReplies, type SmtpReply, readReplies } from './smtp-replies.ts'
import type { SmtpMessage } from './smtp-message.ts'
import type { SmtpSettings } from './smtp-settings.ts'

export type SmtpLimits = { connectMs: number; commandMs: number }
// With at most three waits in a row (envelope, DATA, end of text) no mail holds a connection longer than a minute and a half, a hanging one for 30 s.
export const smtpLimits: SmtpLimits = { connectMs: 10_000, commandMs: 30_000 }

export type SmtpConnection = {
  /** True until the first fault. */
  readonly alive: boolean
  send(message: SmtpMessage): Promise<void>
  /** Asks the server whether it is there; nothing is sent. */
  noop(): Promise<void>
  close(): void
}

/** Connects, greets, secures and signs in. Whatever goes wrong here, no mail has left: GatewayUnavailable. */
export async function openSmtpConnection(settings: SmtpSettings, limits = smtpLimits): Promise<SmtpConnection> {
  // No connection is opened only to find that nobody lets us in.
  const token = await settings.oauth?.token()
  // How far it came, which is what a person wants to know.
  let fault: ProviderFault = settings.secure ? 'certificate' : 'unreachable'
  try {
    let socket = await connect(settings, limits.connectMs)
    let replies = readReplies(socket, limits.commandMs)
    const ask = (line: string) => {
      socket.write(`${line}\r\n`)
      return replies.next()
    }
    try {
      fault = 'answer'
      await expect(replies.next(), 220)
      let features = await expect(ask(`EHLO ${ourName}`), 250)
      const offered = has(features, 'STARTTLS')
      fault = 'noTls'
      if (!settings.secure && settings.starttls === 'required' && !offered) throw new Error('the server offers no STARTTLS')
      if (!settings.secure && settings.starttls !== 'never' && offered) {
        await expect(ask('STARTTLS'), 220)
        replies.release()
        fault = 'certificate'
        socket = await secure(socket, settings, limits.connectMs)
        replies = readReplies(socket, limits.commandMs)
        fault = 'answer'
        features = await expect(ask(`EHLO ${ourName}`), 250)
      }
      fault = mayCarryPassword(settings, socket) ? 'signIn' : 'noTls'
      if (token !== undefined) await signInByToken(settings, token, socket, ask)
      else if (settings.user) await signIn(settings, socket, features, ask)
      return connectionOf(socket, replies, { pipelining: has(features, 'PIPELINING'), utf8: has(features, 'SMTPUTF8') })
    } catch (error) {
      socket.destroy()
      throw error
    }
  } catch (error) {
    throw new GatewayUnavailable('The mail server does not take us', { cause: error, fault: connectFault(error, fault) })
  }
}

const notReached = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT']

// Before there is TLS, there is a server to be found.
function connectFault(error: unknown, fault: ProviderFault): ProviderFault {
  if (error instanceof OutboundRefused) return 'notAllowed'
  return error instanceof Error && 'code' in error && notReached.includes(String(error.code)) ? 'unreachable' : fault
}

const ourName = /^[a-z0-9.-]+$/i.test(hostname()) ? hostname() : '[127.0.0.1]'

function connect(settings: SmtpSettings, limitMs: number): Promise<net.Socket> {
  const { host, port, lookup } = settings
  const place = { host, port, ...(lookup && { lookup }) }
  const socket = settings.secure ? tls.connect({ ...place, ...trust(settings) }) : net.connect(place)
  return opened(socket, settings.secure ? 'secureConnect' : 'connect', limitMs)
}

function secure(socket: net.Socket, settings: SmtpSettings, limitMs: number): Promise<net.Socket> {
  return opened(tls.connect({ socket, ...trust(settings) }), 'secureConnect', limitMs)
}

// A server on this machine has a certificate of its own making; nobody stands in between.
const trust = ({ host, loopback }: SmtpSettings) => ({ rejectUnauthorized: !loopback, ...(net.isIP(host) === 0 && { servername: host }) })

function opened(socket: net.Socket, event: string, limitMs: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })), limitMs)
    const fail = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    socket.once('error', fail)
    socket.once('close', () => fail(new Error('the connection was closed')))
    socket.once(event, () => {
      clearTimeout(timer)
      socket.removeAllListeners('close').off('error', fail)
      socket.setNoDelay(true)
      resolve(socket)
    })
  })
}

const mayCarryPassword = ({ loopback }: Pick<SmtpSettings, 'loopback'>, socket: net.Socket) => loopback || socket instanceof tls.TLSSocket

/** A password goes over the wire only under TLS, or to this machine. */
async function signIn(
  { user, password, loopback }: SmtpSettings,
  socket: net.Socket,
  features: SmtpReply,
  ask: (line: string) => Promise<SmtpReply>,
) {
  if (!mayCarryPassword({ loopback }, socket)) throw new Error('the server offers no TLS to sign in under')
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const methods = features.lines.find((line) => /^AUTH[ =]/i.test(line)) ?? ''
  if (/\bPLAIN\b/i.test(methods)) return expect(ask(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`), 235)
  await expect(ask('AUTH LOGIN'), 334)
  await expect(ask(base64(user)), 334)
  return expect(ask(base64(password)), 235)
}

/** XOAUTH2: a refusal comes as a question, which wants an empty answer before the server says no. */
async function signInByToken(
  { user, loopback, oauth }: SmtpSettings,
  token: string,
  socket: net.Socket,
  ask: (line: string) => Promise<SmtpReply>,
) {
  if (!mayCarryPassword({ loopback }, socket)) throw new Error('the server offers no TLS to sign in under')
  const first = await ask(`AUTH XOAUTH2 ${Buffer.from(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`).toString('base64')}`)
  if (first.code === 235) return
  const reply = first.code === 334 ? await ask('') : first
  await oauth?.wasRefused()
  throw new Error(`the server says ${reply.code} ${reply.lines.join(' ')}`)
}

function has({ lines }: SmtpReply, feature: string): boolean {
  return lines.some((line) => line.toUpperCase().split(' ')[0] === feature)
}

async function expect(asked: Promise<SmtpReply>, code: number): Promise<SmtpReply> {
  const reply = await asked
  if (reply.code !== code) throw new Error(`the server says ${reply.code} ${reply.lines.join(' ')}`)
  return reply
}

type Offered = { pipelining: boolean; utf8: boolean }

function connectionOf(socket: net.Socket, replies: SmtpReplies, { pipelining, utf8 }: Offered): SmtpConnection {
  async function send({ from, to, copies, needsUtf8, data }: SmtpMessage) {
    if (needsUtf8 && !utf8) throw new GatewayRefused('addressInvalid', 'The mail server takes no address with letters beyond ASCII')
    const [mail, rcpt, go] = await (copies.length > 0 ? envelopeOfMany(from, [to, ...copies], needsUtf8) : envelope(from, to, needsUtf8))
    if (mail.code !== 250 || (rcpt.code !== 250 && rcpt.code !== 251) || go.code !== 354) {
      // Some servers say 354 though they took no recipient; the text that they then wait for is empty, and goes nowhere.
      if (go.code === 354) socket.write('.\r\n')
      else socket.write('RSET\r\n')
      await unavailableUnless(replies.next())
      throw envelopeFault(mail, rcpt, go)
    }
    const stuffed = data.startsWith('.') || data.includes('\n.') ? data.replace(/^\./gm, '..') : data
    // From here on the server may have the mail whatever happens to the connection.
    socket.write(`${stuffed}${stuffed.endsWith('\r\n') ? '' : '\r\n'}.\r\n`, 'latin1')
    const reply = await replies.next().catch((error: unknown) => {
      throw new GatewayUncertain('The connection broke before the answer', { cause: error })
    })
    if (reply.code >= 500) throw new GatewayRefused(String(reply.code), textOf(reply))
    if (reply.code !== 250) throw new GatewayUnavailable(`${reply.code} ${textOf(reply)}`)
  }

  async function envelope(from: string, to: string, needsUtf8: boolean): Promise<[SmtpReply, SmtpReply, SmtpReply]> {
    const commands = [`MAIL FROM:<${from}>${needsUtf8 ? ' SMTPUTF8' : ''}\r\n`, `RCPT TO:<${to}>\r\n`, 'DATA\r\n'] as const
    if (pipelining) {
      socket.write(commands.join(''))
      const asked = [replies.next(), replies.next(), replies.next()] as const
      return unavailableUnless(Promise.all(asked))
    }
    const answers: SmtpReply[] = []
    for (const command of commands) {
      socket.write(command)
      const answer = await unavailableUnless(replies.next())
      answers.push(answer)
      if (answer.code >= 400) break
    }
    const [mail = noAnswer, rcpt = noAnswer, go = noAnswer] = answers
    return [mail, rcpt, go]
  }

  // A copy that is refused leaves the others their mail; without the first one, nobody gets it.
  async function envelopeOfMany(
    from: string,
    recipients: readonly string[],
    needsUtf8: boolean,
  ): Promise<[SmtpReply, SmtpReply, SmtpReply]> {
    const ask = (command: string) => {
      socket.write(command)
      return unavailableUnless(replies.next())
    }
    const mail = await ask(`MAIL FROM:<${from}>${needsUtf8 ? ' SMTPUTF8' : ''}\r\n`)
    if (mail.code !== 250) return [mail, noAnswer, noAnswer]
    const [first = '', ...others] = recipients
    const rcpt = await ask(`RCPT TO:<${first}>\r\n`)
    if (rcpt.code !== 250 && rcpt.code !== 251) return [mail, rcpt, noAnswer]
    for (const other of others) await ask(`RCPT TO:<${other}>\r\n`)
    return [mail, rcpt, await ask('DATA\r\n')]
  }

  return {
    get alive() {
      return replies.failed === null
    },
    send,
    async noop() {
      socket.write('NOOP\r\n')
      await unavailableUnless(expect(replies.next(), 250))
    },
    close() {
      if (!replies.failed) socket.end('QUIT\r\n')
      replies.release()
      socket.on('error', () => undefined)
      setTimeout(() => socket.destroy(), 1_000).unref()
    },
  }
}

const noAnswer: SmtpReply = { code: 503, lines: ['not asked'] }
const textOf = (reply: SmtpReply) => reply.lines.join(' ').slice(0, 500)

async function unavailableUnless<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    throw new GatewayUnavailable('The connection broke before the text of the mail', { cause: error })
  }
}

/** Only what the server says of the recipient is final; a fault of the sender or the session is ours to mend, and the mail waits. */
function envelopeFault(mail: SmtpReply, rcpt: SmtpReply, go: SmtpReply): Error {
  if (mail.code !== 250) return new GatewayUnavailable(`MAIL ${mail.code} ${textOf(mail)}`)
  if (rcpt.code >= 500) return new GatewayRefused(String(rcpt.code), textOf(rcpt))
  if (rcpt.code >= 400) return new GatewayUnavailable(`RCPT ${rcpt.code} ${textOf(rcpt)}`)
  return new GatewayUnavailable(`DATA ${go.code} ${textOf(go)}`)
}
