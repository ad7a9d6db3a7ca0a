import { type PostalAddress, postalAddressOf } from '@regie/contract/letters.ts'
import type { ChannelPermission } from '@regie/contract/cases.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { LetterPaper } from '../../platform/documents/paper/letter-paper.ts'
import type { Services } from '../../services.ts'
import { linkUrlFor, paymentLinkUrl } from '../cases/money/payment-link-url.ts'
import { findFacts } from '../communications/payment-link/link-ways.ts'
import { findWrittenCase, type WrittenCase } from '../communications/payment-link/written-case.ts'
import { renderWithVariables } from '../communications/render-with-variables.ts'
import { letterPermission } from '../contact-permission/contact-permission.ts'
import { findLetterhead, findLogo } from '../customers/letterhead-queries.ts'
import { findValidLink } from '../payment-links/valid-link.ts'
import { caseValues } from '../templates/case-values.ts'
import { type LiveTexts, listTexts } from '../templates/template-queries.ts'
import { isPrintable, letterPaper } from './letter-paper.ts'
import { findPrintPlace } from './print-place.ts'

type OfCase = { customerId: number; caseId: number }
export type Chosen = { template: string; locale?: Locale | undefined }

/** A case as a letter to its person needs it, and whether one may go now. */
export type Post = { one: WrittenCase; address: PostalAddress | null; permission: ChannelPermission; isSimulated: boolean }

/** Reads it; in the transaction that sends, or before, for a question. */
export async function findPost(db: Db, services: Services, of: OfCase, now: Date): Promise<Post> {
  const one = await findWrittenCase(db, of)
  const address = postalAddressOf(one.name, one.fields)
  const isSimulated = (await findPrintPlace(db, of.customerId)) === undefined
  const facts = await findFacts(db, services, one, now)
  const permission = letterPermission(facts, { hasAddress: address !== null, isSimulated }, now)
  return { one, address, permission, isSimulated }
}

/** The e-mail texts of a customer that may go by post. */
export async function listPostTexts(db: Db, customerId: number): Promise<LiveTexts[]> {
  const texts = await listTexts(db, customerId, 'email')
  return texts.filter(({ options }) => options.byPost)
}

/** A text filled for the case, with a link that can still be paid; or the names of what it lacks. */
export async function fillText(db: Db, { config }: Services, one: WrittenCase, live: LiveTexts, locale: Locale, now: Date) {
  const { customerId, caseId, outstandingCents: amountCents, currency } = one
  const link = amountCents ? await findValidLink(db, { customerId, caseId, amountCents, currency }, now) : undefined
  const url = link && linkUrlFor('email', config, paymentLinkUrl(config.publicUrl, link.token))
  const about = { ...one, locale }
  return renderWithVariables(db, about, live.texts, caseValues(about, url, live.options))
}

/** What stands on every letter of a customer. */
export async function findPaperHead(db: Db, customerId: number) {
  const letterhead = await findLetterhead(db, customerId)
  const hash = letterhead.logo === null ? null : /([0-9a-f]{64})/.exec(letterhead.logo)?.[1]
  return { letterhead, logo: hash ? await findLogo(db, hash) : null }
}

export type Composed = { paper: LetterPaper; address: PostalAddress; revisionId: number; locale: Locale }

/** The letter as it would be printed at this moment; throws where the case lacks something for it. */
export async function composeLetter(db: Db, services: Services, { one, address }: Post, chosen: Chosen, now: Date): Promise<Composed> {
  const { customerId } = one
  const live = (await listPostTexts(db, customerId)).find(({ key }) => key === chosen.template)
  if (!live) throw new AppError('message.textIncomplete', { field: 'template' })
  if (address === null) throw new AppError('payment.contactRefused')
  const locale = chosen.locale ?? one.locale
  const filled = await fillText(db, services, one, live, locale, now)
  if (Array.isArray(filled)) throw new AppError('message.textIncomplete', { field: 'template' })
  const { subject, text } = filled
  const paper = letterPaper({
    ...(await findPaperHead(db, customerId)),
    address,
    caseNumber: one.caseNumber,
    locale,
    subject,
    text,
    at: now,
  })
  if (!isPrintable(paper)) throw new AppError('letter.signMissing', { field: 'template' })
  return { paper, address, revisionId: live.revisionId, locale }
}
