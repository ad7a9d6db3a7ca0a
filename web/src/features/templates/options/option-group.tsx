import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import type { OptionGroupKey } from './option-groups.ts'
import styles from './options-form.module.css'

type GroupProps = { name: OptionGroupKey; changed: number; isFirst: boolean; isWanted: boolean; onClosed: () => void; children: ReactNode }

/** Options about one thing, which fold: closed it says how many differ from how a text begins. */
export function OptionGroup({ name, changed, isFirst, isWanted, onClosed, children }: GroupProps) {
  const t = useText()
  const id = useId()
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!isWanted || details.current === null) return
    details.current.open = true
    details.current.querySelector('summary')?.focus()
    details.current.scrollIntoView({ block: 'nearest' })
  }, [isWanted])
  return (
    <section className={styles.group} aria-labelledby={id}>
      <details ref={details} open={isFirst || undefined} onToggle={({ currentTarget }) => !currentTarget.open && isWanted && onClosed()}>
        <summary>
          <h3 id={id}>{t(`templates.options.groups.${name}`)}</h3>
          {changed > 0 && <span className={styles.changed}>{t('templates.options.changed', { count: changed })}</span>}
        </summary>
        <div className={styles.options}>{children}</div>
      </details>
    </section>
  )
}
