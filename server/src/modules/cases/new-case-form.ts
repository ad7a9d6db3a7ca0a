import type { caseActionApi } from '@regie/contract/case-actions.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { fieldsOf } from '../fields/find-fields.ts'

// More are found by their name in the batch list; a list to choose from is read by people.
const batchesMax = 200

/** What the form of a new case asks for: the fields of the script, and the open batches that the case could join. */
export async function newCaseForm(
  { db }: Services,
  caller: Caller,
  scriptId: number,
): Promise<ResponseOf<typeof caseActionApi.fieldsOfScript>> {
  const script = await db.selectFrom('scripts').select(['customer_id', 'fields']).where('id', '=', scriptId).executeTakeFirst()
  if (!script) throw new AppError('script.notFound')
  mustAccessCustomer(caller, script.customer_id, 'script.notFound')
  const batches = await db
    .selectFrom('batches')
    .select(['id as batchID', 'name'])
    .where('customer_id', '=', script.customer_id)
    .where('script_id', '=', scriptId)
    .where('status', 'in', ['open', 'paused'])
    .where('is_single', '=', false)
    .where('is_demo', '=', false)
    .orderBy('id', 'desc')
    .limit(batchesMax)
    .execute()
  return { fields: fieldsOf(script.fields), batches }
}
