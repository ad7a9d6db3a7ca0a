import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

// So many in one commit: 10,000 differences take 0.1 s.
const atOnce = 10_000

/** Moves the differences that statements wrote into the kept totals of money and of payment links, so that few are left to be added when somebody looks. */
export async function addUpMoney(db: Db): Promise<void> {
  await addUp(db, 'add_up_money')
  await addUp(db, 'add_up_links')
}

async function addUp(db: Db, totals: 'add_up_money' | 'add_up_links'): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ moved: number }>`select ${sql.raw(totals)}(${atOnce}) as moved`.execute(db)
    if ((rows[0]?.moved ?? 0) < atOnce) return
  }
}
