import type { FieldDefinition } from '@regie/contract/fields.ts'
import { ScriptFilter, type FilterRule } from '@regie/contract/filters.ts'
import { isWhole } from '@regie/contract/filter-operators.ts'
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
import { useVersionedForm } from '../../../ui/use-versioned-form.ts'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import { FilterCount } from './filter-count.tsx'
import { FilterRules } from './filter-rules.tsx'
import { useRuleWords } from './filter-words.ts'
import styles from '../scripts.module.css'
import { useAddFilter, useChangeFilter } from '../scripts-data.ts'

type FilterDialogProps = {
  scriptID: number
  fields: readonly FieldDefinition[]
  variables: readonly string[]
  filter: ScriptFilter | null
  onClose: () => void
}

const firstRule: FilterRule = { field: 'openstaand', op: 'gte', value: '' }
const newFilter: ScriptFilter = {
  ...{ filterID: 0, name: '', rules: [firstRule], combine: 'and', active: true },
  ...{ matching: null, total: 0, exact: true, version: 0 },
}

/** Builds a filter without any code, and counts while one builds. */
export function FilterDialog({ scriptID, fields, variables, filter, onClose }: FilterDialogProps) {
  const t = useText()
  const add = useAddFilter()
  const change = useChangeFilter()
  const wordsOf = useRuleWords(fields)
  const row = filter ?? newFilter
  const [draft, setDraft] = useState(() => draftOf(row, fields))
  const [failure, setFailure] = useState<Error | null>(null)
  const { theirs, lastSave, takeTheirs, save } = useVersionedForm({
    row,
    schema: ScriptFilter,
    isChanged: (base) => JSON.stringify(draft) !== JSON.stringify(draftOf(base, fields)),
    show: (next) => setDraft(draftOf(next, fields)),
  })
  const { name, rules, combine, active } = draft
  const faultAt = (field: string) =>
    failure instanceof ApiFailure && failure.field === field ? errorText(failure.code, failure.params) : undefined
  const isComplete = name.trim() !== '' && rules.every(isWhole)

  async function send() {
    setFailure(null)
    try {
      const saved =
        filter === null
          ? await add.mutateAsync({ params: { scriptID }, body: draft })
          : await save((version) => change.mutateAsync({ params: { scriptID, filterID: filter.filterID }, body: { ...draft, version } }))
      if (saved === null) return
      notify(t('scripts.saved'))
      onClose()
    } catch (refusal) {
      setFailure(refusal as Error)
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
            onPress={() => void send()}
          >
            {t('scripts.filters.save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {theirs !== null && (
          <ConflictNotice
            items={[
              {
                key: 'rules',
                label: theirs.name,
                value: theirs.rules.map(wordsOf).join(` ${t(`scripts.filters.combine.${theirs.combine}`)} `),
              },
            ]}
            lastSave={lastSave}
            onTake={takeTheirs}
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
          variables={variables}
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
function draftOf({ name, rules, combine, active }: ScriptFilter, fields: readonly FieldDefinition[]) {
  const isAmount = ({ field, op }: FilterRule) => op !== 'in' && fields.some(({ key, type }) => key === field && type === 'amount')
  return { name, rules: rules.map((rule) => (isAmount(rule) ? { ...rule, value: rule.value.replace('.', ',') } : rule)), combine, active }
}
