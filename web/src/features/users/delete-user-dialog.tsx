import type { UserRow } from '@regie/contract/users.ts'
import { groupName } from '../../locales/group-name.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useOwned, useRemoveUser } from './users-data.ts'
import styles from './users.module.css'

/** Deletes a user, after showing what goes with him and what stays. */
export function DeleteUserDialog({ user, onClose, onGone }: { user: UserRow; onClose: () => void; onGone: () => void }) {
  const t = useText()
  const owned = useOwned(user.userID)
  const remove = useRemoveUser()
  return (
    <ConfirmDialog
      isOpen
      kind="danger"
      title={t('users.questions.delete', { username: user.username })}
      verb={t('users.actions.delete')}
      isDisabled={owned.data === undefined}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { userID: user.userID } })
        notify(t('users.done.delete', { username: user.username }))
        onClose()
        onGone()
      }}
      onClose={onClose}
    >
      {owned.data === undefined ? (
        <Skeleton />
      ) : (
        <>
          <p>{t('users.consequences.delete')}</p>
          <ul className={styles.owned}>
            <li>{t('users.owned.sessions', { count: owned.data.sessions })}</li>
            <li>{t('users.owned.groups', { count: owned.data.groups })}</li>
            {owned.data.hasApiKey && <li>{t('users.owned.apiKey')}</li>}
            {owned.data.keepsContact && <li>{t('users.owned.contact')}</li>}
            <li>{t('users.owned.uploads', { count: owned.data.uploads })}</li>
            <li>{t('users.owned.callbacks', { count: owned.data.callbacks })}</li>
          </ul>
          {owned.data.lastOfGroups.length > 0 && (
            <Notice tone="warning">{t('users.owned.lastOf', { groups: owned.data.lastOfGroups.map(groupName).join(', ') })}</Notice>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}
