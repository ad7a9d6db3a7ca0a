import { PassThrough, pipeline, type Readable } from 'node:stream'
import type { Locale } from '@regie/contract/locale.ts'
import { AppError } from '../../platform/app-error.ts'
import { copyOut } from '../../platform/db/copy.ts'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import { type Caller, mustServe } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { batchReportCopy } from './batch-report.ts'
import { reportTexts } from './report-texts.ts'

/** The results of batches as CSV, streamed: a million cases take no more memory than one. */
export async function downloadReport(
  { db, pool }: Pick<Services, 'db' | 'pool'>,
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
    mustServe(caller, batch.customer_id, 'batch.notFound')
    return { customerId: batch.customer_id, batchId: batch.id, name: batch.name }
  })
  const texts = reportTexts[locale]
  const rows = await copyOut(pool, batchReportCopy(batches, texts))
  const stream = new PassThrough()
  // PostgreSQL ends its lines with a line feed alone, so the heading does too.
  stream.write(byteOrderMark + csvLine(Object.values(texts.columns)).replace('\r\n', '\n'))
  // Whoever drops the download drops the query with it; a query that fails breaks the download off instead of ending it as if complete.
  pipeline(rows, stream, () => undefined)
  const only = batches.length === 1 ? batches[0]?.name.replace(/[^\p{L}\p{N} ._-]/gu, '').trim() : ''
  return { fileName: `${[texts.fileName, only].filter(Boolean).join(' ')}.csv`, stream }
}
