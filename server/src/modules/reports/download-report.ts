import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Locale } from '@regie/contract/locale.ts'
import { AppError } from '../../platform/app-error.ts'
import { exportBudget } from '../../platform/budgets.ts'
import { spoolCopy } from '../../platform/db/spool-copy.ts'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { maySeePersonalData } from '../fields/masks.ts'
import { batchColumns, batchReportCopy } from './batch-report.ts'
import { reportTexts } from './report-texts.ts'

/** The results of batches as CSV: a million cases take no more memory than one, and who reads slowly holds up nobody. */
export async function downloadReport(
  { db, pool, config }: Pick<Services, 'db' | 'pool' | 'config'>,
  caller: Caller,
  batchIds: readonly number[],
  locale: Locale,
): Promise<{ fileName: string; stream: Readable }> {
  const wanted = [...new Set(batchIds)]
  if (wanted.length === 0) throw new AppError('report.noBatches')
  const found = await db.selectFrom('batches').select(['id', 'customer_id', 'name']).where('id', 'in', wanted).execute()
  const batches = wanted.map((id) => {
    const batch = found.find((row) => row.id === id)
    if (!batch) throw new AppError('batch.notFound')
    mustAccessCustomer(caller, batch.customer_id, 'batch.notFound')
    return { customerId: batch.customer_id, batchId: batch.id, name: batch.name }
  })
  const texts = reportTexts[locale]
  await mustFit(db, batches)
  // PostgreSQL ends its lines with a line feed alone, so the heading does too.
  const head = byteOrderMark + csvLine(batchColumns.map((key) => texts.columns[key])).replace('\r\n', '\n')
  const { bytesMax, totalMs } = exportBudget
  const dir = path.join(config.dataDir, 'spool')
  const stream = await spoolCopy(pool, batchReportCopy(batches, texts, { seesPersonalData: maySeePersonalData(caller) }), {
    head,
    dir,
    bytesMax,
    totalMs,
  })
  const only = batches.length === 1 ? batches[0]?.name.replace(/[^\p{L}\p{N} ._-]/gu, '').trim() : ''
  return { fileName: `${[texts.fileName, only].filter(Boolean).join(' ')}.csv`, stream }
}

/** The kept counters know how many rows it will be. */
async function mustFit(db: Services['db'], batches: readonly { customerId: number; batchId: number }[]) {
  const { total } = await db
    .selectFrom('batch_counters')
    .select(({ fn }) => fn.sum<number>('total').as('total'))
    .where(
      'batch_id',
      'in',
      batches.map(({ batchId }) => batchId),
    )
    .executeTakeFirstOrThrow()
  if (total > exportBudget.rowsMax) throw new AppError('report.tooManyRows', { params: { count: exportBudget.rowsMax } })
}
