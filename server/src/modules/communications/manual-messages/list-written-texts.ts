import type { WrittenChannel, WrittenTexts } from '@regie/contract/manual-messages.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findCustomerOfCase } from '../../cases/case-queries.ts'
import { findTextMask } from '../../cases/masks/case-mask.ts'
import { contactPermission } from '../../contact-permission/contact-permission.ts'
import { paymentLinkUrl } from '../../payment-links/payment-link-url.ts'
import { findValidLink } from '../../payment-links/valid-link.ts'
import { caseValues } from '../../templates/case-values.ts'
import type { RenderedText, TemplateTexts } from '../../templates/render-template.ts'
import { listTexts } from '../../templates/template-queries.ts'
import { findFacts } from '../payment-link/link-ways.ts'
import { findWrittenCase, type WrittenCase } from '../payment-link/written-case.ts'
import { renderWithVariables } from '../render-with-variables.ts'

/** The texts of a channel as the person of a case would get them. */
export async function listWrittenTexts(services: Services, caller: Caller, caseId: number, channel: WrittenChannel): Promise<WrittenTexts> {
  const { db, pool, clock } = services
  const now = clock.now()
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const one = await findWrittenCase(db, { customerId, caseId })
  const permission = contactPermission(await findFacts(db, services, one, now), channel, now)
  const masked = await findTextMask(pool, caller, caseId)
  const texts: WrittenTexts['texts'] = []
  for (const { key, texts: its } of await listTexts(db, customerId, channel)) {
    const rendered = await renderFor(db, services, one, its, now)
    if (Array.isArray(rendered)) texts.push({ key, subject: key, text: '', missing: rendered })
    else texts.push({ key, subject: masked(rendered.subject), text: masked(rendered.text), missing: [] })
  }
  const to = one.addresses[channel]
  return { to: to === null ? null : masked(to), ...permission, texts: texts.toSorted((a, b) => a.missing.length - b.missing.length) }
}

/** The text with what the case has, and a link that can still be paid; or the names of what is missing. */
export async function renderFor(
  db: Db,
  { config }: Services,
  one: WrittenCase,
  texts: TemplateTexts,
  now: Date,
): Promise<RenderedText | string[]> {
  const { customerId, caseId, outstandingCents: amountCents, currency } = one
  const link = amountCents ? await findValidLink(db, { customerId, caseId, amountCents, currency }, now) : undefined
  return renderWithVariables(db, one, texts, caseValues(one, link && paymentLinkUrl(config.publicUrl, link.token)))
}
