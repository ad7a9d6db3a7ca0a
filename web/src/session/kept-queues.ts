import { useKeptSelection } from './kept-filters.ts'
import { changeSettings, useSettings } from './settings.ts'

/** The teams and queues that the user looks at for a customer, and whether each queue stands by itself on the wall: kept with their settings (spec §3). */
export function useKeptQueues(customerID: number) {
  const { wallboard } = useSettings()
  const { kept, keep } = useKeptSelection(customerID)
  const key = String(customerID)
  const { queues, multi } = wallboard[key] ?? { queues: [], multi: false }
  const change = (changed: Partial<{ queues: number[]; multi: boolean }>) =>
    changeSettings({ wallboard: { ...wallboard, [key]: { queues, multi, ...changed } } })
  return {
    ...{ teams: kept.teams ?? [], queues, multi },
    onTeams: (teams: number[]) => keep({ teams }),
    onQueues: (chosen: number[]) => change({ queues: chosen }),
    onMulti: (isMulti: boolean) => change({ multi: isMulti }),
  }
}
