import { holdsRight } from '@regie/contract/right-codes.ts'
import { type NotificationWay, notificationKinds, notificationRights, notificationWays } from '@regie/contract/notifications.ts'
import { useText } from '../../locales/i18n.tsx'
import { changeSettings, useSettings } from '../../session/settings.ts'
import { useSession } from '../../session/use-session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import styles from './notification-bell.module.css'

/** How one is notified of each kind that one may see: in the app, by mail too, or not. */
export function NotificationSettings({ onBack }: { onBack: () => void }) {
  const t = useText()
  const { rights } = useSession()
  const { notifications } = useSettings()
  const ways = notificationWays.map((way) => ({ value: way, label: t(`notifications.settings.ways.${way}`) }))
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <IconButton icon="arrowLeft" label={t('notifications.settings.back')} onPress={onBack} />
        <h2>{t('notifications.settings.title')}</h2>
      </header>
      <p className={styles.help}>{t('notifications.settings.help')}</p>
      <ul className={styles.settings}>
        {notificationKinds
          .filter((kind) => holdsRight(rights, notificationRights[kind]))
          .map((kind) => (
            <li key={kind}>
              <span aria-hidden="true">{t(`notifications.settings.kinds.${kind}`)}</span>
              <SelectInput
                label={t(`notifications.settings.kinds.${kind}`)}
                isLabelHidden
                value={notifications[kind] ?? 'app'}
                options={ways}
                onChange={(way) => changeSettings({ notifications: { ...notifications, [kind]: way as NotificationWay } })}
              />
            </li>
          ))}
      </ul>
    </div>
  )
}
