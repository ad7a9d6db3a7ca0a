import { sql } from 'kysely'
import type { JobPayload } from '../../../jobs/job-catalogue.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Services } from '../../../services.ts'
import { forgetStrangers } from '../../communications/forget/forget-texts.ts'
import { forgetWhatsappPeople } from '../../whatsapp/whatsapp-people.ts'
import { forgetCases, forgetCaseTexts } from '../forget-cases.ts'
import { countErasures, planErasure } from './erasure-plan.ts'
import { findSubject } from './find-detail.ts'
import { findRequestOf } from './request-queries.ts'

/**
 * Job: takes away of a person what may go, and writes in the register how much that was and what stayed. All of it is one transaction: a hundred cases at
 * most, so that a process that dies has done nothing, and the next one does it.
 */
export async function erasePerson(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { customerId, requestId }: JobPayload<'erasePerson'>,
): Promise<void> {
  const now = clock.now()
  await tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const request = await findRequestOf(tx, customerId, requestId, true)
      if (request?.state !== 'working') return
      const { caseIds } = request
      const { phones, emails } = await findSubject(tx, request)
      const erasures = await planErasure(tx, { customerId, caseIds, now, lock: true })
      const those = (does: 'anonymise' | 'empty') => erasures.filter((one) => one.does === does).map(({ caseId }) => caseId)
      const [anonymous, emptied] = [those('anonymise'), those('empty')]
      if (anonymous.length > 0) await forgetCases(tx, customerId, anonymous, now)
      if (emptied.length > 0) await forgetCaseTexts(tx, customerId, emptied, now)
      // Where a case stays, so does by what its person is reached.
      if (erasures.every(({ held }) => held === null)) {
        await forgetStrangers(tx, customerId, { phones, emails })
        await forgetWhatsappPeople(tx, customerId, phones)
      }
      await sql`
        update privacy_requests
        set state = 'done', handled_at = ${now}, outcome = ${JSON.stringify(countErasures(erasures))}::jsonb,
          version = version + 1
        where customer_id = ${customerId} and id = ${requestId}`.execute(tx)
    }),
  )
}

/** Its job is not tried any more: nothing went, and staff may ask again. */
export async function failErasure({ db }: Pick<Services, 'db'>, { customerId, requestId }: JobPayload<'erasePerson'>): Promise<void> {
  await sql`
    update privacy_requests
    set state = 'open', version = version + 1
    where customer_id = ${customerId} and id = ${requestId} and state = 'working'`.execute(db)
}
