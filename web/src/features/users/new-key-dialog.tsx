import type { UserRow } from '@regie/contract/users.ts'
import { useRef, useState } from 'react'
import { formatMomentFull } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useResetKey } from './users-data.ts'
import styles from './users.module.css'

/** Makes a new API key and shows it this once. */
export function NewKeyDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useText()
  const reset = useResetKey()
  const [key, setKey] = useState<string | null>(null)
  const { apiKey } = user
  // A question closes itself once it is answered; this one has something to show then.
  const isMade = useRef(false)
  if (key === null)
    return (
      <ConfirmDialog
        isOpen
        kind={apiKey.hint === null ? 'main' : 'danger'}
        title={t('users.questions.key', { username: user.username })}
        verb={t('users.actions.key')}
        onConfirm={async () => {
          const made = await reset.mutateAsync({ params: { userID: user.userID } })
          isMade.current = true
          setKey(made.apiKey)
        }}
        onClose={() => !isMade.current && onClose()}
      >
        <p>{t(apiKey.hint === null ? 'users.consequences.firstKey' : 'users.consequences.key')}</p>
        {apiKey.hint !== null && (
          <p>
            {apiKey.lastUsedAt === null
              ? t('users.keyUnused', { hint: apiKey.hint })
              : t('users.keyUsed', { hint: apiKey.hint, at: formatMomentFull(apiKey.lastUsedAt), address: apiKey.lastUsedFrom ?? '–' })}
          </p>
        )}
      </ConfirmDialog>
    )
  return (
    <Dialog
      isOpen
      title={t('users.newKey', { username: user.username })}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('users.keyKept')}</Button>}
    >
      <p>{t('users.keyOnce')}</p>
      <div className={styles.key}>
        <code>{key}</code>
        <CopyButton text={key} label={t('users.copy')} copiedLabel={t('users.keyCopied')} />
      </div>
    </Dialog>
  )
}
