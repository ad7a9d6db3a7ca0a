import type { Config } from '../../../platform/config.ts'
import { openGuardedFetch } from '../../../platform/http/outbound-guard.ts'
import { failureOfCall } from '../../failure-of-call.ts'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'

export type RequestAccount = { url: string; user: string; secret: string; brand: string }
export type Asked = { method?: string; path: string; contentType: string; body?: string }
export type Answered = { status: number; text: string }
type Place = Pick<Config, 'allowPrivateHosts'> & { timeoutMs?: number }

const answerBytesMax = 512 * 1024

/**
 * Asks a provider of payment requests, with Basic authentication. What may have left and got no answer is GatewayUncertain for a request that makes
 * something, GatewayUnavailable for a question. Answers below 500 come back, but for those about our key and about too many requests.
 */
export function openRequestApi({ url, user, secret, brand }: RequestAccount, { allowPrivateHosts, timeoutMs = 15_000 }: Place) {
  const fetchGuarded = openGuardedFetch({ allowedHosts: allowPrivateHosts, timeoutMs })
  const authorization = `Basic ${Buffer.from(`${user}:${secret}`, 'utf8').toString('base64')}`
  return async function ask({ method = 'GET', path, contentType, body }: Asked): Promise<Answered> {
    const mayMake = method !== 'GET'
    const headers = { authorization, accept: contentType, ...(body !== undefined && { 'content-type': contentType }) }
    const answer = await fetchGuarded(`${url.endsWith('/') ? url.slice(0, -1) : url}${path}`, {
      method,
      headers,
      answerBytesMax,
      ...(body !== undefined && { body }),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => {
        const failure = failureOfCall(error)
        if (mayMake || failure instanceof GatewayUnavailable) throw failure
        throw new GatewayUnavailable(`${brand} did not answer`, { cause: error, fault: 'unreachable' })
      })
    const { status } = answer
    if (status === 401 || status === 403) throw new GatewayUnavailable(`${brand} does not take our key`, { fault: 'signIn' })
    if (status === 429 || status === 503) throw new GatewayUnavailable(`${brand} answers ${status}`)
    if (status >= 500) {
      if (mayMake) throw new GatewayUncertain(`${brand} answers ${status}`)
      throw new GatewayUnavailable(`${brand} answers ${status}`)
    }
    return answer
  }
}

/** What an answer means that was taken and is nothing that we know: it may have made what we asked for. */
export function nonsense(brand: string, { status }: Answered, mayMake: boolean): Error {
  const words = `${brand} answers ${status} and nothing that we know`
  return mayMake ? new GatewayUncertain(words) : new GatewayUnavailable(words, { fault: 'answer' })
}

/** Withdraws a request as the account was told to; false: it was not. */
export async function cancelBySetting(
  ask: ReturnType<typeof openRequestApi>,
  { cancelCall, contentType }: { cancelCall: string; contentType: string },
  providerRef: string,
): Promise<boolean> {
  if (cancelCall === '') return false
  const [method = '', path = ''] = cancelCall.split(' ')
  const call = ask({ method, path: path.replace('{id}', encodeURIComponent(providerRef)), contentType })
  const { status } = await call.catch((error: unknown) => {
    // To withdraw it twice does no harm.
    if (error instanceof GatewayUncertain) throw new GatewayUnavailable(error.message, { cause: error })
    throw error
  })
  if (status >= 300) throw new GatewayRefused(String(status), 'the request is not withdrawn')
  return true
}
