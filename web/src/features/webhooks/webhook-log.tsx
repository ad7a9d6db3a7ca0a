import { type Webhook, type WebhookMessage, type WebhookMessageState, webhookMessageStates } from '@regie/contract/outgoing-webhooks.ts'
import { useEffect, useState } from 'react'
import { formatMomentFull } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../session/notification.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './webhooks.module.css'
import { useReplay, useReplayFailed, useWebhookMessage, useWebhookMessages, wordOfType } from './webhooks-data.ts'

const looks = {
  queued: { tone: 'neutral', icon: 'clock' },
  sent: { tone: 'success', icon: 'check' },
  failed: { tone: 'error', icon: 'error' },
} as const
const againMs = 2_000

/** What a webhook was told, each with its tries; and the way to send it again. */
export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useText()
  const [state, setState] = useState<WebhookMessageState | null>(null)
  const [opened, setOpened] = useState<number | null>(null)
  const list = useWebhookMessages(webhook.webhookID, state)
  const replayFailed = useReplayFailed()
  const waits = list.rows.some(
    ({ state: at, attempts, status, fault }) => at === 'queued' && attempts <= 1 && status === null && fault === null,
  )
  const { retry } = list
  // What has just been asked for is sent within moments.
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(retry, againMs)
    return () => clearInterval(timer)
  }, [waits, retry])
  const sendAgain = () =>
    replayFailed.mutateAsync({ params: { webhookID: webhook.webhookID } }).then(
      ({ count }) => notify(t('webhooks.log.queuedAgain', { count })),
      (failure: Error) => notify(failureWords(failure)),
    )
  return (
    <Dialog
      isOpen
      size="wide"
      title={t('webhooks.log.of', { name: webhook.name })}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('ui.close')}</Button>}
    >
      <div className={styles.logHead}>
        <ChipChoice
          label={t('webhooks.log.show')}
          value={state ?? ('all' as const)}
          options={(['all', ...webhookMessageStates] as const).map((value) => ({ value, label: t(`webhooks.states.${value}`) }))}
          onChange={(value) => setState(value === 'all' ? null : value)}
        />
        <Button
          reason={webhook.isOn ? (webhook.failed === 0 ? t('webhooks.log.noneFailed') : undefined) : t('webhooks.isOff')}
          isBusy={replayFailed.isPending}
          onPress={() => void sendAgain()}
        >
          {t('webhooks.log.againAll')}
        </Button>
      </div>
      {list.failure !== null && list.rows.length === 0 ? (
        <ErrorState failure={list.failure} onRetry={list.retry} />
      ) : list.isLoading ? (
        <Skeleton lines={5} />
      ) : list.rows.length === 0 ? (
        <p className={styles.quiet}>{t('webhooks.log.none')}</p>
      ) : (
        <ScrollRegion label={t('webhooks.log.of', { name: webhook.name })} className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('webhooks.log.at')}</th>
                <th scope="col">{t('webhooks.log.what')}</th>
                <th scope="col">{t('webhooks.log.state')}</th>
                <th scope="col">{t('webhooks.log.answer')}</th>
                <th scope="col">{t('webhooks.log.tries')}</th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((row) => (
                <LogRow
                  key={row.webhookMessageID}
                  webhook={webhook}
                  row={row}
                  isOpen={opened === row.webhookMessageID}
                  onOpen={() => setOpened(opened === row.webhookMessageID ? null : row.webhookMessageID)}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {list.hasMore && (
        <Button kind="quiet" isBusy={list.isLoadingMore} onPress={list.loadMore}>
          {t('webhooks.log.more')}
        </Button>
      )}
    </Dialog>
  )
}

type LogRowProps = { webhook: Webhook; row: WebhookMessage; isOpen: boolean; onOpen: () => void }

function LogRow({ webhook, row, isOpen, onOpen }: LogRowProps) {
  const t = useText()
  const answer = useAnswerWords()
  return (
    <>
      <tr>
        <td>
          <button type="button" className={styles.opener} aria-expanded={isOpen} onClick={onOpen}>
            <Moment at={row.at} />
          </button>
        </td>
        <td>
          {t(wordOfType(row.type))} <code className={styles.code}>{row.type}</code>
          {row.caseID !== null && (
            <>
              {' '}
              <AppLink to={paths.case(row.caseID)}>{t('webhooks.log.case')}</AppLink>
            </>
          )}
        </td>
        <td>
          <Badge {...looks[row.state]}>{t(`webhooks.states.${row.state}`)}</Badge>
        </td>
        <td>{answer(row)}</td>
        <td>{row.attempts}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <Opened webhook={webhook} webhookMessageID={row.webhookMessageID} />
          </td>
        </tr>
      )}
    </>
  )
}

function Opened({ webhook, webhookMessageID }: { webhook: Webhook; webhookMessageID: number }) {
  const t = useText()
  const answer = useAnswerWords()
  const replay = useReplay()
  const params = { webhookID: webhook.webhookID, webhookMessageID }
  return (
    <Loaded query={useWebhookMessage(webhook.webhookID, webhookMessageID)} lines={3}>
      {({ body, tries, nextAt, attempts }) => (
        <div className={styles.opened}>
          <pre className={styles.body}>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
          <ul className={styles.tries}>
            {tries.map((one) => (
              <li key={one.no}>{t('webhooks.log.try', { moment: formatMomentFull(one.at), answer: answer(one), ms: one.ms })}</li>
            ))}
            {nextAt !== null && attempts > 0 && <li>{t('webhooks.log.nextAt', { moment: formatMomentFull(nextAt) })}</li>}
          </ul>
          <Button
            reason={webhook.isOn ? undefined : t('webhooks.isOff')}
            isBusy={replay.isPending}
            onPress={() =>
              void replay.mutateAsync({ params }).then(
                () => notify(t('webhooks.log.queuedAgain', { count: 1 })),
                (failure: Error) => notify(failureWords(failure)),
              )
            }
          >
            {t('webhooks.log.again')}
          </Button>
        </div>
      )}
    </Loaded>
  )
}

function useAnswerWords() {
  const t = useText()
  return ({ status, fault }: Pick<WebhookMessage, 'status' | 'fault'>) =>
    fault !== null ? t(`webhooks.faults.${fault}`) : status === null ? t('webhooks.noAnswerYet') : String(status)
}
