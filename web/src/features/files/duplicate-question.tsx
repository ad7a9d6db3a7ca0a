import type { DuplicateRule } from '@regie/contract/import-columns.ts'
import { useText } from '../../locales/i18n.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './files.module.css'

const waysToFind = ['number', 'phone', 'email'] as const
const scopes = ['file', 'batch', 'customer'] as const
const answers = ['skip', 'update', 'new'] as const

/** How somebody who is there already is found, and what then. A case number is always looked for everywhere: it stands for one case. */
export function DuplicateQuestion({ value, onChange }: { value: DuplicateRule; onChange: (rule: DuplicateRule) => void }) {
  const t = useText()
  const isByNumber = value.by === 'number'
  const find = (by: string) => {
    const found = waysToFind.find((way) => way === by) ?? 'number'
    onChange({ ...value, by: found, action: found === 'number' && value.action === 'new' ? 'skip' : value.action })
  }
  return (
    <Panel title={t('files.duplicates.title')}>
      <div className={styles.questions}>
        <SelectInput
          label={t('files.duplicates.by')}
          value={value.by}
          onChange={find}
          options={waysToFind.map((way) => ({ value: way, label: t(`files.duplicates.ways.${way}`) }))}
        />
        {!isByNumber && (
          <SelectInput
            label={t('files.duplicates.scope')}
            value={value.scope}
            onChange={(scope) => onChange({ ...value, scope: scopes.find((known) => known === scope) ?? 'customer' })}
            options={scopes.map((scope) => ({ value: scope, label: t(`files.duplicates.scopes.${scope}`) }))}
          />
        )}
        <SelectInput
          label={t('files.duplicates.action')}
          value={value.action}
          onChange={(action) => onChange({ ...value, action: answers.find((known) => known === action) ?? 'skip' })}
          options={answers
            .filter((answer) => !isByNumber || answer !== 'new')
            .map((answer) => ({ value: answer, label: t(`files.duplicates.answers.${answer}`) }))}
        />
      </div>
    </Panel>
  )
}
