import type { Db, Transaction } from './database.ts'

/** Does work in a transaction that is taken back whatever comes of it: nobody else ever sees it, and nothing of it is published. */
export async function undone<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute()
  try {
    return await work(tx)
  } finally {
    await tx.rollback().execute()
  }
}
