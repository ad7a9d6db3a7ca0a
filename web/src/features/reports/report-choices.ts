import { caseStatuses, type CaseStatus } from '@regie/contract/cases.ts'
import {
  type Granularity,
  granularities,
  type PeriodMoment,
  periodMoments,
  type ReportColumnWish,
  reportColumnsMax,
  reportNameMax,
} from '@regie/contract/report-wish.ts'
import { type AppPath, paths } from '../../paths.ts'

export const reportSteps = ['source', 'columns', 'output'] as const
export type ReportStep = (typeof reportSteps)[number]
export const reportOutputs = ['screen', 'csv', 'excel'] as const

/** What stays with a definition that is kept by name: everything but of which batches, script and days the report is. */
export const definitionNames = ['columns', 'output', 'granularity', 'about', 'status', 'result'] as const
type DefinitionName = (typeof definitionNames)[number]
export const searchNames = [...definitionNames, 'kind', 'batches', 'script', 'from', 'until', 'view'] as const
export type ReportSearch = Record<(typeof searchNames)[number], string>
export type ReportParams = { batchID?: string; scriptID?: string; start?: string; end?: string }

/** All that somebody has chosen for a report, as the address has it. */
export type ReportChoices = {
  kind: 'batch' | 'script'
  batchIDs: readonly number[]
  scriptID: number | null
  /** Days, or '' for all. */
  from: string
  until: string
  /** Empty: those that a report begins with. */
  columns: readonly ReportColumnWish[]
  output: (typeof reportOutputs)[number]
  granularity: Granularity | ''
  about: PeriodMoment
  status: CaseStatus | ''
  result: string
  view: string
}

// What stands for no day in a path.
const noDay = '0'

/** The path goes before what stands behind it: of a report at the address of a batch it is one of its batches. */
export function readChoices(params: ReportParams, search: ReportSearch): ReportChoices {
  const ofScript = params.start !== undefined
  const inPath = params.batchID === undefined ? [] : [params.batchID]
  const batchIDs = [...new Set([...inPath, ...search.batches.split(',')].map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0)
  const scriptID = Number((ofScript ? params.scriptID : undefined) ?? search.script)
  const day = (given: string | undefined) => (given === undefined || given === noDay ? '' : given)
  return {
    kind: ofScript || (params.batchID === undefined && search.kind === 'script') ? 'script' : 'batch',
    batchIDs,
    scriptID: Number.isSafeInteger(scriptID) && scriptID > 0 ? scriptID : null,
    from: ofScript ? day(params.start) : search.from,
    until: ofScript ? day(params.end) : search.until,
    columns: readColumns(search.columns),
    output: reportOutputs.find((output) => output === search.output) ?? 'screen',
    granularity: granularities.find((one) => one === search.granularity) ?? '',
    about: periodMoments.find((one) => one === search.about) ?? 'importedAt',
    status: caseStatuses.find((one) => one === search.status) ?? '',
    result: search.result,
    view: search.view,
  }
}

/** Where a step with these choices is. */
export function placeOf(step: ReportStep, choices: ReportChoices): AppPath {
  const { kind, batchIDs, scriptID, from, until } = choices
  const kept = { ...definitionOf(choices), view: choices.view }
  const [first] = batchIDs
  const days = { from, until }
  if (step !== 'source' && kind === 'script' && scriptID !== null)
    return paths.scriptReport(step, { scriptID, start: from || noDay, end: until || noDay }, kept)
  if (step !== 'source' && kind === 'batch' && first !== undefined)
    return paths.batchReport(step, first, { ...kept, ...days, batches: batchIDs.length > 1 ? batchIDs.join(',') : '' })
  return paths.reports({ ...kept, ...days, kind: kind === 'script' ? kind : '', batches: batchIDs.join(','), script: scriptID ?? '' })
}

/** What of the choices a definition keeps; what is as usual is left out. */
export function definitionOf({ columns, output, granularity, about, status, result }: ReportChoices): Record<DefinitionName, string> {
  return {
    columns: writeColumns(columns),
    output: output === 'screen' ? '' : output,
    granularity,
    about: about === 'importedAt' ? '' : about,
    status,
    result,
  }
}

/** Columns in one value of the address: a key and its heading, divided by marks that neither has when it is written so. */
const writeColumns = (columns: readonly ReportColumnWish[]): string =>
  columns.map(({ input, report }) => `${encode(input)}~${encode(report)}`).join(',')

const encode = (text: string) => encodeURIComponent(text).replaceAll('~', '%7E')

function readColumns(text: string): ReportColumnWish[] {
  const columns = text.split(',').flatMap((part) => {
    const [input, report] = part.split('~').map(decode)
    return input === undefined || report === undefined || input === '' ? [] : [{ input, report: report.slice(0, reportNameMax) }]
  })
  return columns.filter(({ input }, at) => columns.findIndex((one) => one.input === input) === at).slice(0, reportColumnsMax)
}

// An address that somebody has changed by hand is read as far as it can be.
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
