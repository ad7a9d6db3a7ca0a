import type { ChosenStatus } from '@regie/contract/agent-status.ts'
import { shareOf } from '../../gateways/simulated-provider.ts'
import type { Services } from '../../services.ts'
import { actAs, callerOf } from '../demo-past/colleagues.ts'
import { listAgents } from '../teams/agent-queries.ts'
import { changeAgentStatus, stayAgent } from '../teams/change-agent-status.ts'
import type { DemoWork } from './demo-work.ts'

// How a simulated colleague stands in a part of their shift: the first share that theirs is below.
const parts: readonly (readonly [number, ChosenStatus])[] = [
  [0.72, 'available'],
  [0.82, 'custom1'],
  [0.92, 'custom2'],
  [0.96, 'dnd'],
  [1, 'away'],
]
const partMs = 6 * 60_000

/** Simulated agents keep their shifts: they are there, take breaks, and finish their work. A call and what follows it is left to end by itself. */
export async function agentsStand(services: Services, { customerId }: DemoWork, speed: number): Promise<void> {
  const { db, clock } = services
  // Who chose a password is somebody who looks: nobody speaks for them.
  const simulated = await db
    .selectFrom('staff')
    .select(['id', 'username'])
    .where('password_changed_at', 'is', null)
    .where(({ eb, and, or }) =>
      or([
        eb('email', 'like', '%@team.demo.example'),
        eb('email', 'like', '%@collega.demo.example'),
        // Of a data folder from before.
        and([eb('email', 'like', '%@demo.example'), eb('password_hash', 'is', null)]),
      ]),
    )
    .execute()
  const names = new Map(simulated.map(({ id, username }) => [id, username]))
  for (const { userID, status, loginAt } of await listAgents(db, customerId)) {
    const username = names.get(userID)
    const caller = username === undefined ? null : await callerOf(services, userID, username)
    if (!caller) continue
    await actAs(caller, 'agents.stay', () => stayAgent(services, caller, customerId))
    const wanted = statusOf(userID, clock.now(), speed)
    if (status === 'calling' || status === 'cooldown' || (status === wanted && loginAt !== null)) continue
    const wish = { customerID: customerId, status: wanted }
    await actAs(caller, 'agents.changeStatus', () => changeAgentStatus(services, caller, wish))
  }
}

/** Each has parts of their own, so that they do not all change at once. */
function statusOf(userId: number, now: Date, speed: number): ChosenStatus {
  const part = Math.floor((now.getTime() * speed) / partMs + shareOf(String(userId), 'shift'))
  const share = shareOf(`${userId}:${part}`, 'part')
  return parts.find(([limit]) => share < limit)?.[1] ?? 'available'
}
