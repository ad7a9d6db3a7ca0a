import type { CaseDetail, CaseRow, caseApi } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { Pool } from 'pg'
import { AppError } from '../../platform/app-error.ts'
import { idsUnseen, isoText, prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { inTrial } from '../case-runs/run-selection.ts'
import { holderOf, lastCallerOf } from '../contact-facts/staff-facts.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { maskColumns, maskFields, maySeePersonalData } from '../fields/masks.ts'
import { caseTables, nextStepOf, plainCaseColumns } from './case-data.ts'
import { findKnownStep } from './known-steps.ts'

type Query = RequestOf<typeof caseApi.get>['query']
type Rest = Omit<CaseDetail, keyof CaseRow | 'run' | 'fieldDefs'>
type Run = Omit<NonNullable<CaseDetail['run']>, 'stepKind' | 'stepName' | 'heldBy'> & { versionId: number }
type CaseKey = Pick<CaseRow, 'customerID' | 'caseID'>
type DetailRow = Omit<CaseRow, 'nextStep'> & Rest & { run: Run | null; script_fields: unknown }

const caseHead = (scriptFields: string) => `
  select ${plainCaseColumns}, b.script_id as "scriptID", s.name as "scriptName", c.live_state as "liveState",
    ${isoText('c.created_at')} as "createdAt",
    c.status = 'paused' and c.paused_until is null as "pausedForever", c.paused_for as "pausedFor",
    c.fields, c.version, c.direction,
    b.is_demo as "isDemo", b.locked_at is not null as "batchLocked", ${scriptFields} as script_fields,
    case
      when c.linked_case_id is not null then (
        select json_build_object('caseID', o.id, 'caseNumber', o.case_number)
        from cases o
        where o.customer_id = c.customer_id and o.id = c.linked_case_id) end as "linkedCase",
    case
      when r.case_id is not null then json_build_object('step', r.step, 'state', r.state, 'dueAt',
        case
          when r.state in ('ready', 'sleeping') and ${inTrial}
          then ${isoText('r.due_at')} end,
        'held', case when r.state = 'sleeping' then r.held end,
        'versionId', r.script_version_id) end as run
  from ${caseTables}
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  left join case_runs r on r.customer_id = c.customer_id and r.case_id = c.id
  where c.customer_id = ${idsUnseen('$2')} and c.id = $1`

// As one value: telling apart 40 columns costs as much in Node as reading the case.
const asOneValue = (query: string) => `select row_to_json(found) as found from (${query}) found`

// The fields of a script are 8 kB of JSON: read only for who gets them, or has them masked.
const caseById = prepared<{ found: DetailRow }>('case-by-id', asOneValue(caseHead('null::jsonb')))
const caseWithFields = prepared<{ found: DetailRow }>('case-with-fields', asOneValue(caseHead('s.fields')))

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
  const row = (await find(pool, [caseId, caller.customerIds]))[0]?.found
  if (!row) throw new AppError('case.notFound')
  mustAccessCustomer(caller, row.customerID, 'case.notFound')
  const { script_fields, ...plain } = row
  const run = row.run && (await runOf(pool, row, row.run))
  const found = { ...plain, nextStep: await nextStepOf(pool, row, row.run) }
  if (find === caseById) return { ...found, run }
  const defs = fieldsOf(script_fields)
  const shown = seesAll ? found : { ...maskColumns(found, defs), fields: maskFields(found.fields, defs) }
  return { ...shown, run, ...(fieldDefs && { fieldDefs: defs }) }
}

async function runOf(pool: Pool, { customerID, caseID }: CaseKey, { versionId, ...run }: Run): Promise<CaseDetail['run']> {
  const findWho = findWhoBy[run.held ?? '']
  const heldBy = findWho ? ((await findWho(pool, [customerID, caseID]))[0]?.who ?? null) : null
  return { ...run, heldBy, ...(await findKnownStep(pool, customerID, versionId, run.step)) }
}
