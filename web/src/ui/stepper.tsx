import { useText } from '../locales/i18n.tsx'
import { Icon } from './icon.tsx'
import styles from './stepper.module.css'

/** Where one is in a walk of a few steps; `current` counts from 0. */
export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  const t = useText()
  return (
    <ol className={styles.steps} aria-label={t('ui.steps')}>
      {steps.map((label, index) => (
        <li
          key={label}
          className={styles.step}
          data-state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.mark}>{index < current ? <Icon name="tick" size={14} /> : index + 1}</span>
          <span className={styles.label}>{label}</span>
        </li>
      ))}
    </ol>
  )
}
