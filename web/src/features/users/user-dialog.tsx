import { complianceFileApi } from '@regie/contract/compliance-file.ts'
import { mayCall } from '@regie/contract/endpoint.ts'
import type { UserRow } from '@regie/contract/users.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { UserContactForm } from './user-contact-form.tsx'
import { UserActions } from './user-actions.tsx'
import { UserGroups } from './user-groups.tsx'
import { fullName, useUser } from './users-data.ts'
import styles from './users.module.css'
import { UserStateBadge } from './users-table.tsx'

/** Everything about one user, over the list. */
export function UserDialog({ userID, customerID, onClose }: { userID: number; customerID: number | null; onClose: () => void }) {
  const t = useText()
  const user = useUser(userID)
  const title = user.data === undefined ? t('users.user') : `${fullName(user.data)} (${user.data.username})`
  return (
    <Dialog isOpen size="wide" title={title} onClose={onClose}>
      <Loaded query={user} lines={8}>
        {(found) => <UserSections user={found} customerID={customerID} onGone={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function UserSections({ user, customerID, onGone }: { user: UserRow; customerID: number | null; onGone: () => void }) {
  const t = useText()
  const { rights } = useSession()
  return (
    <div className={styles.sections}>
      <div className={styles.identity}>
        <UserStateBadge state={user.state} />
        <span className={styles.soft}>
          {t('users.fields.lastLoginAt')}: {user.lastLoginAt === null ? t('users.never') : <Moment at={user.lastLoginAt} />}
        </span>
        {user.inviteExpiresAt !== null && (
          <span className={styles.soft}>
            {t('users.inviteExpires')}: <Moment at={user.inviteExpiresAt} />
          </span>
        )}
        <span className={styles.soft}>
          {t('users.fields.twoFactor')}: {user.twoFactor.map((type) => t(`users.factors.${type}`)).join(', ') || t('users.none')}
        </span>
        {user.apiKey.hint !== null && (
          <span className={styles.soft}>
            {t('users.fields.apiKey')}: {user.apiKey.hint}…
          </span>
        )}
      </div>
      {customerID !== null && (user.customerID ?? customerID) === customerID && mayCall(rights, complianceFileApi.get) && (
        <AppLink to={paths.complianceFile({ user: user.userID })}>{t('users.complianceFile')}</AppLink>
      )}
      <UserActions user={user} onGone={onGone} />
      <section className={styles.section}>
        <h3>{t('users.fields.groups')}</h3>
        <UserGroups user={user} customerID={customerID} />
      </section>
      <section className={styles.section}>
        <h3>{t('users.contact')}</h3>
        <UserContactForm key={user.userID} user={user} />
      </section>
    </div>
  )
}
