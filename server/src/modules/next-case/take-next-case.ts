import { wakeHeldByStaff } from '../case-runs/wake-held.ts'
import type { nextCaseApi } from '@regie/contract/next-case.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import { channelProviders } from '../../gateways/gateways.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findContactFacts } from '../contact-facts/contact-facts.ts'
import { staffPermission } from '../contact-permission/contact-permission.ts'
import { heldOf, holdMs } from './holds.ts'
import { candidatesMax, listCandidates } from './list-candidates.ts'
import type { Candidate } from './next-case-order.ts'

export type Scope = { customerId: number; scriptId: number | null }
type Answer = ResponseOf<typeof nextCaseApi.take>

// Of so many times thirty cases one may not be called now, mostly a whole batch for one reason: then nobody may.
const roundsMax = 8
const askedFirst = 5

/** Holds the case that is most worth calling now for the caller, and lets go of the one before; without any: when the next may be called. */
export async function takeNextCase(services: Services, caller: Caller, scope: Scope): Promise<Answer> {
  const now = services.clock.now()
  const { found, nextAt } = await findNext(services, caller, scope, (candidate) => hold(services, caller, scope.customerId, candidate, now))
  return { next: found, nextAt }
}

/** The first case that may be called now and that `choose` takes, which is told who of those just looked at may be called after them; without any: when the next may be called. */
export async function findNext<Chosen>(
  services: Services,
  caller: Caller,
  { customerId, scriptId }: Scope,
  choose: (candidate: Candidate, ...after: readonly Candidate[]) => Promise<Chosen | null>,
): Promise<{ found: Chosen | null; nextAt: string | null }> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { pool, clock } = services
  const now = clock.now()
  const batchesOut = new Set<number>()
  const casesOut = new Set<number>()
  let nextAt: string | null = null
  for (let round = 0; round < roundsMax; round++) {
    const asking = { customerId, scriptId, userId: caller.userId, now, batchesOut: [...batchesOut], casesOut: [...casesOut] }
    const candidates = await listCandidates(pool, asking)
    const refused = new Set<number>()
    // The law is asked about a few first: by day one of them may be called, and the rest need not be asked about.
    for (const part of [candidates.slice(0, askedFirst), candidates.slice(askedFirst)]) {
      const looked = await lookAt(services, customerId, part, now)
      for (const [place, candidate] of looked.allowed.entries()) {
        const found = await choose(candidate, ...looked.allowed.slice(place + 1))
        if (found !== null) return { found, nextAt: null }
      }
      for (const id of looked.refused) refused.add(id)
      for (const at of looked.moments) if (nextAt === null || at < nextAt) nextAt = at
    }
    if (candidates.length < candidatesMax) break
    for (const { caseId, batchId } of candidates) {
      casesOut.add(caseId)
      // Hours and pauses hold a whole batch: where none of many may be called now, none of the rest is asked.
      const its = candidates.filter((one) => one.batchId === batchId)
      if (its.length >= 5 && its.every((one) => refused.has(one.caseId))) batchesOut.add(batchId)
    }
  }
  return { found: null, nextAt }
}

/** Which of them may be called at this moment, in their order; and when the others may. */
async function lookAt({ db, gateways }: Services, customerId: number, candidates: readonly Candidate[], now: Date) {
  const refs = candidates.map(({ caseId }) => ({ customerId, caseId }))
  const facts = refs.length === 0 ? new Map() : await findContactFacts(db, channelProviders(gateways), refs, now)
  const allowed: Candidate[] = []
  const refused = new Set<number>()
  const moments: string[] = []
  for (const candidate of candidates) {
    const its = facts.get(candidate.caseId)
    const permission = its && staffPermission(its, 'call', now)
    if (permission?.ok) allowed.push(candidate)
    else refused.add(candidate.caseId)
    if (permission?.nextAt) moments.push(permission.nextAt)
  }
  return { allowed, refused, moments }
}

/** Null when somebody else was faster. */
function hold({ db }: Services, { userId }: Caller, customerId: number, candidate: Candidate, now: Date) {
  const { caseId, cause, callbackAt } = candidate
  const until = new Date(now.getTime() + holdMs)
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      // In one order, the holds that end with it too: two who take each other's case wait for one another, not in a circle.
      await sql`
        select
        from case_holds
        where user_id = ${userId} or (customer_id = ${customerId} and case_id = ${caseId})
        order by customer_id, case_id
        for update`.execute(tx)
      const { rows } = await sql<{ case_id: number }>`
        insert into case_holds (customer_id, case_id, user_id, cause, callback_at, until)
        values (${customerId}, ${caseId}, ${userId}, ${cause}, ${callbackAt}, ${until})
        on conflict (customer_id, case_id) do update
          set user_id = excluded.user_id, cause = excluded.cause, callback_at = excluded.callback_at,
            until = excluded.until
          where case_holds.user_id = excluded.user_id or case_holds.until <= ${now}
        returning case_id`.execute(tx)
      if (rows.length === 0) return null
      const { rows: left } = await sql<{ customer_id: number; case_id: number }>`
        delete from case_holds
        where user_id = ${userId} and not (customer_id = ${customerId} and case_id = ${caseId})
        returning customer_id, case_id`.execute(tx)
      for (const one of left) await wakeHeldByStaff(tx, one.customer_id, [one.case_id], now)
      return heldOf({ case_id: caseId, cause, callback_at: callbackAt, until })
    }),
  )
}
