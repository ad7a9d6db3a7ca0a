import { Readable } from 'node:stream'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import {
  type mailReportApi,
  type MessageCounts,
  type MessageShares,
  type ReportedChannel,
  sharesOf,
} from '@regie/contract/message-report.ts'
import { byteOrderMark, csvLine } from '../../../platform/documents/csv-cells.ts'
import { type BookCell, streamWorkbook } from '../../../platform/documents/xlsx.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { bookCell, bookFormats, csvCell } from '../columns/cell-values.ts'
import { type ReportTexts, reportTexts } from '../report-texts.ts'
import { findMessageBuckets, findMessageErrors, findMessageGroups } from './message-figures.ts'

type Query = RequestOf<typeof mailReportApi.file>['query']
type Key = Exclude<keyof ReportTexts['messages']['columns'], 'total' | 'none'>
type Type = 'moment' | 'text' | 'count' | 'share'
type Cell = string | number | null
type Table = { columns: { key: Key; type: Type }[]; rows: Cell[][] }

const numbers = (...keys: (keyof MessageCounts)[]) => keys.map((key) => ({ key, type: 'count' as const }))
const shares = (...keys: (keyof MessageShares)[]) => keys.map((key) => ({ key, type: 'share' as const }))

/** What the table on screen has, of each channel. */
const columnsOf = {
  email: [
    ...numbers('all', 'sent', 'unknown', 'delivered', 'failed', 'measured', 'opened', 'maybeOpened', 'clicked', 'answered', 'unsubscribed'),
    ...shares('deliveredShare', 'failedShare', 'openedShare', 'clickedShare', 'answeredShare'),
  ],
  whatsapp: [
    ...numbers('all', 'sent', 'unknown', 'delivered', 'read', 'failed', 'answered'),
    ...shares('deliveredShare', 'failedShare', 'readShare', 'answeredShare'),
  ],
}

/** What a tab of the report shows, as CSV: its rows, and a last one of them all. */
export async function exportMessages(services: Services, caller: Caller, channel: ReportedChannel, query: Query): Promise<FileReply> {
  const texts = reportTexts[query.locale].messages
  const { columns, rows } = await tableOf(services, caller, channel, query)
  const lines = [
    columns.map(({ key }) => texts.columns[key]),
    ...rows.map((row) => row.map((cell, at) => csvText(columns[at]?.type ?? 'text', cell))),
  ]
  return { fileName: `${texts.fileName[channel]}.csv`, stream: Readable.from([byteOrderMark + lines.map(csvLine).join('')]) }
}

/** The same as a workbook: numbers and shares are numbers, moments are dates. */
export async function exportMessageBook(services: Services, caller: Caller, channel: ReportedChannel, query: Query): Promise<FileReply> {
  const texts = reportTexts[query.locale].messages
  const { columns, rows } = await tableOf(services, caller, channel, query)
  async function* lines(): AsyncGenerator<BookCell[]> {
    yield* rows.map((row) => row.map((cell, at) => bookValue(columns[at]?.type ?? 'text', cell)))
  }
  const heads = columns.map(({ key, type }) => ({ heading: texts.columns[key], format: bookFormats[type] }))
  return { fileName: `${texts.fileName[channel]}.xlsx`, stream: streamWorkbook(texts.fileName[channel], lines(), heads) }
}

// The last row has a word where the others have a moment.
const isWord = (type: Type, cell: Cell) => type === 'moment' && typeof cell === 'string' && Number.isNaN(Date.parse(cell))
const csvText = (type: Type, cell: Cell) => csvCell(isWord(type, cell) ? 'text' : type, cell)
const bookValue = (type: Type, cell: Cell) => bookCell(isWord(type, cell) ? 'text' : type, cell)

async function tableOf(services: Services, caller: Caller, channel: ReportedChannel, query: Query): Promise<Table> {
  const { messages: texts, causes } = reportTexts[query.locale]
  if (query.view === 'errors') {
    const { rows } = await findMessageErrors(services, caller, channel, query)
    return {
      columns: [
        { key: 'cause', type: 'text' },
        { key: 'code', type: 'text' },
        { key: 'failed', type: 'count' },
      ],
      rows: rows.map(({ cause, code, count }) => [cause === null ? '' : causes[cause], code, count]),
    }
  }
  // Templates have no share in who unsubscribes.
  const columns = columnsOf[channel].filter(({ key }) => query.view !== 'templates' || key !== 'unsubscribed')
  const cells = (counts: MessageCounts) => {
    const all = { ...counts, ...sharesOf(counts) }
    return columns.map(({ key }) => all[key])
  }
  if (query.view === 'buckets') {
    const { rows, total } = await findMessageBuckets(services, caller, channel, query)
    return {
      columns: [{ key: 'bucket', type: 'moment' }, ...columns],
      rows: [...rows.map((row) => [row.bucket, ...cells(row)]), [texts.columns.total, ...cells(total)]],
    }
  }
  const { rows, total } = await findMessageGroups(services, caller, channel, { ...query, by: query.view })
  return {
    columns: [{ key: query.view, type: 'text' }, ...columns],
    rows: [...rows.map((row) => [row.name ?? texts.columns.none, ...cells(row)]), [texts.columns.total, ...cells(total)]],
  }
}
