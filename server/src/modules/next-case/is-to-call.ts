import { channelProviders } from '../../gateways/gateways.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Services } from '../../services.ts'
import { findContactFacts } from '../contact-facts/contact-facts.ts'
import { staffPermission } from '../contact-permission/contact-permission.ts'
import { fromLocalTime, toLocalTime } from '../contact-permission/local-time.ts'
import { dueCallback, notCalled, owesAndHasPhone } from './list-candidates.ts'

type Held = { customerId: number; caseId: number; userId: number }

const stillChosen = prepared<{ chosen: boolean }>(
  'next-case-still-chosen',
  `select exists (
    select
    from cases c
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id and s.active
    where c.customer_id = $1 and c.id = $2 and c.live_state is null and c.status <> 'closed' and b.status = 'open'
      and b.locked_by is null
      and (
        exists (
          select
          from callbacks k
          where k.customer_id = c.customer_id and k.case_id = c.id and ${dueCallback('k')})
        or (c.status = 'open' and ${owesAndHasPhone} and ${notCalled('$5')}))) as chosen`,
)

/** Would who holds this case get it again when they ask for the next? It has not been called yet, and may be. */
export async function isToCall({ db, pool, gateways }: Services, { customerId, caseId, userId }: Held, now: Date): Promise<boolean> {
  const [row] = await stillChosen(pool, [customerId, caseId, userId, now, fromLocalTime(toLocalTime(now).date, 0)])
  if (!row?.chosen) return false
  const facts = (await findContactFacts(db, channelProviders(gateways), [{ customerId, caseId }], now)).get(caseId)
  return facts !== undefined && staffPermission(facts, 'call', now).ok
}
