import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './two-factor.module.css'
import type { SentCode } from './two-factor-data.ts'
import { useCountdown } from './use-countdown.ts'

/** A code that was sent before this was shown, and when it may be sent again. */
export type SentBefore = { target: string; againAt: number }

type SendCodeProps = {
  label: string
  sentBefore?: SentBefore | undefined
  onSend: () => Promise<SentCode>
  onSent?: (sent: SentBefore) => void
  isMain?: boolean
}

/** Sends a code, says where it went, and offers to send it again when that is allowed. */
export function SendCode({ label, sentBefore, onSend, onSent, isMain = false }: SendCodeProps) {
  const t = useText()
  const [target, setTarget] = useState(sentBefore?.target ?? null)
  const [left, startUntil] = useCountdown(sentBefore?.againAt ?? 0)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const answer = await onSend()
      const code = sentNow(answer)
      setTarget(code.target)
      startUntil(code.againAt)
      onSent?.(code)
    } catch (refusal) {
      setFailure(refusal as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.send}>
      {target !== null && (
        <p className={styles.sent} role="status">
          <Icon name="send" size={16} />
          {t('otp.sentTo', { target })}
        </p>
      )}
      {left > 0 ? (
        <span className={styles.wait}>{t('otp.resendIn', { seconds: left })}</span>
      ) : (
        <Button kind={target === null && isMain ? 'main' : 'plain'} isWide={isMain} isBusy={isBusy} onPress={() => void send()}>
          {target === null ? label : t('otp.resend')}
        </Button>
      )}
      {failure !== null && <FailureText failure={failure} />}
    </div>
  )
}

export function sentNow({ target, retryAfter }: SentCode): SentBefore {
  return { target, againAt: Date.now() + retryAfter * 1000 }
}
