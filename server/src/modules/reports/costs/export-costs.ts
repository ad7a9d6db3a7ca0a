import { Readable } from 'node:stream'
import { type CostCounts, type costReportApi, costPerEuro, costsByPlace, knownCost, sumOfCosts } from '@regie/contract/cost-report.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { byteOrderMark, csvLine } from '../../../platform/documents/csv-cells.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { reportTexts } from '../report-texts.ts'
import { findCosts } from './cost-figures.ts'

type Query = RequestOf<typeof costReportApi.file>['query']

// As a Dutch spreadsheet reads them.
const decimal = (value: number | null, digits: number) => (value === null ? '' : value.toFixed(digits).replace('.', ','))

/** What the report shows, as CSV: a line for each script and channel, then each channel, then all. */
export async function exportCosts(services: Services, caller: Caller, query: Query): Promise<FileReply> {
  const texts = reportTexts[query.locale].costs
  const { rows } = await findCosts(services, caller, query)
  const cells = (counts: CostCounts) => {
    const cost = knownCost(counts)
    return [
      ...[String(counts.contacts), cost === null ? texts.noPrice : decimal(cost / 10_000, 4), String(counts.unpriced)],
      ...[String(counts.payments), decimal(counts.receivedCents / 100, 2), decimal(costPerEuro(counts), 4)],
    ]
  }
  const { script, place, contacts, cost, unpriced, payments, received, perEuro } = texts.columns
  const lines = [
    [script, place, contacts, cost, unpriced, payments, received, perEuro],
    ...rows.map((row) => [row.script, texts.places[row.place], ...cells(row)]),
    ...costsByPlace(rows).map((row) => [texts.all, texts.places[row.place], ...cells(row)]),
    [texts.all, texts.all, ...cells(sumOfCosts(rows))],
  ]
  return { fileName: `${texts.fileName}.csv`, stream: Readable.from([byteOrderMark + lines.map(csvLine).join('')]) }
}
