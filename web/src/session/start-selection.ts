import type { Customer } from '@regie/contract/customers.ts'
import { holdsRight, ownCustomerRight } from '@regie/contract/right-codes.ts'

export type Selection = { customerID: number | null; scriptID: number | null }

export const selectionKey = 'regie.selection'
const nothing: Selection = { customerID: null, scriptID: null }

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
