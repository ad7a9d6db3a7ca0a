import type { ChannelPermission } from '@regie/contract/cases.ts'
import { channelTable } from '@regie/contract/channels.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { textFileFault } from '@regie/contract/mail-attachments.ts'
import type { manualMessageApi, WrittenTexts } from '@regie/contract/manual-messages.ts'
import { holdsRight, Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { carriesTextsOnly } from '../../../gateways/registered-provider.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { invoiceCount } from '../../case-documents/invoices.ts'
import { textMaskFor } from '../../cases/masks/case-mask.ts'
import { openCents } from '../../cases/money/open-amount.ts'
import type { CaseFacts } from '../../contact-facts/contact-facts.ts'
import { contactPermission, passingCaps } from '../../contact-permission/contact-permission.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { linkUrlFor, paymentLinkUrl } from '../../cases/money/payment-link-url.ts'
import { linkIsValid } from '../../payment-links/valid-link.ts'
import { caseValues } from '../../templates/case-values.ts'
import { isOwnText, type TemplateTexts } from '../../templates/render-template.ts'
import { listTexts } from '../../templates/template-queries.ts'
import { maskOfSender } from '../inbox/conversation-row.ts'
import { findWindow } from '../inbox/whatsapp-window.ts'
import { findAnswersUntil } from '../incoming/find-answers-until.ts'
import { findReceiversOfTexts } from '../mail-receivers/receiver-of-text.ts'
import { askingWords, isWithoutNumber } from './asking-words.ts'
import { findRecipient } from './find-recipient.ts'
import { findFacts } from '../payment-link/link-ways.ts'
import { subjectOf, type WrittenRow, type WrittenSubject, writtenColumns, writtenTables } from '../payment-link/written-case.ts'
import { renderKnowing } from '../render-with-variables.ts'

type Query = RequestOf<typeof manualMessageApi.texts>['query']

/** The texts of a channel as the person of a case would get them. */
export async function listWrittenTexts(
  services: Services,
  caller: Caller,
  caseId: number,
  { channel, locale, conversationID }: Query,
): Promise<WrittenTexts> {
  const { db, config, clock } = services
  const now = clock.now()
  const { one, masked, token, variables, invoices: invoicesOfCase } = await findReader(db, caller, caseId, now)
  const known = await findFacts(db, services, one, now)
  const reached = await findReached(db, one, known, { channel, conversationId: conversationID ?? null, now })
  const to = reached.recipient
  const answersUntil = await findAnswersUntil(db, { ...one, channel, address: to }, now)
  const facts = { ...reached.facts, answersUntil }
  const permission: ChannelPermission = reached.isReached
    ? contactPermission(facts, channel, now)
    : { ok: false, reason: channelTable[channel].noAddress, nextAt: null }
  const written = locale ?? one.locale
  const link = token === null ? undefined : linkUrlFor(channel, config, paymentLinkUrl(config.publicUrl, token))
  const carrier = facts.providers[channel]
  const noFiles = carrier !== undefined && carriesTextsOnly(carrier) ? 'attachment.notByPairedNumber' : null
  const windowEndsAt = channel === 'whatsapp' ? await findWindow(db, { ...one, address: to }, now) : null
  // A WhatsApp text of our own is free words: outside the window it could not leave.
  const mayGo = (its: TemplateTexts) => channel !== 'whatsapp' || windowEndsAt !== null || !isOwnText(its)
  const offered = (await listTexts(db, one.customerId, channel)).filter(({ options, texts: its }) => options.offered && mayGo(its))
  // The mask of the case knows its own address alone.
  const isStranger = (address: string) => address !== one.addresses[channel] && !maySeePersonalData(caller)
  const shownTo = (address: string) => (isStranger(address) ? maskOfSender({ address, name: '' })(address) : masked(address))
  const isAnswer = conversationID !== undefined
  const receiverOf = await findReceiversOfTexts(db, one, { channel, isAnswer, texts: offered, at: now, now })
  const mayPass = holdsRight(caller.rights, Right.passCaps)
  // Asked as the sending asks it: who gets it, and whether that may be now.
  const receiverFor = (text: (typeof offered)[number]): WrittenTexts['texts'][number]['receiver'] => {
    const found = receiverOf(text, { recipient: to, facts })
    if (found.copies.receiverReason === null) return null
    const its = contactPermission(found.facts, channel, now)
    const passing = () => contactPermission(receiverOf(text, { recipient: to, facts: passingCaps(facts) }).facts, channel, now)
    return { to: found.recipient === null ? null : shownTo(found.recipient), ...its, mayPassCap: !its.ok && mayPass && passing().ok }
  }
  const invoices = channel === 'email' ? invoicesOfCase : 0
  const texts = offered.map((text): WrittenTexts['texts'][number] => {
    const { key, name, texts: its, options } = text
    const values = caseValues({ ...one, locale: written }, link, options)
    const rendered = renderKnowing(variables, written, its, values)
    const named = { key, name, receiver: receiverFor(text), invoices: channel === 'email' && options.withInvoices ? invoices : null }
    if (Array.isArray(rendered)) return { ...named, subject: '', text: '', missing: rendered, fileFault: null }
    const fileFault = channel === 'whatsapp' ? (noFiles ?? textFileFault(rendered)) : null
    return { ...named, subject: masked(rendered.subject), text: masked(rendered.text), missing: [], fileFault }
  })
  return {
    ...{ to: to === null ? null : shownTo(to), ...permission, locale: written },
    answersUntil: answersUntil?.toISOString() ?? null,
    mayPassCap: !permission.ok && mayPass && contactPermission(passingCaps(facts), channel, now).ok,
    windowEndsAt: windowEndsAt?.toISOString() ?? null,
    asksNumber: isWithoutNumber(channel, to) ? askingWords(written, one.customerName) : null,
    fileFault: noFiles,
    invoices,
    isMasked: !maySeePersonalData(caller),
    texts: texts.toSorted((a, b) => a.missing.length - b.missing.length),
  }
}

type Asked = Parameters<typeof findRecipient>[3]

/** Where a text would go; nowhere by a channel by which whoever wrote in the conversation is not reached. */
async function findReached(db: Db, one: WrittenSubject, known: CaseFacts, asked: Asked) {
  try {
    return { ...(await findRecipient(db, one, known, asked)), isReached: true }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'message.otherSender') throw error
    return { recipient: null, facts: known, isReached: false }
  }
}

