import type { Endpoint } from '@regie/contract/endpoint.ts'
import * as z from 'zod/mini'
import { AppError } from '../app-error.ts'

type Parts = Pick<Endpoint, 'params' | 'query' | 'body'>
export type GivenParts = { params: unknown; query: unknown; body: unknown }

/** Checks what came in against the contract; only what the contract names goes on to the handler. */
export function readRequest(endpoint: Parts, given: GivenParts): object {
  const parts: Record<string, unknown> = {}
  if (endpoint.params) parts.params = readPart(endpoint.params, given.params)
  if (endpoint.query) parts.query = readPart(endpoint.query, given.query)
  if (endpoint.body) parts.body = readPart(endpoint.body, given.body ?? undefined)
  return parts
}

/** Parses one part or refuses it, naming the field at fault. */
export function readPart(schema: z.core.$ZodType, value: unknown): unknown {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.')
  throw new AppError('error.invalid', field ? { field } : {})
}
