import { Readable } from 'node:stream'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { VariantFigures, worksReportApi } from '@regie/contract/works-report.ts'
import { byteOrderMark, csvLine } from '../../../platform/documents/csv-cells.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { reportTexts, type ReportTexts } from '../report-texts.ts'
import { findWorksFigures } from './works-figures.ts'

type Query = RequestOf<typeof worksReportApi.file>['query']
type Key = Exclude<keyof ReportTexts['works']['columns'], 'currency' | 'variant'>

// As a Dutch spreadsheet reads them.
const decimal = (value: number | null, digits: number) => (value === null ? '' : value.toFixed(digits).replace('.', ','))
const percent = (share: number | null | undefined) => decimal(share == null ? null : 100 * share, 1)

/** What the report shows, as CSV: the variants of each currency. */
export async function exportWorks(services: Services, caller: Caller, query: Query): Promise<FileReply> {
  const texts = reportTexts[query.locale].works
  const { experiment, currencies } = await findWorksFigures(services, caller, query)
  const verdict = (difference: { verdict: keyof ReportTexts['works']['verdicts'] } | null | undefined) =>
    difference ? texts.verdicts[difference.verdict] : ''
  const columns = {
    cases: ({ cases }) => String(cases),
    followed: ({ followed }) => String(followed),
    planned: () => String(experiment.planned),
    owed: ({ owedCents }) => decimal(owedCents / 100, 2),
    paid: ({ paidCents }) => decimal(paidCents / 100, 2),
    moneyShare: ({ estimates }) => percent(estimates.money?.value),
    settled: ({ settled }) => String(settled),
    settledShare: ({ estimates }) => percent(estimates.settled?.value),
    contacts: ({ contacts }) => String(contacts),
    contactsPerSettled: ({ estimates }) => decimal(estimates.contacts?.value ?? null, 1),
    complained: ({ complained }) => String(complained),
    complaintShare: ({ estimates }) => percent(estimates.complaints?.value),
    medianDays: ({ medianDaysToPay }) => decimal(medianDaysToPay, 1),
    moneyFrom: ({ differences }) => percent(differences?.money?.from),
    moneyUntil: ({ differences }) => percent(differences?.money?.until),
    moneyVerdict: ({ differences }) => verdict(differences?.money),
    settledVerdict: ({ differences }) => verdict(differences?.settled),
    contactsVerdict: ({ differences }) => verdict(differences?.contacts),
    complaintsVerdict: ({ differences }) => verdict(differences?.complaints),
  } satisfies Record<Key, (figures: VariantFigures) => string>
  const heads = [texts.columns.currency, texts.columns.variant, ...(Object.keys(columns) as Key[]).map((key) => texts.columns[key])]
  const rows = currencies.flatMap(({ currency, variants }) =>
    variants.map((figures) => [currency, figures.name, ...Object.values(columns).map((cell) => cell(figures))]),
  )
  return { fileName: `${texts.fileName}.csv`, stream: Readable.from([byteOrderMark + [heads, ...rows].map(csvLine).join('')]) }
}
