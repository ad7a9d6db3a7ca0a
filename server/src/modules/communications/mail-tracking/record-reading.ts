import { sql } from 'kysely'
import type { TimelineEventName } from '@regie/contract/timeline-events.ts'
import { publish } from '../../../live/publish.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Services } from '../../../services.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { recordDeliveryOf } from '../record-delivery.ts'

/** What was asked for of a mail: its image, or a link in it. */
export type Reading = { id: number; kind: 'opened' | 'clicked'; isPerhapsProgram: boolean }

// What filters mail opens it, and all its links, as soon as it arrives.
const soonMs = 10_000

type Known = { openedAt: Date | null; maybeOpenedAt: Date | null; clickedAt: Date | null; maybeClickedAt: Date | null }
const signs = {
  openedAt: 'emailOpened',
  maybeOpenedAt: 'emailMaybeOpened',
  clickedAt: 'emailClicked',
  maybeClickedAt: 'emailMaybeClicked',
} as const

/** Records that a mail was opened or a link in it followed, each once; who did so, from where and by what is not kept. */
export async function recordReading({ db, clock }: Services, { id, kind, isPerhapsProgram }: Reading): Promise<void> {
  const now = clock.now()
  const found = await db
    .selectFrom('communications as m')
    .leftJoin('mail_readings as r', (join) => join.onRef('r.customer_id', '=', 'm.customer_id').onRef('r.communication_id', '=', 'm.id'))
    .select(['m.customer_id as customerId', 'm.sent_at as sentAt', 'm.simulated'])
    .select((eb) => [eb.ref('m.case_id').$notNull().as('caseId'), eb.ref('m.batch_id').$notNull().as('batchId')])
    .select(['r.opened_at as openedAt', 'r.maybe_opened_at as maybeOpenedAt'])
    .select(['r.clicked_at as clickedAt', 'r.maybe_clicked_at as maybeClickedAt'])
    .where('m.id', '=', id)
    .where('m.channel', '=', 'email')
    .executeTakeFirst()
  if (!found) return
  const isMaybe = isPerhapsProgram || (found.sentAt !== null && now.getTime() - found.sentAt.getTime() < soonMs)
  if (newSigns(found, kind, isMaybe).length === 0) return
  const { customerId, caseId, batchId } = found
  await tryThrice(() =>
    db.transaction().execute(async (tx) => {
      await sql`select from cases where customer_id = ${customerId} and id = ${caseId} for no key update`.execute(tx)
      const known = await tx
        .selectFrom('mail_readings')
        .select([
          'opened_at as openedAt',
          'maybe_opened_at as maybeOpenedAt',
          'clicked_at as clickedAt',
          'maybe_clicked_at as maybeClickedAt',
        ])
        .where('customer_id', '=', customerId)
        .where('communication_id', '=', id)
        .executeTakeFirst()
      const fresh = newSigns(known ?? null, kind, isMaybe)
      if (fresh.length === 0) return
      const at = (sign: keyof Known) => (fresh.includes(sign) ? now : (known?.[sign] ?? null))
      const row = {
        ...{ opened_at: at('openedAt'), maybe_opened_at: at('maybeOpenedAt') },
        ...{ clicked_at: at('clickedAt'), maybe_clicked_at: at('maybeClickedAt') },
      }
      await tx
        .insertInto('mail_readings')
        .values({ customer_id: customerId, communication_id: id, ...row })
        .onConflict((conflict) => conflict.columns(['customer_id', 'communication_id']).doUpdateSet(row))
        .execute()
      const about = { customerId, caseId, communicationId: id, simulated: found.simulated, at: now }
      await recordTimeline(
        tx,
        fresh.map((sign) => ({ ...about, event: signs[sign] satisfies TimelineEventName, params: {} })),
      )
      if (!isMaybe) await recordDeliveryOf(tx, { customerId, id }, 'reading', { eventKey: `read:${id}`, state: 'read', at: now })
      await publish(tx, { kind: 'case.changed', customerId, caseId, batchId })
    }),
  )
}

/** What this says that is not known yet. Who follows a link has opened the mail; what a program may have done says nothing after a person did it. */
function newSigns(known: Known | null, kind: Reading['kind'], isMaybe: boolean): (keyof Known)[] {
  if (isMaybe) {
    const [sure, maybe] = kind === 'opened' ? (['openedAt', 'maybeOpenedAt'] as const) : (['clickedAt', 'maybeClickedAt'] as const)
    return known?.[sure] || known?.[maybe] ? [] : [maybe]
  }
  const shown: (keyof Known)[] = kind === 'opened' ? ['openedAt'] : ['openedAt', 'clickedAt']
  return shown.filter((sign) => !known?.[sign])
}
