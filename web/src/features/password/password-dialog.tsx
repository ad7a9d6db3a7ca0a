import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ReplacePasswordForm } from './replace-password-form.tsx'

type PasswordDialogProps = { username: string; onChanged: () => void; onClose: () => void }

/** Changes one's own password; every other session ends with it. */
export function PasswordDialog({ username, onChanged, onClose }: PasswordDialogProps) {
  const t = useText()
  const finish = () => {
    notify(t('changePassword.changed'))
    onChanged()
    onClose()
  }
  return (
    <Dialog isOpen title={t('changePassword.change')} onClose={onClose}>
      <ReplacePasswordForm username={username} onDone={finish} />
    </Dialog>
  )
}
