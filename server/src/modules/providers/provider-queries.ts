import { type Channel, channels } from '@regie/contract/channels.ts'
import type { RequestKind } from '@regie/contract/request-kinds.ts'
import type { Provider, ProviderChannel } from '@regie/contract/providers.ts'
import type { ScriptInfo } from '@regie/contract/script-settings.ts'
import { httpSmsKinds } from '@regie/contract/sms-providers.ts'
import { type Selectable, sql } from 'kysely'
import type { SendChannel } from '../../gateways/gateways.ts'
import { paymentNameOf, type RegisteredProvider } from '../../gateways/registered-provider.ts'
import { providerHookUrl } from '../../gateways/provider-hook.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Providers } from '../../platform/db/tables.generated.ts'

type Row = Awaited<ReturnType<typeof selectProviders>>[number]

/** The providers of a customer, the default of each channel first. */
export async function listProviders(db: Db, config: Config, customerId: number): Promise<Provider[]> {
  return (await selectProviders(db, customerId)).map((row) => shownProvider(config, row))
}

/** A provider as it is shown. */
export async function findProviderShown(db: Db, config: Config, customerId: number, id: number): Promise<Provider | undefined> {
  const row = (await selectProviders(db, customerId)).find((one) => one.id === id)
  return row && shownProvider(config, row)
}

function selectProviders(db: Db, customerId: number) {
  return db
    .selectFrom('providers as p')
    .selectAll('p')
    .select([
      sql<string[]>`array(select s.name
        from scripts s
        where s.customer_id = p.customer_id and p.id in (
          s.call_provider_id, s.email_provider_id, s.sms_provider_id, s.whatsapp_provider_id,
          s.sms_backup_provider_id)
        order by s.name)`.as('scripts'),
      sql<string[]>`array(select s.name
        from scripts s
        where p.is_default and s.customer_id = p.customer_id
          and case p.channel
            when 'call' then s.call_provider_id is null
            when 'email' then s.email_provider_id is null
            when 'sms' then s.sms_provider_id is null
            when 'whatsapp' then s.whatsapp_provider_id is null
          end
        order by s.name)`.as('scripts_by_default'),
      sql<number>`(select count(*)::int
        from incoming_messages m
        where m.customer_id = p.customer_id and m.provider_id = p.id and m.case_id is null)`.as('unplaced'),
      sql<Provider['prices']>`(select coalesce(json_agg(
            json_build_object('from', x.from_day, 'hundredCents', x.each_hundredths,
              'hundredMinutesCents', x.minute_hundredths)
            order by x.from_day desc), '[]')
        from provider_prices x
        where x.customer_id = p.customer_id and x.provider_id = p.id)`.as('prices'),
      sql<Date | null>`(select t.since
        from provider_troubles t
        where t.customer_id = p.customer_id and t.provider_id = p.id)`.as('trouble_since'),
    ])
    .leftJoin('provider_grants as g', (join) => join.onRef('g.customer_id', '=', 'p.customer_id').onRef('g.provider_id', '=', 'p.id'))
    .select(['g.granted_at', 'g.granted_by', 'g.ends_at', 'g.refused_at', 'g.refused_text'])
    .leftJoin('templates as t', (join) => join.onRef('t.customer_id', '=', 'p.customer_id').onRef('t.id', '=', 'p.template_id'))
    .select('t.name as template_name')
    .where('p.customer_id', '=', customerId)
    .orderBy('p.channel')
    .orderBy('p.is_default', 'desc')
    .orderBy('p.name')
    .execute()
}

function shownProvider(config: Config, row: Row): Provider {
  return {
    providerID: row.id,
    customerID: row.customer_id,
    channel: row.channel as ProviderChannel,
    name: row.name,
    settings: row.settings as unknown as Provider['settings'],
    hasSecret: row.secret !== null,
    hasDkimKey: row.dkim_key !== null,
    connection: connectionOf(row),
    template: row.template_id === null ? null : { templateID: row.template_id, name: row.template_name ?? '' },
    prices: row.prices,
    state: row.state as Provider['state'],
    isDefault: row.is_default,
    isBackup: row.is_backup,
    troubleSince: row.trouble_since?.toISOString() ?? null,
    testedAt: row.tested_at?.toISOString() ?? null,
    testFault: row.test_fault as Provider['testFault'],
    testText: row.test_text,
    scripts: row.scripts,
    scriptsByDefault: row.scripts_by_default,
    unplaced: row.unplaced,
    webhookUrl: webhookOf(config, row),
    version: row.version,
  }
}

