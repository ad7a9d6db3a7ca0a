import type { CaseDetail } from '@regie/contract/cases.ts'
import { type ReactNode, useId, useState } from 'react'
import { ApiFailure } from '../../../api/api-failure.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
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
  const [seen, setSeen] = useState(found)
  const [stale, setStale] = useState<CaseDetail | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const isNewer = found.version !== seen.version
  const current = stale ?? (isNewer ? found : null)
  const send = async () => {
    if (isBusy || isDisabled) return
    setBusy(true)
    setFailure(null)
    try {
      const answer = await onSend((current ?? seen).version)
      answered(answer)
      onDone?.(answer)
      onClose()
    } catch (refusal) {
      setBusy(false)
      const newer = newerCase(refusal)
      if (newer === null) return setFailure(refusal as Error)
      if (current !== null) setSeen(current)
      setStale(newer)
      answered(newer)
    }
  }
  const actions = (
    <>
      <Button onPress={onClose}>{t('ui.cancel')}</Button>
      <Button kind={kind} type="submit" form={formId} isBusy={isBusy} isDisabled={isDisabled}>
        {current === null ? verb : t('cases.stale.anyway', { verb })}
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
        {current !== null && <StaleNotice before={seen} now={current} />}
        {children}
        {failure !== null && <FailureText failure={failure} />}
      </form>
    </Dialog>
  )
}

/** The case as it is now, when a refusal says that somebody was first. */
export function newerCase(refusal: unknown): CaseDetail | null {
  return refusal instanceof ApiFailure && refusal.code === 'error.conflict' ? (refusal.current as CaseDetail) : null
}
