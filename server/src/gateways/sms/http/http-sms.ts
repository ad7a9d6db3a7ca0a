import type { HttpSmsSettings } from '@regie/contract/sms-providers.ts'
import type { HookNews } from '../../provider-hook.ts'
import type { NumberState, OutgoingSms } from '../sms-gateway.ts'

/** What opens the door of a provider, and where it brings its news. */
export type HttpSmsAccount = { settings: HttpSmsSettings; secret: string; webhookUrl: string }

export type HttpSmsRequest = { url: string; method?: string; headers?: Record<string, string>; body?: string }

/** What a provider answers to a request; `body` null: no JSON. */
export type HttpSmsAnswer = { status: number; body: unknown }

/** A call of a webhook of ours: its fields, or its JSON. */
export type HookCall = { query: URLSearchParams; form: URLSearchParams; json: unknown; headers: Readonly<Record<string, string>> }

/** A provider that takes a message by a request of HTTP: how it is asked and how it answers. */
export type HttpSmsAdapter = {
  request(account: HttpSmsAccount, sms: OutgoingSms, now: Date): HttpSmsRequest
  /** The reference that its news will carry; throws what a gateway throws. */
  readAnswer(answer: HttpSmsAnswer, sms: OutgoingSms): string
  /** Asks whether the key is taken, without sending; `isGood` reads the answer. */
  test(account: HttpSmsAccount): { request: HttpSmsRequest; isGood(answer: HttpSmsAnswer): boolean }
  /** Looks a number up; `ref` names a question that was asked before. Left out: it can not. */
  lookUp?: {
    request(account: HttpSmsAccount, number: string, ref: string): HttpSmsRequest
    readAnswer(answer: HttpSmsAnswer): NumberState
  }
  /** Verifies where the provider signs (WebhookRefused), and translates. */
  // References are the provider's own.
  readHook(account: HttpSmsAccount, call: HookCall, now: Date): HookNews
}

/** No reference of a provider is longer; what is, is none. */
export const referenceMax = 200

export const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json' }

/** The digits of a number. */
export const digitsOf = (number: string) => number.replace(/\D/g, '')

/** A number as ours are: with a plus; what is no number stays. */
export function plusNumber(number: string): string {
  const digits = number.replace(/^\+|^00/, '')
  return /^\d{7,15}$/.test(digits) ? `+${digits}` : number
}

/** How many seconds a message may still be tried; at least a minute. */
export function secondsUntil(until: Date, now: Date): number {
  return Math.max(60, Math.floor((until.getTime() - now.getTime()) / 1_000))
}
