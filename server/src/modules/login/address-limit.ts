import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/record-audit.ts'

// product.md 5.15: ten a minute. An office where everybody comes in at nine signs in well, and is not counted.
const perMinute = 10
const perHour = 100
/** So many names within an hour are no office that mistypes but somebody who tries one password on all. */
const namesOfSpray = 30
const perMinuteOfSpray = 2

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** An attempt that was let through; `forget` when it was a good one. */
export type Attempt = { forget(): Promise<void> }
type Counts = { minute: number; hour: number; names: number }

/** Where an attempt comes from: an IPv4 address, or the /64 that one customer of a provider has for himself. */
export function addressGroup(address: string): string {
  const mapped = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - (before?.length ?? 0) - (after?.length ?? 0) }, () => '0')
  const groups = [...(before ?? []), ...zeros, ...(after ?? [])]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * Lets an attempt to sign in through, or says how many seconds it has to wait. Attempts are counted in the database, so that several processes are one limit,
 * and written down before their password is checked, so that many at once do not pass together: of those that get through, none counts fewer than went before.
 */
export async function beginAttempt(
  { db, clock, config, log }: Services,
  { address, username }: { address: string; username: string },
): Promise<Attempt | { waitSeconds: number }> {
  const now = clock.now()
  const from = addressGroup(address)
  const nameHash = createHmac('sha256', config.secretKey).update(`attempt:${username.trim().toLowerCase()}`).digest()
  const { id } = await db
    .insertInto('failed_sign_ins')
    .values({ address: from, at: now, username_hash: nameHash })
    .returning('id')
    .executeTakeFirstOrThrow()
  const forget = async () => {
    await db.deleteFrom('failed_sign_ins').where('id', '=', id).execute()
  }
  const { rows } = await sql<Counts>`
    select count(*) filter (where at > ${new Date(now.getTime() - minuteMs)}) as minute, count(*) as hour, count(distinct username_hash) as names
    from failed_sign_ins where address = ${from} and at > ${new Date(now.getTime() - hourMs)}`.execute(db)
  const { minute, hour, names } = rows[0] ?? { minute: 0, hour: 0, names: 0 }
  const isSpray = names >= namesOfSpray
  if (minute <= (isSpray ? perMinuteOfSpray : perMinute) && hour <= perHour) {
    if (names === namesOfSpray) {
      log.warn({ names }, 'many names were tried from one address: it is slowed down')
      await recordAudit(db, { action: 'login.spray', username: null, after: { names } })
    }
    return { forget }
  }
  await forget()
  return { waitSeconds: hour > perHour ? 15 * 60 : 60 }
}
