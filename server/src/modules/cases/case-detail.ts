import type { CaseDetail, caseApi } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { Pool } from 'pg'
import { AppError } from '../../platform/app-error.ts'
import { idsText, idsUnseen, isoOf, prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { inTrial } from '../case-runs/run-selection.ts'
import { holderOf, lastCallerOf } from '../contact-facts/staff-facts.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { maskColumns, maskFields, maySeePersonalData } from '../fields/masks.ts'
import { type CaseJson, type CasePlace, caseOfJson, caseTables, nextStepOf } from './case-data.ts'
import { findKnownStep } from './known-steps.ts'

type Query = RequestOf<typeof caseApi.get>['query']
type Run = NonNullable<CaseDetail['run']>
type RunJson = Pick<Run, 'step' | 'state' | 'held'> & { due_at: string; script_version_id: number }
type Found = Pick<CaseDetail, 'batchName' | 'scriptID' | 'scriptName' | 'isDemo' | 'batchLocked'> & {
  case: CaseJson &
    Pick<CaseDetail, 'fields' | 'version' | 'direction'> & {
      live_state: CaseDetail['liveState']
      paused_for: CaseDetail['pausedFor']
      created_at: string
      linked_case_id: number | null
      anonymous_at: string | null
      texts_gone_at: string | null
    }
  run: RunJson | null
  /** False while its batch tries itself with other cases. */
  inTrial: boolean
  scriptFields: unknown
}

// Rows as they are: every time a statement runs, PostgreSQL makes each column ready that it names. With 45 of them, each instant as text, that took
// longer than finding the case.
const caseWith = (name: string, scriptFields: string) =>
  prepared<Found>(
    name,
    `select row_to_json(c) as case, row_to_json(r) as run, b.name as "batchName", b.is_demo as "isDemo",
      b.locked_at is not null as "batchLocked", s.id as "scriptID", s.name as "scriptName", ${inTrial} as "inTrial",
      ${scriptFields} as "scriptFields"
    from ${caseTables}
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    left join case_runs r on r.customer_id = c.customer_id and r.case_id = c.id
    where c.customer_id = ${idsUnseen('$2')} and c.id = $1`,
  )

// The fields of a script are 8 kB of JSON: read only for who gets them, or has them masked.
const caseById = caseWith('case-by-id', 'null')
const caseWithFields = caseWith('case-with-fields', 's.fields')

const linkedCase = prepared<{ caseID: number; caseNumber: string }>(
  'linked-case',
  'select id as "caseID", case_number as "caseNumber" from cases where customer_id = $1 and id = $2',
)

const handOverOfCase = prepared<NonNullable<CaseDetail['handedOver']>>(
  'hand-over-of-case',
  `select h.id as "handOverID", h.name as to, h.on_day::text as on
  from hand_over_cases k
  join hand_overs h on h.customer_id = k.customer_id and h.id = k.hand_over_id
  where k.customer_id = $1 and k.case_id = $2 and k.state = 'handedOver'`,
)

// Few cases are held by somebody, and with every case PostgreSQL would make ready for the question: a quarter of what reading one costs it.
const whoOf = (name: string, who: string) =>
  prepared<{ who: string | null }>(name, `select ${who} as who from cases c where c.customer_id = $1 and c.id = $2`)
const findLastCaller = whoOf('last-caller-of-case', lastCallerOf('c'))
const findHolder = whoOf('holder-of-case', holderOf('c'))
const findWhoBy: Partial<Record<string, typeof findHolder>> = {
  staffCall: findLastCaller,
  staffResult: findLastCaller,
  caseHeld: findHolder,
}

/** One case with its fields and its place in the script. Its lights and its payment links are asked apart: each panel of the screen asks its own. */
export async function findCaseDetail(
  { pool }: Services,
  caller: Caller,
  caseId: number,
  { fieldDefs = false }: Query,
): Promise<CaseDetail> {
  const seesAll = maySeePersonalData(caller)
  const find = seesAll && !fieldDefs ? caseById : caseWithFields
  const [row] = await find(pool, [caseId, idsText(caller.customerIds)])
  if (!row) throw new AppError('case.notFound')
  mustAccessCustomer(caller, row.case.customer_id, 'case.notFound')
  const found = await detailOf(pool, row)
  if (find === caseById) return found
  const defs = fieldsOf(row.scriptFields)
  const shown = seesAll ? found : { ...maskColumns(found, defs), fields: maskFields(found.fields, defs) }
  return { ...shown, ...(fieldDefs && { fieldDefs: defs }) }
}

async function detailOf(
  pool: Pool,
  { case: c, batchName, scriptID, scriptName, isDemo, batchLocked, ...standing }: Found,
): Promise<CaseDetail> {
  const place = placeOf(standing)
  return {
    ...caseOfJson(c),
    claimCents: c.outstanding_cents,
    batchName,
    nextStep: await nextStepOf(pool, { customerID: c.customer_id, status: c.status }, place),
    scriptID,
    scriptName,
    direction: c.direction,
    liveState: c.live_state,
    createdAt: isoOf(c.created_at),
    pausedForever: c.status === 'paused' && c.paused_until === null,
    pausedFor: c.paused_for,
    fields: c.fields,
    run: place && (await runOf(pool, c, place)),
    linkedCase: c.linked_case_id === null ? null : ((await linkedCase(pool, [c.customer_id, c.linked_case_id]))[0] ?? null),
    handedOver: c.status === 'closed' ? ((await handOverOfCase(pool, [c.customer_id, c.id]))[0] ?? null) : null,
    isDemo,
    batchLocked,
    anonymousAt: c.anonymous_at && isoOf(c.anonymous_at),
    textsGoneAt: c.texts_gone_at && isoOf(c.texts_gone_at),
    version: c.version,
  }
}

type Place = CasePlace & Pick<Run, 'state' | 'held'>

/** Where the case stands: one that waits for news or for the end of a trial has no moment, and only one that sleeps is held. */
function placeOf({ run, inTrial }: Pick<Found, 'run' | 'inTrial'>): Place | null {
  if (!run) return null
  const isTimed = inTrial && (run.state === 'ready' || run.state === 'sleeping')
  const { step, state, script_version_id: versionId } = run
  return { step, state, versionId, dueAt: isTimed ? isoOf(run.due_at) : null, held: state === 'sleeping' ? run.held : null }
}

async function runOf(pool: Pool, { customer_id, id }: CaseJson, { versionId, ...run }: Place): Promise<Run> {
  const findWho = findWhoBy[run.held ?? '']
  const heldBy = findWho ? ((await findWho(pool, [customer_id, id]))[0]?.who ?? null) : null
  return { ...run, heldBy, ...(await findKnownStep(pool, customer_id, versionId, run.step)) }
}
