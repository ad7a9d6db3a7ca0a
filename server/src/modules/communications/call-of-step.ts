import type { Db } from '../../platform/db/database.ts'

/** How the calls of one step of one case went: the one with this key, and how many there were. */
export type CallOfStep = {
  status: 'none' | 'underWay' | 'reached' | 'notReached' | 'unknown' | 'cancelled'
  count: number
  chosen: string | null
}

/** Looks up the call of a step by its key; `keyPrefix` names the step without its turn, so that its earlier tries are counted too. */
export async function findCallOfStep(
  db: Db,
  ref: { customerId: number; caseId: number },
  keyPrefix: string,
  key: string,
): Promise<CallOfStep> {
  const calls = await db
    .selectFrom('communications')
    .select(['idempotency_key', 'state', 'delivery', 'in_air', 'chosen'])
    .where('customer_id', '=', ref.customerId)
    .where('case_id', '=', ref.caseId)
    .where('channel', '=', 'call')
    .execute()
  // Whoever is on the phone with us already, by hand, is not called beside it: that call wakes the case when it ends.
  const isOn = calls.some((one) => one.in_air)
  const ofStep = calls.filter((call) => call.idempotency_key.startsWith(keyPrefix))
  const call = ofStep.find((one) => one.idempotency_key === key)
  return { status: isOn ? 'underWay' : call ? statusOf(call) : 'none', count: ofStep.length, chosen: call?.chosen ?? null }
}

function statusOf({ state, delivery }: { state: string; delivery: string | null }): CallOfStep['status'] {
  if (delivery === 'answered' || delivery === 'transferred') return 'reached'
  if (delivery !== null || state === 'failed' || state === 'refused') return 'notReached'
  if (state === 'unknown' || state === 'cancelled') return state
  return 'underWay'
}
