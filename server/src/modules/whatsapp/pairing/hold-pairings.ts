import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { GatewayUnavailable } from '../../../gateways/gateway-errors.ts'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { PairingNews, PairingSink } from '../../../gateways/whatsapp/whatsapp-pairings.ts'
import { isDatabaseAway, isDatabaseFull } from '../../../platform/db/database-trouble.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Services } from '../../../services.ts'
import { recordOrKeep } from '../../communications/sms-lines/early-news.ts'
import { noteReading } from '../../providers/mailbox-providers.ts'
import { findRegistered } from '../../providers/provider-queries.ts'
import { receiveByPairing } from '../receive-whatsapp.ts'
import {
  findCredentials,
  findPairingKeys,
  forgetPairing,
  keepPairingKeys,
  type KeptPlace,
  notePairing,
  type PairingPlace,
} from './pairing-changes.ts'

/** Every second: keeps the paired numbers that no other living engine keeps, and does what staff asked for. One engine has one for itself. */
export async function holdPairings(services: Services, engineId: number): Promise<number> {
  const { gateways } = services
  const { pairingMode: mode, pairings } = gateways
  const held = mode === 'off' || mode === 'notInstalled' ? [] : await takePairings(services, engineId, mode)
  await pairings.keepOnly(new Set(held.map(({ id }) => id)))
  const registered = await findRegistered(
    services.db,
    held.map(({ id }) => id),
  )
  for (const { id, wish } of held) {
    const provider = registered.get(id)
    if (!provider) continue
    pairings.hold(provider, sinkOf(services, provider, engineId))
    if (wish === null || !(await takeWish(services, { customerId: provider.customerId, providerId: id }, wish))) continue
    if (wish === 'pair') pairings.pair(id)
    else if (wish === 'scan') pairings.scan(id)
    else pairings.unpair(id)
  }
  return 0
}

type Held = { id: number; wish: 'pair' | 'scan' | 'unpair' | null }

/** What another engine left behind is no code that can be scanned and no connection that stands. */
async function takePairings({ db, clock }: Services, engineId: number, mode: 'simulation' | 'on'): Promise<Held[]> {
  await sql`
    with mine as materialized (select id from engines where id = ${engineId} and lease_until > now() for key share)
    update whatsapp_pairings w
    set engine_id = mine.id, qr = null, qr_until = null, retry_at = null, since = ${clock.now()},
      state = case when w.credentials is null and w.wish is distinct from 'pair' then 'unpaired' else 'connecting' end,
      reason = case when w.credentials is not null or w.wish = 'pair' then null
        when w.state = 'unpaired' then w.reason else 'ended' end
    from mine
    where w.engine_id is null or not exists (select from engines e where e.id = w.engine_id and e.lease_until > now())`.execute(db)
  const { rows } = await sql<Held>`
    select w.provider_id as id, w.wish
    from whatsapp_pairings w
    join providers p on p.customer_id = w.customer_id and p.id = w.provider_id
    where w.engine_id = ${engineId} and p.state <> 'off'
      and (p.settings ->> 'isSimulation')::boolean = ${mode === 'simulation'}
    order by w.provider_id`.execute(db)
  return rows
}

/** Nobody does the same again: a code that nobody scans is asked for once. */
async function takeWish({ db }: Services, { customerId, providerId }: PairingPlace, wish: string): Promise<boolean> {
  const taken = await db
    .updateTable('whatsapp_pairings')
    .set({ wish: null })
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', providerId)
    .where('wish', '=', wish)
    .returning('provider_id')
    .executeTakeFirst()
  return taken !== undefined
}

function sinkOf(services: Services, provider: RegisteredProvider, engineId: number): PairingSink {
  const place = { customerId: provider.customerId, providerId: provider.id }
  const kept = { ...place, engineId }
  const isSimulated = provider.settings.kind === 'web-pairing' && provider.settings.isSimulation
  const name = isSimulated ? services.gateways.whatsapp.name : 'web-pairing'
  return {
    findCredentials: () => findCredentials(services, place),
    findKeys: (kind, ids) => findPairingKeys(services, place, { kind, ids }),
    keep: (given) => tryThrice(() => keepPairingKeys(services, kept, given)),
    forget: () => untilThere(() => tryThrice(() => forgetPairing(services, kept))),
    note: (news) => untilThere(() => note(services, kept, news)),
    delivery: (update) => untilThere(() => recordOrKeep(services, { ...place, name, isAlone: true }, update)),
    incoming: (message) => untilThere(() => receiveByPairing(services, { ...place, provider: name }, message)),
  }
}

const lookAgainMs = 1_000

/** WhatsApp says it once: what happened is kept in mind until the database is back, in its order. */
async function untilThere(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) && !isDatabaseFull(error)) throw error
      await sleep(lookAgainMs)
    }
  }
}

/** Shows it on its screen, and among the providers and on the page of the installation whether it works. */
async function note(services: Services, place: KeptPlace, news: PairingNews): Promise<void> {
  if (!(await tryThrice(() => notePairing(services, place, news)))) return
  const provider = (await findRegistered(services.db, [place.providerId])).get(place.providerId)
  if (!provider || news.state === 'connecting' || news.state === 'qr' || news.state === 'paired') return
  const isFault = news.state !== 'open' && news.reason !== null && news.reason !== 'codesOver'
  const fault = news.state === 'disconnected' ? 'unreachable' : 'reconnect'
  await noteReading(services, provider, isFault ? new GatewayUnavailable(`WhatsApp Web: ${news.reason}`, { fault }) : null)
}
