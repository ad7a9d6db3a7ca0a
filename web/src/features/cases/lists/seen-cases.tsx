import { useText } from '../../../locales/i18n.tsx'
import type { AppPath } from '../../../paths.ts'
import { recentPlaces } from '../../../session/recent-places.ts'
import { useSession } from '../../../session/use-session.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import styles from '../cases.module.css'

const shownMax = 5

/** The cases that were open last in this browser: most often it is one of them that is looked for. */
export function SeenCases() {
  const t = useText()
  const { userID } = useSession()
  const cases = recentPlaces(userID).filter(({ path }) => /^\/cases\/\d+$/.test(path))
  if (cases.length === 0) return null
  return (
    <nav className={styles.seen} aria-label={t('cases.search.seen')}>
      <h2>{t('cases.search.seen')}</h2>
      <ul>
        {cases.slice(0, shownMax).map(({ path, title }) => (
          <li key={path}>
            <AppLink to={path as AppPath}>{title}</AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
