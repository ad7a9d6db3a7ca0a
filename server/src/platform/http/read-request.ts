import type { Endpoint } from '@regie/contract/endpoint.ts'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'

type Parts = { params: unknown; query: unknown; body: unknown }

/** Parses the parts of a request by their contract; the first fault names its field. What the contract does not name is dropped. */
export function readRequest(endpoint: Endpoint, { params, query, body }: Parts): { params: unknown; query: unknown; body: unknown } {
  return {
    params: parsePart(endpoint.params, params, endpoint.path.includes(':') ? 'error.notFound' : 'error.invalid'),
    query: parsePart(endpoint.query, query, 'error.invalid'),
    body: parsePart(endpoint.body, body, 'error.invalid'),
  }
}

/** An id in a path that cannot exist is answered as one that does not. */
function parsePart(schema: z.core.$ZodType | undefined, value: unknown, refusal: 'error.invalid' | 'error.notFound'): unknown {
  if (!schema) return undefined
  const parsed = z.safeParse(schema, value ?? {})
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.')
  throw new AppError(refusal, field ? { field } : {})
}
