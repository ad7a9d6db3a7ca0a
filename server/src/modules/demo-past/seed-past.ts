import { sql } from 'kysely'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { JobPayload, JobRun } from '../../jobs/job-catalogue.ts'
import { publish } from '../../live/publish.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { makePartitions } from '../../platform/db/make-partitions.ts'
import type { Services } from '../../services.ts'
import { findLiveTemplate, type LiveTemplate } from '../templates/template-queries.ts'
import { openChance } from './chance.ts'
import { addCurrentMatters } from './current-matters.ts'
import { beginHistory, type PastHistory, type Setting } from './history.ts'
import { insertArrangements, type UserIds } from './insert/insert-arrangements.ts'
import { finishBatch, goesInTrial, insertBatch, insertLines, insertPastCases, standAsToday } from './insert/insert-batch.ts'
import { insertAnswers } from './insert/insert-answers.ts'
import { insertLetters } from './insert/insert-letters.ts'
import { insertMessages, type Sending } from './insert/insert-messages.ts'
import { insertReadings } from './insert/insert-readings.ts'
import { insertMoney, makeTokens } from './insert/insert-money.ts'
import { insertVariants } from './insert/insert-variants.ts'
import { pastCalls } from './past-calls.ts'
import { pastNumberChecks } from './past-number-checks.ts'
import { pastChat } from './past-chat.ts'
import { type PastBatch, planBatches } from './past-batches.ts'
import { hasWorked } from './colleagues.ts'
import { inventDebtor } from './past-debtors.ts'
import { uploadFaults } from './upload-faults.ts'
import { settleHistory, walkCase } from './walk-case.ts'

type Payload = JobPayload<'seedDemoPast'>
/** What all batches of a customer share. */
type Stage = {
  customerId: number
  colleagues: UserIds
  scripts: Record<'works' | 'off', { id: number; versionId: number; steps: ReadonlyMap<string, ScriptStep>; firstStep: string }>
  sending: Omit<Sending, 'tokens' | 'scriptVersionId'>
  today: Date
}

// One for each customer; batches of one past are made one after the other.
const lockNumber = 4_300_009
const monthsBack = 14

/**
 * Job: gives a demo customer a year that has gone by, a batch in each transaction. A batch whose first case number exists is there already, so a job
 * whose process was killed goes on where it stood. The past is the same each time, dated from the moment in the payload.
 */
export async function seedPast(services: Services, payload: Payload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const { db } = services
  const stage = await openStage(services, payload)
  const { today } = stage
  await makePartitions(db, new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsBack, 1)), monthsBack + 4)
  const which = payload.which === 0 ? 0 : 1
  // The oldest first: lists show the newest number on top.
  for (const [at, batch] of planBatches(which, today).entries()) {
    signal.throwIfAborted()
    const seed = which * 1_000_000 + at * 10_000
    await db.transaction().execute((tx) => seedBatch(tx, services, stage, batch, seed))
  }
  await uploadFaults(services, payload)
  await pastChat(services, stage)
  await pastNumberChecks(db, stage)
  await pastCalls(db, stage)
}

