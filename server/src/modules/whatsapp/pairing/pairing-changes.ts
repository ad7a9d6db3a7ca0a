import { sql } from 'kysely'
import type { PairingKey, PairingNews } from '../../../gateways/whatsapp/whatsapp-pairings.ts'
import { publish } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { decrypt, encrypt } from '../../../platform/security/encryption.ts'
import type { Services } from '../../../services.ts'
import { pairingPurpose } from './pairing-secrets.ts'

export type PairingPlace = { customerId: number; providerId: number }
/** As the engine that keeps it: what another one says that stood still meanwhile counts no more. */
export type KeptPlace = PairingPlace & { engineId: number }

/** What a paired number is now; screens that show it ask again. False: another engine keeps it. */
export function notePairing({ db, clock, config }: Services, place: KeptPlace, news: PairingNews): Promise<boolean> {
  const { customerId, providerId, engineId } = place
  const qr = news.state === 'qr' ? encrypt(config.secretKey, news.qr, pairingPurpose(place, 'qr')) : null
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update whatsapp_pairings
      set state = ${news.state}, reason = ${'reason' in news ? news.reason : null}, qr = ${qr},
        since = case when state = ${news.state} then since else ${now} end,
        qr_until = ${news.state === 'qr' ? news.until : null},
        qr_no = case when ${news.state === 'qr'} and state = 'qr' then qr_no + 1 else 1 end,
        retry_at = ${news.state === 'disconnected' ? news.retryAt : null},
        phone = case ${news.state} when 'open' then ${news.state === 'open' ? news.phone : ''} when 'unpaired' then ''
          else phone end,
        name = case ${news.state} when 'open' then ${news.state === 'open' ? news.name : ''} when 'unpaired' then ''
          else name end
      where customer_id = ${customerId} and provider_id = ${providerId} and engine_id = ${engineId}`.execute(tx)
    if (numAffectedRows !== 1n) return false
    await publish(tx, { kind: 'pairing.changed', customerId, providerId })
    return true
  })
}

type Kept = { credentials: string | null; keys: readonly PairingKey[] }

/** Keeps what the connection needs to go on, encrypted: all of it or nothing. Throws where another engine keeps it: old keys over new ones end a pairing. */
export function keepPairingKeys({ db, config }: Services, place: KeptPlace, { credentials, keys }: Kept): Promise<void> {
  const { customerId, providerId } = place
  const seal = (value: string, what: string) => encrypt(config.secretKey, value, pairingPurpose(place, what))
  const gone = keys.filter(({ value }) => value === null)
  const kept = keys.flatMap(({ kind, id, value }) => (value === null ? [] : [{ kind, id, value: seal(value, `${kind}:${id}`) }]))
  return db.transaction().execute(async (tx) => {
    if (!(await isOurs(tx, place))) throw new Error(`another engine keeps provider ${providerId}`)
    if (credentials !== null)
      await tx
        .updateTable('whatsapp_pairings')
        .set({ credentials: seal(credentials, 'credentials') })
        .where('customer_id', '=', customerId)
        .where('provider_id', '=', providerId)
        .execute()
    if (gone.length > 0)
      await sql`
        delete from whatsapp_pairing_keys k
        using unnest(${gone.map(({ kind }) => kind)}::text[], ${gone.map(({ id }) => id)}::text[]) as g(kind, key)
        where k.customer_id = ${customerId} and k.provider_id = ${providerId} and k.kind = g.kind and k.key = g.key`.execute(tx)
    if (kept.length > 0)
      await sql`
        insert into whatsapp_pairing_keys (customer_id, provider_id, kind, key, value)
        select ${customerId}, ${providerId}, kind, key, value
        from unnest(${kept.map(({ kind }) => kind)}::text[], ${kept.map(({ id }) => id)}::text[],
          ${kept.map(({ value }) => value)}::bytea[]) as k(kind, key, value)
        on conflict (customer_id, provider_id, kind, key) do update set value = excluded.value`.execute(tx)
  })
}

/** The credentials of a paired number; null: nobody has paired it. */
export async function findCredentials({ db, config }: Services, place: PairingPlace): Promise<string | null> {
  const row = await db
    .selectFrom('whatsapp_pairings')
    .select('credentials')
    .where('customer_id', '=', place.customerId)
    .where('provider_id', '=', place.providerId)
    .executeTakeFirst()
  const sealed = row?.credentials ?? null
  return sealed && decrypt(config.secretKey, sealed, pairingPurpose(place, 'credentials'))
}

/** Those of these keys that are kept, by their ids. */
export async function findPairingKeys(
  { db, config }: Services,
  place: PairingPlace,
  { kind, ids }: { kind: string; ids: readonly string[] },
): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const rows = await db
    .selectFrom('whatsapp_pairing_keys')
    .select(['key', 'value'])
    .where('customer_id', '=', place.customerId)
    .where('provider_id', '=', place.providerId)
    .where('kind', '=', kind)
    .where('key', 'in', [...ids])
    .execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, decrypt(config.secretKey, value, pairingPurpose(place, `${kind}:${key}`))]))
}

/** Does this engine keep it? Then it does until the transaction ends. */
async function isOurs(tx: Transaction, { customerId, providerId, engineId }: KeptPlace): Promise<boolean> {
  const row = await tx
    .selectFrom('whatsapp_pairings')
    .select('provider_id')
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', providerId)
    .where('engine_id', '=', engineId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets all that was kept of a pairing, as the engine that keeps it. */
export function forgetPairing({ db }: Services, place: KeptPlace): Promise<void> {
  const { customerId, providerId } = place
  return db.transaction().execute(async (tx) => {
    if (!(await isOurs(tx, place))) return
    await tx.deleteFrom('whatsapp_pairing_keys').where('customer_id', '=', customerId).where('provider_id', '=', providerId).execute()
    await tx
      .updateTable('whatsapp_pairings')
      .set({ credentials: null })
      .where('customer_id', '=', customerId)
      .where('provider_id', '=', providerId)
      .execute()
  })
}
