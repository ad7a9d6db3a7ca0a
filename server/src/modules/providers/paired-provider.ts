import type { Transaction } from '../../platform/db/database.ts'

type Wanted = { customerId: number; isSimulation: boolean }

const name = 'WhatsApp Web'

/**
 * The provider of the number that a customer pairs by a code: there is one at most, and it is made when somebody pairs for the first time.
 * `wasOther`: it was a simulation and is none now, or the other way round.
 */
export async function keepPairedProvider(
  tx: Transaction,
  { customerId, isSimulation }: Wanted,
): Promise<{ providerId: number; wasOther: boolean }> {
  const settings = JSON.stringify({ kind: 'web-pairing', isSimulation, perMinute: 6 })
  const known = await tx
    .selectFrom('providers')
    .select(['id', 'settings'])
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'web-pairing')
    .forUpdate()
    .executeTakeFirst()
  if (known) {
    const wasOther = (known.settings as { isSimulation?: boolean }).isSimulation !== isSimulation
    if (wasOther)
      await tx
        .updateTable('providers')
        .set((eb) => ({ settings, version: eb('version', '+', 1) }))
        .where('customer_id', '=', customerId)
        .where('id', '=', known.id)
        .execute()
    return { providerId: known.id, wasOther }
  }
  const taken = await tx
    .selectFrom('providers')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('channel', '=', 'whatsapp')
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst()
  const { id } = await tx
    .insertInto('providers')
    .values({ customer_id: customerId, channel: 'whatsapp', kind: 'web-pairing', name: taken ? `${name} (QR)` : name, settings })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { providerId: id, wasOther: false }
}
