import { ApiFailure } from '../api/api-failure.ts'
import { errorText } from '../locales/error-text.ts'
import { useText } from '../locales/i18n.tsx'
import styles from './failure-text.module.css'
import { Notice } from './notice.tsx'

/** A refusal in the user's words, with the request id that finds it in the log. */
export function FailureText({ failure }: { failure: Error }) {
  const t = useText()
  const requestId = failure instanceof ApiFailure ? failure.requestId : undefined
  return (
    <Notice tone="error" icon="error" isAlert>
      {failureWords(failure)}
      {requestId !== undefined && <span className={styles.requestId}> {t('ui.error.requestId', { requestId })}</span>}
    </Notice>
  )
}

export function failureWords(failure: Error): string {
  return failure instanceof ApiFailure ? errorText(failure.code, failure.params) : errorText('error.unexpected')
}
