import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { decrypt, encrypt } from '../../platform/security/encryption.ts'
import { type RegisteredProvider, secretPurpose } from '../registered-provider.ts'
import type { Tokens } from './oauth-service.ts'

type Key = Pick<RegisteredProvider, 'customerId' | 'id'>
export type Grant = { accessToken: Buffer; refreshToken: Buffer; accessUntil: Date; refusedAt: Date | null; refusedText: string }

// As long as asking may take; then another process may.
const renewingMs = 20_000

const purposeOf = (provider: Key) => `${secretPurpose(provider)}:grant`
export const openToken = ({ secretKey }: Pick<Config, 'secretKey'>, provider: Key, sealed: Buffer) =>
  decrypt(secretKey, sealed, purposeOf(provider))

export async function findGrant(db: Db, { customerId, id }: Key): Promise<Grant | undefined> {
  const row = await db
    .selectFrom('provider_grants')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      accessToken: row.access_token,
      refreshToken: row.refresh_token,
      accessUntil: row.access_until,
      refusedAt: row.refused_at,
      refusedText: row.refused_text,
    }
  )
}

/** Keeps what somebody let us do, in place of what was there. */
export async function keepGrant(
  tx: Transaction,
  { secretKey }: Pick<Config, 'secretKey'>,
  provider: Key,
  { tokens, by, now }: { tokens: Tokens & { refresh: string }; by: string; now: Date },
): Promise<void> {
  const values = {
    refresh_token: encrypt(secretKey, tokens.refresh, purposeOf(provider)),
    access_token: encrypt(secretKey, tokens.access, purposeOf(provider)),
    access_at: now,
    access_until: after(now, tokens.accessSeconds),
    ends_at: tokens.refreshSeconds === null ? null : after(now, tokens.refreshSeconds),
    ...{ granted_at: now, granted_by: by, refused_at: null, refused_text: '', renewing_until: null },
  }
  await tx
    .insertInto('provider_grants')
    .values({ customer_id: provider.customerId, provider_id: provider.id, ...values })
    .onConflict((conflict) => conflict.columns(['customer_id', 'provider_id']).doUpdateSet(values))
    .execute()
}

/** Who may ask for the next token: one at a time, unless it died over it. False: another does, or has done. */
export async function takeRenewal(db: Db, { customerId, id }: Key, seen: Grant, now: Date): Promise<boolean> {
  const taken = await db
    .updateTable('provider_grants')
    .set({ renewing_until: new Date(now.getTime() + renewingMs) })
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', id)
    .where('access_token', '=', seen.accessToken)
    .where('refused_at', 'is', null)
    .where((eb) => eb.or([eb('renewing_until', 'is', null), eb('renewing_until', '<=', now)]))
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Keeps the next token. Some services give a new permission with it, others let the old one stand. */
export async function keepRenewed(
  db: Db,
  { secretKey }: Pick<Config, 'secretKey'>,
  provider: Key,
  { seen, tokens, now }: { seen: Grant; tokens: Tokens; now: Date },
): Promise<void> {
  await ofGrant(db, provider, seen)
    .set({
      access_token: encrypt(secretKey, tokens.access, purposeOf(provider)),
      access_at: now,
      access_until: after(now, tokens.accessSeconds),
      ...(tokens.refresh !== null && { refresh_token: encrypt(secretKey, tokens.refresh, purposeOf(provider)) }),
      ...(tokens.refreshSeconds !== null && { ends_at: after(now, tokens.refreshSeconds) }),
      renewing_until: null,
    })
    .execute()
}

export async function noteRefused(db: Db, provider: Key, { seen, text, now }: { seen: Grant; text: string; now: Date }): Promise<void> {
  await ofGrant(db, provider, seen).set({ refused_at: now, refused_text: text, renewing_until: null }).execute()
}

export async function endRenewal(db: Db, provider: Key, seen: Grant): Promise<void> {
  await ofGrant(db, provider, seen).set({ renewing_until: null }).execute()
}

/** The token was refused before its time: the next to ask renews it. One of the last minute is not asked for again. */
export async function spoilToken(db: Db, { customerId, id }: Key, now: Date): Promise<void> {
  await sql`
    update provider_grants
    set access_until = ${now}
    where customer_id = ${customerId} and provider_id = ${id} and access_until > ${now} and refused_at is null
      and access_at < ${new Date(now.getTime() - 60_000)}`.execute(db)
}

/** The account, the app or the server is another one: what was let is of no use to it. */
export async function removeGrant(tx: Transaction, { customerId, id }: Key): Promise<void> {
  await tx.deleteFrom('provider_grants').where('customer_id', '=', customerId).where('provider_id', '=', id).execute()
  await tx.deleteFrom('provider_connects').where('customer_id', '=', customerId).where('provider_id', '=', id).execute()
}

/** A new secret of the app may be taken where the old one was not. */
export async function tryGrantAgain(tx: Transaction, { customerId, id }: Key): Promise<void> {
  await tx
    .updateTable('provider_grants')
    .set({ refused_at: null, refused_text: '' })
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', id)
    .execute()
}

// What another process wrote meanwhile stays.
const ofGrant = (db: Db, { customerId, id }: Key, seen: Grant) =>
  db
    .updateTable('provider_grants')
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', id)
    .where('access_token', '=', seen.accessToken)

const after = (now: Date, seconds: number) => new Date(now.getTime() + Math.min(seconds, 10 * 365 * 86_400) * 1000)
