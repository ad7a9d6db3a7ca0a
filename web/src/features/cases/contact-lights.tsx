import type { ChannelPermission } from '@regie/contract/cases.ts'
import { type Channel, channels } from '@regie/contract/channels.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useCasePermission } from './cases-data.ts'
import styles from './contact-lights.module.css'

export const channelIcons = { call: 'phone', email: 'mail', sms: 'sms', whatsapp: 'whatsapp' } as const satisfies Record<Channel, IconName>

/** May this person be contacted now, by which way; if not, why, and when again. The engine asks the same rules at the moment of sending. */
export function ContactLights({ caseID }: { caseID: number }) {
  const t = useText()
  return (
    <Panel title={t('cases.lights.title')}>
      <Loaded query={useCasePermission(caseID)} lines={channels.length}>
        {(permission) => (
          <ul className={styles.lights}>
            {channels.map((channel) => (
              <Light key={channel} channel={channel} permission={permission[channel]} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function Light({ channel, permission }: { channel: Channel; permission: ChannelPermission }) {
  const t = useText()
  const reason = permission.reason === null ? t('cases.lights.no') : t(`cases.refusals.${permission.reason}`)
  return (
    <li className={styles.light} data-tone={permission.ok ? 'success' : 'error'}>
      <span className={styles.mark}>
        <Icon name={channelIcons[channel]} />
      </span>
      <span className={styles.words}>
        <strong>{t(`cases.channels.${channel}`)}</strong>
        <span className={styles.answer}>
          <Icon name={permission.ok ? 'check' : 'ban'} size={14} />
          {permission.ok ? t('cases.lights.yes') : reason}
          {!permission.ok && permission.nextAt !== null && ` · ${t('cases.lights.again', { at: formatNextMoment(permission.nextAt) })}`}
        </span>
      </span>
    </li>
  )
}
