import type { LookupFunction } from 'node:net'
import { isLoopback } from '../../../platform/http/public-address.ts'

/** `starttls`: when offered (`smtp:`), always (`?tls=required`) or never (`?tls=never`); `smtps:` speaks TLS from the first byte. */
export type SmtpSettings = {
  host: string
  port: number
  secure: boolean
  starttls: 'offered' | 'required' | 'never'
  user: string
  password: string
  /** Signs in by OAuth 2 instead: asked for before each connection, and what to do when the server does not take it. */
  oauth?: { token(): Promise<string>; wasRefused(): Promise<void> }
  loopback: boolean
  /** How the name of a server that a customer typed in is looked up. */
  lookup?: LookupFunction
}

/** Reads SMTP_URL. */
export function readSmtpUrl(smtpUrl: string): SmtpSettings {
  const url = new URL(smtpUrl)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = url.protocol === 'smtps:'
  const tls = url.searchParams.get('tls')
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    starttls: tls === 'required' || tls === 'never' ? tls : 'offered',
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    loopback: isLoopback(host),
  }
}
