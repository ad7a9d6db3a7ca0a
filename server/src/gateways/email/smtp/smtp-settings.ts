import { isIP } from 'node:net'

/** `starttls`: when offered (`smtp:`), always (`?tls=required`) or never (`?tls=never`); `smtps:` speaks TLS from the first byte. */
export type SmtpSettings = {
  host: string
  port: number
  secure: boolean
  starttls: 'offered' | 'required' | 'never'
  user: string
  password: string
  loopback: boolean
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

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
