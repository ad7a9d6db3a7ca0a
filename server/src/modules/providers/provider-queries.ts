import type { Channel } from '@regie/contract/channels.ts'
import type { Provider } from '@regie/contract/providers.ts'
import type { ScriptInfo } from '@regie/contract/script-settings.ts'
import { sql } from 'kysely'
import type { SendChannel } from '../../gateways/gateways.ts'
import type { RegisteredProvider } from '../../gateways/registered-provider.ts'
import type { Db } from '../../platform/db/database.ts'

type Row = Awaited<ReturnType<typeof selectProviders>>[number]

/** The providers of a customer, the default of each channel first. */
export async function listProviders(db: Db, customerId: number): Promise<Provider[]> {
  return (await selectProviders(db, customerId)).map(shownProvider)
}

/** A provider as it is shown. */
export async function findProviderShown(db: Db, customerId: number, id: number): Promise<Provider | undefined> {
  const row = (await selectProviders(db, customerId)).find((one) => one.id === id)
  return row && shownProvider(row)
}

function selectProviders(db: Db, customerId: number) {
  return db
    .selectFrom('providers as p')
    .selectAll('p')
    .select([
      sql<string[]>`array(select s.name
        from scripts s
        where s.customer_id = p.customer_id and p.id in (s.call_provider_id, s.email_provider_id, s.sms_provider_id)
        order by s.name)`.as('scripts'),
      sql<string[]>`array(select s.name
        from scripts s
        where p.is_default and s.customer_id = p.customer_id
          and case p.channel
            when 'call' then s.call_provider_id is null
            when 'email' then s.email_provider_id is null
            when 'sms' then s.sms_provider_id is null
          end
        order by s.name)`.as('scripts_by_default'),
      sql<number>`(select count(*)::int
        from incoming_messages m
        where m.customer_id = p.customer_id and m.provider_id = p.id and m.case_id is null)`.as('unplaced'),
    ])
    .where('p.customer_id', '=', customerId)
    .orderBy('p.channel')
    .orderBy('p.is_default', 'desc')
    .orderBy('p.name')
    .execute()
}

function shownProvider(row: Row): Provider {
  return {
    providerID: row.id,
    customerID: row.customer_id,
    channel: row.channel as Channel,
    name: row.name,
    settings: row.settings as unknown as Provider['settings'],
    hasSecret: row.secret !== null,
    hasDkimKey: row.dkim_key !== null,
    state: row.state as Provider['state'],
    isDefault: row.is_default,
    testedAt: row.tested_at?.toISOString() ?? null,
    testFault: row.test_fault as Provider['testFault'],
    testText: row.test_text,
    scripts: row.scripts,
    scriptsByDefault: row.scripts_by_default,
    unplaced: row.unplaced,
    version: row.version,
  }
}

/** What a script may choose from. */
export async function listProviderChoices(db: Db, customerId: number): Promise<ScriptInfo['choices']['providers']> {
  const rows = await db
    .selectFrom('providers')
    .select(['id', 'channel', 'name', 'state', 'is_default'])
    .where('customer_id', '=', customerId)
    .where('kind', '<>', 'imap')
    .orderBy('name')
    .execute()
  return rows.map(({ id, channel, name, state, is_default: isDefault }) => ({
    providerID: id,
    channel: channel as Channel,
    name,
    state: state as Provider['state'],
    isDefault,
  }))
}

/** Providers with all that opens them, by id; what is gone is not in it. */
export async function findRegistered(db: Db, ids: readonly number[]): Promise<Map<number, RegisteredProvider>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('providers').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, registeredOf(row)]))
}

function registeredOf(row: Omit<Row, 'scripts' | 'scripts_by_default' | 'unplaced'>): RegisteredProvider {
  return {
    customerId: row.customer_id,
    id: row.id,
    channel: row.channel as SendChannel,
    name: row.name,
    settings: row.settings as unknown as RegisteredProvider['settings'],
    secret: row.secret,
    dkimKey: row.dkim_key,
    state: row.state as RegisteredProvider['state'],
    version: row.version,
  }
}
