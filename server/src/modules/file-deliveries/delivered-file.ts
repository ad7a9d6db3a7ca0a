import type { ErrorCode } from '@regie/contract/error-codes.ts'
import type { DeliveredState } from '@regie/contract/file-deliveries.ts'
import type { ErrorParams } from '../../platform/app-error.ts'
import type { PlaceRow } from './places/open-place.ts'
import type { PlaceFile } from './places/place.ts'

/** A delivery that this process looks into at the moment. */
export type ClaimedDelivery = PlaceRow & {
  pattern: string
  everyMinutes: number
  scriptId: number
  actsFor: number | null
  remembered: unknown
  claimedUntil: Date
}
/** A file that lies there, as it was seen before. */
export type LyingFile = PlaceFile & {
  id: number
  state: DeliveredState
  place: 'there' | 'left'
  stillSince: Date
}

/** Why a file is refused or waits, as a code of refusals. */
export type Reason = { error: ErrorCode; params: ErrorParams }
/** What became of the rows of a file, and what its new cases are worth together. */
export type Counts = { rows: number; cases: number; refused: number; amounts: readonly { currency: string; cents: number }[] }
export type Turn =
  | { state: 'refused'; reason: Reason; sha256?: Buffer | null }
  | { state: 'asking'; reason: Reason }
  | { state: 'importing' }
  | { state: 'imported'; counts: Counts }
