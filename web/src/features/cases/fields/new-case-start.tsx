import type { NewCaseStart as Start } from '@regie/contract/case-actions.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextDayOrMoment } from '../../../locales/next-moment.ts'
import { channelIcons } from '../../../session/channel-icons.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from '../cases.module.css'

type StartProps = { start: Start; scriptName: string; isOff: boolean }

/** What happens once the case is made: how the script begins, and when it would contact the person at the earliest. */
export function NewCaseStart({ start: { stepName, firstContact }, scriptName, isOff }: StartProps) {
  const t = useText()
  return (
    <Panel title={t('cases.new.start.title')}>
      <div className={styles.run}>
        <span className={styles.runMark} data-tone={firstContact === null ? 'neutral' : 'primary'}>
          <Icon name={firstContact === null ? 'script' : channelIcons[firstContact.channel]} />
        </span>
        <div className={styles.runWords}>
          {firstContact === null ? (
            <strong>{t(isOff ? 'cases.new.start.off' : 'cases.new.start.nobody')}</strong>
          ) : (
            <>
              <strong>{t(`cases.channels.${firstContact.channel}`)}</strong>
              <span>{t('cases.new.start.earliest', { at: formatNextDayOrMoment(firstContact.at) })}</span>
            </>
          )}
          <span className={styles.quiet}>{t('cases.new.start.step', { step: stepName, script: scriptName })}</span>
        </div>
      </div>
    </Panel>
  )
}
