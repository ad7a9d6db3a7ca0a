import { rmSync } from 'node:fs'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import { sql } from 'kysely'
import { takeTurn } from '../src/engine/engine.ts'
import { recoverDead } from '../src/engine/recover-dead.ts'
import { openGateways } from '../src/gateways/open-gateways.ts'
import type { PostWebhook } from '../src/gateways/simulated-events.ts'
import { registerEngine } from '../src/modules/case-runs/engine-lease.ts'
import { endPauses } from '../src/modules/cases/status/end-pauses.ts'
import { openOutbox, type Outbox } from '../src/modules/communications/outbox.ts'
import { receiveDelivery } from '../src/modules/communications/receive-delivery.ts'
import type { TemplateTexts } from '../src/modules/templates/render-template.ts'
import { readConfig } from '../src/platform/config.ts'
import { openLog } from '../src/platform/log.ts'
import type { Services } from '../src/services.ts'
import { fakeClock } from './fake-clock.ts'
import { approve } from './approved-texts.ts'
import { insertTemplate } from './insert-template.ts'
import { openTestDatabase } from './open-test-database.ts'
import { makeTempFolder } from './make-temp-folder.ts'

type Options = { env?: NodeJS.ProcessEnv; start?: string }
type NewScript = {
  profile?: ComplianceProfileName
  steps?: ScriptStep[]
  maxLines?: number
  smsPerHour?: number
  windows?: { starts: string; ends: string; weekdays: number[]; channels: string[] }[]
  templates?: Record<string, TemplateTexts>
}
type NewCase = { email?: string | null; mobile?: string | null; phone?: string | null; outstandingCents?: number | null; name?: string }

const text = { subject: 'Factuur {{factuurnummer}}', text: 'Beste {{naam}}', html: '<p>Beste {{naam}}</p>' }
const harnessTemplates: Record<string, TemplateTexts> = { mail: { nl: text }, sms: { nl: text }, call: { nl: text } }
export const mailStep: ScriptStep = { kind: 'send-email', key: 'mail', next: 'end', settings: { template: 'mail' } }
export const endStep: ScriptStep = { kind: 'finish', key: 'end', settings: { result: 'RET' } }
const mailOnly = [mailStep, endStep]
const allDay = [{ starts: '00:00', ends: '23:59', weekdays: [1, 2, 3, 4, 5, 6, 7], channels: ['email', 'sms', 'whatsapp', 'call'] }]

