import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PlaceRow } from './places/open-place.ts'

/** Where the files of a delivery lie, and which of them are meant. */
export async function findPlace(db: Db, customerId: number, id: number): Promise<{ place: PlaceRow; pattern: string; version: number }> {
  const found = await db
    .selectFrom('file_deliveries')
    .select(['customer_id as customerId', 'id', 'kind', 'host', 'port', 'username', 'sign_in as signIn', 'secret', 'host_key as hostKey'])
    .select(['folder', 'pattern', 'version'])
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new AppError('delivery.notFound')
  const { pattern, version, kind, signIn, ...place } = found
  return { place: { ...place, kind: kind as PlaceRow['kind'], signIn: signIn as PlaceRow['signIn'] }, pattern, version }
}
