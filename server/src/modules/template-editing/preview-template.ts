import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { Locale } from '@regie/contract/locale.ts'
import type { templateApi } from '@regie/contract/template-api.ts'
import type { TemplatePreview } from '@regie/contract/templates.ts'
import { choiceFaults, textAboveChoices } from '@regie/contract/whatsapp-choices.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findReader } from '../communications/manual-messages/list-written-texts.ts'
import { paymentLinkUrl } from '../cases/money/payment-link-url.ts'
import { caseValues } from '../templates/case-values.ts'
import { fillTemplate } from '../templates/render-template.ts'
import { cleaned } from './composing/clean-written.ts'
import { composeBody } from './composing/compose-texts.ts'
import { faultsOf } from './composing/template-faults.ts'
import { findApproved, findFilesOf, hasCardImageOf } from './find-approved.ts'
import { findKnownFields, findStatusFields, type KnownField } from './known-fields.ts'
import { findSections } from './sections.ts'
import { findSmsProviders } from './sms-providers.ts'

type Question = RequestOf<typeof templateApi.preview>['body']
type Values = Readonly<Record<string, string>>

/** A text as it would be sent: filled for a person who does not exist, or for a case with what the caller may see of it. */
export async function previewTemplate(
  services: Services,
  caller: Caller,
  question: Question,
  caseId: number | null,
): Promise<TemplatePreview> {
  const { db } = services
  const { customerID, kind, locale, options } = question
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const fields = await findKnownFields(db, customerID)
  const sections = await findSections(db, customerID, kind)
  const values = await (caseId === null ? sampleValues(services, question, fields) : caseValuesFor(services, caller, question, caseId))
  const written = await cleaned(question.written)
  const body = await composeBody({ kind, written, options }, locale, sections)
  const approved = await findApproved(db, customerID)
  const faults = faultsOf(kind, written, false, {
    options,
    fields: new Set(fields.map(({ key }) => key)),
    sections,
    approved,
    files: await findFilesOf(db, customerID, written),
    hasCardImage: await hasCardImageOf(db, customerID, options),
    smsProviders: await findSmsProviders(db, customerID),
    statusFields: await findStatusFields(db, customerID),
  })
  const { missing: lacking } = fillTemplate({ [locale]: body }, values, locale)
  // A place without a value stays to be seen.
  const inPlace = Object.fromEntries(lacking.map((name) => [name, `{{${name}}}`]))
  const { rendered: shown } = fillTemplate({ [locale]: body }, { ...values, ...inPlace }, locale)
  const { text, choices } = shown
  // Filled in it may become too long, or two of a kind; for another person it may not.
  const filled = lacking.length === 0 && choices ? choiceFaults(textAboveChoices(text, choices), choices) : []
  const more = filled.filter(({ fault }) => !faults.some((known) => known.fault === fault && known.locale === locale))
  const place = { locale, place: 'text', blocks: false, mayPass: false } as const
  return { ...shown, missing: lacking, faults: [...faults, ...more.map(({ fault, detail }) => ({ fault, detail, ...place }))] }
}

async function sampleValues(
  { db, config }: Services,
  { customerID, locale, options }: Question,
  fields: readonly KnownField[],
): Promise<Values> {
  const customer = await db.selectFrom('customers').select('name').where('id', '=', customerID).executeTakeFirst()
  if (!customer) throw new AppError('customer.notFound')
  const labels = Object.fromEntries(fields.map(({ key, label }) => [key, `[${label[locale]}]`]))
  return { ...labels, ...caseValues(sampleCase(customer.name, locale), `${config.publicUrl}/p/voorbeeld`, options) }
}

const sampleCase = (customerName: string, locale: Locale): Parameters<typeof caseValues>[0] => ({
  ...{ customerName, locale, caseNumber: '2026-0001', name: 'Sanne de Vries', invoiceNumber: 'F-1001' },
  ...{ outstandingCents: 12_500, currency: 'EUR', paymentReference: '5000056789012345', fields: {} },
})

/** Masked value by value, before they stand in the text: within HTML they would look otherwise. */
async function caseValuesFor(
  { db, config, clock }: Services,
  caller: Caller,
  { customerID, locale, options }: Question,
  caseId: number,
): Promise<Values> {
  const { one, masked, token, variables } = await findReader(db, caller, caseId, clock.now())
  if (one.customerId !== customerID) throw new AppError('case.notFound')
  const values = {
    ...variables,
    ...caseValues({ ...one, locale }, token === null ? undefined : paymentLinkUrl(config.publicUrl, token), options),
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, masked(value)]))
}
