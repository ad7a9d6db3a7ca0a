import type { WhatsappWebStatus } from '@regie/contract/whatsapp-web.ts'
import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { keepPairedProvider } from '../../providers/paired-provider.ts'
import { showPairing } from './show-pairing.ts'

/** Asks for codes to pair a number of this customer. One that is connected, or shows a code, stays as it is. */
export async function askToPair(services: Services, caller: Caller, customerId: number): Promise<WhatsappWebStatus> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const isSimulation = mustBeOn(services) === 'simulation'
  const now = services.clock.now()
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from customers where id = ${customerId} for no key update`.execute(tx)
    if (rows.length === 0) throw new AppError('customer.notFound')
    const { providerId, wasOther } = await keepPairedProvider(tx, { customerId, isSimulation })
    // Keys of a simulation open no real number, and those of a real one are none that a simulation scanned.
    if (wasOther)
      await tx.deleteFrom('whatsapp_pairings').where('customer_id', '=', customerId).where('provider_id', '=', providerId).execute()
    await sql`
      insert into whatsapp_pairings as w (customer_id, provider_id, state, since, wish)
      values (${customerId}, ${providerId}, 'connecting', ${now}, 'pair')
      on conflict (customer_id, provider_id) do update set wish = 'pair', reason = null, retry_at = null,
        since = ${now}, state = 'connecting'
      where w.state in ('unpaired', 'disconnected')`.execute(tx)
    await publish(tx, { kind: 'pairing.changed', customerId, providerId })
  })
  return showPairing(services, caller, customerId)
}

/** Of a simulation: the code that is shown counts as scanned. */
export async function scanSimulation(services: Services, caller: Caller, customerId: number): Promise<WhatsappWebStatus> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  if (mustBeOn(services) !== 'simulation') throw new AppError('whatsappWeb.noSimulation')
  await services.db.transaction().execute((tx) => wish(tx, customerId, 'scan', ['qr']))
  return showPairing(services, caller, customerId)
}

/** Disconnects the number; its keys are forgotten. */
export async function unpair(services: Services, caller: Caller, customerId: number): Promise<WhatsappWebStatus> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  mustBeOn(services)
  await services.db.transaction().execute((tx) => wish(tx, customerId, 'unpair', ['connecting', 'qr', 'paired', 'open', 'disconnected']))
  return showPairing(services, caller, customerId)
}

function mustBeOn({ gateways: { pairingMode: mode } }: Services): 'simulation' | 'on' {
  if (mode === 'off') throw new AppError('whatsappWeb.off')
  if (mode === 'notInstalled') throw new AppError('whatsappWeb.notInstalled')
  return mode
}

async function wish(tx: Transaction, customerId: number, wanted: 'scan' | 'unpair', states: readonly string[]): Promise<void> {
  const { rows } = await sql<{ provider_id: number }>`
    update whatsapp_pairings
    set wish = ${wanted}
    where customer_id = ${customerId} and state = any(${states}::text[])
    returning provider_id`.execute(tx)
  for (const { provider_id: providerId } of rows) await publish(tx, { kind: 'pairing.changed', customerId, providerId })
}