type Reader = {
  one: WrittenSubject
  masked: (text: string) => string
  /** Of the link that can still be paid. */
  token: string | null
  variables: Record<string, string>
  /** So many may leave. */
  invoices: number
}
type Row = WrittenRow & { customerId: number; scriptFields: unknown } & Pick<Reader, 'token' | 'variables' | 'invoices'>

/** All that texts about a case may ask for, in one question however many texts there are. */
export async function findReader(db: Db, caller: Caller, caseId: number, now: Date): Promise<Reader> {
  const { rows } = await sql<Row>`
    select c.customer_id as "customerId", s.fields as "scriptFields", ${writtenColumns},
      ${sql.raw(invoiceCount)} as invoices, (
        select l.token
        from payment_links l
        where l.customer_id = c.customer_id and l.case_id = c.id and ${linkIsValid(now)}
          and l.amount_cents = nullif(${sql.raw(openCents('c'))}, 0) and l.currency = c.currency
        order by l.id desc
        limit 1) as token, (
        select coalesce(json_object_agg(v.key, v.value), '{}')
        from script_variables v
        where v.customer_id = s.customer_id and v.script_id = s.id) as variables
    from ${writtenTables}
    where c.id = ${caseId} and c.customer_id = any(${caller.customerIds}::bigint[])`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('case.notFound')
  const { customerId, scriptFields, token, variables, invoices, ...written } = row
  mustAccessCustomer(caller, customerId, 'case.notFound')
  return { one: subjectOf({ customerId, caseId }, written), masked: textMaskFor(caller, row, scriptFields), token, variables, invoices }
}
