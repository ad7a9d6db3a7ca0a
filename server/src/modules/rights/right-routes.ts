import { rightsApi } from '@regie/contract/rights.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { addGroup } from './add-group.ts'
import { changeGroup, removeGroup } from './change-group.ts'
import { addObject, removeObject } from './change-group-objects.ts'
import { addMembers, removeMembers } from './change-members.ts'
import { addObjectKind, changeObject, removeObjectKind } from './change-objects.ts'
import { addType, changeType, removeType } from './change-types.ts'
import { findTouched } from './find-touched.ts'
import { findGroup, listGroups } from './group-queries.ts'
import { listObjects, listTypes } from './object-queries.ts'
import { whoMay } from './who-may.ts'

const isConfirmed = ({ confirmed }: { confirmed: 'yes' | 'no' }) => confirmed === 'yes'

export const rightRoutes: Route<Services>[] = [
  route(rightsApi.listGroups, ({ db }: Services, { caller, query }) => listGroups(db, caller, query.customerID)),
  route(rightsApi.addGroup, (services: Services, { caller, body }) => addGroup(services, caller, body)),
  route(rightsApi.getGroup, ({ db }: Services, { caller, params }) => findGroup(db, caller, params.groupID)),
  route(rightsApi.changeGroup, (services: Services, { caller, params, body }) => changeGroup(services, caller, params.groupID, body)),
  route(rightsApi.removeGroup, (services: Services, { caller, params, query }) =>
    removeGroup(services, caller, params.groupID, isConfirmed(query)),
  ),
  route(rightsApi.addMembers, (services: Services, { caller, params, body }) => addMembers(services, caller, params.groupID, body.members)),
  route(rightsApi.removeMembers, (services: Services, { caller, params, body, query }) =>
    removeMembers(services, caller, params.groupID, { userIds: body.members, isConfirmed: isConfirmed(query) }),
  ),
  route(rightsApi.touched, ({ db }: Services, { caller, params }) =>
    findTouched(db, caller, { groupId: params.groupID, objectId: params.objectID }),
  ),
  route(rightsApi.addObject, (services: Services, { caller, params }) =>
    addObject(services, caller, { groupId: params.groupID, objectId: params.objectID }),
  ),
  route(rightsApi.removeObject, (services: Services, { caller, params, query }) =>
    removeObject(services, caller, { groupId: params.groupID, objectId: params.objectID, isConfirmed: isConfirmed(query) }),
  ),
  route(rightsApi.listTypes, ({ db }: Services) => listTypes(db)),
  route(rightsApi.addType, (services: Services, { body }) => addType(services, body)),
  route(rightsApi.changeType, (services: Services, { params, body }) => changeType(services, params.typeID, body)),
  route(rightsApi.removeType, (services: Services, { params }) => removeType(services, params.typeID)),
  route(rightsApi.listObjects, ({ db }: Services, { caller }) => listObjects(db, caller)),
  route(rightsApi.addObjectKind, (services: Services, { caller, body }) => addObjectKind(services, caller, body)),
  route(rightsApi.changeObject, (services: Services, { caller, params, body }) =>
    changeObject(services, caller, params.objectID, body.name),
  ),
  route(rightsApi.removeObjectKind, (services: Services, { caller, params }) => removeObjectKind(services, caller, params.objectID)),
  route(rightsApi.who, ({ db }: Services, { caller, params, query }) => whoMay(db, caller, params.code, query.customerID)),
]
