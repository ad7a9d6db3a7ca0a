import { type Locale, locales } from '@regie/contract/locale.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { UserRow } from '@regie/contract/users.ts'
import { useState } from 'react'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { languageNames } from '../../ui/language-choice.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { useInviteUser, useLockUser, useRemoveKey, useResetTwoFactor, useSendReset, useUnlockUser } from './users-data.ts'
import styles from './users.module.css'

type Deed = 'lock' | 'unlock' | 'invite' | 'reset' | 'twoFactor' | 'key' | 'removeKey' | 'delete'

const rightOf: Record<Deed, number> = {
  lock: Right.lockUsers,
  unlock: Right.lockUsers,
  invite: Right.changeUsers,
  reset: Right.resetUsers,
  twoFactor: Right.resetTwoFactor,
  key: Right.resetUsers,
  removeKey: Right.resetUsers,
  delete: Right.lockUsers,
}

/** What can be done with a user now; each asks first and says what it brings about. */
export function UserDeeds({ user, onGone }: { user: UserRow; onGone: () => void }) {
  const t = useText()
  const session = useSession()
  const [asked, setAsked] = useState<Deed | null>(null)
  const isInvited = user.state === 'invited' || user.state === 'inviteExpired'
  const isShut = user.state === 'locked' || user.state === 'delayed'
  const deeds: Deed[] = [
    ...(isInvited ? (['invite'] as const) : (['reset'] as const)),
    ...(isShut ? (['unlock'] as const) : (['lock'] as const)),
    ...(user.twoFactor.length > 0 ? (['twoFactor'] as const) : []),
    'key',
    ...(user.apiKey.hint === null ? [] : (['removeKey'] as const)),
    'delete',
  ]
  const refusal = (deed: Deed) =>
    user.userID === session.userID && (deed === 'lock' || deed === 'delete') ? t('errors.user.yourself') : undefined
  const close = () => setAsked(null)
  return (
    <>
      <div className={styles.deeds}>
        {deeds.map((deed) => (
          <Can key={deed} right={rightOf[deed]} refusal={refusal(deed)}>
            {(reason) => (
              <Button kind={deed === 'delete' ? 'danger' : 'plain'} reason={reason} onPress={() => setAsked(deed)}>
                {t(`users.deeds.${deed}`)}
              </Button>
            )}
          </Can>
        ))}
      </div>
      {asked === 'delete' && <DeleteUserDialog user={user} onClose={close} onGone={onGone} />}
      {asked === 'key' && <NewKeyDialog user={user} onClose={close} />}
      {(asked === 'invite' || asked === 'reset') && <MailQuestion deed={asked} user={user} onClose={close} />}
      {asked !== null && asked !== 'delete' && asked !== 'key' && asked !== 'invite' && asked !== 'reset' && (
        <PlainQuestion deed={asked} user={user} onClose={close} />
      )}
    </>
  )
}

function PlainQuestion({
  deed,
  user,
  onClose,
}: {
  deed: 'lock' | 'unlock' | 'twoFactor' | 'removeKey'
  user: UserRow
  onClose: () => void
}) {
  const t = useText()
  const changes = { lock: useLockUser(), unlock: useUnlockUser(), twoFactor: useResetTwoFactor(), removeKey: useRemoveKey() }
  return (
    <ConfirmDialog
      isOpen
      kind={deed === 'unlock' ? 'main' : 'danger'}
      title={t(`users.questions.${deed}`, { username: user.username })}
      verb={t(`users.deeds.${deed}`)}
      onConfirm={async () => {
        await changes[deed].mutateAsync({ params: { userID: user.userID } })
        notify(t(`users.done.${deed}`, { username: user.username }))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t(`users.consequences.${deed}`)}</p>
    </ConfirmDialog>
  )
}

/** A mail with a link, in the language that the user reads. */
function MailQuestion({ deed, user, onClose }: { deed: 'invite' | 'reset'; user: UserRow; onClose: () => void }) {
  const t = useText()
  const changes = { invite: useInviteUser(), reset: useSendReset() }
  const [locale, setLocale] = useState<Locale>(useLocale())
  return (
    <ConfirmDialog
      isOpen
      title={t(`users.questions.${deed}`, { username: user.username })}
      verb={t(`users.deeds.${deed}`)}
      onConfirm={async () => {
        await changes[deed].mutateAsync({ params: { userID: user.userID }, body: { locale } })
        notify(t(`users.done.${deed}`, { username: user.username }))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t(`users.consequences.${deed}`, { email: user.email })}</p>
      <SelectInput
        label={t('users.mailLocale')}
        value={locale}
        onChange={(chosen) => setLocale(locales.find((known) => known === chosen) ?? 'nl')}
        options={locales.map((value) => ({ value, label: languageNames[value] }))}
      />
    </ConfirmDialog>
  )
}
