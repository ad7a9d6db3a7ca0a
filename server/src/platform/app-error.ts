import { type ErrorCode, errorCodes } from '@regie/contract/error-codes.ts'

export type ErrorParams = Record<string, string | number>

type Detail = { params?: ErrorParams; field?: string; current?: unknown; cause?: unknown }

/** An expected refusal: a code of the catalogue. Its text lives in the locale files, its status in error-codes.ts. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly params: ErrorParams | undefined
  /** The input at fault, as the contract names it. */
  readonly field: string | undefined
  /** What the row looks like now, when the caller acted on an older one. */
  readonly current: unknown

  constructor(code: ErrorCode, { params, field, current, cause }: Detail = {}) {
    super(code, cause === undefined ? undefined : { cause })
    this.code = code
    this.params = params
    this.field = field
    this.current = current
  }

  get status() {
    return errorCodes[this.code]
  }
}
