import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { removeFileContent } from '../files/stored-file.ts'
import { changeImport, removeStagedRows } from './import-changes.ts'
import { findImport } from './import-queries.ts'

/** Drops an import that was not confirmed, for who uploaded it. A check under way notices and stops. */
export async function cancelImport({ db }: Pick<Services, 'db'>, caller: Caller, importId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    mustAccessCustomer(caller, (await findImport(tx, importId)).customer_id, 'import.notFound')
    await tx.selectFrom('imports').select('id').where('id', '=', importId).forUpdate().execute()
    const found = await findImport(tx, importId)
    // A colleague's check is work that they come back for; of who is a user no more nobody does.
    if (found.created_by !== null && found.created_by !== caller.userId) throw new AppError('import.ofColleague')
    if (found.status === 'importing' || found.status === 'done') throw new AppError('import.alreadyConfirmed')
    await removeStagedRows(tx, found, 'none')
    await changeImport(tx, found, { status: 'cancelled', repairs: {}, repaired: 0 })
    await removeFileContent(tx, found)
  })
}