/** An engine on a database of its own, with a clock that stands still: what it does is asked for, turn by turn. */
export async function openEngineHarness({ env = {}, start }: Options = {}) {
  const database = await openTestDatabase()
  const { db, pool } = database
  const clock = fakeClock(start)
  const log = openLog(process.env['TEST_LOG'] ?? 'silent')
  const config = readConfig({ DATA_DIR: makeTempFolder('harness'), ...env })
  const gateways = openGateways(config, { db, clock, log })
  const services: Services = { db, pool, clock, log, config, gateways }
  const engineId = await registerEngine(db)
  const outboxes = new Map<number, Outbox[]>()
  const outboxesOf = (engine: number) => {
    const known =
      outboxes.get(engine) ?? (['email', 'sms', 'whatsapp', 'call'] as const).map((channel) => openOutbox(services, engine, channel))
    outboxes.set(engine, known)
    return known
  }

  /** As over HTTP: a refusal means that it will be sent again. */
  const post: PostWebhook = (provider, body, headers) => receiveDelivery(services, provider, Buffer.from(body), headers).catch(() => false)

  async function sendDue(engine = engineId) {
    let left = 0
    for (const outbox of outboxesOf(engine)) left += await outbox.drain()
    return left
  }

  /** Everything that is due at this moment of the clock. */
  async function runUntilIdle() {
    for (let turn = 0; turn < 1_000; turn++) {
      await endPauses(db, clock.now())
      const ran = await takeTurn(services, engineId, new Map())
      const left = await sendDue()
      const sent = await gateways.simulatedEvents.sendDue(post)
      if (ran + left + sent === 0) return
    }
    throw new Error('the engine does not come to rest')
  }

  /** Moves the clock from event to event until the moment, as if one had waited; events within five seconds of each other come together. */
  async function runUntil(moment: Date) {
    for (let hop = 0; hop < 1_000; hop++) {
      await runUntilIdle()
      const next = await nextDue()
      if (!next || next > moment) break
      clock.set(new Date(Math.min(moment.getTime(), Math.max(next.getTime(), clock.now().getTime() + 5_000))))
    }
    clock.set(moment)
    await runUntilIdle()
  }

  async function nextDue(): Promise<Date | null> {
    const { rows } = await sql<{ at: Date | null }>`
      select min(at) as at from (
        select min(due_at) as at from case_runs where state in ('ready', 'sleeping') union all
        select min(next_at) from outbox where state = 'queued' union all
        select min(due_at) from simulated_events) d where at > ${clock.now()}`.execute(db)
    return rows[0]?.at ?? null
  }

  async function buildScript({
    profile = 'intern_demo',
    steps = mailOnly,
    maxLines = 10,
    smsPerHour = 3600,
    windows = allDay,
    templates = harnessTemplates,
  }: NewScript = {}) {
    const { id: customerId } = await db
      .insertInto('customers')
      .values({ name: 'Demo Incasso', compliance_profile: profile })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: scriptId } = await db
      .insertInto('scripts')
      .values({ customer_id: customerId, name: 'Script', max_lines: maxLines, max_transfers: 0, sms_per_hour: smsPerHour })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: versionId } = await db
      .insertInto('script_versions')
      .values({ customer_id: customerId, script_id: scriptId, steps: JSON.stringify(steps) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('scripts').set({ live_version_id: versionId }).where('id', '=', scriptId).execute()
    const made = await db
      .insertInto('time_windows')
      .values(windows.map((window) => ({ customer_id: customerId, ...window })))
      .returning('id')
      .execute()
    await db
      .insertInto('script_windows')
      .values(made.map(({ id }) => ({ customer_id: customerId, script_id: scriptId, window_id: id })))
      .execute()
    for (const [key, texts] of Object.entries(templates)) {
      const kind = key === 'sms' || key === 'whatsapp' || key === 'call' ? key : 'email'
      for (const { approved } of Object.values(texts)) if (approved) await approve(db, customerId, approved)
      await insertTemplate(db, { customerId, key, kind, texts })
    }
    return { customerId, scriptId, versionId, firstStep: steps[0]?.key ?? '' }
  }

  type BuiltScript = Awaited<ReturnType<typeof buildScript>>

  async function buildBatch(script: BuiltScript, cases: NewCase[] | number) {
    const { customerId, versionId, firstStep } = script
    const { id: batchId } = await db
      .insertInto('batches')
      .values({ customer_id: customerId, script_id: script.scriptId, name: 'Batch', status: 'open' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('batch_counters').values({ customer_id: customerId, batch_id: batchId }).execute()
    const list = typeof cases === 'number' ? Array.from({ length: cases }, () => ({}) as NewCase) : cases
    const rows = list.map((one, i) => ({
      name: 'Jan',
      email: `jan${i}@example.nl`,
      mobile: `+3161234${String(5001 + i * 2)}`,
      phone: null,
      outstandingCents: 1250,
      ...one,
    }))
    // Set-based, as the import does it.
    const { rows: ids } = await sql<{ id: number }>`
      with made as (
        insert into cases (customer_id, batch_id, case_number, name, email, mobile, phone, outstanding_cents,
          invoice_number)
        select ${customerId}, ${batchId}, ${`B${batchId}-`} || n, name, email, mobile, phone, cents, 'F' || n
        from unnest(${rows.map((r) => r.name)}::text[], ${rows.map((r) => r.email)}::text[],
          ${rows.map((r) => r.mobile)}::text[], ${rows.map((r) => r.phone)}::text[],
          ${rows.map((r) => r.outstandingCents)}::bigint[]) with ordinality as r(name, email, mobile, phone, cents, n)
          order by n
          returning id)
      insert into case_runs (customer_id, case_id, batch_id, script_version_id, step, due_at)
      select ${customerId}, id, ${batchId}, ${versionId}, ${firstStep}, ${clock.now()}
      from made
      returning case_id as id`.execute(db)
    return { ...script, batchId, caseIds: ids.map((row) => row.id).sort((a, b) => a - b) }
  }

  return {
    ...database,
    services,
    clock,
    gateways,
    engineId,
    post,
    buildScript,
    buildBatch,
    sendDue,
    runUntilIdle,
    runUntil,
    /** One turn over the cases, without sending. */
    turn: () => takeTurn(services, engineId, new Map()),
    recover: () => recoverDead(services),
    newEngine: () => registerEngine(db),
    /** As if the process were gone for longer than its lease. */
    killEngine: (id: number) => sql`update engines set lease_until = now() - interval '1 second' where id = ${id}`.execute(db),
    states: async () =>
      Object.fromEntries(
        (
          await sql<{ state: string; n: number }>`select coalesce(o.state, c.state) as state, count(*)::int as n
            from communications c
            left join outbox o on o.customer_id = c.customer_id and o.communication_id = c.id
            group by 1
            order by 1`.execute(db)
        ).rows.map((r) => [r.state, r.n]),
      ),
    events: async (caseId: number) =>
      (await db.selectFrom('timeline').select('event').where('case_id', '=', caseId).orderBy('at').orderBy('id').execute()).map(
        (row) => row.event,
      ),
    caseOf: (caseId: number) => db.selectFrom('cases').selectAll().where('id', '=', caseId).executeTakeFirstOrThrow(),
    /** Rows in which the kept counters differ from the counted ones (R21): none. */
    counterFaults: async () =>
      (
        await sql`
      (select * from batch_counters except select * from batch_counters_recounted)
      union all (select * from batch_counters_recounted except select * from batch_counters)`.execute(db)
      ).rows,
    async close() {
      await gateways.close()
      await database.drop()
      rmSync(config.dataDir, { recursive: true, force: true })
    },
  }
}

export type EngineHarness = Awaited<ReturnType<typeof openEngineHarness>>
