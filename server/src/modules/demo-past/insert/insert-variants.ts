import type { Transaction } from '../../../platform/db/database.ts'
import { insertPastVariants } from '../../experiments/keep-variant.ts'
import type { PastCase } from './insert-batch.ts'

/** Which variants the cases got, with what came of them: after their money, messages and complaints. */
export async function insertVariants(
  tx: Transaction,
  { customerId, scriptId }: { customerId: number; scriptId: number },
  cases: readonly PastCase[],
): Promise<void> {
  const got = cases.flatMap(({ caseId, history }) => history.variants.map((variant) => ({ caseId, ...variant })))
  await insertPastVariants(tx, { customerId, scriptId }, got)
}
