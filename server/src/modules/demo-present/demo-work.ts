import type { Services } from '../../services.ts'

/** Where the present happens: the demo customer that reaches nobody, and its script that waits for minutes. */
export type DemoWork = { customerId: number; scriptId: number }

/** Null where no demo was seeded, or its script was switched off. */
export async function findDemoWork({ db }: Pick<Services, 'db'>): Promise<DemoWork | null> {
  const found = await db
    .selectFrom('customers as k')
    .innerJoin('scripts as s', 's.customer_id', 'k.id')
    .select(['k.id as customerId', 's.id as scriptId'])
    .where('k.is_demo', '=', true)
    .where('k.compliance_profile', '=', 'intern_demo')
    .where('s.active', '=', true)
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}
