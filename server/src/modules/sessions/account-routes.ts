import { accountApi } from '@regie/contract/account.ts'
import { AppError } from '../../platform/app-error.ts'
import { withAllCustomers } from '../../platform/db/scope.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { removeApiKey, setApiKey } from '../identity/users/api-key.ts'
import { confirmPassword } from '../identity/passwords/check-password.ts'
import { endSessions } from '../identity/users/end-sessions.ts'
import { findAccount } from '../identity/users/account-queries.ts'
import { changeContact } from '../identity/users/change-contact.ts'
import { removeSessionById } from './session-changes.ts'
import { listSessions, mustHaveSession } from './sessions.ts'

export const accountRoutes: Route<Services>[] = [
  // His home and his groups are his own, also when he does not serve them.
  route(accountApi.get, ({ db }: Services, { caller }) => withAllCustomers(() => findAccount(db, caller))),
  route(accountApi.changeContact, (services: Services, { caller, body }) => changeContact(services, caller, body)),
  route(accountApi.listSessions, (services: Services, { caller }) => listSessions(services, caller)),
  route(accountApi.endSession, async ({ db }: Services, { caller, params }) => {
    const wasThere = await db.transaction().execute((tx) => removeSessionById(tx, caller.userId, params.sessionID))
    if (!wasThere) throw new AppError('session.notFound')
  }),
  route(accountApi.endOtherSessions, async ({ db }: Services, { caller }) => {
    const { sessionId } = mustHaveSession(caller)
    return { ended: await db.transaction().execute((tx) => endSessions(tx, caller.userId, sessionId)) }
  }),
  route(accountApi.resetApiKey, async (services: Services, { caller, body }) => {
    const { db, clock } = services
    await confirmPassword(services, caller.userId, body.password, 'password.incorrect', { field: 'password' })
    return { apiKey: await db.transaction().execute((tx) => setApiKey(tx, caller.userId, clock.now())) }
  }),
  route(accountApi.removeApiKey, async ({ db }: Services, { caller }) => {
    await db.transaction().execute((tx) => removeApiKey(tx, caller.userId))
  }),
]
