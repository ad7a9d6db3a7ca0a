import { Readable } from 'node:stream'
import type { Locale } from '@regie/contract/locale.ts'
import { withCustomers } from '../../platform/db/scope.ts'
import { byteOrderMark, csvLine } from '../../platform/documents/csv-cells.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { calledOf } from './audit-names.ts'
import { type AuditFilters, type AuditPlace, type FoundLine, listAuditLines } from './audit-queries.ts'
import { auditTexts } from './audit-texts.ts'

const pageSize = 1_000

/** The lines as a CSV file, streamed page by page: a year of them takes no more memory than a day. */
export function exportAudit(services: Pick<Services, 'db'>, caller: Caller, filters: AuditFilters, locale: Locale): FileReply {
  return { fileName: `${auditTexts[locale].fileName}.csv`, stream: Readable.from(linesOf(services, caller, filters, locale)) }
}

async function* linesOf({ db }: Pick<Services, 'db'>, caller: Caller, filters: AuditFilters, locale: Locale) {
  const { columns } = auditTexts[locale]
  yield byteOrderMark + csvLine(Object.values(columns))
  for (let before: AuditPlace | null = null; ; ) {
    // Read when the browser takes them, which is after the request has left its own scope.
    const place: AuditPlace | null = before
    const lines: FoundLine[] = await withCustomers(caller.customerIds, () =>
      listAuditLines(db, caller, filters, { limit: pageSize, before: place }),
    )
    yield lines
      .map((line) =>
        csvLine([
          ...[
            line.at,
            line.username ?? '',
            line.via,
            line.address ?? '',
            line.action,
            line.entity ?? '',
            line.entityID ?? '',
            calledOf(line),
          ],
          ...[String(line.customerID ?? ''), line.before ? JSON.stringify(line.before) : '', line.after ? JSON.stringify(line.after) : ''],
          ...[line.requestID ?? '', String(line.auditID)],
        ]),
      )
      .join('')
    const last = lines.at(-1)
    if (!last || lines.length < pageSize) return
    before = last.place
  }
}
