import type { WhatsappWebStatus } from '@regie/contract/whatsapp-web.ts'
import { sql } from 'kysely'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import { decrypt } from '../../../platform/security/encryption.ts'
import type { Services } from '../../../services.ts'
import { pairingPurpose } from './pairing-secrets.ts'

type Shown = NonNullable<WhatsappWebStatus['number']>
type Row = Pick<Shown, 'providerID' | 'state' | 'reason' | 'isSimulation' | 'phone' | 'name' | 'perMinute' | 'isOff' | 'isUnattended'> & {
  since: Date
  retryAt: Date | null
  qr: Buffer | null
  qrUntil: Date | null
  qrNo: number
}

/** How the paired number of a customer stands, with the code that can be scanned. Where nothing is paired here, that alone. */
export async function showPairing(services: Services, caller: Caller, customerId: number): Promise<WhatsappWebStatus> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { db, config, gateways } = services
  const mode = gateways.pairingMode
  if (mode === 'off' || mode === 'notInstalled') return { mode, number: null }
  const { rows } = await sql<Row>`
    select p.id as "providerID", coalesce(w.state, 'unpaired') as state, w.reason, w.since, w.phone, w.name, w.qr,
      w.qr_until as "qrUntil", w.qr_no as "qrNo", w.retry_at as "retryAt", p.state = 'off' as "isOff",
      (p.settings ->> 'isSimulation')::boolean as "isSimulation", (p.settings ->> 'perMinute')::int as "perMinute",
      not exists (select from engines e where e.id = w.engine_id and e.lease_until > now()) as "isUnattended"
    from providers p
    join whatsapp_pairings w on w.customer_id = p.customer_id and w.provider_id = p.id
    where p.customer_id = ${customerId} and p.kind = 'web-pairing'`.execute(db)
  const [row] = rows
  if (!row || row.isSimulation !== (mode === 'simulation')) return { mode, number: nothingPaired(mode === 'simulation') }
  const { since, retryAt, qr, qrUntil, qrNo, ...rest } = row
  const place = { customerId, providerId: row.providerID ?? 0 }
  return {
    mode,
    number: {
      ...rest,
      since: since.toISOString(),
      retryAt: retryAt?.toISOString() ?? null,
      qr: qr &&
        qrUntil && {
          svg: await drawCode(decrypt(config.secretKey, qr, pairingPurpose(place, 'qr'))),
          until: qrUntil.toISOString(),
          no: qrNo,
        },
    },
  }
}

const nothingPaired = (isSimulation: boolean): Shown => ({
  ...{ providerID: null, state: 'unpaired', reason: null, since: null, isSimulation, qr: null, phone: '', name: '', retryAt: null },
  ...{ perMinute: 6, isOff: false, isUnattended: false },
})

async function drawCode(text: string): Promise<string> {
  const { default: qrcode } = await import('qrcode')
  return qrcode.toString(text, { type: 'svg', errorCorrectionLevel: 'L', margin: 3 })
}
