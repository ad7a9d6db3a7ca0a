import net from 'node:net'
import type { LookupFunction } from 'node:net'
import type { ProviderFault } from '@regie/contract/providers.ts'
import smpp, { type Pdu, type Session } from 'smpp'
import { OutboundRefused } from '../../../platform/http/outbound-guard.ts'
import { GatewayUnavailable } from '../../gateway-errors.ts'

export type SmppPlace = {
  host: string
  port: number
  isTls: boolean
  user: string
  password: string
  systemType: string
  loopback: boolean
  lookup?: LookupFunction
}

export type SmppLimits = { connectMs: number; answerMs: number; enquireMs: number }
export const smppLimits: SmppLimits = { connectMs: 10_000, answerMs: 15_000, enquireMs: 30_000 }

/** No answer came, or the connection ended before it: whether the exchange took the request is not known. */
class NoAnswer extends Error {
  override name = 'NoAnswer'
}
/** The request has not left. */
export class NotWritten extends Error {
  override name = 'NotWritten'
}

export type SmppSession = {
  /** False from the first fault on. */
  readonly alive: boolean
  /** Asks and waits for the answer; throws NotWritten or NoAnswer. */
  ask(command: string, fields: object): Promise<Pdu>
  /** Resolves when it has ended, with why. */
  readonly ended: Promise<Error>
  close(): Promise<void>
}

/** Takes what the exchange brings. What throws is answered as a passing error, and the exchange brings it again. */
export type OnDeliver = (pdu: Pdu) => Promise<void>

type BindMode = 'transceiver' | 'transmitter' | 'receiver'

/** Connects and signs in. The library keeps who waits for an answer for ever and never notices a dead line: both are watched here. */
export async function openSmppSession(place: SmppPlace, mode: BindMode, onDeliver: OnDeliver, limits = smppLimits): Promise<SmppSession> {
  const session = connect(place)
  const waiting = new Set<(error: Error) => void>()
  let fault: Error | null = null
  let end: (error: Error) => void = () => undefined
  const ended = new Promise<Error>((resolve) => (end = resolve))
  const fail = (error: Error) => {
    if (fault) return
    fault = error
    clearInterval(watch)
    session.destroy()
    for (const reject of [...waiting]) reject(new NoAnswer(error.message, { cause: error }))
    end(error)
  }
  session.on('error', fail)
  session.on('close', () => fail(new Error('the connection was closed')))

  function ask(command: string, fields: object): Promise<Pdu> {
    return new Promise((resolve, reject) => {
      if (fault) return reject(new NotWritten(fault.message, { cause: fault }))
      const settle = () => {
        clearTimeout(timer)
        waiting.delete(refuse)
      }
      const refuse = (error: Error) => {
        settle()
        reject(error)
      }
      const timer = setTimeout(() => {
        refuse(new NoAnswer(`no answer within ${limits.answerMs} ms`))
        // An exchange that leaves one request unanswered is asked whether it is there at all.
        if (command !== 'enquire_link' && command !== 'unbind') void enquire()
      }, limits.answerMs)
      waiting.add(refuse)
      const isWritten = session.send(new smpp.PDU(command, fields), (answer) => {
        settle()
        resolve(answer)
      })
      if (!isWritten) refuse(new NotWritten('the connection takes nothing'))
    })
  }

  const enquire = () => ask('enquire_link', {}).then(undefined, fail)
  const watch = setInterval(() => void enquire(), limits.enquireMs)
  watch.unref()

  session.on('pdu', (pdu: Pdu) => {
    if (pdu.command === 'deliver_sm' || pdu.command === 'data_sm') void answerDeliver(session, pdu, onDeliver)
    else if (pdu.command === 'enquire_link') session.send(pdu.response())
    else if (pdu.command === 'unbind') {
      session.send(pdu.response())
      fail(new Error('the exchange ended the connection'))
    } else if (pdu.command === 'generic_nack') fail(new Error('the exchange did not understand us'))
  })

  await connected(session, place, limits.connectMs).catch((error: Error) => {
    fail(error)
    throw new GatewayUnavailable('The exchange is not reached', { cause: error, fault: connectFault(error, place) })
  })
  const { user, password, systemType } = place
  const answer = await ask(`bind_${mode}`, {
    ...{ system_id: user, password, system_type: systemType, interface_version: 0x34 },
  }).catch((error: unknown) => {
    fail(error instanceof Error ? error : new Error(String(error)))
    throw new GatewayUnavailable('The exchange does not answer', { cause: error, fault: 'answer' })
  })
  if (answer.command_status !== 0) {
    const words = statusWords(answer.command_status)
    fail(new Error(words))
    throw new GatewayUnavailable(words, { cause: new Error(words), fault: 'signIn' })
  }
  return {
    get alive() {
      return fault === null
    },
    ask,
    ended,
    async close() {
      if (!fault) await ask('unbind', {}).catch(() => undefined)
      fail(new Error('closed'))
    },
  }
}

// Answered when it is saved, so that a process that ends meanwhile loses nothing.
async function answerDeliver(session: Session, pdu: Pdu, onDeliver: OnDeliver) {
  // ESME_RX_T_APPN: a passing error of ours.
  const status = await onDeliver(pdu).then(
    () => 0,
    () => 0x64,
  )
  session.send(pdu.response(status === 0 ? { message_id: '' } : { command_status: status }))
}

function connect({ host, port, isTls, loopback, lookup }: SmppPlace): Session {
  return smpp.connect({
    ...{ host, port },
    ...(lookup && { lookup }),
    ...(isTls && { tls: true, rejectUnauthorized: !loopback, ...(net.isIP(host) === 0 && { servername: host }) }),
  })
}

function connected(session: Session, { isTls }: SmppPlace, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })), limitMs)
    session.once('error', reject)
    session.once('close', () => reject(new Error('the connection was closed')))
    session.once(isTls ? 'secureConnect' : 'connect', resolve)
    const done = () => clearTimeout(timer)
    session.once('error', done)
    session.once(isTls ? 'secureConnect' : 'connect', done)
  })
}

const notReached = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT']

function connectFault(error: Error, { isTls }: SmppPlace): ProviderFault {
  if (error instanceof OutboundRefused) return 'notAllowed'
  return 'code' in error && notReached.includes(String(error.code)) ? 'unreachable' : isTls ? 'certificate' : 'unreachable'
}

const names = new Map(Object.entries(smpp.errors).map(([name, code]) => [code, name]))

/** The code of an answer as the standard writes it, with its name. */
export function statusWords(status: number): string {
  return `${statusCode(status)} ${names.get(status) ?? ''}`.trim()
}

export const statusCode = (status: number) => `0x${status.toString(16).toUpperCase().padStart(2, '0')}`
