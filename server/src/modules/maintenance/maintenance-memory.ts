import { setTimeout as sleep } from 'node:timers/promises'
import type { Maintenance } from '@regie/contract/maintenance.ts'
import type { LiveHub } from '../../live/live-hub.ts'
import { withAllCustomers } from '../../platform/db/scope.ts'
import type { Services } from '../../services.ts'
import { findMaintenance } from './maintenance-queries.ts'

const againMs = 1_000

export type MaintenanceMemory = {
  current(): Maintenance
  /** Called when maintenance begins; returns how to stop. */
  onBegin(listener: () => void): () => void
  close(): void
}

/** What this process knows of maintenance: every request asks, so it is remembered, and read anew when the database notifies a change. */
export async function openMaintenanceMemory({ db, log }: Pick<Services, 'db' | 'log'>, hub: LiveHub): Promise<MaintenanceMemory> {
  const listeners = new Set<() => void>()
  const read = () => withAllCustomers(() => findMaintenance(db))
  let known = await read()
  let isReading = false
  let isStale = false
  let isClosed = false

  /** One reading at a time; what changed meanwhile is read after it. A database that is away is asked again until it answers. */
  async function refresh() {
    isStale = true
    if (isReading) return
    isReading = true
    while (isStale && !isClosed) {
      isStale = false
      try {
        const { on: wasOn } = known
        known = await read()
        if (known.on && !wasOn) for (const listener of listeners) listener()
      } catch (error) {
        log.warn({ err: error }, 'whether there is maintenance could not be read')
        isStale = true
        await sleep(againMs)
      }
    }
    isReading = false
  }

  const leave = hub.subscribe({
    mayFollow: () => false,
    onEvent: ({ kind }) => {
      if (kind === 'maintenance.changed') void refresh()
    },
    onGap: () => void refresh(),
  })

  return {
    current: () => known,
    onBegin(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      leave()
    },
  }
}
