import { ChoosePasswordForm } from '../features/password/choose-password-form.tsx'
import { useLink } from '../features/password/link-data.ts'
import { useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LoginCard } from './login-card.tsx'

type ChangeScreenProps = { token: string | null; onChanged: (username: string) => void; onAskNew: () => void; onBack: () => void }

/** A mailed link: choose a password, or hear that it no longer works and ask for another. */
export function ChangeScreen({ token, onChanged, onAskNew, onBack }: ChangeScreenProps) {
  const t = useText()
  const link = useLink(token)
  const back = (
    <Button kind="quiet" onPress={onBack}>
      {t('login.backToSignIn')}
    </Button>
  )
  if (link === undefined)
    return (
      <LoginCard title={t('changePassword.title')} isWide>
        <Skeleton lines={5} />
      </LoginCard>
    )
  if (link instanceof Error)
    return (
      <LoginCard title={t('changePassword.title')} foot={back}>
        <ErrorState failure={link} onRetry={() => location.reload()} />
      </LoginCard>
    )
  if (link === null || token === null)
    return (
      <LoginCard title={t('changePassword.invalidTitle')} text={t('changePassword.invalidText')} foot={back}>
        <Button kind="main" isWide onPress={onAskNew}>
          {t('changePassword.askNew')}
        </Button>
      </LoginCard>
    )
  const isInvited = link.kind === 'invite'
  const { username } = link
  return (
    <LoginCard
      title={isInvited ? t('changePassword.inviteTitle') : t('changePassword.title')}
      text={isInvited ? t('changePassword.inviteText', { username }) : t('changePassword.forWhom', { username })}
      foot={back}
      isWide
    >
      <ChoosePasswordForm token={token} username={username} onDone={() => onChanged(username)} />
    </LoginCard>
  )
}
