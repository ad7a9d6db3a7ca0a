import { GatewayRefused } from '../../../gateways/gateway-errors.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Services } from '../../../services.ts'
import { listAddress } from '../../arrangements/blacklist/list-address.ts'
import type { SendableMessage } from '../outbox-claim.ts'
import { recordUnknownCode } from '../failures/unknown-codes.ts'
import { isDeadAddress, statusIn } from './dead-address.ts'

/**
 * A mailbox that is refused in the conversation itself is as dead as one whose mail comes back. Before the mark of the message: done twice, it changes
 * nothing. A simulated refusal says nothing of an address.
 */
export async function recordRefusal({ db, clock, gateways, log }: Services, message: SendableMessage, error: unknown): Promise<void> {
  const { channel, customerId, caseId, recipient, provider } = message
  if (!(error instanceof GatewayRefused)) return
  const gateway = gateways.gatewayOf(channel as Exclude<typeof channel, 'whatsapp'>, provider)
  if (gateway.simulated) return
  const failed = { customer_id: customerId, id: message.id, case_id: caseId, channel, provider: gateway.name }
  const answer = `${error.code} ${error.message}`
  // A count for the work list: whatever becomes of it, the outcome of the message is kept.
  await recordUnknownCode(db, failed, answer, clock.now()).catch((err: unknown) => log.warn({ err }, 'an unknown code is not counted'))
  if (channel !== 'email') return
  if (!isDeadAddress(statusIn(answer))) return
  const listing = { customerId, caseId, kind: 'email', value: recipient, cause: 'bounce', at: clock.now() } as const
  try {
    await tryThrice(() => db.transaction().execute((tx) => listAddress(tx, listing)))
  } catch (err) {
    // The mark of the message waits for the database, however long that is away; a refusal that is known must not become doubt.
    log.warn({ err, communicationId: message.id }, 'a dead address is not listed')
  }
}
