import { formatBytes } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ApiFailure } from '../../api/api-failure.ts'
import { Button } from '../../ui/button.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import styles from './files.module.css'
import { mayGoOn, type SendItem, type useSendQueue } from './use-send-queue.ts'

/** The files that are on their way, each with how far it is, and why one did not arrive. */
export function SendList({ queue }: { queue: ReturnType<typeof useSendQueue> }) {
  const t = useText()
  return (
    <ul className={styles.sendList} aria-label={t('files.send.label')}>
      {queue.items.map((item) => (
        <li key={item.key} className={styles.sendItem} data-state={item.state}>
          <SendLine item={item} />
          <span className={styles.actions}>
            {item.state === 'broken' && mayGoOn(item) && (
              <Button kind="main" onPress={() => queue.goOn(item.key)}>
                {t('files.send.goOn')}
                <span className="visually-hidden"> {item.file.name}</span>
              </Button>
            )}
            {item.state !== 'done' && (
              <Button onPress={() => queue.drop(item.key)}>
                {t(item.state === 'broken' ? 'files.send.drop' : 'files.stopSending')}
                <span className="visually-hidden"> {item.file.name}</span>
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function SendLine({ item: { file, state, sent, isWaiting, failure, made } }: { item: SendItem }) {
  const t = useText()
  const { name } = file
  if (state === 'done')
    return (
      <span className={styles.fileLine}>
        <Icon name="check" size={16} />
        {made === null ? name : <AppLink to={paths.upload({ importID: made.importID })}>{t('files.send.done', { name })}</AppLink>}
      </span>
    )
  if (state === 'broken' && failure !== null)
    return (
      <span className={styles.sendFault} role="alert">
        <Icon name="error" size={16} />
        {`${name}: ${failure instanceof ApiFailure && failure.status === 0 ? t('files.send.broken') : failureWords(failure)}`}
      </span>
    )
  return (
    <ProgressBar
      label={state === 'queued' ? t('files.send.queued', { name }) : t('files.sending', { name })}
      done={sent}
      total={file.size}
      note={isWaiting ? t('files.send.waiting') : t('files.sent', { sent: formatBytes(sent), total: formatBytes(file.size) })}
    />
  )
}