async function openStage({ db, config }: Services, { customerId, scriptId, offScriptId, atMs }: Payload): Promise<Stage> {
  const { name } = await db.selectFrom('customers').select('name').where('id', '=', customerId).executeTakeFirstOrThrow()
  const scripts = { works: await findScript(db, customerId, scriptId), off: await findScript(db, customerId, offScriptId) }
  const templates = [...scripts.works.steps.values()].flatMap((step) => ('template' in step.settings ? step.settings.template : []))
  const live = new Map<string, LiveTemplate>()
  for (const key of new Set(templates)) {
    const found = await findLiveTemplate(db, customerId, key)
    if (found) live.set(key, found)
  }
  const address = /<([^<>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom
  return {
    ...{ customerId, scripts, today: new Date(atMs), colleagues: await findColleagues(db) },
    sending: {
      templates: live,
      senders: { email: `${name} <${address}>`, sms: name.replace(/[^a-z0-9]/gi, '').slice(0, 11), whatsapp: name, call: '' },
      publicUrl: config.publicUrl,
    },
  }
}

async function findScript(db: Db, customerId: number, scriptId: number) {
  const { id: versionId, steps } = await db
    .selectFrom('scripts as s')
    .innerJoin('script_versions as v', (join) => join.onRef('v.customer_id', '=', 's.customer_id').onRef('v.id', '=', 's.live_version_id'))
    .select(['v.id', 'v.steps'])
    .where('s.customer_id', '=', customerId)
    .where('s.id', '=', scriptId)
    .executeTakeFirstOrThrow()
  const list = steps as ScriptStep[]
  return { id: scriptId, versionId, steps: new Map(list.map((step) => [step.key, step])), firstStep: list[0]?.key ?? '' }
}

/** Who did the work: the demo's own users. */
async function findColleagues(db: Db): Promise<UserIds> {
  const rows = await db.selectFrom('staff').select(['id', 'username']).where(hasWorked).orderBy('id').execute()
  return new Map(rows.map(({ id, username }) => [username, id]))
}

async function seedBatch(tx: Transaction, services: Services, stage: Stage, batch: PastBatch, seed: number) {
  const { customerId, today, colleagues } = stage
  await sql`select pg_advisory_xact_lock(${lockNumber}, ${customerId})`.execute(tx)
  const isThere = await tx
    .selectFrom('cases')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('case_number', '=', `${batch.prefix}0001`)
    .executeTakeFirst()
  if (isThere) return
  const script = stage.scripts[batch.end === 'scriptOff' ? 'off' : 'works']
  const byUser = [...colleagues.keys()].find((username) => username === 'teamleider') ?? [...colleagues.keys()][0] ?? ''
  const made = { customerId, scriptId: script.id, byUser, batch }
  const batchId = await insertBatch(tx, made)
  const ref = { customerId, batchId }
  const histories = inventHistories(stage, batch, script, seed)
  const cases = await insertPastCases(tx, made, batchId, histories)
  const tokens = makeTokens(cases)
  await insertMoney(tx, ref, cases, { tokens, scriptVersionId: script.versionId })
  const messageIds = await insertMessages(tx, ref, cases, { ...stage.sending, tokens, scriptVersionId: script.versionId })
  await insertLetters(tx, services, ref, cases, { ...stage.sending, scriptVersionId: script.versionId })
  await insertReadings(tx, customerId, cases, { ...stage.sending, messageIds })
  await insertAnswers(tx, ref, cases, { messageIds, today })
  await insertLines(tx, customerId, cases, messageIds)
  await insertArrangements(tx, ref, cases, colleagues)
  await insertVariants(tx, { customerId, scriptId: script.id }, cases)
  await standAsToday(tx, ref, cases, today)
  await finishBatch(tx, ref, batch, cases, today)
  await publish(tx, { kind: 'batch.changed', customerId, batchId })
}

/** What became of each case of a batch; of one that tries itself the rest has not begun. */
function inventHistories(stage: Stage, batch: PastBatch, script: Stage['scripts']['works'], seed: number): PastHistory[] {
  const [first = 'demo', ...others] = [...stage.colleagues.keys()].filter((username) => username !== 'beheer')
  const invented = Array.from({ length: batch.size }, (_, at) => {
    const chance = openChance(seed + at)
    const debtor = inventDebtor(chance, batch, { at, serial: (seed / 10_000) * 300 + at })
    const setting: Setting = { batch, chance, colleagues: [first, ...others], firstStep: script.firstStep }
    const history = goesInTrial(batch, at) ? walkCase(setting, script.steps, debtor, at) : beginHistory(setting, debtor, batch.importedAt)
    return { setting, history }
  })
  if (batch.end === 'open') addCurrentMatters(invented, stage.today)
  return invented.map(({ history }) => settleHistory(history, stage.today))
}
