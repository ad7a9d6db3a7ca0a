import { useEffect } from 'react'
import { LoginForm } from '../features/login/login-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { showLocale } from '../locales/locale-store.ts'
import { LanguageChoice } from '../ui/language-choice.tsx'
import styles from './login-screen.module.css'

export function LoginScreen({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useText()
  useEffect(() => {
    document.title = `${t('login.title')} · Regie`
  }, [t])
  return (
    <main className={styles.screen}>
      <div className={styles.card}>
        <img src="/favicon.svg" alt="" width={40} height={40} />
        <h1>{t('login.title')}</h1>
        <p className={styles.text}>{t('login.text')}</p>
        <LoginForm onSignedIn={onSignedIn} />
      </div>
      <LanguageChoice onChoose={(locale) => void showLocale(locale)} />
    </main>
  )
}
