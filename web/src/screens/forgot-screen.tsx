import { useState } from 'react'
import { ForgotForm } from '../features/login/forgot-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { LoginCard } from './login-card.tsx'

type ForgotScreenProps = { username: string; onUsername: (username: string) => void; onBack: () => void }

/** Asks for a link by mail. What follows reads the same whether the username exists or not. */
export function ForgotScreen({ username, onUsername, onBack }: ForgotScreenProps) {
  const t = useText()
  const [isSent, setSent] = useState(false)
  const send = (typed: string) => {
    onUsername(typed)
    setSent(true)
  }
  const back = (
    <Button kind="quiet" onPress={onBack}>
      {t('login.backToSignIn')}
    </Button>
  )
  if (!isSent)
    return (
      <LoginCard title={t('forgot.title')} text={t('forgot.text')} foot={back}>
        <ForgotForm username={username} onSent={send} />
      </LoginCard>
    )
  const again = (
    <>
      <Button kind="quiet" onPress={() => setSent(false)}>
        {t('forgot.again')}
      </Button>
      {back}
    </>
  )
  return (
    <LoginCard title={t('forgot.sentTitle')} text={t('forgot.sentText')} foot={again}>
      <p>{t('forgot.sentHelp')}</p>
    </LoginCard>
  )
}
