import { type ReactNode, useState } from 'react'
import { useText } from '../locales/i18n.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FailureText } from './failure-text.tsx'

type ConfirmDialogProps = {
  isOpen: boolean
  title: string
  /** The deed, on the button: "Batch sluiten". */
  verb: string
  kind?: 'main' | 'danger'
  children: ReactNode
  isDisabled?: boolean
  onConfirm: () => unknown
  onClose: () => void
}

/** A question whose button says the deed. It stays open and busy while the deed is done, and shows why it was refused. */
export function ConfirmDialog({ isOpen, ...rest }: ConfirmDialogProps) {
  return isOpen ? <OpenQuestion {...rest} /> : null
}

function OpenQuestion({
  title,
  verb,
  kind = 'main',
  children,
  isDisabled = false,
  onConfirm,
  onClose,
}: Omit<ConfirmDialogProps, 'isOpen'>) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      onClose()
    } catch (refusal) {
      setFailure(refusal as Error)
      setBusy(false)
    }
  }
  const actions = (
    <>
      <Button onPress={onClose}>{t('ui.cancel')}</Button>
      <Button kind={kind} isBusy={isBusy} isDisabled={isDisabled} onPress={() => void confirm()}>
        {verb}
      </Button>
    </>
  )
  return (
    <Dialog isOpen title={title} onClose={onClose} actions={actions}>
      {children}
      {failure !== null && <FailureText failure={failure} />}
    </Dialog>
  )
}
