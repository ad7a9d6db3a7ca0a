import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { MessagePreview } from '@regie/contract/messages.ts'
import { useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { messageFrame } from '../../ui/message-frame.ts'
import styles from './mass-messages.module.css'
import type { Plan } from './message-draft.ts'
import { usePreview } from './messages-data.ts'
import { refusalWords } from './reach.tsx'

type SamplePreviewProps = { channel: WrittenChannel; plan: Plan; sampleIDs: readonly number[]; ready: number }

/** The message as real cases get it, one after the other: first those that get it, then those that do not. */
export function SamplePreview({ channel, plan, sampleIDs, ready }: SamplePreviewProps) {
  const t = useText()
  const [place, setPlace] = useState(0)
  const at = Math.min(place, Math.max(0, sampleIDs.length - 1))
  const getting = Math.min(ready, sampleIDs.length)
  const group =
    at < getting
      ? ({ key: 'place', from: 0, total: getting } as const)
      : ({ key: 'placeNot', from: getting, total: sampleIDs.length - getting } as const)
  const query = usePreview({ channel, plan }, sampleIDs[at])
  return (
    <div className={styles.sample}>
      <div className={styles.leaf}>
        <IconButton
          icon="chevronLeft"
          label={t('massMessages.preview.previous')}
          reason={at === 0 ? t('massMessages.preview.isFirst') : undefined}
          onPress={() => setPlace(at - 1)}
        />
        <span className="numbers">
          {t(`massMessages.preview.${group.key}`, { place: formatNumber(at + 1 - group.from), total: formatNumber(group.total) })}
        </span>
        <IconButton
          icon="chevronRight"
          label={t('massMessages.preview.next')}
          reason={at >= sampleIDs.length - 1 ? t('massMessages.preview.isLast') : undefined}
          onPress={() => setPlace(at + 1)}
        />
      </div>
      <Loaded query={query} lines={6}>
        {(preview) => <Message preview={preview} isInTurn={plan.otherwise.length > 0} />}
      </Loaded>
    </div>
  )
}

function Message({ preview, isInTurn }: { preview: MessagePreview; isInTurn: boolean }) {
  const t = useText()
  const { caseID, caseNumber, name, to, subject, text, html, ok, reason, nextAt, parts } = preview
  return (
    <>
      <div className={styles.to}>
        <span className={styles.words}>
          <AppLink to={paths.case(caseID)}>{name === '' ? caseNumber : `${name} · ${caseNumber}`}</AppLink>
          <span className={styles.soft}>
            {isInTurn && `${t(`cases.channels.${preview.channel}`)} · `}
            {to ?? t('massMessages.preview.noAddress')}
          </span>
        </span>
        {ok ? (
          <Badge tone="success" icon="check">
            {parts > 1 ? t('massMessages.preview.getsIn', { parts }) : t('massMessages.preview.gets')}
          </Badge>
        ) : (
          <Badge tone="warning" icon="ban">
            {reason === null ? t('massMessages.preview.getsNot') : refusalWords(reason)}
            {nextAt !== null && ` · ${t('cases.lights.again', { at: formatNextMoment(nextAt) })}`}
          </Badge>
        )}
      </div>
      {subject !== '' && <strong className={styles.subject}>{subject}</strong>}
      {html === null ? (
        <pre className={styles.plain}>{text}</pre>
      ) : (
        <iframe
          className={styles.frame}
          title={t('massMessages.preview.frame')}
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={messageFrame(html)}
        />
      )}
    </>
  )
}
