import type { ReactNode } from 'react'
import type { Tone } from '../theme/colours.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './strip.module.css'

type StripProps = { label: string; icon?: IconName; tone?: Tone; words: ReactNode; children?: ReactNode }

/** One line over the page about what goes on now: its words at the left, what can be done at the right. */
export function Strip({ label, icon, tone = 'primary', words, children }: StripProps) {
  return (
    <section className={styles.strip} data-tone={tone} aria-label={label}>
      {icon !== undefined && <Icon name={icon} size={16} />}
      <span className={styles.words}>{words}</span>
      {children}
    </section>
  )
}
