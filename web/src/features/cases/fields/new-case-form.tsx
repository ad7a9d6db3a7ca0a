import { caseActionApi } from '@regie/contract/case-actions.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { type FormEvent, useRef, useState } from 'react'
import { paths } from '../../../paths.ts'
import { callApi } from '../../../api/call-api.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useGoTo } from '../../../session/address.ts'
import { useDraft } from '../../../session/drafts.ts'
import { notify } from '../../../session/notification.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from '../case-work.module.css'
import { DraftNotice } from '../actions/draft-notice.tsx'
import { type FieldFaults, groupFields, readFaults } from './field-faults.ts'
import { FieldInput } from './field-input.tsx'

type Values = Readonly<Record<string, string>>
type NewCaseFormProps = { customerID: number; scriptID: number; batchID: number | null; fields: readonly FieldDefinition[] }

/** The fields of a new case: required ones, groups of which one is required, and the rest. The server reads them as an import would. */
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
  const { required, oneOf, optional } = groupFields(fields)

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
  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFaults({})
    setFailure(null)
    try {
      const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
      const made = await callApi(caseActionApi.create, { body: { customerID, scriptID, batchID, fields: filled } })
      draft.drop()
      notify(t('cases.new.made', { caseNumber: made.caseNumber }))
      goTo(paths.case(made.caseID))
    } catch (refusal) {
      const wrong = readFaults(refusal)
      if (wrong === null) setFailure(refusal as Error)
      else {
        setFaults(wrong)
        focusFirst(form.current, fields, wrong)
      }
      setBusy(false)
    }
  }
  const input = (field: FieldDefinition, isRequired = field.required) => (
    <FieldInput
      key={field.key}
      field={field}
      value={values[field.key] ?? ''}
      error={faults[field.key]}
      isRequired={isRequired}
      onChange={(value) => change(field.key, value)}
    />
  )
  return (
    <form ref={form} className={styles.stack} noValidate aria-label={t('cases.new.title')} onSubmit={(event) => void create(event)}>
      {restoredAt !== null && <DraftNotice at={restoredAt} onDrop={empty} />}
      <Panel title={t('cases.new.required')}>
        <div className={styles.fieldGrid}>{required.map((field) => input(field))}</div>
      </Panel>
      {oneOf.map(({ group, fields: members }) => (
        <fieldset key={group} className={styles.oneOf} data-wrong={members.some(({ key }) => faults[key] !== undefined) || undefined}>
          <legend>{t('cases.new.oneOf')}</legend>
          <Panel>
            <div className={styles.fieldGrid}>{members.map((field) => input(field, false))}</div>
          </Panel>
        </fieldset>
      ))}
      <Panel title={t('cases.new.optional')}>
        <div className={styles.fieldGrid}>{optional.map((field) => input(field))}</div>
      </Panel>
      {failure !== null && <FailureText failure={failure} />}
      <div className={styles.actions}>
        <Button onPress={empty} isDisabled={Object.values(values).every((value) => value === '')}>
          {t('cases.new.empty')}
        </Button>
        <Button kind="main" type="submit" isBusy={isBusy}>
          {t('cases.new.verb')}
        </Button>
      </div>
    </form>
  )
}

// The first field in the order of the screen, not of the refusal.
function focusFirst(form: HTMLFormElement | null, fields: readonly FieldDefinition[], faults: FieldFaults) {
  const { required, oneOf, optional } = groupFields(fields)
  const first = [...required, ...oneOf.flatMap((group) => group.fields), ...optional].find(({ key }) => faults[key] !== undefined)
  if (first !== undefined) form?.querySelector<HTMLElement>(`[name="${CSS.escape(first.key)}"]`)?.focus()
}
