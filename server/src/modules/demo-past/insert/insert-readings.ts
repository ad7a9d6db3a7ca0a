import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { PastMessage } from '../history.ts'
import type { PastCase } from './insert-batch.ts'
import { isMeasured, type Sending } from './insert-messages.ts'
import { later } from '../office-hours.ts'

type Given = Pick<Sending, 'templates'> & { messageIds: ReadonlyMap<PastMessage, number> }

// Of the mails that were opened one in so many was followed; of those that were not, one in so many was opened by what may be a program.
const followedShare = 3
const programShare = 11

/** Which mails were opened and followed, where their template notes it, with the lines in their cases. Not by chance, of which all that comes later would take another share. */
export async function insertReadings(
  tx: Transaction,
  customerId: number,
  cases: readonly PastCase[],
  { templates, messageIds }: Given,
): Promise<void> {
  const readings = cases.flatMap(({ history }) =>
    history.messages.flatMap((message) => {
      const { delivery, deliveredAt, queuedAt } = message
      if (deliveredAt === null || !isMeasured(message, { templates })) return []
      const minute = Math.floor(queuedAt.getTime() / 60_000)
      const line = (event: 'emailOpened' | 'emailClicked' | 'emailMaybeOpened', at: Date) =>
        history.lines.push({ event, at, message, simulated: true })
      const id = messageIds.get(message)
      if (delivery === 'read') {
        const clickedAt = minute % followedShare === 0 ? later(deliveredAt, { seconds: 40 }) : null
        line('emailOpened', deliveredAt)
        if (clickedAt !== null) line('emailClicked', clickedAt)
        return { id, openedAt: deliveredAt, clickedAt, maybeOpenedAt: null }
      }
      if (delivery !== 'delivered' || minute % programShare !== 0) return []
      const maybeOpenedAt = later(deliveredAt, { seconds: 3 })
      line('emailMaybeOpened', maybeOpenedAt)
      return { id, openedAt: null, clickedAt: null, maybeOpenedAt }
    }),
  )
  await sql`
    insert into mail_readings (customer_id, communication_id, opened_at, clicked_at, maybe_opened_at)
    select ${customerId}, id, "openedAt", "clickedAt", "maybeOpenedAt"
    from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r(id bigint, "openedAt" timestamptz,
      "clickedAt" timestamptz, "maybeOpenedAt" timestamptz)`.execute(tx)
}
