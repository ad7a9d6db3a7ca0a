import type { CaseDetail } from '@regie/contract/cases.ts'
import { type FieldDefinition, scriptApi } from '@regie/contract/scripts.ts'
import type { ReactNode } from 'react'
import { useApi } from '../../api/use-api.ts'
import { formatDate, formatMoney } from '../../locales/format.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CopyText } from './copy-text.tsx'

const copied: readonly FieldDefinition['type'][] = ['phone', 'email', 'iban']

/** What the file said about this case, in the order of the script's fields; empty fields are left out. */
export function CaseFields({ found: { scriptID, fields, currency } }: { found: CaseDetail }) {
  const t = useText()
  const locale = useLocale()
  // The same for every case of the script, so asked once.
  const { data: fieldDefs, error, refetch } = useApi(scriptApi.fields, { params: { scriptID } }, { staleMs: Number.POSITIVE_INFINITY })
  if (fieldDefs === undefined)
    return (
      <Panel title={t('cases.fields.title')}>
        {error === null ? <Skeleton lines={8} /> : <ErrorState failure={error} onRetry={() => void refetch()} />}
      </Panel>
    )
  const filled = fieldDefs.filter((field) => (fields[field.key] ?? '') !== '')
  const known = new Set(fieldDefs.map((field) => field.key))
  const others = Object.entries(fields).filter(([key, value]) => !known.has(key) && value !== '')
  const items = [
    ...filled.map((field) => ({ key: field.key, label: field.label[locale], value: shownValue(field, fields[field.key] ?? '', currency) })),
    ...others.map(([key, value]) => ({ key, label: key, value })),
  ]
  return (
    <Panel title={t('cases.fields.title')}>
      {items.length === 0 ? <EmptyState icon="file" title={t('cases.fields.none')} /> : <KeyValueList items={items} />}
    </Panel>
  )
}

// Values are kept as the import normalised them: dates yyyy-MM-dd, amounts in cents or with a point.
function shownValue(field: FieldDefinition, value: string, currency: string): ReactNode {
  if (field.type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(`${value}T12:00:00Z`)
  if (field.type === 'amount' && /^-?\d+\.\d{2}$/.test(value))
    return <span className="numbers">{formatMoney(Math.round(Number(value) * 100), currency)}</span>
  return copied.includes(field.type) ? <CopyText>{value}</CopyText> : value
}
