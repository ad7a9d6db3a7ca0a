import { machineKeyApi } from '@regie/contract/machine-keys.ts'
import { mustAccessCustomer } from '../../../platform/http/caller.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { listRightNames } from '../../rights/object-queries.ts'
import { changeMachineKey } from './change-machine-key.ts'
import { createMachineKey } from './create-machine-key.ts'
import { listMachineKeys } from './machine-key-queries.ts'
import { revokeMachineKey } from './revoke-machine-key.ts'

export const machineKeyRoutes: Route<Services>[] = [
  route(machineKeyApi.list, async ({ db, clock }: Services, { caller, query: { customerID } }) => {
    mustAccessCustomer(caller, customerID, 'customer.notFound')
    return { rows: await listMachineKeys(db, customerID, clock.now()) }
  }),
  route(machineKeyApi.create, (services: Services, { caller, body }) => createMachineKey(services, caller, body)),
  route(machineKeyApi.change, (services: Services, { caller, params, body }) =>
    changeMachineKey(services, caller, params.machineKeyID, body),
  ),
  route(machineKeyApi.revoke, (services: Services, { caller, params }) => revokeMachineKey(services, caller, params.machineKeyID)),
  route(machineKeyApi.rightNames, ({ db }: Services) => listRightNames(db)),
]
