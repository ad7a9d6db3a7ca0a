import { sql } from 'kysely'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../services.ts'
import { readParts, removeFileContent } from '../stored-file.ts'
import { scanBytes, ScannerAway, type ScannerAddress, type Verdict } from './clamd.ts'

type Needed = Pick<Services, 'db' | 'log' | 'clock'> & { config: { virusScanner: ScannerAddress | null } }
type Waiting = { customerId: number; fileId: number; kind: string; state: string }
/** A file that may be read from now on, or never will be. */
export type Scanned = { customerId: number; fileId: number; virus: string | null }
/** What goes on when a file of a kind has been looked at, in the same transaction. */
export type AfterScan = Partial<Record<string, (tx: Transaction, scanned: Scanned) => Promise<void>>>

// In one run; the next one goes on.
const filesMax = 200

/**
 * Job: has the scanner look at what nobody looked at yet, the oldest first, and goes on with what waited for it. One that does not answer leaves all
 * as it is, with a word why. Without a scanner nothing waits: who switched it off lets the files go on.
 */
export async function scanFiles(services: Needed, after: AfterScan, signal?: AbortSignal): Promise<void> {
  const { db, log, config } = services
  const { virusScanner } = config
  for (const file of await findUnscanned(db, virusScanner !== null)) {
    if (signal?.aborted) return
    try {
      await settle(services, file, virusScanner === null ? null : await look(db, virusScanner, file), after)
    } catch (error) {
      if (!(error instanceof ScannerAway)) throw error
      log.warn({ err: error }, 'files wait for the virus scanner')
      await db
        .updateTable('files')
        .set({ fault: 'file.scannerAway' })
        .where('state', '=', 'waiting')
        .where('removed_at', 'is', null)
        .execute()
      return
    }
  }
}

const look = (db: Db, address: ScannerAddress, { customerId, fileId }: Waiting): Promise<Verdict> =>
  scanBytes(address, readParts(db, customerId, fileId))

async function findUnscanned(db: Db, isOn: boolean): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select customer_id as "customerId", id as "fileId", kind, state
    from files
    where removed_at is null and scanned_at is null and state = any(${isOn ? ['waiting', 'kept'] : ['waiting']}::text[])
    order by state = 'kept', created_at
    limit ${filesMax}`.execute(db)
  return rows
}

async function settle({ db, clock }: Needed, file: Waiting, verdict: Verdict | null, after: AfterScan): Promise<void> {
  const { customerId, fileId, kind, state } = file
  const virus = verdict === null || verdict.isClean ? null : verdict.virus
  await db.transaction().execute(async (tx) => {
    const still = await tx
      .updateTable('files')
      .set({ state: 'kept', fault: null, scanned_at: verdict === null ? null : clock.now() })
      .where('customer_id', '=', customerId)
      .where('id', '=', fileId)
      .where('state', '=', state)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    // A run beside this one was first, or it was deleted meanwhile.
    if (!still) return
    if (virus !== null) await removeFileContent(tx, { customer_id: customerId, file_id: fileId })
    if (state === 'waiting' || virus !== null) await after[kind]?.(tx, { customerId, fileId, virus })
  })
}
