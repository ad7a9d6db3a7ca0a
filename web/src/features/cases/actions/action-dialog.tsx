import { CaseDetail } from '@regie/contract/cases.ts'
import { type ReactNode, useId, useState } from 'react'
import { currentOf } from '../../../api/conflict.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
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
  const send = async () => {
    if (isBusy || isDisabled) return
    setBusy(true)
    setFailure(null)
    try {
      const answer = await form.save((version) => onSend(version).catch(showNewer))
      if (answer === null) return setBusy(false)
      answered(answer)
      onDone?.(answer)
      onClose()
    } catch (refusal) {
      setBusy(false)
      setFailure(refusal as Error)
    }
  }
  // The screen behind the question shows the newer case as well.
  const showNewer = (refusal: unknown): never => {
    const newer = currentOf(refusal, CaseDetail)
    if (newer !== null) answered(newer)
    throw refusal
  }
  const actions = (
    <>
      <Button onPress={onClose}>{t('ui.cancel')}</Button>
      <Button kind={kind} type="submit" form={formId} isBusy={isBusy} isDisabled={isDisabled}>
        {form.theirs === null ? verb : t('cases.stale.anyway', { verb })}
      </Button>
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
        {children}
        {failure !== null && <FailureText failure={failure} />}
      </form>
    </Dialog>
  )
}
