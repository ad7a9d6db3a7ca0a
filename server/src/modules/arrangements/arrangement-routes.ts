import { caseActionApi } from '@regie/contract/case-actions.ts'
import { arrangementApi } from '@regie/contract/arrangements.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { personApi } from '@regie/contract/person.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { bookCasePayment, withdrawCasePayment } from './book-payment.ts'
import { changeCallback, listCallbacks, listColleagues, makeCallback } from './callbacks/callbacks.ts'
import { changeComplaint, listComplaints, registerComplaint } from './complaints.ts'
import { findCallbackMoment } from './callbacks/may-call-back.ts'
import { findPerson } from './find-person.ts'
import { listArrangements, writeNote } from './list-arrangements.ts'
import { closeWithResult, setResult } from './set-result.ts'
import { findProof } from './by-payer/proofs.ts'
import { blacklistRoutes } from './blacklist/blacklist-routes.ts'
import { reopenCase } from './reopen-case.ts'
import { cancelPromise, makePromise } from './promises.ts'

export const arrangementRoutes: Route<Services>[] = [
  route(caseActionApi.setResult, (services: Services, { caller, params, body }) =>
    setResult(services, caller, { caseId: params.caseID, version: body.version }, body),
  ),
  route(caseActionApi.close, (services: Services, { caller, params, body }) =>
    closeWithResult(services, caller, { caseId: params.caseID, version: body.version }, body),
  ),
  route(caseActionApi.reopen, (services: Services, { caller, params, body }) =>
    reopenCase(services, caller, { caseId: params.caseID, version: body.version }, body.restart),
  ),
  route(paymentApi.book, (services: Services, { caller, params, body: { version, ...given } }) =>
    bookCasePayment(services, caller, { caseId: params.caseID, version }, given),
  ),
  route(paymentApi.withdraw, (services: Services, { caller, params, body }) =>
    withdrawCasePayment(services, caller, { caseId: params.caseID, paymentId: params.paymentID, reason: body.reason }),
  ),
  ...blacklistRoutes,
  route(arrangementApi.list, (services: Services, { caller, params }) => listArrangements(services, caller, params.caseID)),
  route(arrangementApi.addNote, (services: Services, { caller, params, body }) => writeNote(services, caller, params.caseID, body.text)),
  route(arrangementApi.addCallback, (services: Services, { caller, params, body }) => makeCallback(services, caller, params.caseID, body)),
  route(arrangementApi.callbackMoment, (services: Services, { caller, params, query }) =>
    findCallbackMoment(services, caller, params.caseID, new Date(query.from)),
  ),
  route(arrangementApi.changeCallback, (services: Services, { caller, params, body }) =>
    changeCallback(services, caller, params.callbackID, body),
  ),
  route(arrangementApi.callbacks, (services: Services, { caller, query }) => listCallbacks(services, caller, query)),
  route(arrangementApi.colleagues, (services: Services, { caller, query }) => listColleagues(services, caller, query.customerID)),
  route(arrangementApi.addPromise, (services: Services, { caller, params, body }) => makePromise(services, caller, params.caseID, body)),
  route(arrangementApi.cancelPromise, (services: Services, { caller, params }) =>
    cancelPromise(services, caller, { caseId: params.caseID, promiseId: params.promiseID }),
  ),
  route(arrangementApi.addComplaint, (services: Services, { caller, params, body }) =>
    registerComplaint(services, caller, params.caseID, body),
  ),
  route(arrangementApi.changeComplaint, (services: Services, { caller, params, body }) =>
    changeComplaint(services, caller, { caseId: params.caseID, complaintId: params.complaintID }, body),
  ),
  route(arrangementApi.complaintFile, (services: Services, { caller, params }) =>
    findProof(services, caller, { caseId: params.caseID, complaintId: params.complaintID, fileId: params.fileID }),
  ),
  route(arrangementApi.complaints, (services: Services, { caller, query }) => listComplaints(services, caller, query)),
  route(personApi.get, (services: Services, { caller, params }) => findPerson(services, caller, params.caseID)),
]
