import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { answerByPasskey, PasskeyCancelled } from './passkeys.ts'
import type { GivenCode } from './two-factor-data.ts'

type PasskeyAnswerProps = { onGiven: (given: GivenCode) => void; orEnded: (call: Promise<GivenCode>) => Promise<GivenCode> }

export function PasskeyAnswer({ onGiven, orEnded }: PasskeyAnswerProps) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const ask = async () => {
    setBusy(true)
    setFailure(null)
    try {
      onGiven(await orEnded(answerByPasskey()))
    } catch (refusal) {
      setFailure(refusal as Error)
      setBusy(false)
    }
  }
  return (
    <>
      <Button kind="main" isWide isBusy={isBusy} icon={<Icon name="fingerprint" size={16} />} onPress={() => void ask()}>
        {t('otp.usePasskey')}
      </Button>
      {failure instanceof PasskeyCancelled && (
        <Notice tone="warning" icon="alert" isAlert>
          {t('otp.passkeyCancelled')}
        </Notice>
      )}
      {failure !== null && !(failure instanceof PasskeyCancelled) && <FailureText failure={failure} />}
    </>
  )
}
