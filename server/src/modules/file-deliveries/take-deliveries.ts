import { setTimeout as sleep } from 'node:timers/promises'
import { deliveryQuietSeconds } from '@regie/contract/file-deliveries.ts'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { followImports } from './follow-imports.ts'
import type { ClaimedDelivery } from './delivered-file.ts'
import { lookInto } from './look-into.ts'
import { noteFault, noteLooked } from './note-look.ts'
import { PlaceFault } from './places/place.ts'

// One that hangs keeps one of these busy, not the others.
const lanesMax = 4
const perTurn = 40
const lookMs = 60_000
/** Longer than one of a turn can wait and be looked into: what an engine that is gone had taken is taken by another one then. */
const claimMs = (perTurn / lanesMax + 1) * lookMs
const runMs = 45_000
const pauseMs = 2_000
// What takes longer is asked of the next minute.
const followedMs = 10 * 60_000

/** Job, every minute: looks into the folders that are due, and follows what was taken from them until it has its end or the minute is over. */
export async function takeDeliveries(services: Services, signal: AbortSignal): Promise<void> {
  const until = performance.now() + runMs
  for (;;) {
    await lookAtDue(services, signal)
    await followImports(services)
    if (signal.aborted || performance.now() > until || !(await isMoreSoon(services))) return
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Looks once into every folder that is due. */
export async function lookAtDue(services: Services, signal: AbortSignal): Promise<void> {
  const waiting = await claimDue(services)
  async function lane() {
    for (let delivery = waiting.shift(); delivery && !signal.aborted; delivery = waiting.shift()) await look(services, delivery, signal)
  }
  await Promise.all(Array.from({ length: Math.min(lanesMax, waiting.length) }, lane))
}

async function look(services: Services, delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const timer = AbortSignal.timeout(lookMs)
  try {
    const { isSoon } = await withinTime(lookInto(services, delivery, AbortSignal.any([signal, timer])), timer)
    await noteLooked(services, delivery, isSoon)
  } catch (error) {
    // That we end is no fault of the folder.
    if (signal.aborted) return
    if (!(error instanceof PlaceFault)) services.log.error({ err: error, deliveryId: delivery.id }, 'a delivery was not looked into')
    await noteFault(services, delivery, error instanceof PlaceFault ? error.fault : 'broken')
  }
}

// A folder of the network that hangs cannot be cut off; it is left alone.
function withinTime<T>(work: Promise<T>, timer: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    timer.addEventListener('abort', () => reject(new PlaceFault('timeout')), { once: true })
    work.then(resolve, reject)
  })
}

async function claimDue({ db, clock }: Services): Promise<ClaimedDelivery[]> {
  const now = clock.now()
  const { rows } = await sql<ClaimedDelivery>`
    update file_deliveries d
    set claimed_until = ${new Date(now.getTime() + claimMs)}
    from (
      select customer_id, id
      from file_deliveries
      where is_on and next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by next_at
      limit ${perTurn}
      for update skip locked) due
    where d.customer_id = due.customer_id and d.id = due.id
    returning d.customer_id as "customerId", d.id, d.kind, d.host, d.port, d.username, d.sign_in as "signIn", d.secret,
      d.host_key as "hostKey", d.folder, d.pattern, d.every_minutes as "everyMinutes", d.script_id as "scriptId",
      d.acts_for as "actsFor", d.remembered, d.claimed_until as "claimedUntil"`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}

async function isMoreSoon({ db, clock }: Services): Promise<boolean> {
  const now = clock.now().getTime()
  const { rows } = await sql<{ isSoon: boolean }>`
    select exists (
        select from file_deliveries
        where is_on and next_at <= ${new Date(now + deliveryQuietSeconds * 1_000)} and claimed_until is null)
      or exists (
        select from delivered_files
        where state in ('checking', 'importing') and at > ${new Date(now - followedMs)}) as "isSoon"`.execute(db)
  return rows[0]?.isSoon === true
}
