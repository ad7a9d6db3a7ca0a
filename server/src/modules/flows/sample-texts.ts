import type { Channel } from '@regie/contract/channels.ts'
import type { ScriptText } from '@regie/contract/flow.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { findFields } from '../fields/find-fields.ts'
import { findOwnerOfScript } from './flow-queries.ts'
import { scriptVariables } from '../scripts/variable-queries.ts'
import { renderTemplate, TemplateIncomplete, type TemplateTexts } from '../templates/render-template.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { caseValues } from '../templates/case-values.ts'

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
  const rows = await db
    .selectFrom('templates as t')
    .innerJoin('template_revisions as r', (join) =>
      join.onRef('r.customer_id', '=', 't.customer_id').onRef('r.id', '=', 't.live_revision_id'),
    )
    .select(['t.key', 't.kind', 'r.texts'])
    .where('t.customer_id', '=', customerId)
    .orderBy('t.key')
    .execute()
  const locale = language as Locale
  const fields = await findFields(db, customerId, scriptId)
  const labels = Object.fromEntries(fields.map(({ key, label }) => [key, `[${label[locale]}]`]))
  const person = caseValues(sampleCase(customerName, locale), `${config.publicUrl}/p/voorbeeld`)
  const values = { ...(await scriptVariables(db, { customerId, scriptId })), ...labels, ...person }
  return rows.map(({ key, kind, texts }) => ({
    key,
    kind: kind as Channel,
    written: fill(texts as TemplateTexts, {}, locale),
    filled: fill(texts as TemplateTexts, values, locale),
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
  ...{ outstandingCents: 12_500, currency: 'EUR', fields: {} },
})
