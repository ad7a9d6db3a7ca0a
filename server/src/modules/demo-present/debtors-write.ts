import type { WrittenChannel } from '@regie/contract/channels.ts'
import { pressableWords, type WhatsappChoices } from '@regie/contract/whatsapp-choices.ts'
import { sql } from 'kysely'
import { type SimulatedAnswer, simulatedAnswers, simulatedPicture } from '../../gateways/whatsapp/whatsapp-gateway.ts'
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
// Of those, so many do not show WhatsApp's users their number; and so many who write by it send a picture.
const withoutNumberShare = 0.5
const pictureShare = 0.2
const pressShare = 0.6

type Written = {
  id: number
  caseId: number
  batchId: number
  recipient: string
  channel: WrittenChannel
  caseNumber: string
  name: string
} & {
  providerRef: string | null
  choices: WhatsappChoices | null
}

const words = [
  'Kan ik in twee keer betalen?',
  'Ik heb deze factuur vorige week al betaald. Kunt u dat nakijken?',
  'Mijn salaris komt vrijdag, dan maak ik het over.',
  'Ik begrijp niet waar dit over gaat. Kunt u mij de factuur sturen?',
  'Ja graag',
  'Dit is al de derde keer dat ik dit bericht krijg.',
  'Kunt u mij morgen na vijf uur bellen?',
  'Ik wil graag een regeling van drie termijnen.',
  'Ik heb de factuur nooit ontvangen. Kunt u een kopie sturen?',
  'De betaallink werkt niet op mijn telefoon.',
  'Ik wacht nog op mijn toeslag, daarna kan ik betalen.',
  'Mijn abonnement heb ik in maart opgezegd. Deze factuur klopt niet.',
  'Waarom zijn er incassokosten bij gekomen?',
  'Kan de termijn van deze maand een week later? Mijn salaris is nog niet binnen.',
  'De betaling is gedaan, het betaalbewijs stuur ik vanavond.',
  'Ik zit in de schuldhulp bij de gemeente, mijn bewindvoerder neemt contact op.',
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
  if (channel === 'whatsapp') return writeByWhatsapp(services, about, isUnknown, text)
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
        },
        at,
      ),
    ),
  )
}

/** By the webhook of the simulated provider, as its own answers come: what Meta would bring takes the same way. */
async function writeByWhatsapp({ clock, gateways }: Services, about: Written, isUnknown: boolean, words: string): Promise<void> {
  const { providerRef, recipient, caseNumber, choices } = about
  if (providerRef === null) return
  const answer = { providerRef: `${providerRef}:written:${clock.now().getTime()}`, quotes: providerRef, pressed: null, givenNumber: null }
  const stranger = Math.random() < withoutNumberShare ? { phone: null, userId: otherPerson() } : { phone: otherNumber(), userId: null }
  const pressed = choices !== null && Math.random() < pressShare ? any(pressableWords(choices)) : null
  const hasPicture = pressed === null && Math.random() < pictureShare
  const event: SimulatedAnswer = isUnknown
    ? { ...answer, ...stranger, name: 'Robin', text: `Ik schrijf over ${caseNumber}. ${words}`, media: null }
    : { ...answer, phone: recipient, userId: null, name: '', text: pressed ?? words, pressed, media: hasPicture ? simulatedPicture : null }
  await gateways.simulatedEvents.schedule(simulatedAnswers, [{ afterMs: 0, event }])
}

const otherNumber = () => `+3161234${5000 + Math.floor(Math.random() * 900)}`
const otherPerson = () => `NL.${10 ** 15 + Math.floor(Math.random() * 9 * 10 ** 15)}`

const otherAddress = (channel: WrittenChannel) =>
  channel === 'email' ? `iemand${Math.floor(Math.random() * 900)}@voorbeeld.nl` : otherNumber()

async function countWaiting({ db }: Services, customerId: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting
    from conversations
    where customer_id = ${customerId} and state = 'open' and waiting_since is not null`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** Something that came where it was sent to lately about an open case, by a channel that is chosen first, so that not all of it is mail. */
async function findSent({ db, clock }: Services, customerId: number): Promise<Written | undefined> {
  const channel = any(['email', 'email', 'sms', 'sms', 'whatsapp'] as const)
  const since = new Date(clock.now().getTime() - 3 * 24 * 3_600_000)
  const { rows } = await sql<Written>`
    select m.id, m.case_id as "caseId", m.batch_id as "batchId", m.recipient, m.channel,
      c.case_number as "caseNumber", c.name, m.provider_ref as "providerRef",
      t.mail -> 'choices' as choices
    from (
      select id, customer_id, case_id, batch_id, recipient, channel, provider_ref, queued_at
      from communications
      where customer_id = ${customerId} and channel = ${channel} and state = 'sent'
        and delivery in ('delivered', 'read') and queued_at > ${since}
      order by id desc
      limit 200) m
    join cases c on c.customer_id = m.customer_id and c.id = m.case_id and c.status <> 'closed'
    left join communication_contents t on t.customer_id = m.customer_id and t.communication_id = m.id
      and t.queued_at = m.queued_at
    order by random()
    limit 1`.execute(db)
  return rows[0]
}
