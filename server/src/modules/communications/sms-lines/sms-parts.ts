import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Services } from '../../../services.ts'
import type { SendableMessage } from '../outbox-claim.ts'

/** Remembers the references of a message that left in parts. It has left whatever becomes of this. */
export async function keepParts({ db, log }: Services, { customerId, id }: SendableMessage, refs: readonly string[]): Promise<void> {
  const rows = refs.map((ref) => ({ customer_id: customerId, communication_id: id, provider_ref: ref }))
  try {
    await tryThrice(() =>
      db
        .insertInto('sms_parts')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  } catch (err) {
    log.warn({ err, communicationId: id }, 'the parts of a message are not kept: the news of the first counts for all')
  }
}
