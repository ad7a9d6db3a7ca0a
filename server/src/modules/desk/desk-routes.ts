import { deskApi } from '@regie/contract/desk.ts'
import { callGuideApi } from '@regie/contract/guides.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { hangUpCall, holdCall, muteCall, pressKeys, transferCall } from './control-call.ts'
import { findDesk } from './find-desk.ts'
import { findCallGuide } from './guide/find-call-guide.ts'
import { answerGuide, finishGuide, leaveGuide, stepBack } from './guide/follow-guide.ts'
import { finishCall, giveResult, keepNote } from './finish-call.ts'
import { identifyCaller } from './identify-caller.ts'
import { tieCaller } from './tie-caller.ts'

export const deskRoutes: Route<Services>[] = [
  route(deskApi.find, (services: Services, { caller, query }) => findDesk(services, caller, query.customerID)),
  route(deskApi.mute, (services: Services, { caller, params, body }) => muteCall(services, caller, params.callID, body.isMuted)),
  route(deskApi.hold, (services: Services, { caller, params, body }) => holdCall(services, caller, params.callID, body.isHeld)),
  route(deskApi.press, (services: Services, { caller, params, body }) => pressKeys(services, caller, params.callID, body.digits)),
  route(deskApi.transfer, (services: Services, { caller, params, body }) => transferCall(services, caller, params.callID, body.queueID)),
  route(deskApi.hangUp, (services: Services, { caller, params }) => hangUpCall(services, caller, params.callID)),
  route(deskApi.tie, (services: Services, { caller, params, body }) => tieCaller(services, caller, params.callID, body.caseID)),
  route(deskApi.identify, (services: Services, { caller, params, body }) => identifyCaller(services, caller, params.callID, body)),
  route(deskApi.result, (services: Services, { caller, params, body }) => giveResult(services, caller, params.callID, body)),
  route(deskApi.note, (services: Services, { caller, params, body }) => keepNote(services, caller, params.callID, body.note)),
  route(deskApi.finish, (services: Services, { caller, params }) => finishCall(services, caller, params.callID)),
  route(callGuideApi.find, (services: Services, { caller, params }) => findCallGuide(services, caller, params.callID)),
  route(callGuideApi.answer, (services: Services, { caller, params, body }) => answerGuide(services, caller, params.callID, body)),
  route(callGuideApi.back, (services: Services, { caller, params, body }) => stepBack(services, caller, params.callID, body)),
  route(callGuideApi.leave, (services: Services, { caller, params, body }) => leaveGuide(services, caller, params.callID, body)),
  route(callGuideApi.finish, (services: Services, { caller, params, body }) => finishGuide(services, caller, params.callID, body)),
]
