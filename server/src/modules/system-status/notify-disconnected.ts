import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { listHolders } from '../notifications/recipients.ts'

/** Notifies those who may connect again, once of each refusal. */
export async function notifyDisconnected({ db, clock }: Services): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<{ customerId: number; id: number; refusedAt: Date }>`
    select customer_id as "customerId", provider_id as id, refused_at as "refusedAt"
    from provider_grants
    where refused_at > ${new Date(now.getTime() - 86_400_000)}`.execute(db)
  for (const { customerId, id, refusedAt } of rows)
    await db.transaction().execute(async (tx) => {
      const users = await listHolders(tx, customerId, [Right.changeProviders])
      const cause = `disconnected:${id}:${refusedAt.getTime()}`
      await notifyUsers(tx, { customerId, kind: 'providerDisconnected', cause, at: now, providerId: id }, users)
    })
}
