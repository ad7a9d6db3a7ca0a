import { useText } from '../../locales/i18n.tsx'
import { useColleagues } from './presence-data.ts'
import styles from './case-work.module.css'

/** Who else has this case open, and who of them is changing it. */
export function Presence({ caseID, isEditing }: { caseID: number; isEditing: boolean }) {
  const t = useText()
  const colleagues = useColleagues(caseID, isEditing)
  return (
    <div className={styles.people} data-on-screen role="status" aria-live="polite">
      {colleagues.map(({ userID, name, initials, editing }) => (
        <span key={userID} className={styles.person} data-tone={editing ? 'warning' : 'info'}>
          <span className={styles.face} aria-hidden="true">
            {initials}
          </span>
          {t(editing ? 'cases.presence.editing' : 'cases.presence.here', { name })}
        </span>
      ))}
    </div>
  )
}
