import { caseWorkApi } from '@regie/contract/case-work.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findCaseDetail } from './case-detail.ts'
import { changeCaseFields } from './change-case.ts'
import { closeQuestion } from './close-question.ts'
import { createCase } from './create-case.ts'
import { linkCase } from './link-case.ts'
import { newCaseForm } from './new-case-form.ts'
import { pauseCase, resumeCase } from './pause-case.ts'
import { reopenCase } from './reopen-case.ts'
import { closeWithResult, setResult } from './set-result.ts'

const seen = ({ params, body }: { params: { caseID: number }; body: { version: number } }) => ({
  caseId: params.caseID,
  version: body.version,
})

export const caseWorkRoutes: Route<Services>[] = [
  route(caseWorkApi.fieldsOfScript, (services: Services, { caller, query }) => newCaseForm(services, caller, query.scriptID)),
  route(caseWorkApi.create, (services: Services, { caller, body }) => createCase(services, caller, body)),
  route(caseWorkApi.change, (services: Services, { caller, ...asked }) =>
    changeCaseFields(services, caller, seen(asked), asked.body.fields ?? {}),
  ),
  route(caseWorkApi.setResult, (services: Services, { caller, ...asked }) => setResult(services, caller, seen(asked), asked.body)),
  route(caseWorkApi.close, (services: Services, { caller, ...asked }) => closeWithResult(services, caller, seen(asked), asked.body)),
  route(caseWorkApi.closeQuestion, (services: Services, { caller, params }) => closeQuestion(services, caller, params.caseID)),
  route(caseWorkApi.reopen, (services: Services, { caller, ...asked }) => reopenCase(services, caller, seen(asked), asked.body.restart)),
  route(caseWorkApi.pause, (services: Services, { caller, ...asked }) => {
    const { until, resume } = asked.body
    if (resume) return resumeCase(services, caller, seen(asked))
    return pauseCase(services, caller, seen(asked), until === null ? null : new Date(until))
  }),
  route(caseWorkApi.link, (services: Services, { caller, ...asked }) => linkCase(services, caller, seen(asked), asked.body.linkedCaseID)),
  route(caseWorkApi.permission, async (services: Services, { caller, params }) => {
    return (await findCaseDetail(services, caller, params.caseID, {})).permission
  }),
]
