import { BatchRow } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { ApiFailure } from '../../../api/api-failure.ts'
import { errorText } from '../../../locales/error-text.ts'
import { useText } from '../../../locales/i18n.tsx'
import { notify } from '../../../session/notification.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { NumberInput, TextAreaInput } from '../../../ui/inputs.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useVersionedForm } from '../../../ui/use-versioned-form.ts'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { CheckInput } from '../../../ui/toggles.tsx'
import { useLockRefusal } from '../batch-lock.tsx'
import { BatchSwitches } from './batch-switches.tsx'
import styles from '../batches.module.css'
import { useChangeBatch } from '../batches-data.ts'
import { SettingsConflict } from './settings-conflict.tsx'
import { changesOf, draftOf, isSameDraft, isWhole, type SettingsDraft } from './settings-draft.ts'
import { currentOf } from '../../../api/conflict.ts'

/** What staff set of a batch. */
export function BatchSettings({ batch }: { batch: BatchRow }) {
  return (
    <div className={styles.settings}>
      <SettingsForm batch={batch} />
      <BatchSwitches batch={batch} />
    </div>
  )
}

/** A colleague's change meanwhile is shown beside one's own, and nothing typed is lost. Until something is typed the form follows what others change. */
function SettingsForm({ batch }: { batch: BatchRow }) {
  const t = useText()
  const change = useChangeBatch()
  const [draft, setDraft] = useState(() => draftOf(batch))
  const isChanged = (from: BatchRow) => !isSameDraft(draft, draftOf(from))
  const form = useVersionedForm({ row: batch, schema: BatchRow, isChanged, show: (row) => setDraft(draftOf(row)) })
  const isLocked = useLockRefusal(batch) !== undefined
  const isLinesFixed = !useRight(Right.changeBatchLines) || isLocked
  const isTextFixed = !useRight([Right.changeBatchLines, Right.pauseBatches]) || isLocked
  const refused = change.error instanceof ApiFailure && currentOf(change.error, BatchRow) === null ? change.error : null
  const faultAt = (field: keyof SettingsDraft) => (refused?.field === field ? errorText(refused.code, refused.params) : undefined)
  const put = (changed: Partial<SettingsDraft>) => setDraft({ ...draft, ...changed })
  async function save() {
    const changes = changesOf(draft, form.base)
    const saved = await form.save((version) => change.mutateAsync({ params: { batchID: batch.batchID }, body: { version, ...changes } }))
    if (saved !== null) notify(t('batches.settings.saved'))
  }
  return (
    <Panel title={t('batches.settings.title')}>
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save().catch(() => undefined)
        }}
      >
        <TextInput
          label={t('batches.columns.name')}
          isRequired
          maxLength={120}
          isDisabled={isTextFixed}
          error={faultAt('name')}
          value={draft.name}
          onChange={(name) => put({ name })}
        />
        <TextAreaInput
          label={t('batches.columns.comments')}
          maxLength={4000}
          isDisabled={isTextFixed}
          value={draft.comments}
          onChange={(comments) => put({ comments })}
        />
        <NumberInput
          label={t('batches.columns.priority')}
          help={t('batches.settings.priorityHelp')}
          min={1}
          max={9}
          isDisabled={isLinesFixed}
          error={faultAt('priority')}
          value={draft.priority}
          onChange={(priority) => put({ priority })}
        />
        <CheckInput
          label={t('batches.settings.sharesLines')}
          help={t('batches.settings.sharesLinesHelp')}
          isDisabled={isLinesFixed}
          value={draft.sharesLines}
          onChange={(sharesLines) => put({ sharesLines })}
        />
        {!draft.sharesLines && (
          <NumberInput
            label={t('batches.settings.ownLines')}
            min={0}
            max={500}
            isDisabled={isLinesFixed}
            error={faultAt('ownLines')}
            value={draft.ownLines}
            onChange={(ownLines) => put({ ownLines })}
          />
        )}
        {form.theirs !== null && <SettingsConflict current={form.theirs} onTake={form.takeTheirs} />}
        {refused !== null && refused.field === undefined && <FailureText failure={refused} />}
        <div>
          <Button type="submit" kind="main" isBusy={change.isPending} isDisabled={!isChanged(form.base) || !isWhole(draft)}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
