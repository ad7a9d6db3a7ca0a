import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { batchApi } from '@regie/contract/batches.ts'
import { arrangementApi } from '@regie/contract/arrangements.ts'
import { fileApi } from '@regie/contract/files.ts'
import { WebSocket } from 'ws'
import { seedDemo } from '../../scripts/seed-demo.ts'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { ApiClient } from '../api-client.ts'
import { countersTie, expectThat, type FaultLab, type Finding, openFaultLab } from './fault-lab.ts'

const password = 'Storing-proef-2027!'
const connections = 10
// Thousands of calls go over a hundred lines; how fast is no question of this trial.
const settledMsMax = 600_000

type Seen = { answers: Map<number, number>; withoutRetryAfter: number; wrong: Set<string> }

/** R23: every database connection of ours is cut, busy ones too, while two engines send, two apis answer and an import runs. */
export async function connectionsCut({ cuts, mails, rows }: { cuts: number; mails: number; rows: number }): Promise<Finding[]> {
  const lab = await openFaultLab({ connections, logLevel: 'fatal' })
  let time: NodeJS.Timeout | undefined
  try {
    await lab.seedMails(mails)
    await seedDemoInto(lab)
    const apis = await Promise.all([lab.startApi(), lab.startApi()])
    const engines = apis.map(({ url }) => lab.startEngine(url))
    const ended = watchEnds([...engines, ...apis.map((api) => api.process)])
    const clients = await Promise.all(
      apis.map(async ({ url }) => {
        const client = new ApiClient(url)
        await client.signIn('beheer', password)
        return client
      }),
    )
    const [first, second] = clients as [ApiClient, ApiClient]
    const { customerID, scriptID, caseID } = await demoIds(lab)
    const screen = await openScreen(first, caseID)
    const load = startLoad(clients, customerID, caseID)
    const importing = importFile(second, { customerID, scriptID }, rows)
    time = hurryTime(lab)
    for (let cut = 0; cut < cuts; cut++) {
      await sleep(300 + Math.random() * 500)
      await cutAll(lab)
    }
    const cutAt = performance.now()
    const answeredMs = await untilAnswered(first, customerID, cutAt)
    const { seen, notes } = await load.stop()
    const imported = await importing
    await lab.untilDrained(settledMsMax)
    await untilSettled(lab)
    clearInterval(time)
    // What was hurried a moment ago is worked off too. Asked while the engines run: what falls due after they stop is nobody's.
    const unattended = await untilSettled(lab)
    const heals = await screen.heals(() => first.call(arrangementApi.addNote, { params: { caseID }, body: { text: 'na de storing' } }))
    const stillRunning = ended()
    await Promise.all(engines.map((engine) => lab.stopEngine(engine)))
    return [
      expectThat(stillRunning.length === 0, `processes that ended by themselves in ${cuts} cuts: ${stillRunning.join(', ') || 0}`),
      ...(await mailFindings(lab, mails, cuts)),
      ...(await stepFindings(lab, unattended)),
      expectThat(imported === rows, `an import of ${rows} rows under way brought ${imported} cases`),
      await noteFinding(lab, notes),
      expectThat(
        seen.wrong.size === 0 && seen.withoutRetryAfter === 0,
        `answers ${JSON.stringify(Object.fromEntries(seen.answers))}, others than 2xx and 503: ${[...seen.wrong].join(' | ') || 0}, 503 without Retry-After: ${seen.withoutRetryAfter}`,
      ),
      expectThat(answeredMs < 5_000, `answers again ${Math.round(answeredMs)} ms after the last cut (limit 5,000)`),
      expectThat(heals, 'a screen that was open shows a change afterwards'),
      await countersTie(lab.db),
    ]
  } finally {
    clearInterval(time)
    await lab.close()
  }
}

async function seedDemoInto(lab: FaultLab) {
  const database = openDatabase(lab.url, { log: { warn: () => undefined } })
  await seedDemo(database.db, password)
  await database.close()
}

async function demoIds(lab: FaultLab) {
  const { rows } = await lab.db.query<{ customer_id: string; script_id: string; id: string }>(
    `select b.customer_id, b.script_id, c.id
     from cases c
     join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where b.name like 'Demo%' order by c.id limit 1`,
  )
  return { customerID: Number(rows[0]?.customer_id), scriptID: Number(rows[0]?.script_id), caseID: Number(rows[0]?.id) }
}

/** Waits of a script and of simulated calls are over at once, and no line is wanting. */
function hurryTime(lab: FaultLab): NodeJS.Timeout {
  const ask = (text: string) => void lab.db.query(text).catch(() => undefined)
  return setInterval(() => {
    ask('update scripts set max_lines = 100 where max_lines < 100')
    ask(`update case_runs set due_at = now() where (customer_id, case_id) in (
      select customer_id, case_id from case_runs where state = 'sleeping' and due_at > now() for update skip locked)`)
    ask(
      `update simulated_events
       set due_at = now()
       where id in (select id from simulated_events where attempts = 0 for update skip locked)`,
    )
  }, 300)
}

