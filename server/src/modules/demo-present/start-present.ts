import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { agentsStand } from './agents-stand.ts'
import { agentsAct } from './agents-act.ts'
import { bringWork } from './bring-work.ts'
import { debtorsWrite } from './debtors-write.ts'
import { findColleague } from '../demo-past/colleagues.ts'
import { listDemoWork } from './demo-work.ts'
import { visitorsAsk } from './visitors-ask.ts'
import { payersAct } from './payers-act.ts'
import { readersAct } from './readers-act.ts'

// Any number of our own: one engine plays the present, the others go on.
const lockNumber = 4_300_010
const turnSeconds = 4

/**
 * One turn of the present of the demo: simulated debtors read, look and pay, colleagues write down what was said, and new work comes in when it runs dry.
 * It acts on demo customers alone, by the functions that people's requests call; who is contacted is for contactPermission() as ever.
 */
export async function playTurn(services: Services, speed: number): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lockNumber}) as mine`.execute(tx)
    if (!rows[0]?.mine) return
    await readersAct(services)
    await payersAct(services, speed, turnSeconds)
    const works = await listDemoWork(services)
    const [first] = works
    if (!first) return
    await agentsStand(services, first, speed)
    await debtorsWrite(services, first, speed, turnSeconds)
    const agent = await findColleague(services, 'agent')
    if (agent) for (const work of works) await agentsAct(services, work, agent, speed)
    const leader = await findColleague(services, 'leader')
    if (!leader) return
    await visitorsAsk(services, first, leader, speed, turnSeconds)
    for (const work of works) await bringWork(services, work, leader, speed)
  })
}

/** Plays turns until it is stopped; a speed of 2 plays twice as many. */
export function startPresent(services: Services, speed: number): { stop(): Promise<void> } {
  let work: Promise<unknown> = Promise.resolve()
  let isBusy = false
  const turn = async () => {
    isBusy = true
    await playTurn(services, speed).catch((error: unknown) =>
      services.log.warn({ err: error }, 'a turn of the demo was not played to its end'),
    )
    isBusy = false
  }
  const timer = setInterval(
    () => {
      if (!isBusy) work = turn()
    },
    (turnSeconds * 1000) / speed,
  )
  return {
    async stop() {
      clearInterval(timer)
      await work
    },
  }
}
