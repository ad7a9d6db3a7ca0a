import { createPaymentLink } from '../../modules/payment-links/create-payment-link.ts'
import type { StepHandler } from './step.ts'

/** Makes a link for the outstanding amount. A case that owes nothing known gets none, and goes on. */
export const paymentLinkStep: StepHandler<'payment-link'> = async (run, { settings, next }) => {
  const { customerId, caseId, outstandingCents, currency } = run.case
  if (!outstandingCents) return { next }
  const link = {
    customerId,
    caseId,
    batchId: run.batchId,
    amountCents: outstandingCents,
    currency,
    validDays: settings.validDays,
    idempotencyKey: run.key,
    // The round of requests has it made, or the payer who comes sooner.
    ...(settings.page && { request: { kind: settings.page, templateId: null } }),
  }
  await createPaymentLink(run.tx, run.services, link)
  return { next }
}
