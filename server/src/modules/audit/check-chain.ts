import type { auditApi } from '@regie/contract/audit.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { withAllCustomers } from '../../platform/db/scope.ts'
import type { Services } from '../../services.ts'
import { chainBegin, chainHash, chainKey, findLastSeal, findUnsealed, listSealed } from './audit-chain.ts'
import { lookFarBackMs } from './seal-audit.ts'

const pageSize = 10_000
type Answer = ResponseOf<typeof auditApi.chain>

/**
 * Computes the whole chain anew. Found are lines that were changed, that are gone, that changed places, and those that were put in afterwards.
 * Lines that retention took are missing only at the beginning, and only when they are older than it may ever be.
 */
export function checkChain(services: Pick<Services, 'db' | 'config'>): Promise<Answer> {
  // The chain runs through the lines of all customers; the answer holds none of them.
  return withAllCustomers(() => checkAll(services))
}

async function checkAll({ db, config }: Pick<Services, 'db' | 'config'>): Promise<Answer> {
  const key = chainKey(config.secretKey)
  let [position, sealed] = [0, 0]
  let previous: Buffer | null = chainBegin
  let firstWrong: number | null = null
  for (;;) {
    const page = await listSealed(db, position, pageSize)
    for (const line of page) {
      const mayBeTaken = line.words === null && !line.isYoung
      // The last seal of what retention took is where the rest goes on.
      const isInPlace = line.position === position + 1 || (sealed === 0 && mayBeTaken)
      const isRight =
        mayBeTaken ||
        (line.words !== null && previous !== null && chainHash(key, previous, line.position, { words: line.words }).equals(line.hash))
      if (firstWrong === null && !(isInPlace && isRight)) firstWrong = line.auditId
      sealed += 1
      ;[position, previous] = [line.position, line.hash]
    }
    if (page.length < pageSize) break
  }
  const last = await findLastSeal(db)
  const { waiting, intruder } = await findUnsealed(db, new Date(Date.now() - 2 * lookFarBackMs))
  const wrong = firstWrong ?? intruder
  return { intact: wrong === null, sealed, waiting, sealedUntil: last?.at.toISOString() ?? null, firstWrongID: wrong }
}
