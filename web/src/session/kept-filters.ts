import type { KeptSelection } from '@regie/contract/login.ts'
import { useEffect } from 'react'
import { useAddress } from './address.ts'
import { changeSettings, useSettings } from './settings.ts'

type List = 'batches' | 'users'
const nothing: KeptSelection = { filters: {}, rightGroups: [] }

/** What the user chose at this customer, and how to keep more of it. Without a customer it is of the whole installation. */
export function useKeptSelection(customerID: number | null) {
  const { selection } = useSettings()
  const key = String(customerID ?? 0)
  const kept = selection[key] ?? nothing
  const keep = (change: Partial<KeptSelection>) => changeSettings({ selection: { ...selection, [key]: { ...kept, ...change } } })
  return { kept, keep }
}

/** The right group that was chosen last; every screen that asks for one begins with it. */
export function useKeptGroup(customerID: number | null) {
  const { kept, keep } = useKeptSelection(customerID)
  return {
    group: kept.rightGroups[0] ?? null,
    onGroup: (group: number | null) => keep({ rightGroups: group === null ? [] : [group] }),
  }
}

/** The view that a list opens with at this customer. */
export function useFirstView(list: string, customerID: number | null) {
  const { kept, keep } = useKeptSelection(customerID)
  const { [list]: viewID = null, ...others } = kept.views ?? {}
  return { viewID, onViewID: (chosen: number | null) => keep({ views: chosen === null ? others : { ...others, [list]: chosen } }) }
}

/**
 * Filters of a list, in the address. Where the address has none, those come back that the user left at this customer, after a reload, from another
 * screen or on another computer. A filter by right group is shared with the other screens that have one.
 */
export function useKeptFilters<Name extends string>(list: List, names: readonly Name[], customerID: number | null) {
  const [values, changeAddress] = useAddress(names)
  const [{ view }] = useAddress(['view'])
  const { kept, keep } = useKeptSelection(customerID)
  const left = leftFilters(kept, list, names)
  // A view without filters means none.
  const isBare = view === '' && names.every((name) => values[name] === '')
  const shown = isBare ? left : values
  const mustRestore = isBare && names.some((name) => left[name] !== '')
  useEffect(() => {
    if (mustRestore) changeAddress(left)
    // What was left is put into the address once; after that the address leads.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [mustRestore])
  const change = (changed: Partial<Record<Name, string>>) => {
    const { group, ...filters }: Record<string, string> = { ...shown, ...changed }
    const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
    const isOfGroups = (names as readonly string[]).includes('group')
    keep({
      filters: { ...kept.filters, [list]: given },
      ...(isOfGroups && { rightGroups: group === undefined || group === '' ? [] : [Number(group)] }),
    })
    changeAddress({ ...shown, ...changed })
  }
  return [shown, change] as const
}

function leftFilters<Name extends string>(kept: KeptSelection, list: List, names: readonly Name[]): Record<Name, string> {
  const group = kept.rightGroups[0]
  const left: Record<string, string> = { ...kept.filters[list], ...(group !== undefined && { group: String(group) }) }
  return Object.fromEntries(names.map((name) => [name, left[name] ?? ''])) as Record<Name, string>
}
