import { customerApi } from '@regie/contract/customers.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { useApi } from '../api/use-api.ts'
import { readSelection, type Selection, selectionKey, startCustomer } from './start-selection.ts'
import { useSession } from './use-session.ts'

const listeners = new Set<() => void>()
let selection = readSelection(localStorage.getItem(selectionKey))

function choose(next: Selection) {
  selection = next
  localStorage.setItem(selectionKey, JSON.stringify(next))
  for (const listener of listeners) listener()
}

/** Another customer means other scripts, so the chosen script falls away. */
export function chooseCustomer(customerID: number | null) {
  if (customerID !== selection.customerID) choose({ customerID, scriptID: null })
}

export function chooseScript(scriptID: number | null) {
  choose({ ...selection, scriptID })
}

// The lists change seldom.
export const customersOptions = { staleMs: 300_000 }
export const scriptsOptions = { staleMs: 60_000 }

/** The chosen customer and script, with the lists to choose from. */
export function useSelection() {
  const session = useSession()
  const { customerID, scriptID } = useSyncExternalStore(listen, () => selection)
  const customers = useApi(customerApi.list, {}, customersOptions)
  const scripts = useApi(
    scriptApi.listOfCustomer,
    { query: { customerID: customerID ?? 0 } },
    { isEnabled: customerID !== null, ...scriptsOptions },
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
