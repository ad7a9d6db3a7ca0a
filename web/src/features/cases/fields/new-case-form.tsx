import { caseActionApi } from '@regie/contract/case-actions.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { intlLocale } from '@regie/contract/locale.ts'
import { type FormEvent, useRef, useState } from 'react'
import { paths } from '../../../paths.ts'
import { callApi } from '../../../api/call-api.ts'
import { findText, useLocale, useText } from '../../../locales/i18n.tsx'
import { useGoTo } from '../../../session/address.ts'
import { useDraft } from '../../../session/drafts.ts'
import { notify } from '../../../session/notification.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from '../case-work.module.css'
import { DraftNotice } from '../actions/draft-notice.tsx'
import { DuplicateNote } from './duplicate-note.tsx'
import { type FieldFaults, readFaults } from './field-faults.ts'
import { FieldInput } from './field-input.tsx'
import { faultWhenLeft, type NewCaseField, newCaseFields } from './new-case-fields.ts'
import { usePress } from './use-press.ts'

type Values = Readonly<Record<string, string>>
type NewCaseFormProps = { customerID: number; scriptID: number; batchID: number | null; fields: readonly FieldDefinition[] }

/** The fields of a new case: eight first, the rest behind "Meer". The server reads them as an import would. */
export function NewCaseForm({ customerID, scriptID, batchID, fields }: NewCaseFormProps) {
  const t = useText()
  const goTo = useGoTo()
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft<Values>(`new-case-${scriptID}`)
  const [restoredAt, setRestoredAt] = useState(draft.found?.at ?? null)
  const [values, setValues] = useState<Values>(draft.found?.values ?? {})
  const [faults, setFaults] = useState<FieldFaults>({})
  const [failure, setFailure] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { first, more } = newCaseFields(fields)
  const [wantsMore, setMore] = useState(false)
  // What was typed or is wrong there is never out of sight.
  const isMore = wantsMore || more.some(({ field: { key } }) => faults[key] !== undefined || (values[key] ?? '') !== '')
  const locale = useLocale()
  const list = new Intl.ListFormat(intlLocale[locale], { type: 'disjunction' })

  const change = (key: string, value: string) => {
    const next = { ...values, [key]: value }
    setValues(next)
    draft.save(next)
  }
  const empty = () => {
    draft.drop()
    setValues({})
    setFaults({})
    setRestoredAt(null)
  }
  // Of a group of which one must be filled the server names the first; the fault stands at the one that is in sight.
  const atSeenFields = (wrong: FieldFaults): FieldFaults =>
    Object.fromEntries(
      Object.entries(wrong).map(([key, fault]) => {
        const seen = (values[key] ?? '') === '' && first.find(({ groupMembers }) => groupMembers.some((member) => member.key === key))
        return [seen ? seen.field.key : key, fault]
      }),
    )
  const create = async (thenNext: boolean) => {
    if (isBusy) return
    setBusy(true)
    setFaults({})
    setFailure(null)
    try {
      const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
      const made = await callApi(caseActionApi.create, { body: { customerID, scriptID, batchID, fields: filled } })
      draft.drop()
      const words = t('cases.new.made', { caseNumber: made.caseNumber })
      if (!thenNext) {
        notify(words, { label: t('cases.new.another'), run: () => goTo(paths.newCase()) })
        return goTo(paths.case(made.caseID))
      }
      notify(words)
      empty()
      setMore(false)
      setBusy(false)
      // The next one begins where this one began.
      form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first[0]?.field.key ?? '')}"]`)?.focus()
    } catch (refusal) {
      const wrong = readFaults(refusal)
      if (wrong === null) setFailure(refusal as Error)
      else {
        const seen = atSeenFields(wrong)
        setFaults(seen)
        focusFirst(form.current, fields, seen)
      }
      setBusy(false)
    }
  }
  const press = usePress()
  const leave = (one: NewCaseField) => press.afterwards(() => check(one))
  const check = (one: NewCaseField) => {
    const { key } = one.field
    const fault = faultWhenLeft(one, values[key] ?? '')
    setFaults(({ [key]: _mended, ...others }) =>
      fault === null ? others : { ...others, [key]: findText(`files.reasons.${fault}`) ?? fault },
    )
  }
  const input = (one: NewCaseField) => {
    const { field, isRequired, groupMembers } = one
    const value = values[field.key] ?? ''
    return (
      <div key={field.key}>
        <FieldInput
          field={field}
          value={value}
          error={faults[field.key]}
          isRequired={isRequired}
          help={
            groupMembers.length > 1
              ? t('cases.new.oneOf', { labels: list.format(groupMembers.map(({ label }) => label[locale])) })
              : undefined
          }
          onChange={(next) => change(field.key, next)}
          onBlur={() => leave(one)}
        />
        <DuplicateNote customerID={customerID} fieldKey={field.key} value={value} />
      </div>
    )
  }
  return (
    // Ctrl Enter makes the case from any field, with Shift it begins the next one as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className={styles.stack}
      noValidate
      aria-label={t('cases.new.title')}
      onPointerDownCapture={press.begin}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void create(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void create(event.shiftKey)
      }}
    >
      {restoredAt !== null && <DraftNotice at={restoredAt} onDrop={empty} />}
      <Panel>
        <div className={styles.fieldGrid}>{first.map(input)}</div>
        {more.length > 0 && (
          <div className={styles.moreFields}>
            <Button kind="quiet" onPress={() => setMore(!isMore)}>
              {t(isMore ? 'cases.new.less' : 'cases.new.more', { count: more.length })}
            </Button>
          </div>
        )}
        {isMore && <div className={styles.fieldGrid}>{more.map(input)}</div>}
        {failure !== null && <FailureText failure={failure} />}
        <div className={styles.makes}>
          <Button kind="quiet" onPress={empty} isDisabled={Object.values(values).every((value) => value === '')}>
            {t('cases.new.empty')}
          </Button>
          <span className={styles.keyHint}>
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> {t('cases.new.keyHint')} · {t('cases.new.keyHintNext')}
          </span>
          <Button onPress={() => void create(true)} isDisabled={isBusy}>
            {t('cases.new.verbNext')}
          </Button>
          <Button kind="main" type="submit" isBusy={isBusy}>
            {t('cases.new.verb')}
          </Button>
        </div>
      </Panel>
    </form>
  )
}

// The first field in the order of the screen, not of the refusal; one behind "Meer" is there after the next drawing.
function focusFirst(form: HTMLFormElement | null, fields: readonly FieldDefinition[], faults: FieldFaults) {
  const { first, more } = newCaseFields(fields)
  const wrong = [...first, ...more].find(({ field }) => faults[field.key] !== undefined)
  if (wrong === undefined) return
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(`[name="${CSS.escape(wrong.field.key)}"]`)?.focus())
}
