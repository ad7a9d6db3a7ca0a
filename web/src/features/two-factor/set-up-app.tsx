import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { twoFactorApi } from '@regie/contract/two-factor.ts'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PasswordStep } from './password-step.tsx'
import type { SetUpProps } from './set-up-props.ts'
import { TokenForm } from './token-form.tsx'
import styles from './two-factor.module.css'
import { Stack } from '../../ui/stack.tsx'

type AppKey = ResponseOf<typeof twoFactorApi.startApp>

/** An authenticator app: its key as a picture and to type, then a first code. */
export function SetUpApp({ asksPassword, onDone }: SetUpProps) {
  const [key, setKey] = useState<AppKey | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  useEffect(() => {
    if (asksPassword) return
    const ending = new AbortController()
    callApi(twoFactorApi.startApp, { body: {} }, ending.signal)
      .then(setKey)
      .catch((refusal: unknown) => !ending.signal.aborted && setFailure(refusal as Error))
    return () => ending.abort()
  }, [asksPassword])
  if (key !== null) return <AppKeyStep appKey={key} onDone={onDone} />
  if (failure !== null) return <FailureText failure={failure} />
  if (!asksPassword) return <Skeleton lines={6} />
  return <PasswordStep onPassword={async (password) => setKey(await callApi(twoFactorApi.startApp, { body: { password } }))} />
}

function AppKeyStep({ appKey, onDone }: { appKey: AppKey; onDone: SetUpProps['onDone'] }) {
  const t = useText()
  return (
    <Stack>
      <p>{t('twoFactor.scan')}</p>
      <img className={styles.qr} src={`data:image/svg+xml,${encodeURIComponent(appKey.qrSvg)}`} alt={t('twoFactor.qr')} />
      <div className={styles.key}>
        <span className={styles.soft}>{t('twoFactor.key')}</span>
        <code>{inGroups(appKey.secret)}</code>
        <div className={styles.actions}>
          <CopyButton text={appKey.secret} label={t('twoFactor.copyKey')} copiedLabel={t('twoFactor.recovery.copied')} />
        </div>
        <a href={appKey.otpauthUrl}>{t('twoFactor.openApp')}</a>
      </div>
      <TokenForm
        label={t('twoFactor.firstCode')}
        verb={t('otp.confirm')}
        onToken={async (token) => onDone((await callApi(twoFactorApi.confirm, { params: { type: 'app' }, body: { token } })).recoveryCodes)}
      />
    </Stack>
  )
}

/** Four signs at a time, as people type them over. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
