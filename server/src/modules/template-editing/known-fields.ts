import type { LocalText } from '@regie/contract/locale.ts'
import { alwaysFields } from '@regie/contract/templates.ts'
import type { Db } from '../../platform/db/database.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { mayHoldStatus } from '../fields/status-fields.ts'

export type KnownField = { key: string; label: LocalText }

/** What every text may ask for, whatever the fields of the script (templates/case-values.ts). */
const labels: Record<(typeof alwaysFields)[number], LocalText> = {
  aanhef: { nl: 'Aanhef', eng: 'Salutation', fr: 'Formule d’appel' },
  naam: { nl: 'Naam', eng: 'Name', fr: 'Nom' },
  dossiernummer: { nl: 'Dossiernummer', eng: 'Case number', fr: 'Numéro de dossier' },
  factuurnummer: { nl: 'Factuurnummer', eng: 'Invoice number', fr: 'Numéro de facture' },
  opdrachtgever: { nl: 'Opdrachtgever', eng: 'Creditor', fr: 'Donneur d’ordre' },
  bedrag: { nl: 'Openstaand bedrag', eng: 'Outstanding amount', fr: 'Montant dû' },
  betalingskenmerk: { nl: 'Betalingskenmerk', eng: 'Payment reference', fr: 'Référence de paiement' },
  rf_kenmerk: { nl: 'RF-kenmerk (ISO 11649)', eng: 'RF reference (ISO 11649)', fr: 'Référence RF (ISO 11649)' },
  betaallink: { nl: 'Betaallink', eng: 'Payment link', fr: 'Lien de paiement' },
}
const always: KnownField[] = alwaysFields.map((key) => ({ key, label: labels[key] }))

/** The merge fields of a customer: those that every text has, the fields of its scripts and their variables. */
export async function findKnownFields(db: Db, customerId: number): Promise<KnownField[]> {
  const scripts = await db.selectFrom('scripts').select('fields').distinct().where('customer_id', '=', customerId).execute()
  const variables = await db
    .selectFrom('script_variables')
    .select('key')
    .distinct()
    .where('customer_id', '=', customerId)
    .orderBy('key')
    .execute()
  const known = new Map(always.map((field) => [field.key, field]))
  const ofScripts = scripts.flatMap(({ fields }) => fieldsOf(fields)).map(({ key, label }) => ({ key, label }))
  const ofVariables = variables.map(({ key }) => ({ key, label: { nl: key, eng: key, fr: key } }))
  for (const field of [...ofScripts, ...ofVariables]) if (!known.has(field.key)) known.set(field.key, field)
  return [...known.values()]
}

/** The fields of a customer's scripts that may keep when a message was sent or read. */
export async function findStatusFields(db: Db, customerId: number): Promise<KnownField[]> {
  const scripts = await db.selectFrom('scripts').select('fields').distinct().where('customer_id', '=', customerId).execute()
  const fields = scripts.flatMap((script) => fieldsOf(script.fields)).filter(mayHoldStatus)
  return [...new Map(fields.map(({ key, label }) => [key, { key, label }])).values()]
}
