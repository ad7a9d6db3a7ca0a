import type { ScriptText } from '@regie/contract/flow.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { findFields } from '../fields/find-fields.ts'
import { findOwnerOfScript } from './flow-queries.ts'
import { scriptVariables } from '../scripts/variable-queries.ts'
import { renderTemplate, TemplateIncomplete, type TemplateTexts } from '../templates/render-template.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { caseValues } from '../templates/case-values.ts'
import { listLiveTexts } from '../templates/template-queries.ts'

type Values = Readonly<Record<string, string>>

/** The texts of a script's customer, filled by the engine's own rules for a person who does not exist: nobody's data is shown. */
export async function listSampleTexts({ db, config }: Services, caller: Caller, scriptId: number): Promise<ScriptText[]> {
  const customerId = await findOwnerOfScript(db, caller, scriptId)
  const { language, customerName } = await db
    .selectFrom('scripts as s')
    .innerJoin('customers as k', 'k.id', 's.customer_id')
    .select(['s.language', 'k.name as customerName'])
    .where('s.customer_id', '=', customerId)
    .where('s.id', '=', scriptId)
    .executeTakeFirstOrThrow()
  const locale = language as Locale
  const fields = await findFields(db, customerId, scriptId)
  const labels = Object.fromEntries(fields.map(({ key, label }) => [key, `[${label[locale]}]`]))
  const known = { ...(await scriptVariables(db, { customerId, scriptId })), ...labels }
  const person = sampleCase(customerName, locale)
  return (await listLiveTexts(db, customerId)).map(({ key, kind, texts, options }) => ({
    key,
    kind,
    written: fill(texts, {}, locale),
    filled: fill(texts, { ...known, ...caseValues(person, `${config.publicUrl}/p/voorbeeld`, options) }, locale),
  }))
}

/** The text with its values; a place for which there is none stays as it is written. */
function fill(texts: TemplateTexts, values: Values, locale: Locale): ScriptText['filled'] {
  try {
    const { subject, text } = renderTemplate(texts, values, locale)
    return { subject, text }
  } catch (error) {
    if (!(error instanceof TemplateIncomplete)) throw error
    return fill(texts, { ...values, ...Object.fromEntries(error.missing.map((name) => [name, `{{${name}}}`])) }, locale)
  }
}

const sampleCase = (customerName: string, locale: Locale): Parameters<typeof caseValues>[0] => ({
  ...{ customerName, locale, caseNumber: '2026-0001', name: 'Sanne de Vries', invoiceNumber: 'F-1001' },
  ...{ outstandingCents: 12_500, currency: 'EUR', paymentReference: '5000056789012345', fields: {} },
})
