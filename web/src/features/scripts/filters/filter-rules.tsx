import { choiceText } from '../../../locales/choice-words.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { FilterRule } from '@regie/contract/filters.ts'
import { needsValue, operatorsFor } from '@regie/contract/filter-operators.ts'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { DateInput, SelectInput } from '../../../ui/inputs.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import styles from '../scripts.module.css'

type FilterRulesProps = {
  fields: readonly FieldDefinition[]
  rules: readonly FilterRule[]
  faultAt: (field: string) => string | undefined
  onRules: (rules: FilterRule[]) => void
  firstRule: FilterRule
}

const rulesMax = 20

/** Field, question, answer: one line for each condition. */
export function FilterRules({ fields, rules, faultAt, onRules, firstRule }: FilterRulesProps) {
  const t = useText()
  const locale = useLocale()
  const change = (at: number, changed: Partial<FilterRule>) =>
    onRules(rules.map((rule, place) => (place === at ? { ...rule, ...changed } : rule)))
  const chooseField = (at: number, rule: FilterRule, key: string) => {
    const offered = operatorsFor(fields.find((field) => field.key === key)?.type ?? 'text')
    const op = offered.includes(rule.op) ? rule.op : (offered[0] ?? 'eq')
    change(at, { field: key, op, value: '' })
  }
  return (
    <div className={styles.form}>
      <ul className={styles.rules} aria-label={t('scripts.filters.rules')}>
        {rules.map((rule, at) => {
          const field = fields.find(({ key }) => key === rule.field)
          const no = at + 1
          return (
            <li key={at} className={styles.rule}>
              <SelectInput
                label={t('scripts.filters.fieldOf', { no })}
                isLabelHidden
                value={rule.field}
                error={faultAt(`rules.${at}.field`)}
                onChange={(key) => chooseField(at, rule, key)}
                options={fields.map(({ key, label }) => ({ value: key, label: label[locale] }))}
              />
              <SelectInput
                label={t('scripts.filters.opOf', { no })}
                isLabelHidden
                value={rule.op}
                error={faultAt(`rules.${at}.op`)}
                onChange={(chosen) => change(at, { op: operatorsFor(field?.type ?? 'text').find((op) => op === chosen) ?? rule.op })}
                options={operatorsFor(field?.type ?? 'text').map((op) => ({ value: op, label: t(`scripts.filters.ops.${op}`) }))}
              />
              {needsValue(rule.op) ? (
                <RuleValue
                  rule={rule}
                  field={field}
                  label={t('scripts.filters.valueOf', { no })}
                  error={faultAt(`rules.${at}.value`)}
                  onChange={(value) => change(at, { value })}
                />
              ) : (
                <span />
              )}
              <IconButton
                icon="trash"
                label={t('scripts.filters.removeRule', { no })}
                reason={rules.length === 1 ? t('scripts.filters.oneRule') : undefined}
                onPress={() => onRules(rules.filter((_, place) => place !== at))}
              />
            </li>
          )
        })}
      </ul>
      <div>
        <Button
          icon={<Icon name="plus" size={16} />}
          reason={rules.length >= rulesMax ? t('scripts.filters.enough', { max: rulesMax }) : undefined}
          onPress={() => onRules([...rules, firstRule])}
        >
          {t('scripts.filters.addRule')}
        </Button>
      </div>
    </div>
  )
}

type RuleValueProps = {
  rule: FilterRule
  field: FieldDefinition | undefined
  label: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The answer, in the way that the field asks for. */
function RuleValue({ rule, field, label, error, onChange }: RuleValueProps) {
  const t = useText()
  const parts = { label, isLabelHidden: true, error, value: rule.value, onChange }
  if (rule.op === 'in') return <TextInput {...parts} maxLength={500} placeholder={t('scripts.filters.list')} />
  if (rule.op === 'daysAgo') return <TextInput {...parts} inputMode="numeric" maxLength={5} placeholder={t('scripts.filters.daysLabel')} />
  if (field?.type === 'date') return <DateInput {...parts} />
  const choices = field?.type === 'bool' ? ['ja', 'nee'] : field?.type === 'choice' ? (field.choices ?? []) : null
  if (choices === null)
    return <TextInput {...parts} maxLength={500} placeholder={field?.type === 'amount' ? '100,00' : t('scripts.filters.value')} />
  return (
    <SelectInput
      {...parts}
      options={[
        { value: '', label: t('scripts.filters.choose') },
        ...choices.map((choice) => ({ value: choice, label: field === undefined ? choice : choiceText(field, choice) })),
      ]}
    />
  )
}
