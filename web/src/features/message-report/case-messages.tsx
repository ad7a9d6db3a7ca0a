import type { ReportedChannel, ReportedMessage } from '@regie/contract/message-report.ts'
import { useText } from '../../locales/i18n.tsx'
import { channelIcons } from '../../session/channel-icons.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useMessagesOfCase } from './message-report-data.ts'
import styles from './message-report.module.css'

type CaseMessagesProps = { channel: ReportedChannel; caseID: number; name: string; onClose: () => void }

/** The messages of one case by one channel, and what became of each. */
export function CaseMessages({ channel, caseID, name, onClose }: CaseMessagesProps) {
  const t = useText()
  return (
    <Dialog isOpen title={t(`messageReport.ofCase.${channel}`, { name })} onClose={onClose} size="wide">
      <Loaded query={useMessagesOfCase(channel, caseID)} lines={5}>
        {(messages) =>
          messages.length === 0 ? (
            <EmptyState icon={channelIcons[channel]} title={t('messageReport.ofCase.none')} />
          ) : (
            <ul className={styles.messages}>
              {messages.map((message) => (
                <Message key={message.communicationID} message={message} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

const signOf = (state: ReportedMessage['state']) =>
  state === 'failed'
    ? ({ tone: 'error', icon: 'alert' } as const)
    : state === 'read' || state === 'delivered'
      ? ({ tone: 'success', icon: 'check' } as const)
      : ({ tone: 'neutral', icon: 'clock' } as const)

function Message({ message }: { message: ReportedMessage }) {
  const t = useText()
  const { template, to, state, queuedAt, openedAt, clickedAt, answeredAt, cause, code } = message
  const signs = [
    ['opened', openedAt],
    ['clicked', clickedAt],
    ['answered', answeredAt],
  ] as const
  const why = cause !== null ? t(`cases.causes.${cause}`) : code === '' ? null : t('messageReport.unknownCode', { code })
  return (
    <li>
      <div className={styles.head}>
        <strong>{template ?? t('messageReport.noTemplate')}</strong>
        <Badge {...signOf(state)}>{t(`cases.deliveries.${state}`)}</Badge>
        <Moment at={queuedAt} />
        <span className="numbers">{to}</span>
      </div>
      {why !== null && <p className={styles.about}>{why}</p>}
      {signs.map(
        ([sign, at]) =>
          at !== null && (
            <p key={sign} className={styles.about}>
              {t(`messageReport.counts.${sign}`)}: <Moment at={at} />
            </p>
          ),
      )}
    </li>
  )
}
