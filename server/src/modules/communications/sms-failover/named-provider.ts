import type { Channel } from '@regie/contract/channels.ts'
import type { TemplateOptions } from '@regie/contract/templates.ts'
import { type Carrier, carrierOf } from '../../../gateways/registered-provider.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { CaseFacts } from '../../contact-facts/contact-facts.ts'
import { findRegistered } from '../../providers/provider-queries.ts'

type Text = { channel: Channel; options: Pick<TemplateOptions, 'smsProvider'> }

/** The provider that a text names for its SMS; null: it names none, or one that is off, so that its script's carry it. */
export async function findNamed(db: Db, customerId: number, { channel, options }: Text): Promise<Carrier | null> {
  if (channel !== 'sms' || options.smsProvider === null) return null
  const found = (await findRegistered(db, [options.smsProvider])).get(options.smsProvider)
  if (found?.customerId !== customerId || found.channel !== 'sms') return null
  const carrier = carrierOf(found)
  return carrier.isOff ? null : carrier
}

/** The facts of a case where an SMS is carried by the provider that its text names. */
export function carriedBy<Facts extends CaseFacts>(facts: Facts, named: Carrier | null): Facts {
  return named === null ? facts : { ...facts, providers: { ...facts.providers, sms: named } }
}
