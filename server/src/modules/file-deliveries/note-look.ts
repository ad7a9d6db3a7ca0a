import { type DeliveryFault, deliveryQuietSeconds } from '@regie/contract/file-deliveries.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { Services } from '../../services.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { listHolders } from '../notifications/recipients.ts'
import type { ClaimedDelivery } from './delivered-file.ts'

// Nobody has to hear of a line that is down for a moment.
const notedAfterMs = 15 * 60_000
// These do not pass by themselves.
const lasting: readonly DeliveryFault[] = ['outside', 'hostKeyNew', 'hostKeyChanged', 'signIn', 'rightsLost', 'scriptGone', 'full', 'off']

/** Writes down that a folder was looked into; soon again while a file in it may still grow. */
export async function noteLooked(services: Services, delivery: ClaimedDelivery, isSoon: boolean): Promise<void> {
  const now = services.clock.now()
  await ofClaim(services, delivery)
    .set({
      ...{ looked_at: now, fault: null, failing_since: null, claimed_until: null },
      next_at: new Date(now.getTime() + (isSoon ? deliveryQuietSeconds * 1_000 : delivery.everyMinutes * 60_000)),
    })
    .execute()
}

/** Writes down why it could not be, and notifies who looks after it when that lasts. */
export async function noteFault(services: Services, delivery: ClaimedDelivery, fault: DeliveryFault): Promise<void> {
  const now = services.clock.now()
  const { customerId, id, everyMinutes } = delivery
  await services.db.transaction().execute(async (tx) => {
    const noted = await ofClaim({ db: tx }, delivery)
      .set((eb) => ({
        ...{ fault, claimed_until: null, next_at: new Date(now.getTime() + everyMinutes * 60_000) },
        failing_since: eb.fn.coalesce('failing_since', eb.val(now)),
      }))
      .returning('failing_since')
      .executeTakeFirst()
    const since = noted?.failing_since
    if (!since || (now.getTime() - since.getTime() < notedAfterMs && !lasting.includes(fault))) return
    const cause = `deliveryFailed:${id}:${since.toISOString()}`
    const holders = await listHolders(tx, customerId, [Right.changeWebhooks])
    await notifyUsers(tx, { customerId, kind: 'deliveryFailed', cause, at: now, deliveryId: id }, holders)
  })
}

// Somebody may have changed it meanwhile: then it is due by what they saved.
function ofClaim({ db }: Pick<Services, 'db'>, { customerId, id, claimedUntil }: ClaimedDelivery) {
  return db
    .updateTable('file_deliveries')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('claimed_until', '=', claimedUntil)
}
