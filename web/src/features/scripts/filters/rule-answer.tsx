import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { FilterRule } from '@regie/contract/filters.ts'
import { choiceText } from '../../../locales/choice-words.ts'
import { useText } from '../../../locales/i18n.tsx'
import { DateInput } from '../../../ui/dates/date-input.tsx'
import { SelectInput } from '../../../ui/inputs.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import styles from '../scripts.module.css'

type Answer = Pick<FilterRule, 'value' | 'variable'>
type RuleAnswerProps = {
  no: number
  rule: FilterRule
  field: FieldDefinition | undefined
  variables: readonly string[]
  faultOf: (part: 'value' | 'variable') => string | undefined
  onChange: (answer: Answer) => void
}

/** What a condition compares with: a value that is typed here, or what a variable of the script says at that moment. */
export function RuleAnswer({ no, rule, field, variables, faultOf, onChange }: RuleAnswerProps) {
  const t = useText()
  const [first] = variables
  return (
    <div className={styles.ruleAnswer}>
      <SelectInput
        label={t('scripts.filters.sourceOf', { no })}
        isLabelHidden
        value={rule.variable === undefined ? 'value' : 'variable'}
        onChange={(source) => onChange(source === 'variable' && first !== undefined ? { value: '', variable: first } : { value: '' })}
        options={[
          { value: 'value', label: t('scripts.filters.sources.value') },
          { value: 'variable', label: t('scripts.filters.sources.variable'), isDisabled: first === undefined },
        ]}
      />
      {rule.variable === undefined ? (
        <RuleValue
          rule={rule}
          field={field}
          label={t('scripts.filters.valueOf', { no })}
          error={faultOf('value')}
          onChange={(value) => onChange({ value })}
        />
      ) : (
        <SearchSelect
          label={t('scripts.filters.variableOf', { no })}
          isLabelHidden
          value={rule.variable}
          error={faultOf('variable')}
          onChange={(variable) => onChange({ value: '', variable })}
          options={variables.map((key) => ({ value: key, label: key }))}
        />
      )}
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
    <SearchSelect
      {...parts}
      options={[
        { value: '', label: t('scripts.filters.choose') },
        ...choices.map((choice) => ({ value: choice, label: field === undefined ? choice : choiceText(field, choice) })),
      ]}
    />
  )
}
