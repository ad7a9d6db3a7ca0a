import { setTimeout as sleep } from 'node:timers/promises'
import { closeCase } from '../../server/src/modules/cases/status/close-case.ts'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { countersTie, expectThat, type FaultLab, type Finding, openFaultLab } from './fault-lab.ts'

const connections = 10

/** R1: engines killed at random moments lose nothing and send nothing twice; what nobody can know is unknown, and little. */
export async function engineKilled({ mails, kills, isStrict }: { mails: number; kills: number; isStrict: boolean }): Promise<Finding[]> {
  return inLab({ connections }, async (lab) => {
    await lab.untilCompiled()
    await lab.seedMails(mails)
    const restarts: number[] = []
    let done = 0
    while (done < kills) {
      const before = lab.sink.total
      // What the killed engine had taken waits for the end of its lease: with nothing else left, that is what a start would measure.
      const { queued: free = 0 } = await lab.countByState()
      const began = performance.now()
      const engine = lab.startEngine()
      while (lab.sink.total === before && performance.now() - began < 20_000) await sleep(10)
      if (free > 0) restarts.push(performance.now() - began)
      await sleep(50 + Math.random() * Math.min(700, (mails / kills / 2000) * 1000))
      await lab.killEngine(engine)
      await lab.untilEnginesLeft()
      done++
      const { queued = 0, claimed = 0 } = await lab.countByState()
      if (queued + claimed < mails * 0.02) break
    }
    const last = lab.startEngine()
    await lab.untilDrained(120_000)
    await lab.stopEngine(last)
    const states = await lab.countByState()
    const lost = await sentButAbsent(lab)
    const slowest = Math.max(...restarts)
    return [
      expectThat(lab.sink.duplicates === 0, `duplicates in the sink: ${lab.sink.duplicates}`),
      expectThat(lost === 0, `marked sent but never arrived: ${lost}`),
      expectThat(
        (states.queued ?? 0) + (states.claimed ?? 0) + (states.started ?? 0) === 0,
        `left queued: ${(states.queued ?? 0) + (states.claimed ?? 0) + (states.started ?? 0)}`,
      ),
      expectThat(
        (states.unknown ?? 0) <= done * connections,
        `unknown ${states.unknown ?? 0} of ${mails} after ${done} kills (limit ${done * connections})`,
      ),
      // In the short form other work shares the machine: it is said how long, and held that it begins again.
      expectThat(restarts.length >= Math.min(3, done), `starts that were measured: ${restarts.length} of ${done}`),
      expectThat(!isStrict || slowest < 3_000, `slowest start to sending again ${Math.round(slowest)} ms (limit 3,000 in the full form)`),
      await countersTie(lab.db),
    ]
  })
}

/** R3: a mail server that drops, hangs, refuses and delays. */
export async function sinkMisbehaves({ mails }: { mails: number }): Promise<Finding[]> {
  return inLab(
    { connections, faults: { drop: 0.05, dropAfter: 0.05, tempfail: 0.1, permfail: 0.01, hang: 0.01, slowMs: 20 } },
    async (lab) => {
      await lab.seedMails(mails)
      const engine = lab.startEngine()
      const until = performance.now() + 240_000
      // Retries wait minutes by plan; the lab moves them forward instead of waiting, as the clock would.
      for (;;) {
        const { queued = 0, claimed = 0, started = 0 } = await lab.countByState()
        if (queued + claimed + started === 0 || performance.now() > until) break
        await lab.db.query("update outbox set next_at = now() where state = 'queued' and next_at > now()")
        await sleep(500)
      }
      await lab.stopEngine(engine)
      const states = await lab.countByState()
      const absent = await sentButAbsent(lab)
      const { rows } = await lab.db.query<{ id: string; state: string; reason: string | null }>(
        "select id, state, reason from communications where state in ('refused', 'failed', 'unknown')",
      )
      const refusedWithoutText = rows.filter((row) => row.state === 'refused' && !row.reason).length
      const doubtful = new Set(
        [...lab.sink.met].filter(([, met]) => met.includes('dropAfter') || met.includes('drop') || met.includes('hang')).map(([id]) => id),
      )
      const unknownWithoutCause = rows.filter((row) => row.state === 'unknown' && !doubtful.has(row.id)).length
      const keptButResent = [...lab.sink.met].filter(([id, met]) => met.includes('dropAfter') && (lab.sink.counts.get(id) ?? 0) > 1).length
      return [
        expectThat(lab.sink.duplicates === 0 && keptButResent === 0, `duplicates in the sink: ${lab.sink.duplicates}`),
        expectThat(absent === 0, `marked sent but never arrived: ${absent}`),
        expectThat((states.queued ?? 0) + (states.started ?? 0) + (states.claimed ?? 0) === 0, `all settled: ${JSON.stringify(states)}`),
        expectThat(refusedWithoutText === 0, `refused without a reason: ${refusedWithoutText}`),
        expectThat(unknownWithoutCause === 0, `unknown without a cut connection: ${unknownWithoutCause}`),
        await countersTie(lab.db),
      ]
    },
  )
}

