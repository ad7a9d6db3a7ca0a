import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { MachineKey, machineKeyApi } from '@regie/contract/machine-keys.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { machineName, orNameTaken, rightsOfKey, unique } from './machine-key-parts.ts'
import { shownMachineKey } from './machine-key-queries.ts'

type Wanted = RequestOf<typeof machineKeyApi.change>['body']

/** Changes what a key is called, may do and where it comes from. One that was taken back stays as it was. */
export async function changeMachineKey({ db, clock }: Services, caller: Caller, id: number, wanted: Wanted): Promise<MachineKey> {
  try {
    return await db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('machine_keys')
        .select(['customer_id', 'user_id', 'prefix', 'rights', 'revoked_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!row || !caller.customerIds.includes(row.customer_id)) throw new AppError('machineKey.notFound')
      if (row.revoked_at !== null) throw new AppError('machineKey.revoked')
      const { name, addresses } = wanted
      await tx
        .updateTable('machine_keys')
        .set({ name, rights: rightsOfKey(caller, wanted.rights, row.rights), addresses: unique(addresses) })
        .where('customer_id', '=', row.customer_id)
        .where('id', '=', id)
        .execute()
      await tx
        .updateTable('users')
        .set({ username: machineName(name, row.prefix) })
        .where('id', '=', row.user_id)
        .execute()
      return shownMachineKey(tx, row.customer_id, id, clock.now())
    })
  } catch (error) {
    throw orNameTaken(error)
  }
}
