import { publishCasesChanged } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { refreshUnreachable } from '../../case-runs/refresh-unreachable.ts'
import { wakeHeldCases } from '../../case-runs/wake-held.ts'
import { type CaseWithAddress, type KeptAddress, listCasesWith } from '../../cases/search/list-cases-with.ts'

/** Addresses came onto the blacklist: every case that has one is another one by now, whichever case put them there. */
export async function addressesListed(
  tx: Transaction,
  customerId: number,
  addresses: readonly KeptAddress[],
  now: Date,
): Promise<CaseWithAddress[]> {
  const cases = await listCasesWith(tx, customerId, addresses)
  await refreshUnreachable(tx, customerId, idsOf(cases), now)
  for (const [batchId, of] of Map.groupBy(cases, (one) => one.batchId))
    await publishCasesChanged(tx, { customerId, batchId, caseIds: idsOf(of) })
  return cases
}

/** Addresses left the blacklist: every case that they held is looked at now. */
export async function addressesReleased(tx: Transaction, customerId: number, addresses: readonly KeptAddress[], now: Date): Promise<void> {
  const cases = await addressesListed(tx, customerId, addresses, now)
  await wakeHeldCases(tx, customerId, idsOf(cases), now)
  await notifyEngine(tx)
}

const idsOf = (cases: readonly CaseWithAddress[]) => cases.map(({ caseId }) => caseId)
