import { peopleApi } from '@regie/contract/people.ts'
import { userApi } from '@regie/contract/users.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { changeUser } from './change-user.ts'
import { createUser } from './create-user.ts'
import { inviteUser, sendResetLink } from './invite-user.ts'
import { listUsers } from './list-users.ts'
import { listPeople } from './list-people.ts'
import { lockUser, unlockUser } from './lock-user.ts'
import { removeUser, whatUserOwns } from './remove-user.ts'
import { removeUserApiKey, resetUserApiKey, resetUserTwoFactor } from './reset-user.ts'
import { addUserToGroups, removeUserFromGroups } from './user-groups.ts'
import { findUserRow } from './user-rows.ts'

export const userRoutes: Route<Services>[] = [
  route(peopleApi.names, (services: Services, { caller }) => listPeople(services, caller)),
  route(userApi.list, (services: Services, { caller, query }) => listUsers(services, caller, query)),
  route(userApi.get, ({ db, clock }: Services, { caller, params }) => findUserRow(db, caller, params.userID, clock.now())),
  route(userApi.create, (services: Services, { caller, body }) => createUser(services, caller, body)),
  route(userApi.change, (services: Services, { caller, params, body }) => changeUser(services, caller, params.userID, body)),
  route(userApi.owned, (services: Services, { caller, params }) => whatUserOwns(services, caller, params.userID)),
  route(userApi.remove, (services: Services, { caller, params }) => removeUser(services, caller, params.userID)),
  route(userApi.lock, (services: Services, { caller, params }) => lockUser(services, caller, params.userID)),
  route(userApi.unlock, (services: Services, { caller, params }) => unlockUser(services, caller, params.userID)),
  route(userApi.invite, (services: Services, { caller, params, body }) => inviteUser(services, caller, params.userID, body.locale)),
  route(userApi.sendReset, (services: Services, { caller, params, body }) => sendResetLink(services, caller, params.userID, body.locale)),
  route(userApi.resetApiKey, (services: Services, { caller, params }) => resetUserApiKey(services, caller, params.userID)),
  route(userApi.removeApiKey, (services: Services, { caller, params }) => removeUserApiKey(services, caller, params.userID)),
  route(userApi.resetTwoFactor, (services: Services, { caller, params }) => resetUserTwoFactor(services, caller, params.userID)),
  route(userApi.addGroups, (services: Services, { caller, params, body }) =>
    addUserToGroups(services, caller, params.userID, body.groupIDs),
  ),
  route(userApi.removeGroups, (services: Services, { caller, params, body, query }) =>
    removeUserFromGroups(services, caller, params.userID, { groupIds: body.groupIDs, isConfirmed: query.confirmed === 'yes' }),
  ),
]
