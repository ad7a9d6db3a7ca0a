import { bulkApi } from '@regie/contract/bulk.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { flowApi } from '@regie/contract/flow.ts'
import { nextAttemptsApi } from '@regie/contract/next-attempts.ts'
import { timeMachineApi } from '@regie/contract/time-machine.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { activateChecked, rollBackChecked } from './activate-checked.ts'
import { findNextAttempts } from './next-attempts.ts'
import { simulateCase } from './simulate-case.ts'
import { reopenManyQuestion } from './reopen-many-question.ts'
import { reopenQuestion } from './reopen-question.ts'
import { addCheck, dropCheck, findChecks, runChecks } from './run-checks.ts'

// Each simulation is some hundred statements.
const perMinute = 120

/** The time machine, and what may live only after it was asked. */
export const timeMachineRoutes: Route<Services>[] = [
  route(timeMachineApi.simulate, (services: Services, { caller, params, body }) => simulateCase(services, caller, params.scriptID, body), {
    perMinute,
  }),
  route(nextAttemptsApi.get, (services: Services, { caller, params }) => findNextAttempts(services, caller, params.caseID), { perMinute }),
  route(timeMachineApi.checks, (services: Services, { caller, params }) => findChecks(services, caller, params.scriptID)),
  route(timeMachineApi.addCheck, (services: Services, { caller, params, body }) => addCheck(services, caller, params.scriptID, body), {
    perMinute,
  }),
  route(timeMachineApi.removeCheck, (services: Services, { caller, params }) =>
    dropCheck(services, caller, params.scriptID, params.checkID),
  ),
  route(timeMachineApi.runChecks, (services: Services, { caller, params }) => runChecks(services, caller, params.scriptID), { perMinute }),
  route(caseActionApi.reopenQuestion, (services: Services, { caller, params }) => reopenQuestion(services, caller, params.caseID), {
    perMinute,
  }),
  route(bulkApi.reopenQuestion, (services: Services, { caller, body }) => reopenManyQuestion(services, caller, body), { perMinute }),
  route(flowApi.activate, (services: Services, { caller, params, body }) => activateChecked(services, caller, params.scriptID, body), {
    perMinute,
  }),
  route(flowApi.rollBack, (services: Services, { caller, params, body }) => rollBackChecked(services, caller, params, body), {
    perMinute,
  }),
]
