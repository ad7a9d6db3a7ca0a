import { type Letterhead, logoPath } from '@regie/contract/letterheads.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'

/** How a customer presents itself; who never said how, with its name alone. Whether the caller serves it, the caller's route asks. */
export async function findLetterhead(db: Db, customerId: number): Promise<Letterhead> {
  const row = await db
    .selectFrom('customers as k')
    .leftJoin('letterheads as l', 'l.customer_id', 'k.id')
    .select(['k.name', 'l.address', 'l.phone', 'l.email', 'l.chamber_number', 'l.iban', 'l.privacy_url', 'l.logo_hash', 'l.version'])
    .where('k.id', '=', customerId)
    .executeTakeFirst()
  if (!row) throw new AppError('customer.notFound')
  return {
    customerID: customerId,
    name: row.name,
    address: row.address ?? '',
    phone: row.phone ?? '',
    email: row.email ?? '',
    chamberNumber: row.chamber_number ?? '',
    iban: row.iban ?? '',
    privacyUrl: row.privacy_url ?? '',
    logo: row.logo_hash && logoPath(row.logo_hash),
    version: row.version ?? 1,
  }
}

/** The picture with this hash, whoever has it as a logo: who asks for it has read the hash on a page, or holds the picture itself. */
export async function findLogo(db: Db, hash: string): Promise<Buffer | null> {
  const row = await db.selectFrom('letterheads').select('logo').where('logo_hash', '=', hash).limit(1).executeTakeFirst()
  return row?.logo ?? null
}
