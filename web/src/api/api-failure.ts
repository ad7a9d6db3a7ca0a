import type { ErrorBody } from '@regie/contract/error-codes.ts'

/** A refusal by the server, or (status 0) no answer at all. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly params: Record<string, string | number>
  readonly requestId: string | undefined
  readonly current: unknown
  readonly lastSave: ErrorBody['lastSave']

  constructor(status: number, body: ErrorBody) {
    super(body.error)
    this.name = 'ApiFailure'
    this.status = status
    this.code = body.error
    this.field = body.field
    this.params = body.params ?? {}
    this.requestId = body.requestId
    this.current = body.current
    this.lastSave = body.lastSave
  }
}

/** What an answer that is not OK says, also when a proxy answered in our place. */
export function readFailure(status: number, text: string, requestId: string | null): ApiFailure {
  const body = parseBody(text) ?? { error: status === 503 ? 'error.unavailable' : 'error.unexpected' }
  return new ApiFailure(status, requestId === null ? body : { requestId, ...body })
}

export function noAnswer(): ApiFailure {
  return new ApiFailure(0, { error: 'error.unavailable' })
}

export function isCancelled(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'AbortError'
}

function parseBody(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string' ? (body as ErrorBody) : null
  } catch {
    return null
  }
}
