import type { Endpoint } from '@regie/contract/endpoint.ts'
import { maintenanceApi } from '@regie/contract/maintenance.ts'
import { holdsRight, Right } from '@regie/contract/right-codes.ts'
import { systemApi } from '@regie/contract/system.ts'
import type { MaintenanceMemory } from '../modules/maintenance/maintenance-memory.ts'
import { AppError } from '../platform/app-error.ts'
import type { Caller } from '../platform/http/caller.ts'

export type Gate = (endpoint: Pick<Endpoint, 'method' | 'path' | 'access'>, caller: Caller | null) => void

const alwaysOpen: readonly string[] = [maintenanceApi.get.path, ...Object.values(systemApi).map(({ path }) => path)]

/**
 * While there is maintenance everybody is answered so, except who looks after the installation; and signing in goes on, for he has to get in.
 * Webhooks and payers' pages do not pass here: money and receipts must not be lost.
 */
export function maintenanceGate(maintenance: MaintenanceMemory): Gate {
  return ({ path }, caller) => {
    const { on, message } = maintenance.current()
    if (!on || (caller?.stage === 'full' && holdsRight(caller.rights, Right.systemStatus))) return
    if (alwaysOpen.includes(path) || path.startsWith('/login')) return
    throw new AppError('maintenance.on', { params: { message } })
  }
}
