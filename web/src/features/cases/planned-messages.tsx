import { manualMessageApi, type PlannedMessage, rightOfWritten, type WrittenChannel } from '@regie/contract/manual-messages.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { ApiFailure } from '../../api/api-failure.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { errorText } from '../../locales/error-text.ts'
import { reasonText } from '../../locales/event-words.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextDayOrMoment } from '../../locales/next-moment.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './cases.module.css'
import { channelIcons } from '../../session/channel-icons.ts'

const liveMs = 1_000

/** What staff planned to send, each with the button that takes it back. */
export function PlannedMessages({ caseID }: { caseID: number }) {
  const t = useText()
  useLiveUpdates({ topic: 'case', caseID }, [manualMessageApi.planned], liveMs)
  const { data: planned } = useApi(manualMessageApi.planned, { params: { caseID } })
  if (planned === undefined || planned.length === 0) return null
  return (
    <ol className={styles.attempts} aria-label={t('cases.planned.title')}>
      {planned.map((message) => (
        <Planned key={message.communicationID} caseID={caseID} message={message} />
      ))}
    </ol>
  )
}

function Planned({ caseID, message }: { caseID: number; message: PlannedMessage }) {
  const t = useText()
  const { communicationID, channel, at, template, reason } = message
  const cancel = useApiChange(manualMessageApi.cancel, { refresh: [manualMessageApi.planned, caseApi.timeline] })
  const takeBack = () =>
    cancel.mutate(
      { params: { caseID, communicationID } },
      {
        onSuccess: () => notify(t('cases.planned.cancelled')),
        onError: (failure) =>
          notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : errorText('error.unexpected')),
      },
    )
  return (
    <li className={styles.run}>
      <span className={styles.runMark} data-tone="accent">
        <Icon name={channelIcons[channel]} />
      </span>
      <span className={styles.plannedWords}>
        <strong>{formatNextDayOrMoment(at)}</strong>
        <span>
          {t(`cases.channels.${channel}`)} · {template ?? t('cases.planned.own')}
        </span>
        <span className={styles.quiet}>{reason === null ? t('cases.planned.byStaff') : reasonText(reason)}</span>
      </span>
      <Can right={rightOfWritten[channel as WrittenChannel]}>
        {(refusal) => (
          <IconButton
            icon="close"
            label={t('cases.planned.cancel', { at: formatNextDayOrMoment(at) })}
            reason={refusal}
            onPress={takeBack}
          />
        )}
      </Can>
    </li>
  )
}
