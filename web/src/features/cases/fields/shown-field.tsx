import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import type { Locale } from '@regie/contract/locale.ts'
import type { ReactNode } from 'react'
import { choiceText } from '../../../locales/choice-words.ts'
import { formatDate, formatMoney } from '../../../locales/format.ts'
import type { useText } from '../../../locales/i18n.tsx'
import { CopyText } from '../copy-text.tsx'

const copied: readonly FieldDefinition['type'][] = ['phone', 'email', 'iban']

/** A field of a case as it is read: its name and what stands in it. */
export function shownField(t: ReturnType<typeof useText>, found: CaseDetail, field: FieldDefinition, locale: Locale) {
  const value = found.fields[field.key] ?? ''
  const { outstandingCents, currency } = found
  const shown = { key: field.key, label: field.label[locale], value: shownValue(field, value, currency) }
  // What the client handed over stays what it was; after a payment less than that is open, as the head of the case says.
  const cents = centsOf(value)
  if (field.key !== 'openstaand' || outstandingCents === null || cents === null || cents === outstandingCents) return shown
  const open = t('cases.fields.stillOpen', { amount: formatMoney(outstandingCents, currency) })
  return { ...shown, label: t('cases.fields.claim'), value: `${formatMoney(cents, currency)} (${open})` }
}

/** The same as it is changed: of a case that was paid for in part the claim is changed, and not what is open of it. */
export function claimWords(t: ReturnType<typeof useText>, { paidCents, outstandingCents, currency }: CaseDetail, { key }: FieldDefinition) {
  if (key !== 'openstaand' || paidCents === 0) return null
  const amounts = { paid: formatMoney(paidCents, currency), open: formatMoney(outstandingCents ?? 0, currency) }
  return { label: t('cases.fields.claim'), help: t('cases.fields.claimHelp', amounts) }
}

// Values are kept as the import normalised them: dates yyyy-MM-dd, amounts in cents or with a point.
function shownValue(field: FieldDefinition, value: string, currency: string): ReactNode {
  if (field.type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(`${value}T12:00:00Z`)
  const cents = field.type === 'amount' ? centsOf(value) : null
  if (cents !== null) return <span className="numbers">{formatMoney(cents, currency)}</span>
  return copied.includes(field.type) ? <CopyText>{value}</CopyText> : choiceText(field, value)
}

const centsOf = (value: string) => (/^-?\d+\.\d{2}$/.test(value) ? Math.round(Number(value) * 100) : null)
