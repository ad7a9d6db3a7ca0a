import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { AppPath } from '../paths.ts'
import { useText } from '../locales/i18n.tsx'
import { AppLink } from './app-link.tsx'
import { Icon } from './icon.tsx'
import { showTitle } from './page-sign.ts'
import styles from './page.module.css'
import { useTypedIn } from './use-typed-in.ts'

type PageProps = {
  title: string
  subtitle?: ReactNode
  badge?: ReactNode
  /** `withoutKey`: one did not come from there, so Esc does not go there. */
  back?: { to: AppPath; label: string; withoutKey?: boolean }
  mainAction?: ReactNode
  actions?: ReactNode
  filters?: ReactNode
  /** The page scrolls as a whole (forms, details); otherwise its content fills the height and scrolls inside (tables). */
  isFlowing?: boolean
  children: ReactNode
}

/** A screen: title with its one main action at the right, one row of filters, then the content to the full width and height. */
export function Page({ title, subtitle, badge, back, mainAction, actions, filters, isFlowing = false, children }: PageProps) {
  const t = useText()
  useEffect(() => {
    showTitle(`${title} · Regie`)
  }, [title])
  const { firstTyped, handlers } = useTypedIn()
  useBackKey(back?.withoutKey ? undefined : back?.to, firstTyped)
  return (
    <div className={styles.page} data-page data-flowing={isFlowing || undefined}>
      {back !== undefined && (
        <AppLink to={back.to} className={styles.back} label={`${t('ui.back')}: ${back.label}`}>
          <Icon name="arrowLeft" size={16} />
          {back.label}
        </AppLink>
      )}
      <header className={styles.head}>
        <div className={styles.identity}>
          <h1>{title}</h1>
          {badge}
          {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        <div className={styles.actions}>
          {actions}
          {mainAction}
        </div>
      </header>
      {filters !== undefined && <div className={styles.filters}>{filters}</div>}
      <div className={styles.content} {...handlers}>
        {children}
      </div>
    </div>
  )
}

// Esc goes back, unless it belongs to a field, a dialog or an open menu, or something is typed on the page that leaving would lose from sight.
function useBackKey(to: AppPath | undefined, firstTyped: () => HTMLElement | undefined) {
  const router = useRouter()
  const findTyped = useEffectEvent(firstTyped)
  useEffect(() => {
    if (to === undefined) return
    const onKey = (event: KeyboardEvent) => {
      const element = event.target instanceof HTMLElement ? event.target : null
      if (
        event.key !== 'Escape' ||
        event.defaultPrevented ||
        // The key that closed something is still held down.
        event.repeat ||
        element?.isContentEditable ||
        element?.closest('input, select, textarea, dialog, [role=menu], [role=listbox], [role=dialog]')
      )
        return
      const typed = findTyped()
      if (typed === undefined) router.history.push(to)
      else typed.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [router, to])
}
