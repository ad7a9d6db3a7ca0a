import type { FieldDefinition } from '@regie/contract/fields.ts'
import { rfReferenceOf } from '@regie/contract/payment-references.ts'
import type { Locale } from '@regie/contract/locale.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { lotOf } from '../experiments/choose-variant.ts'
import type { CaseToRun } from './lock-claimed-cases.ts'

/** A case as the time machine plays it: what it knows of the person and the debt, and nothing of what happened to it. */
export type SimulationSubject = Pick<
  CaseToRun,
  | 'caseNumber'
  | 'name'
  | 'phone'
  | 'mobile'
  | 'email'
  | 'invoiceNumber'
  | 'locale'
  | 'outstandingCents'
  | 'currency'
  | 'paymentReference'
  | 'fields'
  | 'lot'
>

/** The case that is to be played. */
export async function findSimulationSubject(db: Db, customerId: number, caseId: number): Promise<SimulationSubject> {
  const row = await db
    .selectFrom('cases')
    .select([
      'case_number',
      'name',
      'phone',
      'mobile',
      'email',
      'invoice_number',
      'locale',
      'outstanding_cents',
      'currency',
      'payment_reference',
      'fields',
    ])
    .where('customer_id', '=', customerId)
    .where('id', '=', caseId)
    .executeTakeFirst()
  if (!row) throw new AppError('case.notFound')
  return {
    caseNumber: row.case_number,
    name: row.name,
    phone: row.phone,
    mobile: row.mobile,
    email: row.email,
    invoiceNumber: row.invoice_number,
    locale: row.locale as Locale,
    outstandingCents: row.outstanding_cents,
    currency: row.currency,
    paymentReference: row.payment_reference,
    fields: row.fields as Record<string, string>,
    lot: lotOf(caseId),
  }
}

const plainTypes: readonly FieldDefinition['type'][] = ['amount', 'number', 'integer', 'bool', 'choice', 'date', 'time']
const neverKept: readonly string[] = ['geboortedatum', 'naam']

/**
 * The same case without what identifies the person. What was filled stays filled, so that it is played the same way; `asked` are the fields whose
 * value the script looks at.
 */
export function withoutPerson(
  subject: SimulationSubject,
  fields: readonly FieldDefinition[],
  asked: ReadonlySet<string>,
): SimulationSubject {
  const mayKeep = new Set(
    fields
      .filter(({ key, type, pii }) => !neverKept.includes(key) && pii !== true && (plainTypes.includes(type) || asked.has(key)))
      .map(({ key }) => key),
  )
  const veil = (value: string) => (value === '' ? '' : '…')
  return {
    ...subject,
    caseNumber: '…',
    name: veil(subject.name),
    // Numbers and addresses that are nobody's.
    phone: subject.phone === null ? null : '+31200000000',
    mobile: subject.mobile === null ? null : '+31600000000',
    email: subject.email === null ? null : 'niemand@example.invalid',
    paymentReference: rfReferenceOf(subject.paymentReference) === null ? '…' : '5000056789012345',
    invoiceNumber: subject.invoiceNumber === null ? null : '…',
    fields: Object.fromEntries(Object.entries(subject.fields).map(([key, value]) => [key, mayKeep.has(key) ? value : veil(value)])),
  }
}

/** The fields whose value decides where a script goes. */
export function fieldsAsked(steps: readonly ScriptStep[]): Set<string> {
  return new Set(steps.flatMap((step) => (step.kind === 'branch' && step.settings.question === 'field' ? [step.settings.key ?? ''] : [])))
}
