import { type CallView, callViews } from '@regie/contract/call-report.ts'
import { type Granularity, granularities } from '@regie/contract/granularity.ts'
import { useAddress } from '../../session/address.ts'
import { changeSettings, useSettings } from '../../session/settings.ts'
import { fitsPeriod } from '../../ui/report/granularity-input.tsx'
import type { CallScope } from './call-report-data.ts'

const names = ['tab', 'from', 'until', 'teams', 'queues', 'by', 'compare'] as const
type Kept = { teams: number[]; queues: number[]; granularity: Granularity | null; compare: boolean }
const nothingKept: Kept = { teams: [], queues: [], granularity: null, compare: true }

const idsOf = (text: string) =>
  text
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)

/** What the report is about: what the address says, else what the user last looked at for this customer. A choice is written to both. */
export function useCallScope(customerID: number) {
  const [address, change] = useAddress(names)
  const { callReport } = useSettings()
  const kept = callReport[String(customerID)] ?? nothingKept
  const known = granularities.find((one) => one === address.by) ?? null
  const chosen: Kept = {
    teams: address.teams === '' ? kept.teams : idsOf(address.teams),
    queues: address.queues === '' ? kept.queues : idsOf(address.queues),
    granularity: address.by === '' ? kept.granularity : known,
    compare: address.compare === '' ? kept.compare : address.compare === '1',
  }
  const choose = (changed: Partial<Kept>) => {
    const next = { ...chosen, ...changed }
    changeSettings({ callReport: { ...callReport, [String(customerID)]: next } })
    change({
      ...(changed.teams && { teams: changed.teams.join(',') }),
      ...(changed.queues && { queues: changed.queues.join(',') }),
      ...(changed.granularity !== undefined && { by: changed.granularity ?? '' }),
      ...(changed.compare !== undefined && { compare: changed.compare ? '1' : '0' }),
    })
  }
  const view: CallView = callViews.find((one) => one === address.tab) ?? 'performance'
  const { teams, queues, granularity, compare } = chosen
  const days = { from: address.from, until: address.until }
  const scope: CallScope = {
    customerID,
    teams,
    queues,
    ...days,
    granularity: granularity && fitsPeriod(granularity, days) ? granularity : null,
  }
  return {
    ...{ scope, compare, view, choose },
    onDays: (days: { from: string; until: string }) => change(days),
    onView: (tab: CallView) => change({ tab: tab === 'performance' ? '' : tab }),
  }
}
