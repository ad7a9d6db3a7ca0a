import { callApi } from '@regie/contract/calls.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { incomingApi } from '@regie/contract/incoming-messages.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { endManualCall } from './manual-calls/end-manual-call.ts'
import { findCall } from './manual-calls/find-call.ts'
import { startCall } from './manual-calls/start-call.ts'
import { findIncoming } from './incoming/incoming-queries.ts'
import { listWrittenTexts } from './manual-messages/list-written-texts.ts'
import { sendMessage } from './manual-messages/send-message.ts'
import { findCommunication } from './communication-queries.ts'
import { paymentLinkQuestion } from './payment-link/payment-link-question.ts'
import { sendPaymentLink } from './payment-link/send-payment-link.ts'

export const communicationRoutes = [
  route(caseApi.communication, (services: Services, { caller, params }) =>
    findCommunication(services, caller, params.caseID, params.communicationID),
  ),
  route(paymentApi.linkQuestion, (services: Services, { caller, params }) => paymentLinkQuestion(services, caller, params.caseID)),
  route(paymentApi.sendLink, (services: Services, { caller, params, body }) => sendPaymentLink(services, caller, params.caseID, body)),
  route(manualMessageApi.texts, (services: Services, { caller, params, query }) =>
    listWrittenTexts(services, caller, params.caseID, query.channel),
  ),
  route(manualMessageApi.send, (services: Services, { caller, params, body }) => sendMessage(services, caller, params.caseID, body)),
  route(incomingApi.find, (services: Services, { caller, params }) => findIncoming(services, caller, params.caseID, params.incomingID)),
  route(callApi.find, (services: Services, { caller, params }) => findCall(services, caller, params.caseID)),
  route(callApi.start, (services: Services, { caller, params }) => startCall(services, caller, params.caseID)),
  route(callApi.end, (services: Services, { caller, params }) => endManualCall(services, caller, params.caseID, params.callID)),
]
