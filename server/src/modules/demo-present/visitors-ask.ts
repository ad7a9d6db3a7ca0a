import { randomBytes, randomUUID } from 'node:crypto'
import type { Locale } from '@regie/contract/locale.ts'
import { sql } from 'kysely'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findSiteChat } from '../communications/web-chat/find-web-chat-page.ts'
import { changeWebChat, findWebChat } from '../communications/web-chat/web-chat-settings.ts'
import { beginVisit } from '../communications/web-chat/write-in-visit.ts'
import { actAs } from '../demo-past/colleagues.ts'
import type { DemoWork } from './demo-work.ts'

// So many wait at most, so that a chat of the one who looks is not lost among them.
const waitingMax = 2
const everySeconds = 240

type Question = { name: string; contact: string; text: string; locale: Locale }
const questions: readonly Question[] = [
  {
    name: 'Sanne',
    contact: 'sanne@voorbeeld.nl',
    text: 'Ik heb een brief gekregen. Klopt het bedrag nog als ik vandaag betaal?',
    locale: 'nl',
  },
  { name: 'M. de Wit', contact: '', text: 'Kan ik hier ook in termijnen betalen?', locale: 'nl' },
  { name: 'Thomas', contact: '06 12345678', text: 'Mijn betaallink werkt niet meer, kunt u mij een nieuwe sturen?', locale: 'nl' },
  {
    name: 'Anna K.',
    contact: 'anna@voorbeeld.nl',
    text: 'Hello, I moved last month. Can you send the letter to my new address?',
    locale: 'eng',
  },
  { name: 'Claire', contact: '', text: 'Bonjour, puis-je payer la moitié maintenant et le reste en fin de mois ?', locale: 'fr' },
]

/** The demo has a chat on its own example page, and now and then somebody asks something there; each is marked as a simulation. */
export async function visitorsAsk(services: Services, { customerId }: DemoWork, leader: Caller, speed: number, turnSeconds: number) {
  const { db, config } = services
  const chat = await findWebChat(db, customerId)
  if (chat.siteKey === null) {
    const { siteKey: _none, customerID: _own, ...fresh } = chat
    const hours = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], start: '08:00', end: '22:00' }]
    const change = { ...fresh, isOn: true, sites: [new URL(config.publicUrl).origin], hours }
    await actAs(leader, 'webChat.change', () => changeWebChat(services, leader, customerId, change))
    return
  }
  if (!chat.isOn || Math.random() > (turnSeconds * speed) / everySeconds || (await countWaiting(services, customerId)) >= waitingMax) return
  const site = await findSiteChat(db, chat.siteKey)
  const asked = questions[Math.floor(Math.random() * questions.length)]
  if (!site || !asked) return
  const contact = asked.contact === '' ? 'bezoeker@voorbeeld.nl' : asked.contact
  const begin = { siteKey: chat.siteKey, token: randomBytes(32).toString('base64url'), key: randomUUID(), ...asked, contact }
  await beginVisit(services, site, begin, true)
}

async function countWaiting({ db }: Services, customerId: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting
    from conversations
    where customer_id = ${customerId} and state = 'open' and waiting_since is not null and channel = 'webchat'`.execute(db)
  return rows[0]?.waiting ?? 0
}
