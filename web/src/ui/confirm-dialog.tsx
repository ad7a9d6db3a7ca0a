import { type ReactNode, useId, useState } from 'react'
import { ApiFailure } from '../api/api-failure.ts'
import { errorText } from '../locales/error-text.ts'
import { useText } from '../locales/i18n.tsx'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { FailureText } from './failure-text.tsx'

type FaultAt = (field: string) => string | undefined

type ConfirmDialogProps = {
  isOpen: boolean
  title: string
  /** The action, on the button: "Batch sluiten". */
  verb: string
  kind?: 'main' | 'danger'
  /** A function is told what was refused at its `fields`, so that it stands there. */
  children: ReactNode | ((faultAt: FaultAt) => ReactNode)
  fields?: readonly string[]
  /** What a refusal is about, below its words. */
  details?: ReactNode
  isDisabled?: boolean
  /** Why it cannot be done now: the button is grey and says so. */
  reason?: string | undefined
  /** Answers false when the question must stay: it is not done, and what is shown says why. */
  onConfirm: () => unknown
  onClose: () => void
}

/** A question whose button says the action. It stays open and busy while the action is done, and shows why it was refused. */
export function ConfirmDialog({ isOpen, ...rest }: ConfirmDialogProps) {
  return isOpen ? <OpenQuestion {...rest} /> : null
}

function OpenQuestion({
  title,
  verb,
  kind = 'main',
  children,
  fields = [],
  details,
  isDisabled = false,
  reason,
  onConfirm,
  onClose,
}: Omit<ConfirmDialogProps, 'isOpen'>) {
  const t = useText()
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      if ((await onConfirm()) === false) return setBusy(false)
      onClose()
    } catch (refusal) {
      setFailure(refusal as Error)
      setBusy(false)
    }
  }
  const refusedField = failure instanceof ApiFailure ? failure.field : undefined
  const isAtField = refusedField !== undefined && fields.includes(refusedField)
  const faultAt: FaultAt = (field) =>
    failure instanceof ApiFailure && isAtField && refusedField === field ? errorText(failure.code, failure.params) : undefined
  const content = typeof children === 'function' ? children(faultAt) : children
  const actions = (
    <>
      <Button onPress={onClose}>{t('ui.cancel')}</Button>
      <Button kind={kind} type="submit" form={formId} isBusy={isBusy} isDisabled={isDisabled} reason={reason}>
        {verb}
      </Button>
    </>
  )
  return (
    <Dialog isOpen title={title} onClose={onClose} actions={actions}>
      {/* Enter in a field of one line is the action too. */}
      <form
        id={formId}
        className={styles.question}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void confirm()
        }}
      >
        {content}
      </form>
      {failure !== null && !isAtField && <FailureText failure={failure} />}
      {details}
    </Dialog>
  )
}
