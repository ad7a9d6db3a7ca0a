import { machineRights } from '@regie/contract/machine-keys.ts'
import { AppError } from '../../../platform/app-error.ts'
import { violatedConstraint } from '../../../platform/db/database-trouble.ts'
import type { Caller } from '../../../platform/http/caller.ts'

/** What its account is called: so the audit log names what it did, also of two keys of one name. */
export const machineName = (name: string, prefix: string) => `${name} · ${prefix}`

/** The rights of a key, each once: such as a machine can have, and beside those that it had none that the caller does not have. */
export function rightsOfKey(caller: Caller, wanted: readonly number[], had: readonly number[] = []): number[] {
  const rights = unique(wanted).toSorted((a, b) => a - b)
  if (rights.some((code) => !machineRights.includes(code))) throw new AppError('machineKey.rightsInvalid', { field: 'rights' })
  if (rights.some((code) => !had.includes(code) && !caller.rights.includes(code))) throw new AppError('right.notYours', { field: 'rights' })
  return rights
}

/** The failure as its reader knows it: another key of the customer has this name. */
export function orNameTaken(error: unknown): unknown {
  return violatedConstraint(error) === 'machine_keys_by_name' ? new AppError('machineKey.nameTaken', { field: 'name' }) : error
}

export const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
