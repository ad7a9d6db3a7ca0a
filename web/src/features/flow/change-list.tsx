import type { StepChange } from '@regie/contract/flow.ts'
import { useText } from '../../locales/i18n.tsx'
import { changeText } from './change-words.ts'
import styles from './flow.module.css'

/** What changed between two versions, in words. */
export function ChangeList({ changes }: { changes: readonly StepChange[] }) {
  const t = useText()
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes} aria-label={t('flow.changes.label')}>
      {changes.map((change, at) => (
        <li key={at}>
          <strong>{change.name}</strong> {changeText(change, t)}
        </li>
      ))}
    </ul>
  )
}
