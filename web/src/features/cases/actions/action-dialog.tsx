import { type CaseAction, caseActionRefusal } from '@regie/contract/case-action-rules.ts'
import { CaseDetail } from '@regie/contract/cases.ts'
import { type ReactNode, useId, useState } from 'react'
import { currentOf } from '../../../api/conflict.ts'
import { findText, useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useVersionedForm } from '../../../ui/use-versioned-form.ts'
import styles from '../case-work.module.css'
import { useCaseAnswer } from '../case-work-data.ts'
import { StaleNotice } from './stale-notice.tsx'

type ActionDialogProps = {
  found: CaseDetail
  title: string
  verb: string
  kind?: 'main' | 'danger'
  isDisabled?: boolean
  size?: 'small' | 'wide'
  /** The keys that send it, shown on the button. */
  keys?: string
  /** What it does to the case: once the newer case refuses that, it is not offered any more. */
  action?: CaseAction
  children: ReactNode
  /** Sends the action on the version that was seen; what it answers is shown at once. */
  onSend: (version: number) => Promise<CaseDetail>
  onDone?: (answer: CaseDetail) => void
  onClose: () => void
}

/**
 * A question about one case. It acts on the case as it was when the question was opened: when a colleague or the engine was first it shows both
 * versions, keeps what was typed, and only then may the action be done to the newer one.
 */
export function ActionDialog({
  found,
  title,
  verb,
  kind = 'main',
  isDisabled,
  size = 'small',
  keys,
  action,
  children,
  onSend,
  onDone,
  onClose,
}: ActionDialogProps) {
  const t = useText()
  const formId = useId()
  const answered = useCaseAnswer()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  // Whatever is typed is about the case as it was seen: a newer one never takes its place by itself.
  const form = useVersionedForm({ row: found, schema: CaseDetail, isChanged: () => true, warnsAtOnce: true })
  const refusal = form.theirs === null || action === undefined ? null : caseActionRefusal(form.theirs.status, action)
  const send = async () => {
    if (isBusy || isDisabled || refusal !== null) return
    setBusy(true)
    setFailure(null)
    try {
      const answer = await form.save((version) => onSend(version).catch(showNewer))
      if (answer === null) return setBusy(false)
      answered(answer)
      onDone?.(answer)
      onClose()
    } catch (thrown) {
      setBusy(false)
      setFailure(thrown as Error)
    }
  }
  // The screen behind the question shows the newer case as well.
  const showNewer = (thrown: unknown): never => {
    const newer = currentOf(thrown, CaseDetail)
    if (newer !== null) answered(newer)
    throw thrown
  }
  const actions = (
    <>
      <Button onPress={onClose}>{t(refusal === null ? 'ui.cancel' : 'ui.close')}</Button>
      {refusal === null && (
        <Button kind={kind} type="submit" form={formId} isBusy={isBusy} isDisabled={isDisabled}>
          {form.theirs === null ? verb : t('cases.stale.anyway', { verb })}
          {keys !== undefined && (
            <>
              {' '}
              <kbd aria-hidden="true">{keys}</kbd>
            </>
          )}
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen title={title} size={size} onClose={onClose} actions={actions}>
      <form
        id={formId}
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {form.theirs !== null && <StaleNotice before={form.base} now={form.theirs} />}
        {refusal !== null && (
          <Notice tone="warning" icon="lock" isAlert>
            {findText(`refusals.${refusal}`) ?? refusal}{' '}
            {t(`cases.stale.${refusal === 'case.alreadyClosed' ? 'reopenFirst' : 'nothingToDo'}`)}
          </Notice>
        )}
        {children}
        {failure !== null && <FailureText failure={failure} />}
      </form>
    </Dialog>
  )
}
