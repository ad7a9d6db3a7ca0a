import type { Locale } from '@regie/contract/locale.ts'
import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { LinkChannel } from '@regie/contract/payment-actions.ts'
import { type ScriptStep, ScriptSteps } from '@regie/contract/scripts.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { openCents } from '../../cases/money/open-amount.ts'
import { recogniseNumbers } from '../../contact-facts/recognise-numbers.ts'
import { findTextsAsking, type LiveTexts } from '../../templates/template-queries.ts'

export type WrittenRow = {
  batchId: number
  customerName: string
  caseNumber: string
  name: string
  invoiceNumber: string | null
  locale: Locale
  outstandingCents: number | null
  currency: string
  paymentReference: string
  fields: Record<string, string>
  phone: string | null
  mobile: string | null
  email: string | null
  isDemo: boolean
  recognises: boolean
}

type CaseRef = { customerId: number; caseId: number }

/** A case as a text about it needs it, with where each channel reaches its person. */
export type WrittenSubject = CaseRef &
  Omit<WrittenRow, 'recognises' | 'phone' | 'mobile' | 'email'> & { addresses: Record<WrittenChannel, string | null> }

/** The same with the texts with a link that its script has for each channel. */
export type WrittenCase = WrittenSubject & {
  texts: Partial<Record<LinkChannel, LiveTexts>>
  /** For how many days its script makes a link. */
  validDays: number
}

// Where the script makes none itself.
const usualDays = 14

/** SQL: the columns of WrittenRow; `c` cases, `b` its batch, `k` its customer. */
export const writtenColumns = sql`c.batch_id as "batchId", k.name as "customerName",
      c.case_number as "caseNumber", c.name, c.invoice_number as "invoiceNumber", c.locale,
      ${sql.raw(openCents('c'))} as "outstandingCents", c.currency,
      c.payment_reference as "paymentReference", c.fields, c.phone, c.mobile, c.email,
      b.is_demo as "isDemo", b.number_recognition as recognises`

/** SQL: the tables of writtenColumns, and `s` its script. */
export const writtenTables = sql`cases c
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    join customers k on k.id = c.customer_id
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id`

/** A row with these columns as a subject of texts. */
export function subjectOf({ customerId, caseId }: CaseRef, { recognises, phone, mobile, email, ...row }: WrittenRow): WrittenSubject {
  const reached = recogniseNumbers({ phone, mobile }, recognises)
  return { ...row, customerId, caseId, addresses: { email, sms: reached.mobile, whatsapp: reached.mobile } }
}

/** Reads it in the transaction that writes, or before, for a question. */
export async function findWrittenCase(db: Db, { customerId, caseId }: CaseRef): Promise<WrittenCase> {
  const { rows } = await sql<WrittenRow & { steps: unknown }>`
    select ${writtenColumns}, v.steps
    from ${writtenTables}
    left join case_runs r on r.customer_id = c.customer_id and r.case_id = c.id
    left join script_versions v
      on v.customer_id = c.customer_id and v.id = coalesce(r.script_version_id, s.live_version_id)
    where c.customer_id = ${customerId} and c.id = ${caseId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`case ${caseId} is gone`)
  const { steps: kept, ...rest } = row
  const steps = kept === null ? [] : ScriptSteps.parse(kept)
  return {
    ...subjectOf({ customerId, caseId }, rest),
    texts: await findLinkTexts(db, customerId, steps),
    validDays: steps.find((step) => step.kind === 'payment-link')?.settings.validDays ?? usualDays,
  }
}

// A text that is made for the link alone has a key that begins so; a reminder is about more than what was asked for on the phone.
const linkKey = 'betaallink'

/** For each channel the customer's own text for a link; else the first with a link that the script sends; else the first that the customer has. */
async function findLinkTexts(db: Db, customerId: number, steps: readonly ScriptStep[]): Promise<WrittenCase['texts']> {
  const known = await findTextsAsking(db, customerId, 'betaallink')
  const sent = steps.flatMap((step) =>
    step.kind === 'send-email' || step.kind === 'send-sms' || step.kind === 'send-whatsapp' ? [step.settings.template] : [],
  )
  const textOf = (channel: LinkChannel) => {
    const its = known.filter(({ kind }) => kind === channel)
    const first = sent.find((key) => its.some((text) => text.key === key))
    return its.find(({ key }) => key.startsWith(linkKey)) ?? its.find(({ key }) => key === first) ?? its[0]
  }
  const [email, sms] = [textOf('email'), textOf('sms')]
  return { ...(email && { email }), ...(sms && { sms }) }
}
