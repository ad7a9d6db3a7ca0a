import * as z from 'zod'
import { GatewayRefused, GatewayUnavailable, GatewayUncertain } from '../../gateway-errors.ts'

const GraphError = z.object({
  error: z.object({
    code: z.number(),
    message: z.string().catch(''),
    error_data: z
      .object({ details: z.string().catch('') })
      .optional()
      .catch(undefined),
  }),
})

// The token is no good, or may not do this: nothing leaves by this number until somebody mends it.
const isSignIn = (code: number) => [0, 3, 10, 190].includes(code) || (code >= 200 && code <= 299) || code === 368 || code === 131_031
// Too much at once, or not there for a moment: the same message may go later.
const later: readonly number[] = [1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 131_057, 133_004, 133_016]

/** What an answer that is not 2xx means for the message. Meta's own code and words go along. */
export function failureOfAnswer(status: number, body: unknown): Error {
  const parsed = GraphError.safeParse(body)
  if (!parsed.success) {
    // Nobody from Meta speaks here; a proxy may have passed the message on.
    if (status === 401 || status === 403) return new GatewayUnavailable(`HTTP ${status}`, { fault: 'signIn' })
    if (status === 429) return new GatewayUnavailable('HTTP 429')
    return status >= 500 ? new GatewayUncertain(`HTTP ${status}`) : new GatewayUnavailable(`HTTP ${status}`, { fault: 'answer' })
  }
  const { code, message, error_data: data } = parsed.data.error
  const words = (data?.details || message).slice(0, 300)
  if (isSignIn(code)) return new GatewayUnavailable(`${code} ${words}`, { fault: 'signIn' })
  if (later.includes(code) || status === 429) return new GatewayUnavailable(`${code} ${words}`)
  return new GatewayRefused(String(code), words)
}
