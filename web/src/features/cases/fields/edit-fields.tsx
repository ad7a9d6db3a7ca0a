import type { FieldDefinition } from '@regie/contract/fields.ts'
import { CaseDetail } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { currentOf } from '../../../api/conflict.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useDraft } from '../../../session/drafts.ts'
import { notify } from '../../../session/notification.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { editableFields } from '../actions/case-differences.ts'
import { sendCase, useCaseAnswer } from '../case-work-data.ts'
import styles from '../case-work.module.css'
import { DraftNotice } from '../actions/draft-notice.tsx'
import { type FieldFaults, readFaults } from './field-faults.ts'
import { FieldInput } from './field-input.tsx'
import { StaleNotice } from '../actions/stale-notice.tsx'
import { claimWords } from './shown-field.tsx'

type Changed = Readonly<Record<string, string>>
/** What was typed, over which version, and what stood there then. */
type FieldsDraft = { changed: Changed; version: number; before: Changed }
type EditFieldsProps = { found: CaseDetail; fields: readonly FieldDefinition[]; onClose: () => void }

/** Changes the fields of a case. What is typed is kept on this computer until it is saved; whoever was first is shown beside it. */
export function EditFields({ found, fields, onClose }: EditFieldsProps) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  const answered = useCaseAnswer()
  const seesPhones = useRight(Right.viewPersonalData)
  const draft = useDraft<FieldsDraft>(`case-${found.caseID}-fields`)
  const [seen] = useState(() => asSeen(found, draft.found?.values))
  const [changed, setChanged] = useState<Changed>(draft.found?.values.changed ?? {})
  const [faults, setFaults] = useState<FieldFaults>({})
  const [failure, setFailure] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isStale = found.version !== seen.version
  const isMasked = (field: FieldDefinition) => !seesPhones && (seen.fields[field.key] ?? '').includes('•')

  const change = (key: string, value: string) => {
    const next = { ...changed, [key]: value }
    if (value === (seen.fields[key] ?? '')) delete next[key]
    setChanged(next)
    if (Object.keys(next).length === 0) draft.drop()
    else
      draft.save({
        changed: next,
        version: seen.version,
        before: Object.fromEntries(Object.keys(next).map((at) => [at, seen.fields[at] ?? ''])),
      })
  }
  const forget = () => {
    draft.drop()
    onClose()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFaults({})
    setFailure(null)
    try {
      const answer = await sendCase.fields(found.caseID, { version: found.version, fields: { ...changed } })
      draft.drop()
      answered(answer)
      notify(t('cases.edit.saved'))
      onClose()
    } catch (refusal) {
      const newer = currentOf(refusal, CaseDetail)
      const wrong = readFaults(refusal)
      if (newer !== null) answered(newer)
      else if (wrong !== null) setFaults(wrong)
      else setFailure(refusal as Error)
      setBusy(false)
    }
  }
  return (
    <form ref={form} className={styles.stack} aria-label={t('cases.edit.title')} onSubmit={(event) => void save(event)} noValidate>
      {draft.found !== null && <DraftNotice at={draft.found.at} onDrop={forget} />}
      {isStale && <StaleNotice before={seen} now={found} fields={fields} />}
      <div className={styles.fieldGrid}>
        {editableFields(fields).map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            value={changed[field.key] ?? found.fields[field.key] ?? ''}
            error={faults[field.key]}
            isDisabled={isMasked(field)}
            help={helpOf(field.key) ?? claimWords(t, found, field)?.help}
            label={claimWords(t, found, field)?.label}
            onChange={(value) => change(field.key, value)}
          />
        ))}
      </div>
      {failure !== null && <FailureText failure={failure} />}
      <div className={styles.sticky}>
        <Button onPress={forget}>{t('ui.cancel')}</Button>
        <Button kind="main" type="submit" isBusy={isBusy} isDisabled={Object.keys(changed).length === 0}>
          {isStale ? t('cases.stale.anyway', { verb: t('cases.edit.verb') }) : t('cases.edit.verb')}
        </Button>
      </div>
    </form>
  )

  // Who changed the same field: both values stand at the field, nothing is chosen for him.
  function helpOf(key: string): string | undefined {
    if (!isStale || changed[key] === undefined) return undefined
    const [before, now] = [seen.fields[key] ?? '', found.fields[key] ?? '']
    return before === now ? undefined : t('cases.edit.theirs', { value: now === '' ? '–' : now })
  }
}

// A draft goes on from what its writer saw, so that what a colleague changed meanwhile is shown.
function asSeen(found: CaseDetail, draft: FieldsDraft | undefined): CaseDetail {
  return draft === undefined ? found : { ...found, version: draft.version, fields: { ...found.fields, ...draft.before } }
}
