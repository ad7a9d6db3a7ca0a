import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { type machineKeyApi, machineKeysMax } from '@regie/contract/machine-keys.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { machineName, orNameTaken, rightsOfKey, unique } from './machine-key-parts.ts'
import { shownMachineKey } from './machine-key-queries.ts'
import { makeMachineKey } from './machine-key-secret.ts'

type Wanted = RequestOf<typeof machineKeyApi.create>['body']

const dayMs = 86_400_000

/** Makes a key with the account in whose name it acts, and tells it this once. Nobody gives it a right that they do not have. */
export async function createMachineKey(
  { db, clock }: Services,
  caller: Caller,
  wanted: Wanted,
): Promise<ResponseOf<typeof machineKeyApi.create>> {
  const { customerID: customerId, name, days } = wanted
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const rights = rightsOfKey(caller, wanted.rights)
  const { key, prefix, hash } = makeMachineKey()
  const now = clock.now()
  try {
    const machineKey = await db.transaction().execute(async (tx) => {
      // Two who add one at once are counted one after the other.
      await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
      const { count } = await tx
        .selectFrom('machine_keys')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('customer_id', '=', customerId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (Number(count) >= machineKeysMax) throw new AppError('machineKey.tooMany', { params: { max: machineKeysMax } })
      const user = await tx
        .insertInto('users')
        .values({ username: machineName(name, prefix), customer_id: customerId, is_machine: true })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id } = await tx
        .insertInto('machine_keys')
        .values({
          ...{ customer_id: customerId, user_id: user.id, name, prefix, key_hash: hash, rights },
          ...{ addresses: unique(wanted.addresses), expires_at: new Date(now.getTime() + days * dayMs) },
          ...{ made_at: now, made_by: caller.userId, made_by_name: caller.username },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return shownMachineKey(tx, customerId, id, now)
    })
    return { machineKey, key }
  } catch (error) {
    throw orNameTaken(error)
  }
}
