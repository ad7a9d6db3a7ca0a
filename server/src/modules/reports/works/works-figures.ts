import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { reportDaysMax } from '@regie/contract/payment-report.ts'
import type { worksReportApi } from '@regie/contract/works-report.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { addDays, toLocalTime } from '../../contact-permission/local-time.ts'
import { daysAsked, momentsOf } from '../report-period.ts'
import { compareVariants } from './compare-variants.ts'
import { countVariants } from './count-variants.ts'
import { listExperiments } from './list-experiments.ts'

type Query = RequestOf<typeof worksReportApi.figures>['query']

/** What came of each variant of an experiment, and how sure their differences are. */
export async function findWorksFigures(
  services: Services,
  caller: Caller,
  query: Query,
): Promise<ResponseOf<typeof worksReportApi.figures>> {
  const [experiment] = await listExperiments(services, caller, query)
  if (!experiment) throw new AppError('script.notFound')
  const now = services.clock.now()
  const until = query.until ?? toLocalTime(now).date
  const days = daysAsked({ from: query.from ?? addDays(until, 1 - reportDaysMax), to: until }, now)
  const moments = momentsOf(days)
  const { customerID, scriptID, step } = query
  const counted = await countVariants(services.pool, [customerID, scriptID, step, moments.from, moments.until, now])
  return { from: days.from, until: days.to, experiment, currencies: compareVariants(experiment, counted) }
}
