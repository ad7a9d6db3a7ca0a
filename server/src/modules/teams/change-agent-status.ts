import type { Agent, agentApi } from '@regie/contract/agents.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { listAgents } from './agent-queries.ts'
import { type AgentRef, setAgentStatus } from './agent-status.ts'

type Wish = RequestOf<typeof agentApi.changeStatus>['body']

/**
 * An agent, or who may do so for them, says how they stand. It logs them in where they were not, and out at another customer; during a call it says
 * what comes after it.
 */
export async function changeAgentStatus({ db, clock }: Services, caller: Caller, wish: Wish): Promise<Agent> {
  const ref = mustMayChange(caller, wish)
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const agent = await mustBeAgent(tx, ref)
    const queueIds = chosenQueues(agent, wish.queueIDs)
    const isNew = agent.loginAt === null
    if (isNew) await leaveOthers(tx, caller, ref, at)
    const isInCall = agent.status === 'calling'
    await setAgentStatus(tx, ref, {
      ...{ to: wish.status, cause: 'person', at },
      keep: { queueIds, afterCall: isInCall ? wish.status : null, ...(isNew && { loginAt: at }) },
    })
    return mustBeAgent(tx, ref)
  })
}

/** Stops being an agent for now. Who is in a call is when it is over. */
export async function logOutAgent({ db, clock }: Services, caller: Caller, wish: { customerID: number; userID?: number | undefined }) {
  const ref = mustMayChange(caller, wish)
  return db.transaction().execute(async (tx) => {
    const { status } = await mustBeAgent(tx, ref)
    if (status === 'calling') throw new AppError('agent.inCall')
    await setAgentStatus(tx, ref, { to: 'away', cause: 'gone', at: clock.now(), keep: { loginAt: null, afterCall: null } })
    return mustBeAgent(tx, ref)
  })
}

/** How the caller stands; null: they are in no team of the customer. */
export async function findMyAgent(db: Db, caller: Caller, customerId: number): Promise<Agent | null> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const [agent] = await listAgents(db, customerId, caller.userId)
  return agent ?? null
}

/** The caller's browser is still there. */
export async function stayAgent({ db, clock }: Services, caller: Caller, customerId: number): Promise<void> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  await db
    .updateTable('agents')
    .set({ seen_at: clock.now() })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', caller.userId)
    .where('login_at', 'is not', null)
    .execute()
}

function mustMayChange(caller: Caller, { customerID, userID = caller.userId }: Pick<Wish, 'customerID' | 'userID'>): AgentRef {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  if (userID !== caller.userId && !caller.rights.includes(Right.changeAgents)) throw new AppError('error.rightMissing')
  return { customerId: customerID, userId: userID }
}

async function mustBeAgent(db: Db, { customerId, userId }: AgentRef): Promise<Agent> {
  const [agent] = await listAgents(db, customerId, userId)
  if (!agent) throw new AppError('agent.notInTeam')
  return agent
}

function chosenQueues(agent: Agent, wanted: readonly number[] | undefined): number[] {
  const may = agent.queues.map(({ queueID }) => queueID)
  if (wanted === undefined) {
    const now = agent.queues.filter(({ isIn }) => isIn).map(({ queueID }) => queueID)
    return agent.loginAt === null ? may : now
  }
  if (wanted.some((id) => !may.includes(id))) throw new AppError('agent.notInQueue', { field: 'queueIDs' })
  return [...new Set(wanted)]
}

/** Nobody answers for two customers at a time: at the others they are away from now on. */
async function leaveOthers(tx: Transaction, caller: Caller, { customerId, userId }: AgentRef, at: Date): Promise<void> {
  const others = await tx
    .selectFrom('agents')
    .select(['customer_id', 'status'])
    .where('user_id', '=', userId)
    .where('customer_id', '<>', customerId)
    .where('customer_id', 'in', caller.customerIds)
    .where('login_at', 'is not', null)
    .orderBy('customer_id')
    .execute()
  for (const { customer_id: other, status } of others) {
    if (status === 'calling') throw new AppError('agent.inCall')
    await setAgentStatus(tx, { customerId: other, userId }, { to: 'away', cause: 'gone', at, keep: { loginAt: null, afterCall: null } })
  }
}
