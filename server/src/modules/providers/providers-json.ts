import type { ProviderSettings } from '@regie/contract/providers.ts'
import type { ChannelProviders, SendChannel } from '../../gateways/gateways.ts'
import { carrierOf, type RegisteredProvider } from '../../gateways/registered-provider.ts'

export type ProvidersJson = { id: number; channel: SendChannel; settings: ProviderSettings; state: RegisteredProvider['state'] }[]

/** SQL for the customer's providers that carry a script: the one that it names for a channel, else the customer's default. Never their secrets. */
export function providersJson(script: string): string {
  return `(select json_agg(json_build_object('id', p.id, 'channel', p.channel, 'settings', p.settings,
      'state', p.state))
    from providers p
    where p.customer_id = ${script}.customer_id
      and case coalesce(case p.channel
            when 'call' then ${script}.call_provider_id
            when 'email' then ${script}.email_provider_id
            when 'sms' then ${script}.sms_provider_id
          end, 0)
        when 0 then p.is_default
        else p.id in (${script}.call_provider_id, ${script}.email_provider_id, ${script}.sms_provider_id)
      end)`
}

/** What providersJson read. */
export function readCarriers(rows: ProvidersJson | null): ChannelProviders {
  return Object.fromEntries((rows ?? []).map((row) => [row.channel, carrierOf(row)]))
}