/** Every connection of our processes, whatever it is doing; the lab's own stay. */
async function cutAll(lab: FaultLab) {
  await lab.db.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'regie%' and pid <> pg_backend_pid()`)
}

/** Names those that ended since. */
function watchEnds(children: ChildProcess[]): () => string[] {
  const ended: string[] = []
  for (const child of children) {
    child.once('exit', (code, signal) => ended.push(`${child.spawnargs.at(-1)?.split('/').at(-1)} with ${code ?? signal}`))
  }
  return () => [...ended]
}

/** Reads and notes without pause through both apis. A note that got 503 is sent again under its key, as a browser whose answer was lost does. */
function startLoad(clients: ApiClient[], customerID: number, caseID: number) {
  const seen: Seen = { answers: new Map(), withoutRetryAfter: 0, wrong: new Set() }
  const notes = new Map<string, 'kept' | 'uncertain'>()
  let isStopped = false
  const note = (answer: { status: number; text: string; headers: Headers }) => {
    seen.answers.set(answer.status, (seen.answers.get(answer.status) ?? 0) + 1)
    if (answer.status === 503 && !answer.headers.get('retry-after')) seen.withoutRetryAfter++
    else if (answer.status >= 300 && answer.status !== 503 && answer.status !== 409)
      seen.wrong.add(`${answer.status} ${answer.text.slice(0, 80)}`)
    return answer
  }
  async function read(client: ApiClient) {
    while (!isStopped) {
      note(await client.call(batchApi.list, { query: { customerID } }))
      await sleep(5)
    }
  }
  async function write(client: ApiClient, writer: number) {
    for (let i = 0; !isStopped; i++) {
      const text = `proef ${writer} ${i}`
      const key = `proef-${writer}-${String(i).padStart(8, '0')}`
      for (;;) {
        const answer = note(await client.call(arrangementApi.addNote, { params: { caseID }, body: { text } }, { 'idempotency-key': key }))
        if (answer.status === 503) await sleep(100)
        else {
          notes.set(text, answer.status === 200 ? 'kept' : 'uncertain')
          break
        }
      }
    }
  }
  const work = clients.flatMap((client, i) => [read(client), read(client), write(client, i * 2), write(client, i * 2 + 1)])
  return {
    async stop() {
      isStopped = true
      await Promise.all(work)
      return { seen, notes }
    },
  }
}

/** Uploads and confirms a file, and waits until it is done; answers how many cases it brought. */
async function importFile(api: ApiClient, target: { customerID: number; scriptID: number }, rows: number): Promise<number> {
  const lines = Array.from({ length: rows }, (_, i) => `R${i};Jansen;06${12_000_000 + i};r${i}@sink.example;F${i};05-02-2026;20,00`)
  const content = `dossiernummer;achternaam;mobiel;email;factuurnummer;vervaldatum;openstaand\r\n${lines.join('\r\n')}\r\n`
  const insist = async <A extends { status: number }>(ask: () => Promise<A>): Promise<A> => {
    for (let attempt = 0; ; attempt++) {
      const answer = await ask()
      if (answer.status !== 503 || attempt > 100) return answer
      await sleep(200)
    }
  }
  const uploaded = await insist(() => api.upload(fileApi.upload, target, { name: 'tijdens.csv', content }))
  const { importID } = uploaded.body
  const until = async (status: string) => {
    for (let wait = 0; wait < 900; wait++) {
      const { body } = await insist(() => api.call(fileApi.getImport, { params: { importID } }))
      if (body.status === status) return body
      if (body.status === 'failed') throw new Error(`the import failed: ${body.failure?.error}`)
      await sleep(100)
    }
    throw new Error(`the import is not ${status} after 90 s`)
  }
  await until('ready')
  await insist(() => api.call(fileApi.confirm, { params: { importID }, body: { name: 'Tijdens de storing', startLater: false } }))
  const done = await until('done')
  return done.counts?.new ?? 0
}

async function untilAnswered(api: ApiClient, customerID: number, since: number): Promise<number> {
  while (performance.now() - since < 30_000) {
    if ((await api.call(batchApi.list, { query: { customerID } })).status === 200) break
    await sleep(50)
  }
  return performance.now() - since
}

/**
 * Waits until nothing that is due is left lying: no claim that nobody works on, no message under way. Answers how much still lies when the time is up.
 * The script goes on meanwhile: at one moment some of it is always in hand, and only what never leaves it lies.
 */
async function untilSettled(lab: FaultLab): Promise<number> {
  for (let wait = 0; ; wait++) {
    const { rows } = await lab.db.query<{ busy: string }>(overdue)
    const busy = Number(rows[0]?.busy)
    if (busy === 0 || wait >= settledMsMax / 100) return busy
    await sleep(100)
  }
}

// The second demo customer works in office hours only, whatever the hour of this trial is.
const overdue = `select
  (select count(*) from outbox where state <> 'queued' or next_at < now() - interval '5 seconds') +
  (select count(*) from case_runs r join batches b on b.customer_id = r.customer_id and b.id = r.batch_id
    where b.name <> 'Herinneringen najaar'
      and (r.owner is not null
        or (r.state in ('ready', 'sleeping') and r.due_at < now() - interval '5 seconds'))) as busy`

const heldByEngines = `select case_id from case_runs where owner is not null
  union all select case_id from outbox where state <> 'queued'`

async function mailFindings(lab: FaultLab, mails: number, cuts: number): Promise<Finding[]> {
  const { rows } = await lab.db.query<{ id: string; state: string }>(`select id, state
     from communications
     where channel = 'email'`)
  const absent = rows.filter(({ id, state }) => state === 'sent' && !lab.sink.counts.has(id)).length
  const unknown = rows.filter(({ state }) => state === 'unknown').length
  const states = Object.entries(Object.groupBy(rows, ({ state }) => state)).map(([state, some]) => `${state} ${some?.length}`)
  return [
    expectThat(lab.sink.duplicates === 0, `mails that arrived twice: ${lab.sink.duplicates} of ${lab.sink.total}`),
    expectThat(absent === 0, `marked sent but never arrived: ${absent}`),
    expectThat(
      unknown <= cuts * 2 * connections && rows.length >= mails && rows.every(({ state }) => state !== 'queued'),
      `mails settled: ${states.join(', ')} (unknown at most ${cuts * 2 * connections})`,
    ),
  ]
}

/** What the script did: each text message and call started once, no case left lying while the engines ran, nothing held by them once they stopped. */
async function stepFindings(lab: FaultLab, unattended: number): Promise<Finding[]> {
  const { rows: twice } = await lab.db.query(
    `select communication_id
     from timeline
     where event in ('smsSent', 'callStarted', 'emailSent')
     group by communication_id
     having count(*) > 1`,
  )
  const { rows: kinds } = await lab.db.query<{ channel: string; count: string }>(
    "select channel, count(*) from communications where channel <> 'email' group by 1 order by 1",
  )
  const { rows: held } = await lab.db.query(heldByEngines)
  return [
    expectThat(
      twice.length === 0 && kinds.length > 0,
      `told of twice: ${twice.length} of ${kinds.map(({ channel, count }) => `${count} ${channel}`).join(', ') || 'nothing'}`,
    ),
    expectThat(unattended === 0, `cases and messages that lie unattended: ${unattended}`),
    expectThat(held.length === 0, `cases and messages that engines held on to when they stopped: ${held.length}`),
  ]
}

async function noteFinding(lab: FaultLab, notes: Map<string, 'kept' | 'uncertain'>): Promise<Finding> {
  const { rows } = await lab.db.query<{ text: string; count: string }>(
    "select text, count(*) from case_notes where text like 'proef %' group by text",
  )
  const counts = new Map(rows.map(({ text, count }) => [text, Number(count)]))
  const lost = [...notes].filter(([text, outcome]) => outcome === 'kept' && !counts.has(text)).length
  const twice = [...counts.values()].filter((count) => count > 1).length
  const uncertain = [...notes.values()].filter((outcome) => outcome === 'uncertain').length
  return expectThat(
    lost === 0 && twice === 0 && notes.size > 0,
    `of ${notes.size} notes by staff lost ${lost}, twice ${twice}, answered as uncertain ${uncertain}`,
  )
}

/** A browser's socket that follows a case. */
async function openScreen(api: ApiClient, caseID: number) {
  let heard = 0
  let isOpen = true
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/api/live`, { headers: { cookie: api.cookie, origin: api.url } })
  socket.on('message', (data: Buffer) => {
    if ((JSON.parse(data.toString()) as { t: string }).t === 'delta') heard++
  })
  socket.on('close', () => (isOpen = false))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send(JSON.stringify({ t: 'sub', id: 1, d: { topic: 'case', caseID } }))
  return {
    async heals(change: () => Promise<unknown>): Promise<boolean> {
      const before = heard
      await change()
      for (let wait = 0; wait < 50 && heard === before; wait++) await sleep(100)
      const hasHeard = isOpen && heard > before
      socket.terminate()
      return hasHeard
    },
  }
}
