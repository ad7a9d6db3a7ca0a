import type { Channel } from '@regie/contract/channels.ts'
import { type FailureCause, failureCauseNames } from '@regie/contract/failure-causes.ts'
import { readFailure } from '@regie/contract/failure-codes.ts'
import type { failureApi, MessageFailure, UnknownCode } from '@regie/contract/failures.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import { isoText } from '../../../platform/db/prepared.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { maySeePersonalData } from '../../fields/masks.ts'

type FailedMessage = { customer_id: number; id: number; case_id: number; channel: string; provider: string }

/** Counts a code that the product has no words for, for the work list of the customer; any other reason changes nothing. */
export async function recordUnknownCode(db: Db, message: FailedMessage, reason: string, at: Date): Promise<void> {
  const { channel, provider } = message
  const found = readFailure(channel as Channel, reason, provider)
  if (found === null || found.cause !== null) return
  await sql`
    insert into failure_codes (customer_id, channel, provider, code, first_at, last_at, text, communication_id, case_id)
    values (${message.customer_id}, ${channel}, ${provider.slice(0, 60)}, ${found.code.slice(0, 40)}, ${at}, ${at},
      ${reason.slice(0, 500)}, ${message.id}, ${message.case_id})
    on conflict (customer_id, channel, provider, code) do update
    set count = failure_codes.count + 1, last_at = greatest(failure_codes.last_at, excluded.last_at),
      text = excluded.text, communication_id = excluded.communication_id, case_id = excluded.case_id`.execute(db)
}

const knownCause = (cause: string | null): FailureCause | null => failureCauseNames.find((one) => one === cause) ?? null

/** Why a message failed: as the product knows the code, or as the customer's staff wrote it down. */
export async function findFailure(
  db: Db,
  { customer_id: customerId, channel, provider, reason }: Omit<FailedMessage, 'id' | 'case_id'> & { reason: string | null },
): Promise<MessageFailure | null> {
  const found = reason === null ? null : readFailure(channel as Channel, reason, provider)
  if (found === null || found.cause !== null) return found && { ...found, note: '' }
  const settled = await db
    .selectFrom('failure_codes')
    .select(['cause', 'note'])
    .where('customer_id', '=', customerId)
    .where('channel', '=', channel)
    .where('provider', '=', provider)
    .where('code', '=', found.code)
    .executeTakeFirst()
  return { code: found.code, cause: knownCause(settled?.cause ?? null), note: settled?.note ?? '' }
}

/** The work list of a customer: what nobody looked at first, then the newest. */
export async function listCodes({ db }: Pick<Services, 'db'>, caller: Caller, customerId: number): Promise<UnknownCode[]> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { rows } = await sql<UnknownCode>`
    select f.channel, f.provider, f.code, f.count::int as count, ${sql.raw(isoText('f.first_at'))} as "firstAt",
      ${sql.raw(isoText('f.last_at'))} as "lastAt", f.text, f.cause, f.note, f.settled_by as "settledBy",
      case when c.id is not null then json_build_object('caseID', c.id, 'caseNumber', c.case_number) end as example
    from failure_codes f
    left join cases c on c.customer_id = f.customer_id and c.id = f.case_id
    where f.customer_id = ${customerId}
    order by f.settled_at is not null, f.last_at desc
    limit 200`.execute(db)
  const text = (one: UnknownCode) => (maySeePersonalData(caller) ? one.text : '')
  return rows.map((one) => ({ ...one, text: text(one), cause: knownCause(one.cause) }))
}

/** What a code means for this customer, as staff found out; without a cause it is only marked as seen. */
export async function settleCode(
  services: Services,
  caller: Caller,
  { customerID: customerId, channel, provider, code, cause, note }: RequestOf<typeof failureApi.settle>['body'],
): Promise<UnknownCode[]> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const { numUpdatedRows } = await services.db
    .updateTable('failure_codes')
    .set({ cause, note, settled_at: services.clock.now(), settled_by: caller.username })
    .where('customer_id', '=', customerId)
    .where('channel', '=', channel)
    .where('provider', '=', provider)
    .where('code', '=', code)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('error.notFound')
  return listCodes(services, caller, customerId)
}

const keptDays = 400

/** Forgets codes that no provider gave for over a year. */
export async function sweepFailureCodes(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('failure_codes')
    .where('last_at', '<', new Date(now.getTime() - keptDays * 24 * 3_600_000))
    .execute()
}
