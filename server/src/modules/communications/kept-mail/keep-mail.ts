import { createHash } from 'node:crypto'
import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { Services } from '../../../services.ts'

type Sent = { customerId: number; id: number }

/** Keeps a mail as it is about to leave; of several attempts the last. One that cannot be kept has not left and waits. */
export async function keepMail({ db, clock }: Services, { customerId, id }: Sent, content: Buffer): Promise<void> {
  const kept = { content, sha256: createHash('sha256').update(content).digest(), kept_at: clock.now() }
  await db
    .insertInto('sent_mails')
    .values({ customer_id: customerId, communication_id: id, ...kept })
    .onConflict((conflict) => conflict.columns(['customer_id', 'communication_id']).doUpdateSet(kept))
    .execute()
    .catch((cause: unknown) => {
      throw new GatewayUnavailable('The mail could not be kept', { cause })
    })
}
