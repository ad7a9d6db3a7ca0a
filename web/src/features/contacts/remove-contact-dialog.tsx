import type { Contact } from '@regie/contract/contact.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { contactName, useRemoveContact } from './contacts-data.ts'

type RemoveContactDialogProps = { contact: Contact; customerID: number; onClose: () => void; onGone?: () => void }

/** Deletes a contact for good, after saying what goes along. */
export function RemoveContactDialog({ contact, customerID, onClose, onGone }: RemoveContactDialogProps) {
  const t = useText()
  const remove = useRemoveContact()
  const name = contactName(contact)
  return (
    <ConfirmDialog
      isOpen
      kind="danger"
      title={t('contacts.remove.title', { name })}
      verb={t('contacts.remove.verb')}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { contactID: contact.contactID }, query: { customerID } })
        notify(t('contacts.remove.done', { name }))
        onGone?.()
      }}
      onClose={onClose}
    >
      <p>{t('contacts.remove.text')}</p>
    </ConfirmDialog>
  )
}
