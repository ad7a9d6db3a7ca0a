import { plannedCases } from '@regie/contract/experiment-rules.ts'
import { type ScriptStep, stepName } from '@regie/contract/scripts.ts'
import type { Experiment } from '@regie/contract/works-report.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'

type Split = Extract<ScriptStep, { kind: 'split' }>
type Row = { scriptID: number; script: string; live: boolean; step: Split }

// Each step that divides, as the newest version has it in which it stands. $2 is the script or null, $3 is the step or null.
const splits = prepared<Row>(
  'works-experiments',
  `select "scriptID", script, live, step
  from (
    select distinct on (s.id, step ->> 'key') s.id as "scriptID", s.name as script,
      v.id = s.live_version_id as live, step
    from scripts s
    join script_versions v on v.customer_id = s.customer_id and v.script_id = s.id
    cross join lateral jsonb_array_elements(v.steps) as step
    where s.customer_id = $1 and ($2::bigint is null or s.id = $2) and step ->> 'kind' = 'split'
      and ($3::text is null or step ->> 'key' = $3)
    order by s.id, step ->> 'key', v.id = s.live_version_id desc, v.id desc) newest
  order by live desc, lower(script), "scriptID", step ->> 'key'`,
)

export type ExperimentScope = { customerID: number; scriptID?: number | undefined; step?: string | undefined }

/** The experiments of a customer, of one script, or the one of one step. */
export async function listExperiments({ pool }: Pick<Services, 'pool'>, caller: Caller, scope: ExperimentScope): Promise<Experiment[]> {
  mustAccessCustomer(caller, scope.customerID, 'customer.notFound')
  const rows = await splits(pool, [scope.customerID, scope.scriptID ?? null, scope.step ?? null])
  return rows.map(({ step, ...row }) => {
    const { variants, plan } = step.settings
    return {
      ...row,
      ...{ step: step.key, name: stepName(step), plan, planned: plannedCases(plan, variants.length) },
      variants: variants.map(({ key, name, percent }) => ({ variant: key, name, percent })),
    }
  })
}
