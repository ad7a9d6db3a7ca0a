import { type Customer, customerApi } from '@regie/contract/customers.ts'
import { holdsRight, ownCustomerRight } from '@regie/contract/right-codes.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { useApi } from '../api/use-api.ts'
import { useSession } from './use-session.ts'

export type Selection = { customerID: number | null; scriptID: number | null }

const storageKey = 'regie.selection'
const nothing: Selection = { customerID: null, scriptID: null }
const listeners = new Set<() => void>()
let selection = readSelection(localStorage.getItem(storageKey))

/** What was kept in the browser: only ids, and nothing when it cannot be read. */
export function readSelection(kept: string | null): Selection {
  try {
    const { customerID, scriptID } = JSON.parse(kept ?? '{}') as Partial<Selection>
    return {
      customerID: Number.isInteger(customerID) ? (customerID as number) : null,
      scriptID: Number.isInteger(scriptID) ? (scriptID as number) : null,
    }
  } catch {
    return nothing
  }
}

function choose(next: Selection) {
  selection = next
  localStorage.setItem(storageKey, JSON.stringify(next))
  for (const listener of listeners) listener()
}

/** Another customer means other scripts, so the chosen script falls away. */
export function chooseCustomer(customerID: number | null) {
  if (customerID !== selection.customerID) choose({ customerID, scriptID: null })
}

export function chooseScript(scriptID: number | null) {
  choose({ ...selection, scriptID })
}

/** The customer to start with: the one kept if one still serves it, else one's own (right 5 and its id), else the only one. */
export function startCustomer(
  kept: number | null,
  customers: readonly Customer[],
  ownCustomerID: number | null,
  rights: readonly number[],
): number | null {
  const serves = (customerID: number | null) => customers.some((customer) => customer.customerID === customerID)
  if (serves(kept)) return kept
  if (ownCustomerID !== null && holdsRight(rights, ownCustomerRight(ownCustomerID)) && serves(ownCustomerID)) return ownCustomerID
  return customers.length === 1 ? (customers[0]?.customerID ?? null) : null
}

/** The chosen customer and script, with the lists to choose from. */
export function useSelection() {
  const session = useSession()
  const { customerID, scriptID } = useSyncExternalStore(listen, () => selection)
  const customers = useApi(customerApi.list, {}, { staleMs: 300_000 })
  const scripts = useApi(
    scriptApi.listOfCustomer,
    { query: { customerID: customerID ?? 0 } },
    { isEnabled: customerID !== null, staleMs: 60_000 },
  )
  const wanted = customers.data === undefined ? customerID : startCustomer(customerID, customers.data, session.customerID, session.rights)
  useEffect(() => chooseCustomer(wanted), [wanted])
  const isScriptKnown = scripts.data === undefined || scriptID === null || scripts.data.some((script) => script.scriptID === scriptID)
  useEffect(() => {
    if (!isScriptKnown) chooseScript(null)
  }, [isScriptKnown])
  return {
    customerID: wanted,
    scriptID: isScriptKnown && wanted === customerID ? scriptID : null,
    customers: customers.data ?? [],
    scripts: scripts.data ?? [],
    isLoading: customers.isPending,
    failure: customers.error,
    retry: () => void customers.refetch(),
  }
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
