import { type MouseEvent, type ReactNode, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './cases.module.css'

/** What one reads and writes at the left, what one checks at a glance at the right, or beneath it on a phone. */
export function CaseLayout({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{children}</div>
      <aside className={styles.column}>{aside}</aside>
    </div>
  )
}

/**
 * What one may do now: by which channels at the left, with the case itself at the right. On a phone at the lower edge: the call within reach of the
 * thumb, the others when they are asked for.
 */
export function CaseBar({ lights, actions }: { lights: ReactNode; actions: ReactNode }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const closeAfterPress = ({ target }: MouseEvent) => {
    const pressed = (target as HTMLElement).closest('button')
    // One that opens a menu is what the menu stands under.
    if (pressed !== null && pressed.ariaHasPopup === null && pressed.ariaExpanded === null) setOpen(false)
  }
  return (
    <section className={styles.bar} aria-label={t('cases.bar')} data-case-bar={isOpen ? 'open' : 'closed'} data-on-screen>
      {/* Its buttons do what they say; that the bar closes afterwards is no action of its own. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={styles.barButtons} onClick={closeAfterPress}>
        {lights}
        <div className={styles.barActions}>{actions}</div>
      </div>
      <div className={styles.barToggle}>
        <Button
          icon={<Icon name={isOpen ? 'chevronDown' : 'chevronUp'} size={16} />}
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'cases.barLess' : 'cases.barMore')}
        </Button>
      </div>
    </section>
  )
}

/** What is announced about the case: who else is in it, a payment under way, the blacklist. */
export function CaseNotices({ children }: { children: ReactNode }) {
  return <div className={styles.notices}>{children}</div>
}

/** What is at stake, at the right of the name, under the way to the next case. */
export function CaseCorner({ children }: { children: ReactNode }) {
  return <div className={styles.corner}>{children}</div>
}
