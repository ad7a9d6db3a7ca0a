import { ApiFailure } from '../api/api-failure.ts'
import { useText } from '../locales/i18n.tsx'
import { Button } from './button.tsx'
import styles from './empty-state.module.css'
import { failureWords } from './failure-text.tsx'
import { Icon } from './icon.tsx'

/** Says what happened, what to do, and the request id; what is forbidden or gone offers no retry. */
export function ErrorState({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const t = useText()
  const isForbidden = failure instanceof ApiFailure && failure.status === 403
  const isGone = failure instanceof ApiFailure && failure.status === 404
  const requestId = failure instanceof ApiFailure ? failure.requestId : undefined
  return (
    <div className={styles.state} role="alert">
      <Icon name={isForbidden ? 'lock' : isGone ? 'search' : 'alert'} size={32} />
      <strong>{isForbidden ? t('ui.forbidden.title') : isGone ? t('ui.notFound.title') : t('ui.error.title')}</strong>
      <p>{failureWords(failure)}</p>
      {!isForbidden && !isGone && (
        <Button icon={<Icon name="refresh" size={16} />} onPress={onRetry}>
          {t('ui.retry')}
        </Button>
      )}
      {requestId !== undefined && !isGone && <span className={styles.requestId}>{t('ui.error.requestId', { requestId })}</span>}
    </div>
  )
}
