import type { ProviderSettings } from '@regie/contract/providers.ts'
import type { ChannelProviders, SendChannel } from '../../gateways/gateways.ts'
import { carrierOf, type RegisteredProvider } from '../../gateways/registered-provider.ts'

type ProviderJson = { id: number; channel: SendChannel; settings: ProviderSettings; state: RegisteredProvider['state']; isFirst: boolean }
export type ProvidersJson = ProviderJson[]

/**
 * SQL for the customer's providers that carry a script: the one that it names for a channel, else the customer's default, and of SMS the second one too.
 * Never their secrets.
 */
export function providersJson(script: string): string {
  const isFirst = `case coalesce(case p.channel
            when 'call' then ${script}.call_provider_id
            when 'email' then ${script}.email_provider_id
            when 'sms' then ${script}.sms_provider_id
            when 'whatsapp' then ${script}.whatsapp_provider_id
          end, 0)
        when 0 then p.is_default
        else p.id in (${script}.call_provider_id, ${script}.email_provider_id, ${script}.sms_provider_id,
          ${script}.whatsapp_provider_id)
      end`
  return `(select json_agg(json_build_object('id', p.id, 'channel', p.channel, 'settings', p.settings,
      'state', p.state, 'isFirst', ${isFirst}))
    from providers p
    where p.customer_id = ${script}.customer_id and p.channel not in ('payment', 'acceptemail', 'mailtopay')
      and (${isFirst}
        or (p.channel = 'sms'
          and case when ${script}.sms_backup_provider_id is null then p.is_backup
            else p.id = ${script}.sms_backup_provider_id
          end)))`
}

/** What providersJson read. One that is off is as good as on where a second one takes its place (sms-failover/). */
export function readCarriers(rows: ProvidersJson | null): ChannelProviders {
  const all = rows ?? []
  const second = all.find(({ isFirst }) => !isFirst)
  return Object.fromEntries(
    all
      .filter(({ isFirst }) => isFirst)
      .map((row) => {
        const carrier = carrierOf(row)
        const other = row.channel === 'sms' && second ? carrierOf(second) : null
        return [row.channel, { ...carrier, isOff: carrier.isOff && (!other || other.isOff || other.simulated !== carrier.simulated) }]
      }),
  )
}
