import { privacyApi } from '@regie/contract/privacy.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { findDetail } from './find-detail.ts'
import { askForFile, fetchPrivacyFile } from './make-privacy-file.ts'
import { listRequests } from './request-queries.ts'
import { addRequest, askForErasure, extendRequest, finishRequest, refuseRequest } from './work-on-request.ts'

export const privacyRoutes: Route<Services>[] = [
  route(privacyApi.list, ({ db }: Services, { caller, query }) => listRequests(db, caller, query)),
  route(privacyApi.add, (services: Services, { caller, body }) => addRequest(services, caller, body)),
  route(privacyApi.get, (services: Services, { caller, params }) => findDetail(services, caller, params.requestID)),
  route(privacyApi.extend, (services: Services, { caller, params, body }) =>
    extendRequest(services, caller, { requestId: params.requestID, version: body.version }, body.reason),
  ),
  route(privacyApi.makeFile, (services: Services, { caller, params }) => askForFile(services, caller, params.requestID)),
  route(privacyApi.download, (services: Services, { caller, params }) => fetchPrivacyFile(services, caller, params.requestID)),
  route(privacyApi.erase, (services: Services, { caller, params, body }) =>
    askForErasure(services, caller, { requestId: params.requestID, version: body.version }, body),
  ),
  route(privacyApi.finish, (services: Services, { caller, params, body }) =>
    finishRequest(services, caller, { requestId: params.requestID, version: body.version }),
  ),
  route(privacyApi.refuse, (services: Services, { caller, params, body }) =>
    refuseRequest(services, caller, { requestId: params.requestID, version: body.version }, body.reason),
  ),
]
