import { GatewayUnavailable, GatewayUncertain } from './gateway-errors.ts'

// Codes of a connection that did not come to be: no byte of the message left.
const notConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO)/

/** What a call without an answer means: whatever may have left is never sent again by itself. */
export function failureOfCall(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof Error && error.name === 'OutboundRefused' && code === '') {
    if (error.message === 'an answer that is too long') return new GatewayUncertain(error.message, { cause: error })
    return new GatewayUnavailable('This address may not be reached', { cause: error, fault: 'notAllowed' })
  }
  if (notConnected.test(code)) {
    const fault = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO)/.test(code) ? 'certificate' : 'unreachable'
    return new GatewayUnavailable('no connection', { cause: error, fault })
  }
  return new GatewayUncertain('no answer', { cause: error })
}
