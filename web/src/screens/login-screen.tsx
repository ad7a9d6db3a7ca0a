import type { NextStep } from '@regie/contract/login.ts'
import { LoginForm } from '../features/login/login-form.tsx'
import { MaintenanceNotice } from '../features/login/maintenance-notice.tsx'
import { SsoButtons } from '../features/login/sso-buttons.tsx'
import { useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { LoginCard } from './login-card.tsx'

type LoginScreenProps = {
  username: string
  notice: 'ended' | 'changed' | 'ssoFailed' | null
  redirect: string
  onUsername: (username: string) => void
  onNext: (step: NextStep) => void
  onForgot: () => void
}

export function LoginScreen({ onForgot, redirect, ...form }: LoginScreenProps) {
  const t = useText()
  const forgot = (
    <Button kind="quiet" onPress={onForgot}>
      {t('login.forgot')}
    </Button>
  )
  return (
    <LoginCard title={t('login.title')} text={t('login.text')} foot={forgot}>
      <MaintenanceNotice />
      <LoginForm {...form} />
      <SsoButtons redirect={redirect} />
    </LoginCard>
  )
}
