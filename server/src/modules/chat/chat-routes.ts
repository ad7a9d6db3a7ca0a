import { chatApi, chatPerMinute } from '@regie/contract/chat.ts'
import { AppError } from '../../platform/app-error.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { openRateCounter } from '../../platform/http/rate-counter.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { addChannel, changeChannel, leaveChannel, openDirect } from './change-channels.ts'
import { listChannels } from './chat-channels.ts'
import { listMessages, searchMessages } from './chat-messages.ts'
import { listPeople } from './chat-people.ts'
import { editMessage, readChannel, removeMessage, sendMessage } from './write-messages.ts'

// Of a user, not of an address: an office has one.
const written = openRateCounter(chatPerMinute)

export const chatRoutes: Route<Services>[] = [
  route(chatApi.channels, (services: Services, { caller, query }) => listChannels(services, caller, query.customerID)),
  route(chatApi.people, ({ db }: Services, { caller, query: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return listPeople(db, customerID)
  }),
  route(chatApi.addChannel, (services: Services, { caller, body }) => addChannel(services, caller, body)),
  route(chatApi.openDirect, (services: Services, { caller, body }) => openDirect(services, caller, body)),
  route(chatApi.changeChannel, (services: Services, { caller, params, body }) => changeChannel(services, caller, params.channelID, body)),
  route(chatApi.leave, (services: Services, { caller, params }) => leaveChannel(services, caller, params.channelID)),
  route(chatApi.messages, (services: Services, { caller, params, query }) =>
    listMessages(services, caller, params.channelID, query.before),
  ),
  route(chatApi.search, (services: Services, { caller, query }) => searchMessages(services, caller, query)),
  route(chatApi.send, (services: Services, { caller, params, body }) => {
    mustBeSlowEnough(caller.userId)
    return sendMessage(services, caller, params.channelID, body.text)
  }),
  route(chatApi.edit, (services: Services, { caller, params, body }) => {
    mustBeSlowEnough(caller.userId)
    return editMessage(services, caller, params.messageID, body.text)
  }),
  route(chatApi.remove, (services: Services, { caller, params }) => removeMessage(services, caller, params.messageID)),
  route(chatApi.read, (services: Services, { caller, params, body }) => readChannel(services, caller, params.channelID, body.messageID)),
]

function mustBeSlowEnough(userId: number): void {
  const seconds = written.count(String(userId))
  if (seconds !== null) throw new AppError('error.tooManyRequests', { params: { seconds } })
}
