import { Readable } from 'node:stream'
import { type CallCounts, metricsOf, sumOfCalls } from '@regie/contract/call-metrics.ts'
import type { AgentFigures, CallFigures, callReportApi, QueueCallFigures } from '@regie/contract/call-report.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { byteOrderMark, csvLine } from '../../../platform/documents/csv-cells.ts'
import { momentText } from '../../../platform/documents/cell-formats.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { FileReply } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { type ReportTexts, reportTexts } from '../report-texts.ts'
import { findAgentFigures } from './agent-figures.ts'
import { findCallBuckets, findCallPerformance } from './call-figures.ts'

type Query = RequestOf<typeof callReportApi.file>['query']
type Texts = ReportTexts['calls']
type Key = keyof Texts['columns']

// As a Dutch spreadsheet reads them: whole seconds, and shares of a hundred.
const seconds = (value: number | null) => (value === null ? '' : String(Math.round(value)))
const percent = (share: number | null) => (share === null ? '' : (100 * share).toFixed(1).replace('.', ','))
const decimal = (value: number | null) => (value === null ? '' : value.toFixed(1).replace('.', ','))

type Means = Pick<CallFigures, 'att' | 'hold' | 'holdOfHeld' | 'acw' | 'aht' | 'missed' | 'missedShare'>

const meanColumns = {
  att: ({ att }) => seconds(att),
  hold: ({ hold }) => seconds(hold),
  holdOfHeld: ({ holdOfHeld }) => seconds(holdOfHeld),
  acw: ({ acw }) => seconds(acw),
  aht: ({ aht }) => seconds(aht),
  missed: ({ missed }) => String(missed),
  missedShare: ({ missedShare }) => percent(missedShare),
} satisfies Partial<Record<Key, (figures: Means) => string>>

const callColumns = {
  offered: ({ offered }) => String(offered),
  inbound: ({ inbound }) => String(inbound),
  answered: ({ answered }) => String(answered),
  inTime: ({ inTime }) => String(inTime),
  abandoned: ({ abandoned }) => String(abandoned),
  shortAbandoned: ({ shortAbandoned }) => String(shortAbandoned),
  handled: ({ handled }) => String(handled),
  serviceLevel: ({ serviceLevel }) => percent(serviceLevel),
  abandonedShare: ({ abandonedShare }) => percent(abandonedShare),
  dropShare: ({ dropShare }) => percent(dropShare),
  averageWait: ({ averageWait }) => seconds(averageWait),
  longestWait: ({ longestWait }) => seconds(longestWait),
  ...meanColumns,
} satisfies Partial<Record<Key, (figures: CallFigures) => string>>

const agentColumns = {
  handled: ({ handled }) => String(handled),
  ...meanColumns,
  cpu: ({ cpu }) => decimal(cpu),
  occupancy: ({ occupancy }) => percent(occupancy),
  availability: ({ availability }) => percent(availability),
  loggedIn: ({ loggedInSeconds }) => seconds(loggedInSeconds),
  available: ({ times }) => seconds(times.available),
  calling: ({ times }) => seconds(times.calling),
  afterCall: ({ times }) => seconds(times.afterCall),
  pause: ({ times }) => seconds(times.pause),
} satisfies Partial<Record<Key, (figures: AgentFigures) => string>>

/** What a tab of the report shows, as CSV: its rows and a last one of them all. */
export async function exportCalls(services: Services, caller: Caller, query: Query): Promise<FileReply> {
  const texts = reportTexts[query.locale].calls
  const lines = await linesOf(services, caller, query, texts)
  return { fileName: `${texts.fileName[query.view]}.csv`, stream: Readable.from([byteOrderMark + lines.map(csvLine).join('')]) }
}

async function linesOf(services: Services, caller: Caller, query: Query, texts: Texts): Promise<string[][]> {
  const callCells = (figures: CallFigures) => Object.values(callColumns).map((cell) => cell(figures))
  const heads = (...keys: Key[]) => keys.map((key) => texts.columns[key])
  const callHeads = heads(...(Object.keys(callColumns) as Key[]))
  if (query.view === 'performance') {
    const { rows, total } = await findCallBuckets(services, caller, query)
    return [
      [...heads('bucket'), ...callHeads],
      ...rows.map((row) => [momentText(row.bucket), ...callCells(row)]),
      [texts.total, ...callCells(total)],
    ]
  }
  if (query.view === 'agents') {
    const cells = (figures: AgentFigures) => Object.values(agentColumns).map((cell) => cell(figures))
    const { rows, total } = await findAgentFigures(services, caller, query)
    return [
      [...heads('agent'), ...heads(...(Object.keys(agentColumns) as Key[]))],
      ...rows.map((row) => [row.name ?? texts.removed, ...cells(row)]),
      [texts.total, ...cells(total)],
    ]
  }
  const { queues, total } = await findCallPerformance(services, caller, query)
  if (query.view === 'teams')
    return [
      [...heads('team'), ...callHeads],
      ...teamsOf(queues).map(({ team, ...figures }) => [team, ...callCells(figures)]),
      [texts.total, ...callCells(total)],
    ]
  return [
    [...heads('queue', 'number', 'team', 'targetSeconds', 'targetPercent'), ...callHeads],
    ...queues.map((row) => [row.name, row.number, row.team, String(row.targetSeconds), String(row.targetPercent), ...callCells(row)]),
    [texts.total, '', '', '', '', ...callCells(total)],
  ]
}

/** The queues of each team as one. */
function teamsOf(queues: readonly QueueCallFigures[]): (CallFigures & { team: string })[] {
  const byTeam = Map.groupBy(queues, ({ teamID }) => teamID)
  return [...byTeam.values()].map((own) => ({ team: own[0]?.team ?? '', ...whole(sumOfCalls(own)) }))
}

const whole = (counts: CallCounts): CallFigures => ({ ...counts, ...metricsOf(counts) })
