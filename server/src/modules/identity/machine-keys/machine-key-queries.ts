import { type MachineKey, machineKeyRevokedDays } from '@regie/contract/machine-keys.ts'
import { ownCustomerRight } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { isoText } from '../../../platform/db/prepared.ts'
import { rightsOfUser, stageOutsideSession } from '../users/user-standing.ts'

const iso = (column: string) => sql.raw(isoText(column))
const dayMs = 86_400_000

type Row = Omit<MachineKey, 'state' | 'lostRights'> & { isRevoked: boolean; isExpired: boolean; held: number[] | null }

/** The keys of a customer, those that work before those that were revoked; or one of them. Its maker may be of another customer: the query looks at all. */
export async function listMachineKeys(
  db: Db | Transaction,
  customerId: number,
  now: Date,
  id: number | null = null,
): Promise<MachineKey[]> {
  const { rows } = await sql<Row>`
    select k.id as "machineKeyID", k.customer_id as "customerID", k.name, k.prefix, k.rights, k.addresses,
      ${iso('k.expires_at')} as "expiresAt", ${iso('k.made_at')} as "madeAt", k.made_by_name as "madeBy",
      ${iso('k.last_used_at')} as "lastUsedAt", k.last_used_from as "lastUsedFrom",
      ${iso('k.refused_at')} as "refusedAt", k.refused_from as "refusedFrom",
      ${iso('k.revoked_at')} as "revokedAt", k.revoked_by as "revokedBy",
      k.revoked_at is not null as "isRevoked", k.expires_at <= ${now} as "isExpired",
      to_json(active_rights_of(k.made_by)) as held
    from machine_keys k
    where k.customer_id = ${customerId} and (${id}::bigint is null or k.id = ${id})
      and (k.revoked_at is null or k.revoked_at > ${new Date(now.getTime() - machineKeyRevokedDays * dayMs)})
    order by k.revoked_at is not null, k.made_at desc, k.id desc`.execute(db)
  return rows.map(({ isRevoked, isExpired, held, ...row }) => {
    const isGone = held === null || !held.includes(ownCustomerRight(customerId))
    return {
      ...row,
      state: isRevoked ? 'revoked' : isExpired ? 'expired' : isGone ? 'makerGone' : 'works',
      lostRights: isGone ? [] : row.rights.filter((code) => !held.includes(code)),
    }
  })
}

export async function shownMachineKey(db: Db | Transaction, customerId: number, id: number, now: Date): Promise<MachineKey> {
  const [key] = await listMachineKeys(db, customerId, now, id)
  if (!key) throw new AppError('machineKey.notFound')
  return key
}

/** SQL: the key with this prefix that was not taken back and is in its term, with its account and how its maker stands at the time in `$2`. */
export const findMachineKey = `select k.id, k.user_id, k.customer_id, m.username, k.key_hash, k.rights as own_rights,
    k.addresses, k.last_used_at, k.refused_at, ${rightsOfUser}, ${stageOutsideSession('$2')} as stage
  from machine_keys k
  join users m on m.id = k.user_id
  join users u on u.id = k.made_by
  left join customers c on c.id = u.customer_id
  where k.prefix = $1 and k.revoked_at is null and k.expires_at > $2 and m.locked_at is null and u.locked_at is null`
