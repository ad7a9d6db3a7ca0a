import type { NextStep } from '@regie/contract/login.ts'
import type { FactorType } from '@regie/contract/two-factor.ts'
import { OtpForm } from '../features/two-factor/otp-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { notify } from '../session/notification.tsx'
import { Button } from '../ui/button.tsx'
import { LoginCard } from './login-card.tsx'

// From here on somebody should make new ones while they still can.
const fewCodes = 2

type OtpScreenProps = {
  username: string
  methods: readonly FactorType[]
  onNext: (step: NextStep) => void
  onEnded: () => void
  onBack: () => void
}

export function OtpScreen({ username, methods, onNext, onEnded, onBack }: OtpScreenProps) {
  const t = useText()
  const back = (
    <Button kind="quiet" onPress={onBack}>
      {t('login.backToSignIn')}
    </Button>
  )
  return (
    <LoginCard title={t('otp.title')} text={username === '' ? undefined : t('login.signedInAs', { username })} foot={back}>
      <OtpForm
        methods={methods}
        onEnded={onEnded}
        onGiven={({ next, recoveryLeft }) => {
          if (recoveryLeft !== undefined && recoveryLeft <= fewCodes) notify(t('otp.recoveryLeft', { count: recoveryLeft }))
          onNext({ next })
        }}
      />
    </LoginCard>
  )
}
