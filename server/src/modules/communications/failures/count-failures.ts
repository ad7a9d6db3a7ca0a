import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { failureApi, FailureCount } from '@regie/contract/failures.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findFailureGroups } from './failure-groups.ts'

/** Why the messages of the last days failed, by cause where one is known, else by code. */
export async function countFailures(
  services: Services,
  caller: Caller,
  { customerID: customerId, days }: { customerID: number; days: number },
): Promise<ResponseOf<typeof failureApi.counts>> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { sent, failed, groups } = await findFailureGroups(services, customerId, days)
  const counts = new Map<string, FailureCount>()
  for (const { channel, cause, code, count, lastAt } of groups) {
    const key = `${channel} ${cause ?? `code ${code}`}`
    const before = counts.get(key)
    counts.set(key, { channel, cause, code, count: count + (before?.count ?? 0), lastAt: latest(lastAt, before?.lastAt) })
  }
  return { sent, failed, rows: [...counts.values()].toSorted((one, other) => other.count - one.count).slice(0, 100) }
}

const latest = (one: string, other = ''): string => (one > other ? one : other)
