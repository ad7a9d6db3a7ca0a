import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RegisteredProvider } from '../../../gateways/registered-provider.ts'
import type { IncomingSms } from '../../../gateways/sms/sms-gateway.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import { readPhone } from '../../../platform/phone-number.ts'
import type { Services } from '../../../services.ts'
import { receiveMessage, type SavedMessage } from '../incoming/receive-message.ts'
import { confirmStop } from './confirm-stop.ts'
import { asksToStart, asksToStop, obeyStart, obeyStop } from './obey-stop.ts'

// The parts of a message come within seconds. Its reference is used again some day; what lies there then is of another message.
const partsMs = 3_600_000
const partsMax = 20

/** Saves an SMS that somebody sent, once; a long one when all its parts are there. */
export function receiveSms({ db, clock }: Services, provider: RegisteredProvider, sms: IncomingSms): Promise<void> {
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const now = clock.now()
      const whole = sms.part ? await joinParts(tx, provider, sms, now) : sms.text
      if (whole === null) return
      const text = whole.toWellFormed()
      const sender = senderOf(sms.from)
      const saved = await receiveMessage(
        tx,
        {
          ...{ customerId: provider.customerId, providerId: provider.id, channel: 'sms', key: keyOf(sms, whole) },
          ...{ sender, receivers: sms.to === '' ? [] : [sms.to], text, bytes: Buffer.byteLength(text) },
          ...{ cameAt: sms.at, answered: null },
        },
        now,
      )
      if (saved !== null) await obeyWord(tx, provider, { text, sender, saved, saidAt: sms.at, now })
    }),
  )
}

type Obeyed = { text: string; sender: string; saved: SavedMessage; saidAt: Date; now: Date }

// A short number or a name is nobody's own.
async function obeyWord(tx: Transaction, provider: RegisteredProvider, { text, sender, saved, saidAt, now }: Obeyed): Promise<void> {
  if (!sender.startsWith('+')) return
  const caseId = saved.tied?.caseId ?? null
  const asked = { customerId: provider.customerId, caseId, number: sender }
  if (asksToStart(text)) await obeyStart(tx, { ...asked, saidAt }, now)
  if (!asksToStop(text)) return
  if (await obeyStop(tx, asked, now)) await confirmStop(tx, provider, { incomingId: saved.incomingId, number: sender, caseId }, now)
}

// A key says which message it is, not what stands in it.
function keyOf({ key, part }: IncomingSms, text: string): string {
  return createHash('sha256')
    .update(part ? `${key.replace(/:\d+:\d+$/, '')}:${text}` : key)
    .digest('base64url')
}

/** A number as ours are; a name or a short number stays as it is. */
function senderOf(from: string): string {
  const digits = from.replace(/^\+|^00/, '')
  const phone = readPhone(/^\d{8,15}$/.test(digits) && !from.startsWith('0') ? `+${digits}` : from)
  return 'number' in phone ? phone.number : from.slice(0, 60)
}

/** The whole text when this was its last part. */
async function joinParts(tx: Transaction, { customerId, id }: RegisteredProvider, sms: IncomingSms, now: Date): Promise<string | null> {
  const { part, from, text } = sms
  if (!part || part.of > partsMax) return text
  const ofMessage = sql`customer_id = ${customerId} and provider_id = ${id} and sender = ${from}
      and reference = ${part.reference} and of = ${part.of}`
  // Two parts at once wait for each other, else neither would see that all are there.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms:${id}:${from}:${part.reference}`}, 0))`.execute(tx)
  await sql`delete from sms_incoming_parts
    where ${ofMessage} and came_at < ${new Date(now.getTime() - partsMs)}`.execute(tx)
  await sql`
    insert into sms_incoming_parts (customer_id, provider_id, sender, reference, of, no, body, came_at)
    values (${customerId}, ${id}, ${from}, ${part.reference}, ${part.of}, ${part.no},
      ${Buffer.from(text, 'utf16le')}, ${now})
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ body: Buffer }>`select body from sms_incoming_parts where ${ofMessage} order by no`.execute(tx)
  if (rows.length < part.of) return null
  await sql`delete from sms_incoming_parts where ${ofMessage}`.execute(tx)
  return Buffer.concat(rows.map(({ body }) => body)).toString('utf16le')
}

type Incomplete = { customer_id: number; provider_id: number; sender: string; reference: number; of: number }

/** What never became whole is shown as far as it came, after an hour. What cannot be saved waits for the next time, and holds nothing behind it. */
export async function receiveIncomplete(services: Services): Promise<void> {
  const { db, clock, log } = services
  const now = clock.now()
  const { rows } = await sql<Incomplete>`
    select distinct customer_id, provider_id, sender, reference, of from sms_incoming_parts
    where came_at < ${new Date(now.getTime() - partsMs)}`.execute(db)
  for (const one of rows)
    await db
      .transaction()
      .execute((tx) => receiveParts(tx, one, now))
      .catch((error: unknown) => log.error({ err: error, providerId: one.provider_id }, 'an incomplete SMS was not saved'))
}

async function receiveParts(
  tx: Transaction,
  { customer_id: customerId, provider_id: providerId, sender: from, reference, of }: Incomplete,
  now: Date,
) {
  const parts = await sql<{ no: number; body: Buffer; came_at: Date }>`
    delete from sms_incoming_parts
    where customer_id = ${customerId} and provider_id = ${providerId} and sender = ${from}
      and reference = ${reference} and of = ${of}
    returning no, body, came_at`.execute(tx)
  const sorted = parts.rows.sort((one, other) => one.no - other.no)
  const [first] = sorted
  if (!first) return
  const text = `${sorted.map(({ body }) => body.toString('utf16le')).join(' … ')} …`.toWellFormed()
  const key = createHash('sha256').update(`${from}:${reference}:${first.came_at.toISOString()}`).digest('base64url')
  const sender = senderOf(from)
  const message = { customerId, providerId, channel: 'sms', key, sender, text } as const
  const saved = await receiveMessage(tx, { ...message, bytes: Buffer.byteLength(text), cameAt: first.came_at, answered: null }, now)
  if (saved !== null && asksToStop(text) && sender.startsWith('+'))
    await obeyStop(tx, { customerId, caseId: saved.tied?.caseId ?? null, number: sender }, now)
}
