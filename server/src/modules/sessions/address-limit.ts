import { createHmac } from 'node:crypto'
import { prepared } from '../../platform/db/prepared.ts'
import { addressGroup } from '../../platform/http/address-group.ts'
import { withoutEvents } from '../../platform/db/scope.ts'
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

/** An attempt that was let through; `forget` when it was a good one, or do it by its id with what follows. */
export type Attempt = { id: number; forget(): Promise<void> }
type Counts = { minute: number; hour: number; names: number }

const writeDown = prepared<{ id: number }>(
  'attempt-begins',
  'insert into failed_sign_ins (address, at, username_hash) values ($1, $2, $3) returning id',
)
const countFrom = prepared<Counts>(
  'attempts-of-address',
  `select count(*) filter (where at > $2) as minute, count(*) as hour, count(distinct username_hash) as names
  from failed_sign_ins where address = $1 and at > $3`,
)

/**
 * Lets an attempt to sign in through, or says how many seconds it has to wait. Attempts are counted in the database, so that several processes are one limit,
 * and written down before their password is checked, so that many at once do not pass together: of those that get through, none counts fewer than went before.
 */
export async function beginAttempt(
  { db, pool, clock, config, log }: Services,
  { address, username }: { address: string; username: string },
): Promise<Attempt | { waitSeconds: number }> {
  const now = clock.now()
  const from = addressGroup(address)
  const nameHash = createHmac('sha256', config.secretKey).update(`attempt:${username.trim().toLowerCase()}`).digest()
  const [{ id } = { id: 0 }] = await withoutEvents(() => writeDown(pool, [from, now, nameHash]))
  const forget = async () => {
    await db.deleteFrom('failed_sign_ins').where('id', '=', id).execute()
  }
  const before = (ms: number) => new Date(now.getTime() - ms)
  const [{ minute, hour, names } = { minute: 0, hour: 0, names: 0 }] = await withoutEvents(() =>
    countFrom(pool, [from, before(minuteMs), before(hourMs)]),
  )
  const isSpray = names >= namesOfSpray
  if (minute <= (isSpray ? perMinuteOfSpray : perMinute) && hour <= perHour) {
    if (names === namesOfSpray) {
      log.warn({ names }, 'many names were tried from one address: it is slowed down')
      await recordAudit(db, { action: 'login.spray', username: null, after: { names } })
    }
    return { id, forget }
  }
  await forget()
  return { waitSeconds: hour > perHour ? 15 * 60 : 60 }
}
