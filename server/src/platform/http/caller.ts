import type { ErrorCode } from '@regie/contract/error-codes.ts'
import type { SignInStage } from '@regie/contract/sign-in-stage.ts'
import { AppError } from '../app-error.ts'

/** The member of staff who makes this request, as the session says; never what the request says. */
export type Caller = {
  userId: number
  username: string
  rights: readonly number[]
  /** How far he is with signing in; only `full` may do more than the next step. */
  stage: SignInStage
  /** Null when he came with an API key. */
  sessionId: number | null
  /** A machine with a key of its own; nobody has an account to look after, or a screen. */
  isMachine?: true
  /** The customers whose work he may see: his rights of type 5. */
  customerIds: readonly number[]
}

/** Throws unless the caller may serve the customer. The code is a "not found": a stranger's row is answered as one that does not exist. */
export function mustAccessCustomer(caller: Caller, customerId: number, code: ErrorCode): void {
  if (!caller.customerIds.includes(customerId)) throw new AppError(code)
}
