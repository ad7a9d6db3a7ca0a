import type { CasePermission, ChannelPermission } from '@regie/contract/cases.ts'
import { type Channel, channels } from '@regie/contract/channels.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useCasePermission } from './cases-data.ts'
import styles from './contact-lights.module.css'

export const channelIcons = { call: 'phone', email: 'mail', sms: 'sms', whatsapp: 'whatsapp' } as const satisfies Record<Channel, IconName>

/** May this person be contacted now, by which way; if not, why, and when again. The engine asks the same rules at the moment of sending. */
export function ContactLights({ caseID }: { caseID: number }) {
  const t = useText()
  return (
    <section className={styles.box} aria-label={t('cases.lights.title')}>
      <Loaded query={useCasePermission(caseID)} lines={1}>
        {(permission) => (
          <ul className={styles.lights}>
            {lightsOf(permission).map(({ alike, permission: one }) => (
              <Light key={alike.join()} alike={alike} permission={one} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

type LightProps = { alike: readonly Channel[]; permission: ChannelPermission }

// What is refused for one reason until one moment is one light: a closed case says so once.
function lightsOf(permission: CasePermission): LightProps[] {
  const keyOf = (channel: Channel) => (permission[channel].ok ? channel : `${permission[channel].reason} ${permission[channel].nextAt}`)
  const groups = Object.values(Object.groupBy(channels, keyOf))
  return groups.flatMap((alike = []) => (alike[0] === undefined ? [] : [{ alike, permission: permission[alike[0]] }]))
}

function Light({ alike, permission }: LightProps) {
  const t = useText()
  const reason = permission.reason === null ? t('cases.lights.no') : t(`cases.refusals.${permission.reason}`)
  return (
    <li className={styles.light} data-tone={permission.ok ? 'success' : 'error'}>
      {alike.map((channel) => (
        <span key={channel} className={styles.channel}>
          <Icon name={channelIcons[channel]} size={16} />
          {t(`cases.channels.${channel}`)}
        </span>
      ))}
      <span className={styles.answer}>
        <Icon name={permission.ok ? 'check' : 'ban'} size={14} />
        {permission.ok ? <span className="visually-hidden">{t('cases.lights.yes')}</span> : reason}
        {!permission.ok && permission.nextAt !== null && ` · ${t('cases.lights.again', { at: formatNextMoment(permission.nextAt) })}`}
      </span>
    </li>
  )
}
