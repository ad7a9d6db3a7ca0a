import type { Services } from '../../services.ts'
import { addChannel, openDirect } from '../chat/change-channels.ts'
import { listChannels } from '../chat/chat-channels.ts'
import { sendMessage } from '../chat/write-messages.ts'
import { actAs, findColleague } from './colleagues.ts'

type Place = { customerId: number; today: Date }

const minute = 60_000

/** What colleagues of the demo wrote to each other since yesterday. Where somebody wrote already nothing is added. */
export async function pastChat(services: Services, { customerId, today }: Place): Promise<void> {
  const agent = await findColleague(services, 'agent')
  const leader = await findColleague(services, 'leader')
  if (!agent || !leader || ![agent, leader].every(({ customerIds }) => customerIds.includes(customerId))) return
  const { db } = services
  const case_ = await db
    .selectFrom('cases')
    .select('case_number')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'open')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const user = await db.selectFrom('users').select('id').where('username', '=', 'teamleider').executeTakeFirst()
  const number = case_ === undefined ? 'het dossier' : `#${case_.case_number}`
  const at = (minutesAgo: number) => ({ ...services, clock: { now: () => new Date(today.getTime() - minutesAgo * minute) } })
  const say = (who: typeof agent, channelID: number, minutesAgo: number, text: string) =>
    actAs(who, 'chat.send', () => sendMessage(at(minutesAgo), who, channelID, text))

  const [general] = await actAs(leader, 'chat.send', () => listChannels(services, leader, customerId))
  if (!general || general.lastAt !== null) return
  await say(leader, general.channelID, 1_500, 'Goedemorgen allemaal. Vandaag gaat de nieuwe batch met herinneringen van start.')
  await say(agent, general.channelID, 1_492, 'Fijn, ik heb vanmiddag ruimte voor terugbelafspraken.')
  await say(leader, general.channelID, 1_490, 'Mooi. Let op: wie al een regeling heeft bellen we niet, die staan op pauze.')
  await say(agent, general.channelID, 95, `@teamleider kunt u meekijken met ${number}? De debiteur zegt dat er al betaald is.`)
  await say(
    leader,
    general.channelID,
    88,
    'Ik zie het bankafschrift nog niet. Vraag om een betaalbewijs en pauzeer het dossier tot vrijdag.',
  )
  await say(agent, general.channelID, 86, 'Gedaan, de e-mail is onderweg.')

  const others = user === undefined ? [] : [user.id]
  const channel = await actAs(leader, 'chat.addChannel', () =>
    addChannel(services, leader, { customerID: customerId, name: 'Klachten', memberIDs: [agent.userId, ...others] }),
  )
  await say(leader, channel.channelID, 60, 'Hier overleggen we klachten voordat de termijn van twee werkdagen afloopt.')
  await say(agent, channel.channelID, 41, 'Er is er vanochtend één bevestigd, de andere pak ik na de lunch op.')
  if (user === undefined || user.id === agent.userId) return
  const talk = await actAs(agent, 'chat.openDirect', () => openDirect(services, agent, { customerID: customerId, userID: user.id }))
  await say(agent, talk.channelID, 12, 'Heeft u om 15:00 vijf minuten voor een dossier met bewindvoering?')
}
