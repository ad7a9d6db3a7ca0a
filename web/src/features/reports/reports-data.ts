import type { MappingColumn } from '@regie/contract/report-wish.ts'
import { reportApi } from '@regie/contract/reports.ts'
import { storedFileApi } from '@regie/contract/stored-files.ts'
import { callApi } from '../../api/call-api.ts'
import { download } from '../../api/download.ts'
import { useApi } from '../../api/use-api.ts'
import { useLocale } from '../../locales/i18n.tsx'
import type { ReportChoices } from './report-choices.ts'

const keeps = { keepsPrevious: true }
// A report is looked at for a while, and each time that it is asked stands in the audit log.
const lasts = { staleMs: 300_000 }

/** The batches that one may choose, the newest first. */
export function useReportBatches(customerID: number, scriptID: number | null, q: string, isEnabled: boolean) {
  const query = { customerID, ...(scriptID !== null && { scriptID }), ...(q !== '' && { q }) }
  return useApi(reportApi.batches, { query }, { ...keeps, isEnabled })
}

/** The columns that a report may have, with what the first cases have in them. */
export function useMapping(customerID: number, { kind, batchIDs, scriptID }: ReportChoices) {
  const locale = useLocale()
  const [batchID = 0] = batchIDs
  const ofBatch = useApi(
    reportApi.batchMapping,
    { query: { batchID, customerID, locale } },
    { ...lasts, isEnabled: kind === 'batch' && batchID > 0 },
  )
  const ofScript = useApi(
    reportApi.scriptMapping,
    { query: { scriptID: scriptID ?? 0, customerID, locale } },
    { ...lasts, isEnabled: kind === 'script' && scriptID !== null },
  )
  return kind === 'batch' ? ofBatch : ofScript
}

// What a report begins with; all that a file of a batch has is one press further.
const usual = ['caseNumber', 'name', 'status', 'result', 'outstanding', 'paidAmount', 'paidAt']

/** The columns of the report, each with what is known of it, and the headings of those that are gone. */
export function chosenColumns({ columns }: ReportChoices, mapping: readonly MappingColumn[]) {
  if (columns.length === 0) return { chosen: mapping.filter(({ input }) => usual.includes(input)), gone: [] }
  const known = new Map(mapping.map((column) => [column.input, column]))
  return {
    chosen: columns.flatMap(({ input, report }) => {
      const column = known.get(input)
      return column === undefined ? [] : [{ ...column, report }]
    }),
    gone: columns.filter(({ input }) => !known.has(input)).map(({ report }) => report),
  }
}

type Columns = readonly Pick<MappingColumn, 'input' | 'report'>[]

function partsOf({ from, until, granularity, about, status, result }: ReportChoices, columns: Columns) {
  return {
    columns: columns.map(({ input, report }) => ({ input, report })),
    // One day alone is the first or the last of as many as a report may have.
    period: from === '' || until === '' ? null : { from, to: until },
    ...(granularity !== '' && { granularity }),
    filters: {
      ...(status !== '' && { status }),
      ...(result !== '' && { result }),
      ...(about !== 'importedAt' && { periodOf: about }),
    },
  }
}

/** The report for the screen. */
export function useReportOutput(choices: ReportChoices, columns: Columns, isEnabled: boolean) {
  const locale = useLocale()
  const parts = { ...partsOf(choices, columns), locale }
  const { kind, batchIDs, scriptID } = choices
  const options = (wanted: typeof kind) => ({ ...lasts, ...keeps, isEnabled: isEnabled && kind === wanted })
  const ofBatch = useApi(reportApi.batchOutput, { body: { kind: 'batch', batchIDs: [...batchIDs], ...parts } }, options('batch'))
  const ofScript = useApi(reportApi.scriptOutput, { body: { kind: 'script', scriptID: scriptID ?? 0, ...parts } }, options('script'))
  return kind === 'batch' ? ofBatch : ofScript
}

/** The same as a file: to save now, or made by the server and kept under Bestanden. */
export function useReportFile(choices: ReportChoices, columns: Columns) {
  const parts = { ...partsOf(choices, columns), locale: useLocale() }
  const { kind, batchIDs, scriptID, output } = choices
  const body =
    kind === 'batch'
      ? { kind: 'batch' as const, batchIDs: [...batchIDs], ...parts }
      : { kind: 'script' as const, scriptID: scriptID ?? 0, ...parts }
  const save = () =>
    output === 'excel' ? download(reportApi.excel, { body }, 'report.xlsx') : download(reportApi.csv, { body }, 'report.csv')
  const keep = () => callApi(storedFileApi.make, { body: { format: output === 'excel' ? 'xlsx' : 'csv', wish: body } })
  return { save, keep }
}
