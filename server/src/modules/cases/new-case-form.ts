import type { caseActionApi, NewCaseStart } from '@regie/contract/case-actions.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { ScriptSteps, stepName } from '@regie/contract/scripts.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { firstContact } from '../case-runs/first-contact.ts'
import { openingOf } from '../contact-permission/time-window.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { type OpeningJson, openingJson, readOpening } from '../hours/opening-json.ts'

// More are found by their name in the batch list; a list to choose from is read by people.
const batchesMax = 200

type Row = { customerId: number; active: boolean; fields: unknown; opening: OpeningJson; steps: unknown }

/** What the form of a new case asks for: the fields of the script, the open batches that the case could join, and how its script begins. */
export async function newCaseForm(
  { db, clock }: Services,
  caller: Caller,
  scriptId: number,
): Promise<ResponseOf<typeof caseActionApi.fieldsOfScript>> {
  const { rows } = await sql<Row>`
    select s.customer_id as "customerId", s.active, s.fields, ${sql.raw(openingJson('s', 'k'))} as opening, v.steps
    from scripts s
    join customers k on k.id = s.customer_id
    left join script_versions v on v.customer_id = s.customer_id and v.id = s.live_version_id
    where s.id = ${scriptId}`.execute(db)
  const [script] = rows
  if (!script) throw new AppError('script.notFound')
  mustAccessCustomer(caller, script.customerId, 'script.notFound')
  const batches = await db
    .selectFrom('batches')
    .select(['id as batchID', 'name'])
    .where('customer_id', '=', script.customerId)
    .where('script_id', '=', scriptId)
    .where('status', 'in', ['open', 'paused'])
    .where('is_single', '=', false)
    .where('is_demo', '=', false)
    .orderBy('id', 'desc')
    .limit(batchesMax)
    .execute()
  return { fields: fieldsOf(script.fields), batches, start: startOf(script, clock.now()) }
}

/** By the waits before it and the hours of the channel; what is known of a person may hold it longer. */
function startOf({ active, steps, opening }: Row, now: Date): NewCaseStart | null {
  if (steps === null) return null
  const list = ScriptSteps.parse(steps)
  const [first] = list
  if (first === undefined) return null
  const contact = active ? firstContact(list, first.key) : null
  if (contact === null) return { stepName: stepName(first), firstContact: null }
  const from = new Date(now.getTime() + contact.afterMinutes * 60_000)
  const hours = openingOf(readOpening(opening), contact.channel, from)
  const at = hours.open ? from : hours.nextAt
  return { stepName: stepName(first), firstContact: at && { channel: contact.channel, at: at.toISOString() } }
}
