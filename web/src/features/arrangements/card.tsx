import type { ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Moment } from '../../ui/moment.tsx'
import styles from './arrangements.module.css'
import { makerName } from './maker-name.ts'

type CardProps = {
  /** What kind of thing this is. */
  title: string
  badge: ReactNode
  actions: readonly MenuItem[]
  by: string
  at: string | null
  children: ReactNode
}

/** One arrangement: what it is, how it stands, what may be done to it, and who made it when. */
export function Card({ title, badge, actions, by, at, children }: CardProps) {
  const t = useText()
  const more = t('arrangements.more', { what: title })
  return (
    <section className={styles.card} aria-label={title}>
      <header className={styles.cardHead}>
        <h3>{title}</h3>
        {badge}
        {actions.length > 0 && (
          <span className={styles.cardMore}>
            <Menu label={more} trigger={<IconButton icon="more" label={more} />} items={actions} />
          </span>
        )}
      </header>
      {children}
      <p className={styles.about}>
        {t('arrangements.by', { name: makerName(t, by) })}
        {at !== null && (
          <>
            {' · '}
            <Moment at={at} />
          </>
        )}
      </p>
    </section>
  )
}
