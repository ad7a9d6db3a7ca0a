import { type ReactNode, useEffect, useRef } from 'react'
import { showLocale } from '../locales/locale-store.ts'
import { LanguageChoice } from '../ui/language-choice.tsx'
import styles from './login-card.module.css'

type LoginCardProps = { title: string; text?: ReactNode; foot?: ReactNode; isWide?: boolean; children?: ReactNode }

/** A step of signing in: one card in the middle of the page, the languages beneath. */
export function LoginCard({ title, text, foot, isWide = false, children }: LoginCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Regie`
    // A step without a field of its own is announced by its heading.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [title])
  return (
    <main className={styles.screen}>
      <div className={styles.card} data-wide={isWide || undefined}>
        <img src="/favicon.svg" alt="" width={40} height={40} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {text !== undefined && <p className={styles.text}>{text}</p>}
        <div className={styles.content}>{children}</div>
        {foot !== undefined && <div className={styles.foot}>{foot}</div>}
      </div>
      <LanguageChoice onChoose={(locale) => void showLocale(locale)} />
    </main>
  )
}
