import { callApi } from '@regie/contract/calls.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { failedMessageApi } from '@regie/contract/failed-messages.ts'
import { failureApi } from '@regie/contract/failures.ts'
import { incomingApi } from '@regie/contract/incoming-messages.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { mailAttachmentApi } from '@regie/contract/mail-attachments.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { paymentRequestApi } from '@regie/contract/payment-requests.ts'
import { route, uploadRoute } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { callLights } from './manual-calls/call-lights.ts'
import { endManualCall } from './manual-calls/end-manual-call.ts'
import { findCall } from './manual-calls/find-call.ts'
import { startCall } from './manual-calls/start-call.ts'
import { findIncoming } from './incoming/incoming-queries.ts'
import { listWrittenTexts } from './manual-messages/list-written-texts.ts'
import { cancelPlanned, listPlanned } from './manual-messages/planned-messages.ts'
import { sendMessage } from './manual-messages/send-message.ts'
import { downloadAttachment } from './mail-attachments/sent-attachments.ts'
import { addAttachmentToDraft, removeFromDraft } from './mail-attachments/uploaded-attachments.ts'
import { downloadMail, showMail } from './kept-mail/download-mail.ts'
import { countFailures } from './failures/count-failures.ts'
import { listFailed } from './failures/list-failed.ts'
import { listMany, retryMany } from './failures/work-on-failed.ts'
import { retryMessage } from './failures/retry-message.ts'
import { listCodes, settleCode } from './failures/unknown-codes.ts'
import { findCommunication } from './communication-queries.ts'
import { paymentLinkQuestion } from './payment-link/payment-link-question.ts'
import { sendPaymentLink } from './payment-link/send-payment-link.ts'
import { createPaymentRequest } from './payment-request/create-payment-request.ts'
import { listPaymentRequests } from './payment-request/list-payment-requests.ts'
import { sendPaymentRequest } from './payment-request/send-payment-request.ts'

export const communicationRoutes = [
  route(failureApi.counts, (services: Services, { caller, query }) => countFailures(services, caller, query)),
  route(failedMessageApi.messages, (services: Services, { caller, query }) => listFailed(services, caller, query)),
  route(failedMessageApi.askRetry, (services: Services, { caller, body }) => retryMany(services, caller, body, true)),
  route(failedMessageApi.retryMany, (services: Services, { caller, body }) => retryMany(services, caller, body, false)),
  route(failedMessageApi.askList, (services: Services, { caller, body }) => listMany(services, caller, { ...body, retention: '1y' }, true)),
  route(failedMessageApi.listMany, (services: Services, { caller, body }) => listMany(services, caller, body, false)),
  route(failureApi.codes, (services: Services, { caller, query }) => listCodes(services, caller, query.customerID)),
  route(failureApi.settle, (services: Services, { caller, body }) => settleCode(services, caller, body)),
  route(failureApi.retry, (services: Services, { caller, params }) => retryMessage(services, caller, params.communicationID)),
  route(caseApi.communication, (services: Services, { caller, params }) =>
    findCommunication(services, caller, params.caseID, params.communicationID),
  ),
  route(caseApi.mailPage, (services: Services, { caller, params, query }) => showMail(services, caller, { ...params, ...query })),
  route(caseApi.sentMail, (services: Services, { caller, params }) =>
    downloadMail(services, caller, params.caseID, params.communicationID),
  ),
  route(paymentApi.linkQuestion, (services: Services, { caller, params }) => paymentLinkQuestion(services, caller, params.caseID)),
  route(paymentApi.sendLink, (services: Services, { caller, params, body }) => sendPaymentLink(services, caller, params.caseID, body)),
  route(paymentRequestApi.list, (services: Services, { caller, params }) => listPaymentRequests(services, caller, params.caseID)),
  route(paymentRequestApi.create, (services: Services, { caller, params, body }) =>
    createPaymentRequest(services, caller, params.caseID, body),
  ),
  route(paymentRequestApi.send, (services: Services, { caller, params, body }) =>
    sendPaymentRequest(services, caller, params.paymentLinkID, body.key),
  ),
  route(manualMessageApi.texts, (services: Services, { caller, params, query }) =>
    listWrittenTexts(services, caller, params.caseID, query),
  ),
  route(manualMessageApi.send, (services: Services, { caller, params, body }) => sendMessage(services, caller, params.caseID, body)),
  uploadRoute(mailAttachmentApi.add, (services: Services, { caller, params, file }) =>
    addAttachmentToDraft(services, caller, params.caseID, file),
  ),
  route(mailAttachmentApi.remove, (services: Services, { caller, params }) =>
    removeFromDraft(services, caller, params.caseID, params.attachmentID),
  ),
  route(mailAttachmentApi.get, (services: Services, { caller, params }) => downloadAttachment(services, caller, params)),
  route(mailAttachmentApi.picture, (services: Services, { caller, params }) => downloadAttachment(services, caller, params, 'image')),
  route(manualMessageApi.planned, (services: Services, { caller, params }) => listPlanned(services, caller, params.caseID)),
  route(manualMessageApi.cancel, (services: Services, { caller, params }) =>
    cancelPlanned(services, caller, params.caseID, params.communicationID),
  ),
  route(incomingApi.find, (services: Services, { caller, params }) => findIncoming(services, caller, params.caseID, params.incomingID)),
  route(callApi.lights, (services: Services, { caller, query }) => callLights(services, caller, query)),
  route(callApi.find, (services: Services, { caller, params }) => findCall(services, caller, params.caseID)),
  route(callApi.start, (services: Services, { caller, params }) => startCall(services, caller, params.caseID)),
  route(callApi.end, (services: Services, { caller, params }) => endManualCall(services, caller, params.caseID, params.callID)),
]
