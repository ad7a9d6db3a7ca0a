import { useState } from 'react'
import { SetUpWalk } from '../features/two-factor/set-up-walk.tsx'
import { useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { LoginCard } from './login-card.tsx'

/** The organisation demands a second step: it is set up before anything else opens. */
export function TwoFactorScreen({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const t = useText()
  const [hasCodes, setHasCodes] = useState(false)
  const back = (
    <Button kind="quiet" onPress={onBack}>
      {t('login.backToSignIn')}
    </Button>
  )
  return (
    <LoginCard
      title={hasCodes ? t('twoFactor.recovery.title') : t('twoFactor.setupTitle')}
      text={hasCodes ? undefined : t('twoFactor.setupText')}
      foot={hasCodes ? undefined : back}
      isWide
    >
      <SetUpWalk onDone={onDone} onCodes={() => setHasCodes(true)} />
    </LoginCard>
  )
}
