/** An arrangement that a member of staff makes about a case: who, about which, when. The case is locked in the transaction. */
export type Arranging = { customerId: number; caseId: number; by: { userId: number; username: string }; now: Date }
