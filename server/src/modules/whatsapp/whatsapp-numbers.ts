import type { WhatsappGateway } from '../../gateways/whatsapp/whatsapp-gateway.ts'
import type { RegisteredProvider } from '../../gateways/registered-provider.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { findRegistered } from '../providers/provider-queries.ts'

/** The numbers of a customer; one without any sends by the installation's own, which is provider 0. */
export async function numbersOf({ db, gateways }: Services, customerId: number) {
  const rows = await db
    .selectFrom('providers')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('channel', '=', 'whatsapp')
    // Meta knows neither texts nor limits of one that is paired by a code.
    .where('kind', '<>', 'web-pairing')
    .orderBy('id')
    .execute()
  const registered = await findRegistered(
    db,
    rows.map(({ id }) => id),
  )
  const own = { providerId: 0, name: null, gateway: gateways.whatsapp }
  const theirs = [...registered.values()].map((provider) => ({
    ...{ providerId: provider.id, name: provider.name },
    gateway: gateways.gatewayOf('whatsapp', provider) as WhatsappGateway,
  }))
  return theirs.length === 0 ? [own] : theirs
}

const ofWebhook = /^whatsapp-([1-9]\d{0,14})$/

/** The number that a webhook names in its address. */
export async function numberOfWebhook(db: Db, name: string): Promise<RegisteredProvider | undefined> {
  const id = Number(ofWebhook.exec(name)?.[1])
  if (!Number.isSafeInteger(id)) return undefined
  const provider = (await findRegistered(db, [id])).get(id)
  return provider?.settings.kind === 'whatsapp-cloud' ? provider : undefined
}
