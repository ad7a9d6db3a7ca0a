import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './two-factor.module.css'
import type { SentCode } from './two-factor-data.ts'
import { useCountdown } from './use-countdown.ts'

type SendCodeProps = {
  label: string
  /** The code that was sent before this was shown. */
  sentBefore?: SentCode
  onSend: () => Promise<SentCode>
  onSent?: (sent: SentCode) => void
  isMain?: boolean
}

/** Sends a code, says where it went, and offers to send it again when that is allowed. */
export function SendCode({ label, sentBefore, onSend, onSent, isMain = false }: SendCodeProps) {
  const t = useText()
  const [sent, setSent] = useState(sentBefore ?? null)
  const [left, start] = useCountdown(sentBefore?.retryAfter ?? 0)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const answer = await onSend()
      setSent(answer)
      start(answer.retryAfter)
      onSent?.(answer)
    } catch (refusal) {
      setFailure(refusal as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.send}>
      {sent !== null && (
        <p className={styles.sent} role="status">
          <Icon name="send" size={16} />
          {t('otp.sentTo', { target: sent.target })}
        </p>
      )}
      {left > 0 ? (
        <span className={styles.wait}>{t('otp.resendIn', { seconds: left })}</span>
      ) : (
        <Button kind={sent === null && isMain ? 'main' : 'plain'} isWide={isMain} isBusy={isBusy} onPress={() => void send()}>
          {sent === null ? label : t('otp.resend')}
        </Button>
      )}
      {failure !== null && <FailureText failure={failure} />}
    </div>
  )
}
