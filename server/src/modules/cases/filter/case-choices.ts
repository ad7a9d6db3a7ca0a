import { type CaseChoices, noResult } from '@regie/contract/case-filter.ts'
import { idsUnseen, prepared } from '../../../platform/db/prepared.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findKnownStep } from '../known-steps.ts'

/** By what the cases of a batch differ now; what all of it lacks is no choice. */
export async function findCaseChoices({ pool }: Services, caller: Caller, batchId: number): Promise<CaseChoices> {
  const [found] = await choices(pool, [batchId, caller.customerIds, noResult])
  if (found === undefined) throw new AppError('batch.notFound')
  mustAccessCustomer(caller, found.customerId, 'batch.notFound')
  const { results, answers, steps } = found
  const named = await Promise.all(
    steps.map(async ({ step, count, versionId }) => {
      const { stepName } = await findKnownStep(pool, found.customerId, versionId, step)
      return { step, count, name: stepName }
    }),
  )
  return { results, answers, steps: named }
}

type Found = Pick<CaseChoices, 'results' | 'answers'> & {
  customerId: number
  steps: { step: string; count: number; versionId: number }[]
}

// A step that several versions have is called as the newest of them calls it.
const choices = prepared<Found>(
  'case-choices',
  `select b.customer_id as "customerId",
    (select coalesce(json_agg(one order by one.count desc), '[]') from (
      select case when coalesce(result, '') = '' then $3 else result end as result, count(*)
      from cases
      where customer_id = b.customer_id and batch_id = b.id
      group by coalesce(result, ''), result) one) as results,
    (select coalesce(json_agg(one order by one.count desc), '[]') from (
      select last_answer as answer, count(*)
      from cases
      where customer_id = b.customer_id and batch_id = b.id and last_answer is not null
      group by last_answer) one) as answers,
    (select coalesce(json_agg(one order by one.count desc), '[]') from (
      select r.step, count(*), max(r.script_version_id) as "versionId"
      from case_runs r
      join cases c on c.customer_id = r.customer_id and c.id = r.case_id and c.status <> 'closed'
      where r.customer_id = b.customer_id and r.batch_id = b.id and r.state <> 'finished'
      group by r.step) one) as steps
  from batches b
  where b.customer_id = ${idsUnseen('$2')} and b.id = $1`,
)
