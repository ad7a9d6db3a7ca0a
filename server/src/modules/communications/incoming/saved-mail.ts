import type { ReceivedMail } from '../../../gateways/email/received-mail.ts'

/** The message of ours that somebody answered, or that a report is about. */
export type Answered = { id: number; caseId: number; batchId: number; recipient: string }

/** A received mail under the number that it was saved by. */
export type SavedMail = { customerId: number; incomingId: number; mail: ReceivedMail; answered: Answered | null; at: Date }
