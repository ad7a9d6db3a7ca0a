import { type Demo, type demoApi, demosPerDay } from '@regie/contract/demos.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { fromLocalTime, toLocalTime } from '../contact-permission/local-time.ts'
import { pressableIn } from '../templates/render-template.ts'
import { listLiveTexts } from '../templates/template-queries.ts'

const demosShown = 20

/** What can be shown, and what this user showed lately. */
export async function listDemos({ db, clock }: Services, caller: Caller, customerId: number): Promise<ResponseOf<typeof demoApi.list>> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const scripts = await db
    .selectFrom('scripts as s')
    .innerJoin('script_versions as v', (join) => join.onRef('v.customer_id', '=', 's.customer_id').onRef('v.id', '=', 's.live_version_id'))
    .select(({ fn, ref }) => ['s.id', 's.name', 's.active', fn<number>('jsonb_array_length', [ref('v.steps')]).as('steps')])
    .where('s.customer_id', '=', customerId)
    .orderBy('s.name')
    .execute()
  const demos = await demoRows(db)
    .where('d.customer_id', '=', customerId)
    .where('d.user_id', '=', caller.userId)
    .orderBy('d.started_at', 'desc')
    .limit(demosShown)
    .execute()
  return {
    scripts: scripts.map(({ id, name, active, steps }) => ({ scriptID: id, name, active, steps })),
    leftToday: Math.max(0, demosPerDay - (await countDemosToday(db, caller.userId, clock.now()))),
    demos: demos.map(demoOf),
  }
}

/** The live steps of a script, to look at before it is shown. */
export async function findDemoSteps({ db }: Services, caller: Caller, scriptId: number): Promise<ResponseOf<typeof demoApi.steps>> {
  const row = await db
    .selectFrom('scripts as s')
    .innerJoin('script_versions as v', (join) => join.onRef('v.customer_id', '=', 's.customer_id').onRef('v.id', '=', 's.live_version_id'))
    .select(['s.customer_id', 'v.steps'])
    .where('s.id', '=', scriptId)
    .executeTakeFirst()
  if (!row) throw new AppError('script.notFound')
  mustAccessCustomer(caller, row.customer_id, 'script.notFound')
  const steps = row.steps as ScriptStep[]
  const sent = new Set(steps.flatMap((step) => (step.kind === 'send-whatsapp' ? [step.settings.template] : [])))
  const texts = sent.size === 0 ? [] : await listLiveTexts(db, row.customer_id)
  const templates = texts.flatMap(({ key, kind, texts: written }) => {
    const pressable = kind === 'whatsapp' && sent.has(key) ? pressableIn(written) : []
    return pressable.length === 0 ? [] : [{ key, pressable }]
  })
  return { steps, templates }
}

/** A demo of the caller's own; those of others do not exist for them. */
export async function findDemo(db: Db, caller: Caller, caseId: number): Promise<Demo> {
  const row = await demoRows(db).where('d.case_id', '=', caseId).where('d.user_id', '=', caller.userId).executeTakeFirst()
  if (!row) throw new AppError('demo.notFound')
  mustAccessCustomer(caller, row.customer_id, 'demo.notFound')
  return demoOf(row)
}

/** Does this case show a script to the caller, who started it? */
export async function isOwnDemo(db: Db, caller: Caller, caseId: number): Promise<boolean> {
  if (!caller.rights.includes(Right.demo)) return false
  const row = await demoRows(db)
    .where('d.case_id', '=', caseId)
    .where('d.customer_id', 'in', [0, ...caller.customerIds])
    .where('d.user_id', '=', caller.userId)
    .executeTakeFirst()
  return row !== undefined
}

/** How many they started since midnight in Amsterdam. */
export async function countDemosToday(db: Db, userId: number, now: Date): Promise<number> {
  const { started } = await db
    .selectFrom('demos')
    .select(({ fn }) => fn.countAll<number>().as('started'))
    .where('user_id', '=', userId)
    .where('started_at', '>=', fromLocalTime(toLocalTime(now).date, 0))
    .executeTakeFirstOrThrow()
  return started
}

function demoRows(db: Db) {
  return db
    .selectFrom('demos as d')
    .innerJoin('cases as c', (join) => join.onRef('c.customer_id', '=', 'd.customer_id').onRef('c.id', '=', 'd.case_id'))
    .innerJoin('scripts as s', (join) => join.onRef('s.customer_id', '=', 'd.customer_id').onRef('s.id', '=', 'd.script_id'))
    .select(['d.customer_id', 'd.case_id', 'c.case_number', 'd.script_id', 's.name', 'c.status', 'c.result', 'd.started_at', 'd.username'])
}

type Row = Awaited<ReturnType<ReturnType<typeof demoRows>['execute']>>[number]

function demoOf(row: Row): Demo {
  return {
    caseID: row.case_id,
    caseNumber: row.case_number,
    scriptID: row.script_id,
    scriptName: row.name,
    status: row.status as Demo['status'],
    result: row.result,
    startedAt: row.started_at.toISOString(),
    by: row.username,
  }
}
