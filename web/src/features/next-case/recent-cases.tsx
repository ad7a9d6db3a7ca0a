import { useText } from '../../locales/i18n.tsx'
import type { AppPath } from '../../paths.ts'
import { recentPlaces } from '../../session/recent-places.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './next-case.module.css'

/** The cases that were open last in this browser, for the way back. */
export function RecentCases() {
  const t = useText()
  const { userID } = useSession()
  const cases = recentPlaces(userID).filter(({ path }) => /^\/cases\/\d+$/.test(path))
  if (cases.length === 0) return null
  return (
    <Panel title={t('nextCase.recent')}>
      <ul className={styles.list}>
        {cases.slice(0, 5).map(({ path, title }) => (
          <li key={path} className={styles.line}>
            <AppLink to={path as AppPath}>{title}</AppLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
