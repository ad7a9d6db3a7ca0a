import type { Db } from '../../../platform/db/database.ts'

/** When and from where a key was used last. */
export async function recordMachineKeyUse(db: Db, id: number, from: string, now: Date): Promise<void> {
  await db.updateTable('machine_keys').set({ last_used_at: now, last_used_from: from }).where('id', '=', id).execute()
}

/** That somebody came with a key from an address that it is not for: it may have been stolen, or a machine has moved. */
export async function recordMachineKeyRefused(db: Db, id: number, from: string, now: Date): Promise<void> {
  await db.updateTable('machine_keys').set({ refused_at: now, refused_from: from }).where('id', '=', id).execute()
}
