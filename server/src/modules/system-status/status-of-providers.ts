import { failureCauseNames } from '@regie/contract/failure-causes.ts'
import { readFailure } from '@regie/contract/failure-codes.ts'
import { type ProviderChannel, providerFaults, takesMoney } from '@regie/contract/providers.ts'
import type { StatusProblem, StatusProvider } from '@regie/contract/status.ts'
import type { Pool } from 'pg'
import type { Gateways } from '../../gateways/gateways.ts'
import { isOwnSimulated } from '../../gateways/own-simulated.ts'
import { isoText, prepared } from '../../platform/db/prepared.ts'

type Row = {
  providerId: number
  customerId: number
  customerName: string
  channel: ProviderChannel
  name: string
  kind: string | null
  state: StatusProvider['state']
  testedAt: string | null
  testFault: string | null
  okAt: string | null
  listensSince: string | null
  failedAt: string | null
  fault: string
  code: string
}

const providersMax = 500

const known = prepared<Row>(
  'status-providers',
  `select p.id as "providerId", k.id as "customerId", k.name as "customerName", p.channel, p.name, p.kind, p.state,
    ${isoText('p.tested_at')} as "testedAt", p.test_fault as "testFault", ${isoText('h.ok_at')} as "okAt",
    ${isoText('h.failed_at')} as "failedAt", coalesce(h.fault, '') as fault, coalesce(h.code, '') as code,
    ${isoText('m.listens_since')} as "listensSince"
  from providers p
  join customers k on k.id = p.customer_id
  left join provider_health h on h.customer_id = p.customer_id and h.channel = p.channel and h.provider_id = p.id
  left join mailboxes m on m.customer_id = p.customer_id and m.provider_id = p.id
    and exists (select from engines e where e.id = m.engine_id and e.lease_until > now())
  where p.customer_id = any($1)
  union all
  select 0, k.id, k.name, h.channel, '', null, 'active', null, null, ${isoText('h.ok_at')},
    ${isoText('h.failed_at')}, h.fault, h.code, null
  from provider_health h
  join customers k on k.id = h.customer_id
  where h.customer_id = any($1) and h.provider_id = 0
  order by "customerName", channel, name
  limit ${providersMax}`,
)

/** Each provider of these customers and the installation's own where something went by it, with what does not work. */
export async function findProviders(
  pool: Pool,
  gateways: Gateways,
  customerIds: readonly number[],
  now: Date,
): Promise<{ providers: StatusProvider[]; problems: StatusProblem[] }> {
  const rows = await known(pool, [customerIds])
  const shown = rows.map((row) => ({ row, provider: shownProvider(row, gateways, now) }))
  return {
    providers: shown.map(({ provider }) => provider).toSorted((one, other) => gravity(other) - gravity(one)),
    problems: shown.flatMap(({ provider, row }) => problemOf(provider, row, now) ?? []),
  }
}

function shownProvider(row: Row, gateways: Gateways, now: Date): StatusProvider {
  const { providerId, customerId, customerName, channel, name, kind, testFault, code } = row
  const isFailing = row.state === 'failing' || isBehind(row, now)
  const failedAt = latest(row.failedAt, row.state === 'failing' || row.testFault !== null ? row.testedAt : null)
  const fault = failedAt === row.failedAt && row.fault !== '' ? row.fault : failedAt === row.testedAt ? testFault : null
  return {
    providerID: providerId === 0 ? null : providerId,
    customer: { id: customerId, name: customerName },
    ...{ channel, name, code: failedAt === row.failedAt ? code : '' },
    isMailbox: kind === 'imap',
    isSimulated: kind === null ? isOwnSimulated(gateways, channel) : kind === 'simulated',
    state: row.state === 'off' ? 'off' : isFailing ? 'failing' : 'active',
    okAt: row.okAt,
    listensSince: row.listensSince,
    isUnused: row.okAt === null && failedAt === null && row.testedAt === null,
    failedAt,
    fault: providerFaults.find((one) => one === fault) ?? null,
    cause:
      code === '' || takesMoney(channel)
        ? null
        : (failureCauseNames.find((one) => one === readFailure(channel, code, kind ?? '')?.cause) ?? null),
  }
}

// An older failure says nothing of now: what is not used any more stays no problem for good.
const failureMs = 24 * 3_600_000

/** Since its last failure, which is of the last day, nothing has worked, nor has a test. */
function isBehind({ okAt, failedAt, testedAt, testFault }: Row, now: Date): boolean {
  if (failedAt === null || Date.parse(failedAt) <= now.getTime() - failureMs) return false
  const workedAt = latest(okAt, testFault === null ? testedAt : null)
  return workedAt === null || workedAt < failedAt
}

const latest = (one: string | null, other: string | null) => (one === null || (other !== null && other > one) ? other : one)
const gravity = ({ state, isSimulated }: StatusProvider) => (state === 'failing' ? 2 : state === 'off' ? 1 : isSimulated ? -1 : 0)

// Mailboxes are read every minute.
const silentAfterMs = 10 * 60_000

function problemOf({ providerID, channel, name, state, isMailbox, failedAt }: StatusProvider, row: Row, now: Date): StatusProblem | null {
  const about = { count: null, channel, batch: null, provider: { id: providerID, name } }
  if (state === 'off') return null
  if (state === 'failing') return { kind: 'providerFailing', state: 'warning', since: failedAt, ...about }
  const isSilent = isMailbox && row.okAt !== null && now.getTime() - Date.parse(row.okAt) > silentAfterMs
  return isSilent ? { kind: 'mailboxSilent', state: 'warning', since: row.okAt, ...about } : null
}
