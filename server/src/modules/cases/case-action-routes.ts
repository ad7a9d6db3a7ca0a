import { caseActionApi } from '@regie/contract/case-actions.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findCasePermission } from './case-permission.ts'
import { changeCaseFields } from './change-case.ts'
import { closeQuestion } from './status/close-question.ts'
import { createCase } from './create-case.ts'
import { linkCase } from './link-case.ts'
import { newCaseForm } from './new-case-form.ts'
import { pauseCase, resumeCase } from './status/pause-case.ts'

const seen = ({ params, body }: { params: { caseID: number }; body: { version: number } }) => ({
  caseId: params.caseID,
  version: body.version,
})

export const caseActionRoutes: Route<Services>[] = [
  route(caseActionApi.fieldsOfScript, (services: Services, { caller, query }) => newCaseForm(services, caller, query.scriptID)),
  route(caseActionApi.create, (services: Services, { caller, body }) => createCase(services, caller, body)),
  route(caseActionApi.change, (services: Services, { caller, ...asked }) =>
    changeCaseFields(services, caller, seen(asked), asked.body.fields ?? {}),
  ),
  route(caseActionApi.closeQuestion, (services: Services, { caller, params }) => closeQuestion(services, caller, params.caseID)),
  route(caseActionApi.pause, (services: Services, { caller, ...asked }) => {
    const { until, resume, pastPromise } = asked.body
    if (resume) return resumeCase(services, caller, seen(asked), { pastPromise })
    return pauseCase(services, caller, seen(asked), until === null ? null : new Date(until))
  }),
  route(caseActionApi.link, (services: Services, { caller, ...asked }) => linkCase(services, caller, seen(asked), asked.body.linkedCaseID)),
  route(caseActionApi.permission, (services: Services, { caller, params }) => findCasePermission(services, caller, params.caseID)),
]
