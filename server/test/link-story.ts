import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import type { BuiltBatch, BuiltCase, Staff } from './builders.ts'
import type { TestApp } from './open-test-app.ts'
import { recordLinkPayment } from '../src/modules/cases/money/record-payments.ts'
import { toLocalTime } from '../src/modules/contact-permission/local-time.ts'
import { createPaymentLink } from '../src/modules/payment-links/create-payment-link.ts'
import { changePaymentLink } from '../src/modules/payment-links/payment-link-changes.ts'
import { lockPaymentLink } from '../src/modules/payment-links/payment-link-queries.ts'

let made = 0
export type Story = { batch: BuiltBatch; one: BuiltCase; staff: Staff }

/** A case of a customer, and who may look at its payments. */
export async function openStory(app: TestApp, rights: number[] = [Right.reportPayments, Right.viewCases]): Promise<Story> {
  const batch = await app.build.batch()
  const one = await app.build.case({ batch, outstanding_cents: 100_000 })
  return { batch, one, staff: await app.build.staff({ rights, customers: [batch.customerId] }) }
}

type Came = { clicked?: string; paid?: string; state?: 'expired' | 'in_progress' | 'canceled'; marked?: boolean }

/** A link that was made at a moment, and what became of it. */
export async function linkThat(
  app: TestApp,
  { one, batch }: Story,
  at: string,
  amountCents: number,
  { clicked, paid, state, marked = false }: Came = {},
) {
  const about = { customerId: batch.customerId, caseId: one.id }
  await app.db.transaction().execute(async (tx) => {
    const order = { ...about, batchId: batch.id, amountCents, currency: 'EUR', validDays: 14, idempotencyKey: `report:${++made}` }
    const { id } = await createPaymentLink(tx, app.services, order)
    await tx
      .updateTable('payment_links')
      .set({ created_at: sql<Date>`${at}::timestamptz` })
      .where('id', '=', id)
      .execute()
    const change = async (to: 'link_clicked' | 'paid' | NonNullable<Came['state']>, moment: string) => {
      const link = await lockPaymentLink(tx, batch.customerId, id)
      const mark = marked && to === 'paid' && { event: 'paymentLinkMarked' as const, by: { user: 'ada', reason: 'contant' } }
      await changePaymentLink(tx, link, to === 'paid' ? { paid_at: new Date(moment) } : {}, { state: to, at: new Date(moment), ...mark })
    }
    if (clicked) await change('link_clicked', clicked)
    if (state) await change(state, at)
    if (!paid) return
    await change('paid', paid)
    const money = { ...about, amountCents, currency: 'EUR', paidOn: toLocalTime(new Date(paid)).date, at: new Date(paid) }
    await recordLinkPayment(tx, { ...money, paymentLinkId: id, ...(marked && { marked: { reason: 'contant', byUser: 'ada' } }) })
  })
}
