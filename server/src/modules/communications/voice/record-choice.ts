import { identified, isFinalAct, noChoice, unidentified } from '@regie/contract/call-menu.ts'
import type { DeliveryUpdate } from '../../../gateways/message-gateway.ts'
import type { SpokenMenu } from '../../../gateways/voice/voice-gateway.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { listAddress } from '../../arrangements/blacklist/list-address.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'

type Call = { customerId: number; caseId: number; id: number; simulated: boolean }

/**
 * Writes down what was chosen in a call that is on: the first choice that ends its menu stays, whatever comes after. Until then it stands there that who
 * picked up showed who they are.
 */
export async function recordChoice(tx: Transaction, call: Call, { choice, at }: Pick<DeliveryUpdate, 'choice' | 'at'>): Promise<void> {
  const { customerId, caseId, id, simulated } = call
  const message = await findMenu(tx, call)
  const { menu, recipient, chosen } = message ?? {}
  if (!menu || (chosen != null && chosen !== identified) || choice === undefined || choice === chosen) return
  // News that comes late: whoever showed it did.
  if (chosen === identified && choice === unidentified) return
  const key = menu.keys.find((one) => one.key === choice)
  const isOfIdentity = menu.identity !== null && (choice === unidentified || choice === identified)
  // A key of another menu than this call has.
  if (!key && choice !== noChoice && !isOfIdentity) return
  if (!key || isFinalAct(key.act))
    await tx.updateTable('communications').set({ chosen: choice }).where('customer_id', '=', customerId).where('id', '=', id).execute()
  const params = { key: choice, choice: key?.name ?? '' }
  await recordTimeline(tx, [{ customerId, caseId, event: 'callChose', params, communicationId: id, simulated, at }])
  // Whoever has this number is not called about somebody else's debt again. A simulated answer says nothing of a number.
  if (key?.act === 'wrongPerson' && recipient && !simulated)
    await listAddress(tx, { customerId, caseId, kind: 'phone', value: recipient, cause: 'otherPerson', at })
}

/** Did who picked up say that they are somebody else? */
export async function saidOtherPerson(db: Db, call: Pick<Call, 'customerId' | 'id'>, chosen: string | null): Promise<boolean> {
  if (chosen === null) return false
  const message = await findMenu(db, call)
  return message?.menu?.keys.find(({ key }) => key === chosen)?.act === 'wrongPerson'
}

/** The keys of a call, and what was chosen of them. */
async function findMenu(db: Db, { customerId, id }: Pick<Call, 'customerId' | 'id'>) {
  const row = await db
    .selectFrom('communications as m')
    .innerJoin('communication_contents as t', (join) =>
      join.onRef('t.customer_id', '=', 'm.customer_id').onRef('t.communication_id', '=', 'm.id').onRef('t.queued_at', '=', 'm.queued_at'),
    )
    .select(['t.menu', 'm.recipient', 'm.chosen'])
    .where('m.customer_id', '=', customerId)
    .where('m.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, menu: row.menu as SpokenMenu | null }
}
