import type { Maintenance } from '@regie/contract/maintenance.ts'
import type { Services } from '../../services.ts'
import { findMaintenance } from './maintenance-queries.ts'

/** Begins or ends maintenance, or says something else about it. The database notifies every process (migration 0017). */
export async function changeMaintenance({ db, clock }: Services, { on, message, until }: Maintenance): Promise<Maintenance> {
  await db
    .updateTable('maintenance')
    .set({ is_on: on, message, until: until === null ? null : new Date(until), changed_at: clock.now() })
    .execute()
  return findMaintenance(db)
}
