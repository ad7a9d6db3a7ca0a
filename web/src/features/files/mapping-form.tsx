import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Import } from '@regie/contract/files.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ConstantFields } from './constant-fields.tsx'
import { DuplicateQuestion } from './duplicate-question.tsx'
import styles from './files.module.css'
import { DateOrderQuestion, DecimalMarkQuestion } from './format-questions.tsx'
import { useChangeMapping } from './import-data.ts'
import { doubleFields, draftOf, mappingOf, samplesOfType } from './mapping.ts'
import { MappingTable } from './mapping-table.tsx'

type MappingFormProps = { found: Import; fields: readonly FieldDefinition[]; onChecked: () => void; onOther: () => void }

/** Which column is what. What was recognised is filled in; what the check still needs to know is asked. */
export function MappingForm({ found, fields, onChecked, onOther }: MappingFormProps) {
  const t = useText()
  const change = useChangeMapping()
  const [draft, setDraft] = useState(() => draftOf(found))
  const [showsReadings, setShowsReadings] = useState(false)
  const doubles = doubleFields(draft)
  const dates = samplesOfType(found.columns, draft, fields, 'date')
  const amounts = samplesOfType(found.columns, draft, fields, 'amount')
  const readings = showsReadings ? undefined : (
    <Button kind="quiet" onPress={() => setShowsReadings(true)}>
      {t('files.mapping.readings')}
    </Button>
  )
  const check = async () => {
    const checked = await change.mutateAsync({ params: { importID: found.importID }, body: mappingOf(draft) }).catch(() => null)
    if (checked !== null) onChecked()
  }
  return (
    <form
      className={styles.stack}
      aria-label={t('files.mapping.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void check()
      }}
    >
      {found.missing.length > 0 && (
        <Notice tone="warning" icon="question" title={t('files.mapping.needed')}>
          <ul className={styles.bullets}>
            {found.missing.map((missing) => (
              <li key={missing}>{t(`files.missing.${missing}`)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Panel title={t('files.mapping.title')} actions={readings} isFlush>
        <MappingTable
          columns={found.columns}
          fields={fields}
          chosen={draft.fields}
          doubles={doubles}
          showsReadings={showsReadings}
          onChange={(index, filled) => setDraft((old) => ({ ...old, fields: { ...old.fields, [index]: filled } }))}
        />
      </Panel>
      {(dates.length > 0 || amounts.length > 0) && (
        <Panel title={t('files.mapping.formats')}>
          <div className={styles.questions}>
            {dates.length > 0 && (
              <DateOrderQuestion
                samples={dates}
                value={draft.dateOrder}
                onChange={(dateOrder) => setDraft((old) => ({ ...old, dateOrder }))}
              />
            )}
            {amounts.length > 0 && (
              <DecimalMarkQuestion
                samples={amounts}
                value={draft.decimalMark}
                onChange={(decimalMark) => setDraft((old) => ({ ...old, decimalMark }))}
              />
            )}
          </div>
        </Panel>
      )}
      <ConstantFields
        fields={fields}
        constants={draft.constants}
        doubles={doubles}
        onChange={(constants) => setDraft((old) => ({ ...old, constants }))}
      />
      <DuplicateQuestion value={draft.duplicates} onChange={(duplicates) => setDraft((old) => ({ ...old, duplicates }))} />
      {change.error !== null && <FailureText failure={change.error} />}
      <div className={styles.actions}>
        <Button kind="main" type="submit" isBusy={change.isPending} reason={doubles.size > 0 ? t('files.mapping.doubles') : undefined}>
          {t('files.mapping.check')}
        </Button>
        <Button onPress={found.status === 'ready' ? onChecked : onOther}>
          {found.status === 'ready' ? t('ui.cancel') : t('files.other')}
        </Button>
      </div>
    </form>
  )
}
