import type { SmsProvider } from '@regie/contract/sms.ts'
import { sql } from 'kysely'
import type { Gateways } from '../../../gateways/gateways.ts'
import type { Db } from '../../../platform/db/database.ts'

const hourMs = 3_600_000

type Row = Omit<SmsProvider, 'isSimulated' | 'troubleSince'> & { kind: string | null; troubleSince: Date | null }

/** The SMS providers of a customer and what goes by them; the installation's own where something does. */
export async function listSmsProviders(db: Db, gateways: Pick<Gateways, 'sms'>, customerId: number, now: Date): Promise<SmsProvider[]> {
  const since = new Date(now.getTime() - hourMs)
  const { rows } = await sql<Row>`
    with sent as (
      select coalesce(provider_id, 0) as id, count(*)::int as sent,
        (count(*) filter (where delivery = 'failed' or state in ('refused', 'failed')))::int as failed
      from communications
      where customer_id = ${customerId} and sms_started_at > ${since}
      group by 1),
    waiting as (
      select coalesce(c.provider_id, 0) as id, count(*)::int as count
      from outbox o
      join communications c on c.customer_id = o.customer_id and c.id = o.communication_id
      where o.customer_id = ${customerId} and o.channel = 'sms' and o.state <> 'started'
      group by 1),
    rerouted as (
      select m.provider_id as id, count(*)::int as count
      from sms_reroutes m
      where m.customer_id = ${customerId} and m.at > ${since}
      group by 1),
    known as (
      select id, name, state, kind, is_default, is_backup
      from providers
      where customer_id = ${customerId} and channel = 'sms'
      union all
      select 0, '', 'active', null, false, false)
    select nullif(p.id, 0) as "providerID", p.name, p.state, p.kind,
      coalesce(w.count, 0) as waiting, coalesce(s.sent, 0) as "sentHour", coalesce(s.failed, 0) as "failedHour",
      p.is_backup as "isBackup", t.since as "troubleSince", coalesce(r.count, 0) as "reroutedHour"
    from known p
    left join sent s on s.id = p.id
    left join waiting w on w.id = p.id
    left join rerouted r on r.id = p.id
    left join provider_troubles t on t.customer_id = ${customerId} and t.provider_id = p.id
    where p.id <> 0 or w.count > 0 or s.sent > 0
      or not exists (select from known other where other.id <> 0 and other.is_default)
    order by p.is_default desc, p.name`.execute(db)
  return rows.map(({ kind, troubleSince, ...row }) => ({
    ...row,
    troubleSince: troubleSince?.toISOString() ?? null,
    isSimulated: kind === null ? gateways.sms.simulated : kind === 'simulated',
  }))
}
