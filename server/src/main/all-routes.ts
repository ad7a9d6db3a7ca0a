import { timeMachineRoutes } from '../engine/time-machine/time-machine-routes.ts'
import { auditRoutes } from '../modules/audit/audit-routes.ts'
import { batchRoutes } from '../modules/batches/batch-routes.ts'
import { bulkRoutes } from '../modules/batches/bulk-routes.ts'
import { undoRoutes } from '../modules/batches/undo-routes.ts'
import { arrangementRoutes } from '../modules/cases/arrangements/arrangement-routes.ts'
import { caseRoutes } from '../modules/cases/case-routes.ts'
import { caseWorkRoutes } from '../modules/cases/case-work-routes.ts'
import { whyRoutes } from '../modules/cases/why/why-routes.ts'
import { communicationRoutes } from '../modules/communications/communication-routes.ts'
import { customerRoutes } from '../modules/customers/customer-routes.ts'
import { demoRoutes } from '../modules/demos/demo-routes.ts'
import { feedbackRoutes } from '../modules/feedback/feedback-routes.ts'
import { importRoutes } from '../modules/imports/import-routes.ts'
import { accountRoutes } from '../modules/login/account-routes.ts'
import { loginRoutes } from '../modules/login/login-routes.ts'
import { signInRulesRoutes } from '../modules/login/sign-in-rules-routes.ts'
import { twoFactorRoutes } from '../modules/login/two-factor/two-factor-routes.ts'
import { maintenanceRoutes } from '../modules/maintenance/maintenance-routes.ts'
import { reportRoutes } from '../modules/reports/report-routes.ts'
import { rightRoutes } from '../modules/rights/right-routes.ts'
import { flowRoutes } from '../modules/scripts/flow-routes.ts'
import { scriptRoutes } from '../modules/scripts/script-routes.ts'
import { scriptWorkRoutes } from '../modules/scripts/script-work-routes.ts'
import { timeRoutes } from '../modules/scripts/time-routes.ts'
import { userRoutes } from '../modules/users/user-routes.ts'
import type { Route } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { systemRoutes } from './system-routes.ts'

/** The table of contents of the API. Webhooks and pages stand in build-http-app.ts. */
export const allRoutes: readonly Route<Services>[] = [
  ...loginRoutes,
  ...twoFactorRoutes,
  ...signInRulesRoutes,
  ...accountRoutes,
  ...userRoutes,
  ...rightRoutes,
  ...customerRoutes,
  ...scriptRoutes,
  ...scriptWorkRoutes,
  ...flowRoutes,
  ...timeRoutes,
  ...timeMachineRoutes,
  ...batchRoutes,
  ...undoRoutes,
  ...bulkRoutes,
  ...caseRoutes,
  ...arrangementRoutes,
  ...caseWorkRoutes,
  ...whyRoutes,
  ...communicationRoutes,
  ...importRoutes,
  ...reportRoutes,
  ...demoRoutes,
  ...feedbackRoutes,
  ...auditRoutes,
  ...maintenanceRoutes,
  ...systemRoutes,
]
