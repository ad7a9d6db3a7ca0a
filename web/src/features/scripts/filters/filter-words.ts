import { choiceText } from '../../../locales/choice-words.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { FilterRule } from '@regie/contract/filters.ts'
import { needsValue } from '@regie/contract/filter-operators.ts'
import { formatDate, formatMoney } from '../../../locales/format.ts'
import { useLocale, useText } from '../../../locales/i18n.tsx'

/** Puts a condition into words: "Openstaand bedrag is ten minste € 100,00". */
export function useRuleWords(fields: readonly FieldDefinition[]): (rule: FilterRule) => string {
  const t = useText()
  const locale = useLocale()
  const valueOf = (known: FieldDefinition | undefined, op: FilterRule['op'], value: string) =>
    op === 'daysAgo' ? t('scripts.filters.days', { days: Number(value) }) : valueWords(known, op, value)
  return ({ field, op, value, variable }) => {
    const known = fields.find(({ key }) => key === field)
    const shown = variable === undefined ? valueOf(known, op, value) : t('scripts.filters.variable', { key: variable })
    return [known?.label[locale] ?? field, t(`scripts.filters.ops.${op}`), needsValue(op) ? shown : '']
      .filter((part) => part !== '')
      .join(' ')
  }
}

/** A single amount or day as people read it; lists and all else as they were typed. */
function valueWords(field: FieldDefinition | undefined, op: FilterRule['op'], value: string): string {
  if (op === 'in' || field === undefined) return value
  if (field.type === 'amount') return formatMoney(Math.round(Number(value) * 100))
  return field.type === 'date' ? formatDate(value) : choiceText(field, value)
}
