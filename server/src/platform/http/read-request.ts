import type { Endpoint } from '@regie/contract/endpoint.ts'
import { type ErrorCode, errorCodes } from '@regie/contract/error-codes.ts'
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
  if (parsed.success) {
    const strange = findStrange(parsed.data)
    if (strange !== null) throw new AppError(refusal, strange === '' ? {} : { field: strange })
    return parsed.data
  }
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.')
  // The contract may name a refusal of its own as the message of a check.
  throw new AppError(isErrorCode(issue?.message) ? issue.message : refusal, field ? { field } : {})
}

/** Where a text stands that no column can hold: one with a NUL, or with half a character. Nobody types these; null when there is none. */
function findStrange(value: unknown): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? '' : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    const below = findStrange(part)
    if (below !== null) return below === '' ? key : `${key}.${below}`
  }
  return null
}

const isErrorCode = (message: string | undefined): message is ErrorCode => message !== undefined && Object.hasOwn(errorCodes, message)
