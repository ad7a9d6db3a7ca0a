import { type AgentStatus, type ChosenStatus, mayFollowStatus, type StatusCause } from '@regie/contract/agent-status.ts'
import { publish } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'

export type AgentRef = { customerId: number; userId: number }
type StatusChange = {
  to: AgentStatus
  cause: StatusCause
  at: Date
  /** What is kept with it; left out: as it was. */
  keep?: { loginAt?: Date | null; queueIds?: number[]; afterCall?: ChosenStatus | null }
}

/**
 * The one writer of how agents stand: the row of now, its line in the log, and the live event. False when the rule does not let this status follow
 * the one that is; what is kept with it is saved all the same.
 */
export async function setAgentStatus(tx: Transaction, agent: AgentRef, { to, cause, at, keep = {} }: StatusChange): Promise<boolean> {
  const ref = { customer_id: agent.customerId, user_id: agent.userId }
  await tx
    .insertInto('agents')
    .values({ ...ref, status: 'away', status_at: at, seen_at: at })
    .onConflict((conflict) => conflict.columns(['customer_id', 'user_id']).doNothing())
    .execute()
  const now = await tx
    .selectFrom('agents')
    .select(['status', 'login_at'])
    .where('customer_id', '=', agent.customerId)
    .where('user_id', '=', agent.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const loginAt = keep.loginAt === undefined ? now.login_at : keep.loginAt
  const follows = mayFollowStatus(now.status as AgentStatus, to, cause)
  // To log in as away is news too: since then they are at work.
  const isNews = follows || (now.status === to && loginAt !== now.login_at)
  await tx
    .updateTable('agents')
    .set({
      login_at: loginAt,
      ...(isNews && { status: to, status_at: at }),
      ...(keep.queueIds !== undefined && { queue_ids: keep.queueIds }),
      ...(keep.afterCall !== undefined && { after_call: keep.afterCall }),
      ...(cause === 'person' && { seen_at: at }),
    })
    .where('customer_id', '=', agent.customerId)
    .where('user_id', '=', agent.userId)
    .execute()
  if (isNews)
    await tx
      .insertInto('agent_statuses')
      .values({ ...ref, status: to, at, login_at: loginAt, cause })
      .execute()
  await publish(tx, { kind: 'agent.changed', ...agent })
  return follows
}
