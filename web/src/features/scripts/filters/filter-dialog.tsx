import type { FieldDefinition } from '@regie/contract/fields.ts'
import { ScriptFilter, type FilterRule } from '@regie/contract/filters.ts'
import { needsValue } from '@regie/contract/filter-operators.ts'
import { useState } from 'react'
import { ApiFailure } from '../../../api/api-failure.ts'
import { errorText } from '../../../locales/error-text.ts'
import { useText } from '../../../locales/i18n.tsx'
import { notify } from '../../../session/notification.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { ChoiceInput, SwitchInput } from '../../../ui/toggles.tsx'
import { currentOf } from '../../../api/conflict.ts'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import { FilterCount } from './filter-count.tsx'
import { FilterRules } from './filter-rules.tsx'
import { useRuleWords } from './filter-words.ts'
import styles from '../scripts.module.css'
import { useAddFilter, useChangeFilter } from '../scripts-data.ts'

type FilterDialogProps = { scriptID: number; fields: readonly FieldDefinition[]; filter: ScriptFilter | null; onClose: () => void }

const firstRule: FilterRule = { field: 'openstaand', op: 'gte', value: '' }

/** Builds a filter without any code, and counts while one builds. */
export function FilterDialog({ scriptID, fields, filter, onClose }: FilterDialogProps) {
  const t = useText()
  const add = useAddFilter()
  const change = useChangeFilter()
  const wordsOf = useRuleWords(fields)
  const [draft, setDraft] = useState(() => draftOf(filter, fields))
  const [failure, setFailure] = useState<Error | null>(null)
  const [other, setOther] = useState<ScriptFilter | null>(null)
  const { name, rules, combine, active } = draft
  const faultAt = (field: string) =>
    failure instanceof ApiFailure && failure.field === field ? errorText(failure.code, failure.params) : undefined
  const isComplete = name.trim() !== '' && rules.every(({ op, value }) => !needsValue(op) || value.trim() !== '')

  async function save() {
    setFailure(null)
    try {
      if (filter === null) await add.mutateAsync({ params: { scriptID }, body: draft })
      else {
        const body = { ...draft, version: other?.version ?? filter.version }
        await change.mutateAsync({ params: { scriptID, filterID: filter.filterID }, body })
      }
      notify(t('scripts.saved'))
      onClose()
    } catch (refusal) {
      const current = currentOf(refusal, ScriptFilter)
      setOther(current)
      setFailure(current === null ? (refusal as Error) : null)
    }
  }
  const isElsewhere = failure !== null && !(failure instanceof ApiFailure && /^(name$|rules\.)/.test(failure.field ?? ''))
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(filter === null ? 'scripts.filters.add' : 'scripts.filters.editTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button
            kind="main"
            reason={isComplete ? undefined : t('scripts.filters.incomplete')}
            isBusy={add.isPending || change.isPending}
            onPress={() => void save()}
          >
            {t('scripts.filters.save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {other !== null && (
          <ConflictNotice
            items={[
              {
                key: 'rules',
                label: other.name,
                value: other.rules.map(wordsOf).join(` ${t(`scripts.filters.combine.${other.combine}`)} `),
              },
            ]}
            onTake={() => setDraft(draftOf(other, fields))}
          />
        )}
        <TextInput
          label={t('scripts.filters.name')}
          isRequired
          maxLength={120}
          error={faultAt('name')}
          value={name}
          onChange={(typed) => setDraft({ ...draft, name: typed })}
        />
        <FilterRules
          fields={fields}
          rules={rules}
          faultAt={faultAt}
          onRules={(changed) => setDraft({ ...draft, rules: changed })}
          firstRule={firstRule}
        />
        {rules.length > 1 && (
          <ChoiceInput
            label={t('scripts.filters.combineLabel')}
            value={combine}
            onChange={(chosen) => setDraft({ ...draft, combine: chosen })}
            options={(['and', 'or'] as const).map((value) => ({ value, label: t(`scripts.filters.combineChoice.${value}`) }))}
          />
        )}
        <SwitchInput
          label={t('scripts.filters.active')}
          help={t('scripts.filters.activeHelp')}
          value={active}
          onChange={(isOn) => setDraft({ ...draft, active: isOn })}
        />
        <FilterCount scriptID={scriptID} rules={rules} combine={combine} />
        {isElsewhere && <FailureText failure={failure} />}
      </div>
    </Dialog>
  )
}

// Amounts with a comma, as they were typed.
function draftOf(filter: ScriptFilter | null, fields: readonly FieldDefinition[]) {
  if (filter === null) return { name: '', rules: [firstRule], combine: 'and' as const as 'and' | 'or', active: true }
  const { name, rules, combine, active } = filter
  const isAmount = ({ field, op }: FilterRule) => op !== 'in' && fields.some(({ key, type }) => key === field && type === 'amount')
  return { name, rules: rules.map((rule) => (isAmount(rule) ? { ...rule, value: rule.value.replace('.', ',') } : rule)), combine, active }
}
