import type { NextStep } from '@regie/contract/login.ts'
import { ReplacePasswordForm } from '../features/password/replace-password-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { LoginCard } from './login-card.tsx'

type ExpiredScreenProps = { username: string; onNext: (step: NextStep) => void; onEnded: () => void; onBack: () => void }

/** The password is right but too old: it is changed here, and signing in goes on. */
export function ExpiredScreen({ username, onNext, onEnded, onBack }: ExpiredScreenProps) {
  const t = useText()
  const back = (
    <Button kind="quiet" onPress={onBack}>
      {t('login.backToSignIn')}
    </Button>
  )
  return (
    <LoginCard title={t('login.expiredTitle')} text={t('login.expiredText')} foot={back} isWide>
      <ReplacePasswordForm username={username} onDone={onNext} onEnded={onEnded} isWide />
    </LoginCard>
  )
}
