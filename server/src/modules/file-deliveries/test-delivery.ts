import { type DeliveryTest, deliveryNamesShown } from '@regie/contract/file-deliveries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findCustomerOfDelivery } from './delivery-queries.ts'
import { findPlace } from './find-place.ts'
import { fitsPattern } from './file-names.ts'
import { openPlace } from './places/open-place.ts'
import { PlaceFault } from './places/place.ts'

const testMs = 20_000

/** Looks into the folder of a delivery now, and takes nothing. With a fingerprint that machine is the right one from now on, if it is the one that answers. */
export async function testDelivery(
  services: Services,
  caller: Caller,
  id: number,
  { trustedKey }: { trustedKey?: string | undefined },
): Promise<DeliveryTest> {
  const { db } = services
  const customerId = await findCustomerOfDelivery(db, caller, id)
  const { place: row, pattern, version } = await findPlace(db, customerId, id)
  const hostKey = trustedKey ?? row.hostKey
  let shown: string | null = null
  const nothing = { found: 0, names: [], others: 0, mayMove: false }
  try {
    const place = await openPlace(
      services,
      { ...row, hostKey },
      {
        signal: AbortSignal.timeout(testMs),
        onHostKey: (key) => {
          shown = key
        },
      },
    )
    try {
      const files = await place.list()
      const mayMove = await place.prepare()
      const found = files.filter(({ name }) => fitsPattern(name, pattern)).map(({ name }) => name)
      const names = found.toSorted((a, b) => a.localeCompare(b)).slice(0, deliveryNamesShown)
      return { fault: null, hostKey: shown, found: found.length, names, others: files.length - found.length, mayMove }
    } finally {
      await place.close()
    }
  } catch (error) {
    if (!(error instanceof PlaceFault)) throw error
    return { ...nothing, fault: error.fault, hostKey: shown }
  } finally {
    // The right machine with a wrong password is the right machine.
    if (trustedKey !== undefined && shown === trustedKey)
      await db
        .updateTable('file_deliveries')
        .set((eb) => ({ host_key: trustedKey, version: eb('version', '+', 1), next_at: services.clock.now() }))
        .where('customer_id', '=', customerId)
        .where('id', '=', id)
        // Trusted is the machine that was asked, not one that was typed in meanwhile.
        .where('version', '=', version)
        .execute()
  }
}
