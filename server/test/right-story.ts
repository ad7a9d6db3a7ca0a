import { ownCustomerRight } from '@regie/contract/right-codes.ts'
import type { TestApp } from './open-test-app.ts'

/** Groups and rights as a story about managers needs them. */
export function openRightStory({ db }: Pick<TestApp, 'db'>) {
  let count = 0

  const objectOf = async (code: number) =>
    (await db.selectFrom('right_objects').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id

  /** A group of a customer (null is the installation) with these rights and members. */
  async function group(customerId: number | null, codes: readonly number[] = [], members: readonly number[] = []): Promise<number> {
    const { id } = await db
      .insertInto('right_groups')
      .values({ customer_id: customerId, name: `Verhaal ${++count}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const code of codes)
      await db
        .insertInto('right_group_objects')
        .values({ group_id: id, object_id: await objectOf(code) })
        .execute()
    for (const userId of members) await db.insertInto('right_group_members').values({ group_id: id, user_id: userId }).execute()
    return id
  }

  async function rightsOf(userId: number): Promise<number[]> {
    const rows = await db
      .selectFrom('right_group_members as m')
      .innerJoin('right_group_objects as g', 'g.group_id', 'm.group_id')
      .innerJoin('right_objects as o', 'o.id', 'g.object_id')
      .select('o.code')
      .distinct()
      .where('m.user_id', '=', userId)
      .orderBy('o.code')
      .execute()
    return rows.map((row) => row.code)
  }

  return { objectOf, group, rightsOf, own: ownCustomerRight }
}