function connectionOf({ granted_at: at, granted_by: by, ends_at, refused_at, refused_text }: Row): Provider['connection'] {
  if (at === null) return null
  return {
    ...{ at: at.toISOString(), by: by ?? '', endsAt: ends_at?.toISOString() ?? null },
    ...{ refusedAt: refused_at?.toISOString() ?? null, refusedText: refused_text ?? '' },
  }
}

function webhookOf(config: Config, { customer_id, id, kind }: Row): string {
  if (kind === 'whatsapp-cloud') return `${config.publicUrl}/api/hooks/whatsapp-${id}`
  if (kind === 'acceptemail') return `${config.publicUrl}/api/hooks/${paymentNameOf({ id, kind })}`
  return (httpSmsKinds as readonly string[]).includes(kind) ? providerHookUrl(config, { customerId: customer_id, id }) : ''
}

/** What a script may choose from. */
export async function listProviderChoices(db: Db, customerId: number): Promise<ScriptInfo['choices']['providers']> {
  const rows = await db
    .selectFrom('providers')
    .select(['id', 'channel', 'name', 'state', 'is_default', 'is_backup'])
    .where('customer_id', '=', customerId)
    .where('kind', 'not in', ['imap', 'speech-http'])
    .where('channel', 'in', channels)
    .where('template_id', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map(({ id, channel, name, state, is_default: isDefault, is_backup: isBackup }) => ({
    providerID: id,
    channel: channel as Channel,
    name,
    state: state as Provider['state'],
    isDefault,
    isBackup,
  }))
}

/** Providers with all that opens them, by id; what is gone is not in it. */
export async function findRegistered(db: Db, ids: readonly number[]): Promise<Map<number, RegisteredProvider>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('providers').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, registeredOf(row)]))
}

/** The provider that a customer sends by where no script names another, unless it is off; null: the installation's own. */
export async function findDefaultProvider(db: Db, customerId: number, channel: SendChannel): Promise<RegisteredProvider | null> {
  const row = await db
    .selectFrom('providers')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('channel', '=', channel)
    .where('is_default', '=', true)
    .where('state', '<>', 'off')
    .executeTakeFirst()
  return row ? registeredOf(row) : null
}

/** What speaks the texts of a customer; null: the program of this machine. Of several the first by name. */
export async function findSpeechProvider(db: Db, customerId: number): Promise<RegisteredProvider | null> {
  const row = await db
    .selectFrom('providers')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'speech-http')
    .where('state', '<>', 'off')
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()
  return row ? registeredOf(row) : null
}

/** The account by which the links or requests of a customer are paid, also while it is off; null: the customer has none of its own. */
export async function findPaymentProvider(
  db: Db,
  customerId: number,
  channel: 'payment' | RequestKind = 'payment',
): Promise<RegisteredProvider | null> {
  const row = await db
    .selectFrom('providers')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('channel', '=', channel)
    .where('is_default', '=', true)
    .executeTakeFirst()
  return row ? registeredOf(row) : null
}

/** The mail server that sends one template alone, unless it is off; null: there is none. */
export async function findTemplateServer(db: Db, customerId: number, templateId: number): Promise<RegisteredProvider | null> {
  const row = await db
    .selectFrom('providers')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('template_id', '=', templateId)
    .where('state', '<>', 'off')
    .executeTakeFirst()
  return row ? registeredOf(row) : null
}

function registeredOf(row: Selectable<Providers>): RegisteredProvider {
  return {
    customerId: row.customer_id,
    id: row.id,
    channel: row.channel as ProviderChannel,
    name: row.name,
    settings: row.settings as unknown as RegisteredProvider['settings'],
    secret: row.secret,
    dkimKey: row.dkim_key,
    state: row.state as RegisteredProvider['state'],
    version: row.version,
  }
}
