import type { CaseSelection } from '@regie/contract/bulk.ts'
import type { Channel } from '@regie/contract/channels.ts'
import type * as z from 'zod/mini'

export type ChosenCases = {
  customerID: number
  filter: z.infer<typeof CaseSelection>
  count: number
  /** They were not reached by it: another way is offered first. */
  failedChannel?: Channel
}

const key = 'regie.chosen-cases'

/** Takes the ticked rows of a list along to another screen: ten thousand do not fit into an address. They live as long as the tab. */
export function keepChosenCases(chosen: ChosenCases): void {
  sessionStorage.setItem(key, JSON.stringify(chosen))
}

/** The rows that were taken along, if they are of this customer. */
export function readChosenCases(customerID: number): ChosenCases | null {
  const kept = sessionStorage.getItem(key)
  const chosen = kept === null ? null : (JSON.parse(kept) as ChosenCases)
  return chosen?.customerID === customerID ? chosen : null
}
