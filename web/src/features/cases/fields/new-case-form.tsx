import { caseActionApi } from '@regie/contract/case-actions.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { intlLocale } from '@regie/contract/locale.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { paths } from '../../../paths.ts'
import { callApi } from '../../../api/call-api.ts'
import { findText, useLocale, useText } from '../../../locales/i18n.tsx'
import { useGoTo } from '../../../session/address.ts'
import { useDraft } from '../../../session/drafts.ts'
import { notify } from '../../../session/notification.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import styles from '../case-work.module.css'
import { DraftNotice } from '../actions/draft-notice.tsx'
import { DuplicateNote } from './duplicate-note.tsx'
import { type FieldFaults, readFaults } from './field-faults.ts'
import { FieldInput } from './field-input.tsx'
import { faultWhenLeft, type NewCaseField, newCaseFields } from './new-case-fields.ts'
import { isShort, sectionsOf } from './new-case-sections.ts'
import { usePress } from './use-press.ts'

type Values = Readonly<Record<string, string>>
type NewCaseFormProps = { customerID: number; scriptID: number; batchID: number | null; fields: readonly FieldDefinition[] }

/** The fields of a new case under headings: eight first, the rest behind "Meer". The server reads them as an import would. */
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
  const sections = sectionsOf(isMore ? [...first, ...more] : first)
  const firstKey = sectionsOf(first)[0]?.fields[0]?.field.key ?? ''
  const id = useId()
  const isPhone = useIsPhone()
  const locale = useLocale()
  const list = new Intl.ListFormat(intlLocale[locale], { type: 'disjunction' })

  const seenKeys = new Set((isMore ? [...first, ...more] : first).map(({ field }) => field.key))
  // Only what is in sight is named; the others come with "Meer".
  const oneOf = (members: readonly FieldDefinition[]) =>
    t('cases.new.oneOf', { labels: list.format(members.filter(({ key }) => seenKeys.has(key)).map(({ label }) => label[locale])) })
  const isFilled = ({ key }: FieldDefinition) => (values[key] ?? '').trim() !== ''
  // On a phone it would open the keyboard over the form; who chose a script here goes on from there.
  useEffect(() => {
    if (!isPhone && document.activeElement === document.body) fieldOf(form.current, firstKey)?.focus()
  }, [isPhone, firstKey])

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
  // Of a group of which one must be filled the server names the first; the fault stands at the one that is in sight, and names them all.
  const atSeenFields = (wrong: FieldFaults): FieldFaults =>
    Object.fromEntries(
      Object.entries(wrong).map(([key, fault]) => {
        const seen = first.find(({ groupMembers }) => groupMembers.some((member) => member.key === key))
        return seen === undefined || seen.groupMembers.some(isFilled) ? [key, fault] : [seen.field.key, oneOf(seen.groupMembers)]
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
      fieldOf(form.current, firstKey)?.focus()
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
  // What was said of a group ends as soon as one of it is filled.
  const faultOf = ({ field, groupMembers }: NewCaseField) =>
    groupMembers.length > 1 && !isFilled(field) && groupMembers.some(isFilled) ? undefined : faults[field.key]
  const input = (one: NewCaseField) => {
    const { field, isRequired } = one
    const value = values[field.key] ?? ''
    return (
      <div key={field.key} data-short={isShort(one) || undefined}>
        <FieldInput
          field={field}
          value={value}
          error={faultOf(one)}
          isRequired={isRequired}
          onChange={(next) => change(field.key, next)}
          onBlur={() => leave(one)}
        />
        <DuplicateNote customerID={customerID} fieldKey={field.key} value={value} />
      </div>
    )
  }
  const section = ({ section: name, fields: own }: (typeof sections)[number]) => {
    // Said once for the group; where it is wrong the field says it.
    const wanted = own.filter((one) => one.groupMembers.length > 1 && faultOf(one) === undefined)
    return (
      <fieldset key={name} className={styles.section} aria-describedby={wanted.length > 0 ? `${id}-${name}` : undefined}>
        <legend>{t(`cases.new.sections.${name}`)}</legend>
        {wanted.length > 0 && (
          <p id={`${id}-${name}`} className={styles.sectionNote}>
            {wanted.map(({ groupMembers }) => oneOf(groupMembers)).join(' · ')}
          </p>
        )}
        <div className={styles.fieldGrid}>{own.map(input)}</div>
      </fieldset>
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
        {sections.map(section)}
        {more.length > 0 && (
          <div className={styles.moreFields}>
            <Button kind="quiet" onPress={() => setMore(!isMore)}>
              {t(isMore ? 'cases.new.less' : 'cases.new.more', { count: more.length })}
            </Button>
          </div>
        )}
        {failure !== null && <FailureText failure={failure} />}
        <div className={styles.makes}>
          <Button kind="quiet" onPress={empty} isDisabled={Object.values(values).every((value) => value === '')}>
            {t('cases.new.empty')}
          </Button>
          <span className={styles.keyHint}>
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> {t('cases.new.keyHint')} · <kbd>Ctrl</kbd> <kbd>Shift</kbd> <kbd>Enter</kbd>{' '}
            {t('cases.new.keyHintNext')}
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

const fieldOf = (form: HTMLFormElement | null, key: string) => form?.querySelector<HTMLElement>(`[name="${CSS.escape(key)}"]`)

// The first field in the order of the screen, not of the refusal; one behind "Meer" is there after the next drawing.
function focusFirst(form: HTMLFormElement | null, fields: readonly FieldDefinition[], faults: FieldFaults) {
  const { first, more } = newCaseFields(fields)
  const wrong = sectionsOf([...first, ...more])
    .flatMap((one) => one.fields)
    .find(({ field }) => faults[field.key] !== undefined)
  if (wrong !== undefined) requestAnimationFrame(() => fieldOf(form, wrong.field.key)?.focus())
}
