import { inboxApi } from '@regie/contract/inbox.ts'
import { route } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { answerVisitor } from '../web-chat/answer-visitor.ts'
import { listChatTexts } from '../web-chat/list-chat-texts.ts'
import {
  assignConversation,
  changeConversation,
  changeConversations,
  listInboxColleagues,
  readConversation,
} from './change-conversation.ts'
import { findAttachment } from './find-attachment.ts'
import { findConversation } from './find-conversation.ts'
import { countInbox, listInbox } from './list-inbox.ts'
import { searchInbox } from './search-inbox.ts'
import { findWriterWithoutNumber } from './find-writer-without-number.ts'
import { takeNumber } from './take-number.ts'
import { tieConversation } from './tie-conversation.ts'
import { untieConversation } from './untie-conversation.ts'

export const inboxRoutes = [
  route(inboxApi.list, (services: Services, { caller, query }) => listInbox(services, caller, query)),
  route(inboxApi.search, (services: Services, { caller, query }) => searchInbox(services, caller, query)),
  route(inboxApi.counts, (services: Services, { caller, query }) => countInbox(services, caller, query.customerID)),
  route(inboxApi.colleagues, (services: Services, { caller, query }) => listInboxColleagues(services, caller, query.customerID)),
  route(inboxApi.get, (services: Services, { caller, params, query }) =>
    findConversation(services, caller, params.conversationID, query.before),
  ),
  route(inboxApi.read, (services: Services, { caller, params }) => readConversation(services, caller, params.conversationID)),
  route(inboxApi.tie, (services: Services, { caller, params, body }) =>
    tieConversation(services, caller, params.conversationID, body.caseID),
  ),
  route(inboxApi.untie, (services: Services, { caller, params, body }) =>
    untieConversation(services, caller, params.conversationID, body.messageIDs),
  ),
  route(inboxApi.withoutNumber, (services: Services, { caller, params }) => findWriterWithoutNumber(services, caller, params.caseID)),
  route(inboxApi.takeNumber, (services: Services, { caller, params }) => takeNumber(services, caller, params)),
  route(inboxApi.answer, (services: Services, { caller, params, body }) => answerVisitor(services, caller, params.conversationID, body)),
  route(inboxApi.texts, (services: Services, { caller, params }) => listChatTexts(services, caller, params.conversationID)),
  route(inboxApi.change, (services: Services, { caller, params, body }) =>
    changeConversation(services, caller, params.conversationID, body),
  ),
  route(inboxApi.changeMany, (services: Services, { caller, body }) => changeConversations(services, caller, body)),
  route(inboxApi.assign, (services: Services, { caller, params, body }) =>
    assignConversation(services, caller, params.conversationID, body.userID),
  ),
  route(inboxApi.attachment, (services: Services, { caller, params }) => findAttachment(services, caller, params)),
  route(inboxApi.picture, (services: Services, { caller, params }) => findAttachment(services, caller, params, 'image')),
]
