import type { BlacklistEntry } from '@regie/contract/blacklist.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findTextMask } from '../../cases/masks/case-mask.ts'
import { findCustomerOfCase } from '../../cases/case-queries.ts'
import { publishCaseChanged, selectCaseForUpdate } from '../../cases/case-changes.ts'
import { mustNotBeLocked } from '../../cases/batch-lock.ts'
import { phoneKeys } from '../../cases/case-from-fields.ts'
import { addressesOfCase } from './blacklist-person.ts'
import { listingHoldsFor } from '../../contact-facts/person-facts.ts'
import { endEntries, mustMayChange } from './end-entries.ts'
import { entryColumns } from './listed-entries.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'

const entriesOfCase = prepared<BlacklistEntry>(
  'blacklist-of-case',
  `select ${entryColumns}
  from cases c
  join blacklist l on l.customer_id = c.customer_id
    and (l.kind, l.value) in (select a.kind, a.value from ${addressesOfCase('c')} a)
  where c.customer_id = $1 and c.id = $2 and (l.expires_at is null or l.expires_at > $3)
    and ${listingHoldsFor('l', 'c')}
  order by l.id`,
)

/** What of the addresses of a case stands on the blacklist now, why, and until when. */
export async function listCaseBlacklist({ pool, clock }: Services, caller: Caller, caseId: number): Promise<BlacklistEntry[]> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const entries = await entriesOfCase(pool, [customerId, caseId, clock.now()])
  if (entries.length === 0) return entries
  const masked = await findTextMask(pool, caller, caseId)
  return entries.map((entry) => ({ ...entry, value: masked(entry.value) }))
}

type Removal = { caseId: number; blacklistId: number; reason: string }

/** Takes an entry off that stands for an address of this case, with the reason that the audit log and the timeline keep. */
export async function removeFromBlacklist(
  services: Services,
  caller: Caller,
  { caseId, blacklistId, reason }: Removal,
): Promise<BlacklistEntry[]> {
  await services.db.transaction().execute(async (tx) => {
    const locked = await selectCaseForUpdate(tx, caseId)
    mustAccessCustomer(caller, locked.customerId, 'case.notFound')
    mustNotBeLocked(locked, caller)
    const { customerId, addresses } = locked
    const at = services.clock.now()
    const numbers = [addresses.phone, addresses.mobile, ...phoneKeys.map((key) => locked.fields[key])]
    const values = [...numbers, addresses.email?.toLowerCase()].filter((value) => typeof value === 'string')
    const found = await tx
      .selectFrom('blacklist')
      .select(['id', 'system_key as systemKey'])
      .where('customer_id', '=', customerId)
      .where('id', '=', blacklistId)
      .where('value', 'in', values.length === 0 ? [''] : values)
      .executeTakeFirst()
    if (!found) throw new AppError('blacklist.notFound')
    mustMayChange(caller, found.systemKey === null ? 'customer' : 'system')
    const removed = await endEntries(tx, found, { by: caller.username, reason, at })
    if (removed === 0) throw new AppError('blacklist.notFound')
    await recordTimeline(tx, [{ customerId, caseId, event: 'personUnlisted', params: { reason }, byUser: caller.username, at }])
    await publishCaseChanged(tx, locked)
  })
  return listCaseBlacklist(services, caller, caseId)
}
