import type { NextStep } from '@regie/contract/login.ts'
import { type FormEvent, useRef, useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { logIn, waitOf } from './login-data.ts'
import styles from './login-form.module.css'

type Missing = { username?: string | undefined; password?: string | undefined }
type LoginFormProps = {
  username: string
  notice: 'ended' | 'changed' | 'ssoFailed' | null
  onUsername: (username: string) => void
  onNext: (step: NextStep) => void
}

/** Username and password. Light on purpose: this is the first thing that loads, so it does without the form and query libraries. */
export function LoginForm({ username, notice, onUsername, onNext }: LoginFormProps) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Missing>({})
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [startsAtPassword] = useState(username !== '')
  const usernameInput = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  const passwordInput = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const empty = {
      username: username.trim() === '' ? t('login.usernameEmpty') : undefined,
      password: password === '' ? t('login.passwordEmpty') : undefined,
    }
    setMissing(empty)
    setRefusal(null)
    if (empty.username !== undefined) return usernameInput.current?.focus()
    if (empty.password !== undefined) return passwordInput.current?.focus()
    setBusy(true)
    try {
      onNext(await logIn(username.trim(), password))
    } catch (failure) {
      setRefusal(failure)
      setBusy(false)
      passwordInput.current?.select()
    }
  }
  const wordsOf = (failure: unknown) => {
    const wait = waitOf(failure)
    if (wait !== null) return 'minutes' in wait ? t('login.lockedFor', wait) : t('login.lockedForSeconds', wait)
    return failure instanceof ApiFailure ? errorText(failure.code, failure.params) : errorText('error.unexpected')
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {notice !== null && refusal === null && (
        <p
          role="status"
          className={notice === 'ssoFailed' ? styles.refusal : styles.notice}
          data-tone={notice === 'changed' ? 'success' : undefined}
        >
          {t(`login.${notice}`)}
        </p>
      )}
      <TextInput
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoFocus={!startsAtPassword}
        value={username}
        onChange={onUsername}
        error={missing.username}
        inputRef={usernameInput}
      />
      <PasswordInput
        label={t('login.password')}
        name="password"
        autoFocus={startsAtPassword}
        value={password}
        onChange={setPassword}
        error={missing.password}
        inputRef={passwordInput}
      />
      {refusal !== null && (
        <p role="alert" className={styles.refusal}>
          {wordsOf(refusal)}
        </p>
      )}
      <Button kind="main" type="submit" isWide isBusy={isBusy}>
        {t('login.signIn')}
      </Button>
    </form>
  )
}
