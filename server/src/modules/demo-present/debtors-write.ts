import type { WrittenChannel } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Services } from '../../services.ts'
import { receiveMessage } from '../communications/incoming/receive-message.ts'
import type { DemoWork } from './demo-work.ts'

// Until so many wait somebody writes with every turn; beyond that now and then, and no more than staff can read.
const fewWaiting = 7
const manyWaiting = 18
const everySeconds = 150
// Of a hundred that write, so many from an address that nobody knows.
const unknownShare = 0.15
const windowMs = 24 * 3_600_000

type Written = { id: number; caseId: number; batchId: number; recipient: string; channel: WrittenChannel; caseNumber: string; name: string }

const words = [
  'Kan ik in twee keer betalen?',
  'Ik heb deze factuur vorige week al betaald. Kunt u dat nakijken?',
  'Mijn salaris komt vrijdag, dan maak ik het over.',
  'Ik begrijp niet waar dit over gaat. Kunt u mij de factuur sturen?',
  'Ja graag',
  'Dit is al de derde keer dat ik dit bericht krijg.',
  'Kunt u mij morgen na vijf uur bellen?',
  'Ik wil graag een regeling van drie termijnen.',
]
const any = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

/** A simulated debtor answers what was sent to them, or writes from an address that nobody knows. All of it is marked as a simulation by its customer. */
export async function debtorsWrite(services: Services, { customerId }: DemoWork, speed: number, turnSeconds: number): Promise<void> {
  const { db, clock } = services
  const waiting = await countWaiting(services, customerId)
  if (waiting >= manyWaiting || (waiting >= fewWaiting && Math.random() > (turnSeconds * speed) / everySeconds)) return
  const about = await findSent(services, customerId)
  if (!about) return
  const at = clock.now()
  const isUnknown = Math.random() < unknownShare
  const { channel, recipient, name, caseNumber } = about
  const text = any(words)
  await tryThrice(() =>
    db.transaction().execute((tx) =>
      receiveMessage(
        tx,
        {
          ...{ customerId, providerId: 0, channel, key: `simulated:${about.id}:${at.getTime()}`, cameAt: at, bytes: text.length },
          sender: isUnknown ? otherAddress(channel) : recipient,
          senderName: isUnknown ? '' : name,
          subject: channel === 'email' ? 'Re: uw bericht' : '',
          text: isUnknown ? `Ik schrijf over ${caseNumber}. ${text}` : text,
          answered: isUnknown ? null : about,
          ...(channel === 'whatsapp' && { windowEndsAt: new Date(at.getTime() + windowMs) }),
        },
        at,
      ),
    ),
  )
}

const otherAddress = (channel: WrittenChannel) =>
  channel === 'email' ? `iemand${Math.floor(Math.random() * 900)}@voorbeeld.nl` : `+3161234${5000 + Math.floor(Math.random() * 900)}`

async function countWaiting({ db }: Services, customerId: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting
    from conversations
    where customer_id = ${customerId} and state = 'open' and waiting_since is not null`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** Something that was sent lately about an open case, by a channel that is chosen first, so that not all of it is mail. */
async function findSent({ db, clock }: Services, customerId: number): Promise<Written | undefined> {
  const channel = any(['email', 'email', 'sms', 'sms', 'whatsapp'] as const)
  const since = new Date(clock.now().getTime() - 3 * 24 * 3_600_000)
  const { rows } = await sql<Written>`
    select m.id, m.case_id as "caseId", m.batch_id as "batchId", m.recipient, m.channel,
      c.case_number as "caseNumber", c.name
    from (
      select id, customer_id, case_id, batch_id, recipient, channel
      from communications
      where customer_id = ${customerId} and channel = ${channel} and state = 'sent' and queued_at > ${since}
      order by id desc
      limit 200) m
    join cases c on c.customer_id = m.customer_id and c.id = m.case_id and c.status <> 'closed'
    order by random()
    limit 1`.execute(db)
  return rows[0]
}