/** R4: engines share one database; one is killed and its claims move on. */
export async function enginesShare({ mails, engines }: { mails: number; engines: number }): Promise<Finding[]> {
  return inLab({ connections }, async (lab) => {
    await lab.seedMails(mails)
    const running = Array.from({ length: engines }, () => lab.startEngine())
    while (lab.sink.total < mails / 4) await sleep(20)
    const victim = running.shift()
    if (victim) await lab.killEngine(victim)
    const killedAt = performance.now()
    await lab.untilDrained(120_000)
    const drainedMs = performance.now() - killedAt
    await Promise.all(running.map((engine) => lab.stopEngine(engine)))
    const states = await lab.countByState()
    return [
      expectThat(lab.sink.duplicates === 0, `duplicates with ${engines} engines: ${lab.sink.duplicates}`),
      expectThat(
        (states.sent ?? 0) + (states.unknown ?? 0) === mails,
        `every row settled once: ${JSON.stringify(states)}, ${Math.round(drainedMs)} ms after one was killed`,
      ),
      expectThat((states.unknown ?? 0) <= connections, `unknown ${states.unknown ?? 0} (limit ${connections})`),
      expectThat((await sentButAbsent(lab)) === 0, 'everything marked sent arrived'),
      await countersTie(lab.db),
    ]
  })
}

/** R9: cases close and pay while their mails wait; nothing leaves after the commit of the stop. */
export async function stopsRaceWithSends({ mails, stops }: { mails: number; stops: number }): Promise<Finding[]> {
  return inLab({ connections, faults: { slowMs: 3 } }, async (lab) => {
    await lab.seedMails(mails)
    const engine = lab.startEngine()
    while (lab.sink.total === 0) await sleep(5)
    const { rows } = await lab.db.query<{ id: string; customer_id: string }>(
      'select id, customer_id from cases order by random() limit $1',
      [stops],
    )
    const { db, close } = openDatabase(lab.url, { log: { warn: () => undefined } })
    for (const { id, customer_id } of rows) {
      await db.transaction().execute((tx) => closeCase(tx, { customerId: Number(customer_id), caseId: Number(id) }, 'BET'))
      await sleep(1)
    }
    await close()
    await lab.untilDrained(120_000)
    await lab.stopEngine(engine)
    const late = await lab.db.query(
      `select 1
        from communications m
        join cases c on c.customer_id = m.customer_id and c.id = m.case_id
        where c.status = 'closed' and m.started_at > c.status_at + interval '20 milliseconds'`,
    )
    const states = await lab.countByState()
    return [
      expectThat(late.rowCount === 0, `started after the stop was committed: ${late.rowCount} of ${stops} stops`),
      expectThat(lab.sink.duplicates === 0, `duplicates: ${lab.sink.duplicates}`),
      expectThat((states.sent ?? 0) + (states.cancelled ?? 0) + (states.unknown ?? 0) === mails, `settled: ${JSON.stringify(states)}`),
      await countersTie(lab.db),
    ]
  })
}

async function sentButAbsent(lab: FaultLab): Promise<number> {
  const { rows } = await lab.db.query<{ id: string }>("select id from communications where state = 'sent'")
  return rows.filter((row) => !lab.sink.counts.has(row.id)).length
}

async function inLab(options: Parameters<typeof openFaultLab>[0], run: (lab: FaultLab) => Promise<Finding[]>): Promise<Finding[]> {
  const lab = await openFaultLab(options)
  try {
    return await run(lab)
  } finally {
    await lab.close()
  }
}
