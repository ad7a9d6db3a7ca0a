import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { FilterRule } from '@regie/contract/filters.ts'
import { needsValue, operatorsFor } from '@regie/contract/filter-operators.ts'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SelectInput } from '../../../ui/inputs.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { RuleAnswer } from './rule-answer.tsx'
import styles from '../scripts.module.css'

type FilterRulesProps = {
  fields: readonly FieldDefinition[]
  /** The variables of the script, by name. */
  variables: readonly string[]
  rules: readonly FilterRule[]
  faultAt: (field: string) => string | undefined
  onRules: (rules: FilterRule[]) => void
  firstRule: FilterRule
}

const rulesMax = 20

/** Field, question, answer: one line for each condition. */
export function FilterRules({ fields, variables, rules, faultAt, onRules, firstRule }: FilterRulesProps) {
  const t = useText()
  const locale = useLocale()
  const put = (at: number, changed: FilterRule) => onRules(rules.map((rule, place) => (place === at ? changed : rule)))
  const chooseField = (at: number, rule: FilterRule, key: string) => {
    const offered = operatorsFor(fields.find((field) => field.key === key)?.type ?? 'text')
    const op = offered.includes(rule.op) ? rule.op : (offered[0] ?? 'eq')
    put(at, { field: key, op, value: '' })
  }
  return (
    <div className={styles.form}>
      <ul className={styles.rules} aria-label={t('scripts.filters.rules')}>
        {rules.map((rule, at) => {
          const field = fields.find(({ key }) => key === rule.field)
          const no = at + 1
          return (
            <li key={at} className={styles.rule}>
              <SearchSelect
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
                onChange={(chosen) => put(at, { ...rule, op: operatorsFor(field?.type ?? 'text').find((op) => op === chosen) ?? rule.op })}
                options={operatorsFor(field?.type ?? 'text').map((op) => ({ value: op, label: t(`scripts.filters.ops.${op}`) }))}
              />
              {needsValue(rule.op) ? (
                <RuleAnswer
                  no={no}
                  rule={rule}
                  field={field}
                  variables={variables}
                  faultOf={(part) => faultAt(`rules.${at}.${part}`)}
                  onChange={(answer) => put(at, { field: rule.field, op: rule.op, ...answer })}
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
