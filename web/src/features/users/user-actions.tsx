import { type Locale, locales } from '@regie/contract/locale.ts'
import { holdsRight, Right } from '@regie/contract/right-codes.ts'
import type { UserRow } from '@regie/contract/users.ts'
import { useState } from 'react'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { languageNames } from '../../ui/language-choice.tsx'
import { Menu } from '../../ui/menu.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { useInviteUser, useLockUser, useRemoveKey, useResetTwoFactor, useSendReset, useUnlockUser } from './users-data.ts'
import styles from './users.module.css'

type Action = 'lock' | 'unlock' | 'invite' | 'reset' | 'twoFactor' | 'key' | 'removeKey' | 'delete'

const rightOf: Record<Action, number> = {
  lock: Right.lockUsers,
  unlock: Right.lockUsers,
  invite: Right.changeUsers,
  reset: Right.resetUsers,
  twoFactor: Right.resetTwoFactor,
  key: Right.resetUsers,
  removeKey: Right.resetUsers,
  delete: Right.lockUsers,
}

const iconOf: Record<Action, IconName> = {
  lock: 'lock',
  unlock: 'key',
  invite: 'mail',
  reset: 'mail',
  twoFactor: 'mobile',
  key: 'key',
  removeKey: 'ban',
  delete: 'trash',
}

/** What can be done with a user now; each asks first and says what it brings about. The two that are done daily stand open, the rest in a menu. */
export function UserActions({ user, onGone }: { user: UserRow; onGone: () => void }) {
  const t = useText()
  const session = useSession()
  const [asked, setAsked] = useState<Action | null>(null)
  const isInvited = user.state === 'invited' || user.state === 'inviteExpired'
  const isShut = user.state === 'locked' || user.state === 'delayed'
  const daily: Action[] = [isInvited ? 'invite' : 'reset', isShut ? 'unlock' : 'lock']
  const others: Action[] = [
    ...(user.twoFactor.length > 0 ? (['twoFactor'] as const) : []),
    'key',
    ...(user.apiKey.hint === null ? [] : (['removeKey'] as const)),
    'delete',
  ]
  const reasonOf = (action: Action) => {
    if (!holdsRight(session.rights, rightOf[action])) return t('ui.noRight')
    return user.userID === session.userID && (action === 'lock' || action === 'delete') ? t('errors.user.yourself') : undefined
  }
  const close = () => setAsked(null)
  return (
    <>
      <div className={styles.actions}>
        {daily.map((action) => (
          <Button key={action} icon={<Icon name={iconOf[action]} size={16} />} reason={reasonOf(action)} onPress={() => setAsked(action)}>
            {t(`users.actions.${action}`)}
          </Button>
        ))}
        <Menu
          label={t('users.more')}
          trigger={<Button icon={<Icon name="more" size={16} />}>{t('users.more')}</Button>}
          items={others.map((action) => ({
            key: action,
            label: t(`users.actions.${action}`),
            icon: iconOf[action],
            reason: reasonOf(action),
            isDanger: action === 'delete',
            onPress: () => setAsked(action),
          }))}
        />
      </div>
      {asked === 'delete' && <DeleteUserDialog user={user} onClose={close} onGone={onGone} />}
      {asked === 'key' && <NewKeyDialog user={user} onClose={close} />}
      {(asked === 'invite' || asked === 'reset') && <MailQuestion action={asked} user={user} onClose={close} />}
      {asked !== null && asked !== 'delete' && asked !== 'key' && asked !== 'invite' && asked !== 'reset' && (
        <PlainQuestion action={asked} user={user} onClose={close} />
      )}
    </>
  )
}

function PlainQuestion({
  action,
  user,
  onClose,
}: {
  action: 'lock' | 'unlock' | 'twoFactor' | 'removeKey'
  user: UserRow
  onClose: () => void
}) {
  const t = useText()
  const changes = { lock: useLockUser(), unlock: useUnlockUser(), twoFactor: useResetTwoFactor(), removeKey: useRemoveKey() }
  return (
    <ConfirmDialog
      isOpen
      kind={action === 'unlock' ? 'main' : 'danger'}
      title={t(`users.questions.${action}`, { username: user.username })}
      verb={t(`users.actions.${action}`)}
      onConfirm={async () => {
        await changes[action].mutateAsync({ params: { userID: user.userID } })
        notify(t(`users.done.${action}`, { username: user.username }))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t(`users.consequences.${action}`)}</p>
    </ConfirmDialog>
  )
}

/** A mail with a link, in the language that the user reads. */
function MailQuestion({ action, user, onClose }: { action: 'invite' | 'reset'; user: UserRow; onClose: () => void }) {
  const t = useText()
  const changes = { invite: useInviteUser(), reset: useSendReset() }
  const [locale, setLocale] = useState<Locale>(useLocale())
  return (
    <ConfirmDialog
      isOpen
      title={t(`users.questions.${action}`, { username: user.username })}
      verb={t(`users.actions.${action}`)}
      onConfirm={async () => {
        await changes[action].mutateAsync({ params: { userID: user.userID }, body: { locale } })
        notify(t(`users.done.${action}`, { username: user.username }))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t(`users.consequences.${action}`, { email: user.email })}</p>
      <SelectInput
        label={t('users.mailLocale')}
        value={locale}
        onChange={(chosen) => setLocale(locales.find((known) => known === chosen) ?? 'nl')}
        options={locales.map((value) => ({ value, label: languageNames[value] }))}
      />
    </ConfirmDialog>
  )
}
