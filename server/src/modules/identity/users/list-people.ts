import { ownCustomerRight } from '@regie/contract/right-codes.ts'
import type { peopleApi } from '@regie/contract/people.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'

const shownMax = 5000

/** What the colleagues of the caller are called: who works for a customer of theirs, also when they can no longer sign in. */
export async function listPeople({ db }: Services, { userId, customerIds }: Caller): Promise<ResponseOf<typeof peopleApi.names>> {
  const codes = customerIds.map(ownCustomerRight)
  const { rows } = await sql<{ username: string; name: string }>`
    select username, name
    from (
      select u.username,
        concat_ws(' ', nullif(u.first_name, ''), nullif(u.middle_name, ''), nullif(u.last_name, '')) as name
      from staff u
      where u.id = ${userId} or u.id in (
        select m.user_id
        from right_group_members m
        join right_group_objects g on g.group_id = m.group_id
        join right_objects o on o.id = g.object_id
        where o.code = any(${codes}::int[]))) known
    where name <> ''
    order by username
    limit ${shownMax}`.execute(db)
  return rows
}
