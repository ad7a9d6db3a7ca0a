import { type ErrorCode, errorCodes } from '@regie/contract/error-codes.ts'

export type ErrorParams = Record<string, string | number>

type LastSave = { by: string; at: string }
type Detail = { params?: ErrorParams; field?: string; current?: unknown; lastSave?: LastSave; cause?: unknown }

/** An expected refusal: a code of the catalogue. Its text lives in the locale files, its status in error-codes.ts. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly params: ErrorParams | undefined
  /** The input at fault, as the contract names it. */
  readonly field: string | undefined
  /** What the row looks like now, when the caller acted on an older one. */
  readonly current: unknown
  /** Who saved that. */
  readonly lastSave: LastSave | undefined

  constructor(code: ErrorCode, { params, field, current, lastSave, cause }: Detail = {}) {
    super(code, cause === undefined ? undefined : { cause })
    this.code = code
    this.params = params
    this.field = field
    this.current = current
    this.lastSave = lastSave
  }

  get status() {
    return errorCodes[this.code]
  }
}
