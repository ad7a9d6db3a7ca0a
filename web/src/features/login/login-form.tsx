import { type FormEvent, useRef, useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { logIn } from './login-data.ts'
import styles from './login-form.module.css'

type Missing = { username?: string | undefined; password?: string | undefined }

/** Username and password. Light on purpose: this is the first thing that loads, so it does without the form and query libraries. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useText()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Missing>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const usernameInput = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  const passwordInput = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
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
      await logIn(username.trim(), password)
      onSignedIn()
    } catch (failure) {
      setRefusal(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : errorText('error.unexpected'))
      setBusy(false)
      passwordInput.current?.select()
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoFocus
        value={username}
        onChange={setUsername}
        error={missing.username}
        inputRef={usernameInput}
      />
      <PasswordInput
        label={t('login.password')}
        name="password"
        value={password}
        onChange={setPassword}
        error={missing.password}
        inputRef={passwordInput}
      />
      {refusal !== null && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      <Button kind="main" type="submit" isWide isBusy={isBusy}>
        {t('login.signIn')}
      </Button>
    </form>
  )
}
