import { customerOfRight, ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import type { ReportWish } from '@regie/contract/report-wish.ts'
import type { FileTab } from '@regie/contract/stored-files.ts'
import type { JobPayload, JobRun } from '../../../jobs/job-catalogue.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { withAllCustomers, withCustomers } from '../../../platform/db/scope.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { announceFile, failMade, isAwaited, keepMade } from '../../files/made-files.ts'
import { findRightsNow } from '../../identity/users/user-standing.ts'
import { downloadReport, downloadReportBook, openFile } from './download-report.ts'
import { notifyOfReport } from './notify-of-report.ts'
import type { ReportPlan } from './report-sql.ts'

type Needed = Pick<Services, 'db' | 'pool' | 'config' | 'clock'>
type Wanted = { format: 'csv' | 'xlsx'; wish: ReportWish }

const tabOf: Record<ReportWish['kind'], FileTab> = { batch: 'result', script: 'report' }

/** Has a report made by a job, and kept. What cannot be made is refused now. */
export async function askForReport(services: Needed, caller: Caller, { format, wish }: Wanted) {
  const { plan, fileName, customerId } = await openFile(services, caller, wish)
  const tab = tabOf[wish.kind]
  const file = { customerId, userId: caller.userId, kind: tab, format, name: `${fileName}.${format}`, needs: needsOf(caller, plan, wish) }
  const { fileId } = await services.db.transaction().execute(async (tx) => {
    const made = await announceFile(tx, file)
    await enqueue(tx, 'makeReport', { ...made, userId: caller.userId, format, wish })
    return made
  })
  return { fileID: fileId, customerID: customerId, tab }
}

/** Job: makes the report with the rights that whoever asked for it has now. A second run makes it anew. */
export async function makeReport(services: Needed, payload: JobPayload<'makeReport'>, { signal, isLastAttempt }: JobRun): Promise<void> {
  const { db, config, clock } = services
  const { userId, format, wish } = payload
  if (!(await isAwaited(db, payload))) return
  const rights = await withAllCustomers(() => findRightsNow(db, userId, clock.now()))
  const customerIds = rights.flatMap((right) => customerOfRight(right) ?? [])
  const caller: Caller = { userId, username: '', rights, stage: 'full', sessionId: null, customerIds }
  try {
    await withCustomers(customerIds, async () => {
      if (![Right.exportReports, Right.viewCases].every((right) => rights.includes(right))) throw new AppError('error.rightMissing')
      const { plan } = await openFile(services, caller, wish)
      const { fileName: name, stream } = await (format === 'csv' ? downloadReport : downloadReportBook)(services, caller, wish)
      const made = { name, stream, needs: needsOf(caller, plan, wish) }
      const onKept = (tx: Transaction) => notifyOfReport(tx, payload, 'fileReady', clock.now())
      await keepMade(db, payload, made, { config, signal, onKept })
    })
  } catch (error) {
    if (error instanceof AppError) return fail(services, payload, error.code)
    if (isLastAttempt && !signal.aborted) await fail(services, payload, 'error.unexpected')
    throw error
  }
}

/** Its job is not tried any more. */
export const failReport = (services: Pick<Services, 'db' | 'clock'>, payload: JobPayload<'makeReport'>): Promise<void> =>
  fail(services, payload, 'error.unexpected')

const fail = ({ db, clock }: Pick<Services, 'db' | 'clock'>, payload: JobPayload<'makeReport'>, fault: string): Promise<void> =>
  failMade(db, payload, fault, (tx) => notifyOfReport(tx, payload, 'fileFailed', clock.now()))

/** What somebody must hold to take it along: all that was in the making of it. Sums of cases show no case. */
function needsOf(caller: Caller, { source, columns }: ReportPlan, wish: ReportWish): number[] {
  const customers = 'batches' in source ? source.batches.map(({ customerId }) => customerId) : [source.customerId]
  return [
    ...new Set([
      wish.kind === 'batch' ? Right.reportBatches : Right.reportScripts,
      ...(wish.granularity === undefined ? [Right.viewCases] : []),
      ...(wish.granularity === undefined && maySeePersonalData(caller) ? [Right.viewPersonalData] : []),
      ...columns.flatMap(({ column }) => column.right ?? []),
      ...customers.map((customerId) => ownCustomerRight(customerId)),
    ]),
  ]
}
