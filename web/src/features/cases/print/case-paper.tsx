import { type ReactNode, useEffect } from 'react'
import { formatMomentFull } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useSession } from '../../../session/use-session.ts'
import styles from './case-print.module.css'

/** Makes the screen that it stands on fit for paper; at the foot of each page stands which case it is, who printed it, and when. */
export function CasePaper({ caseNumber }: { caseNumber: string }) {
  const t = useText()
  const { username } = useSession()
  useEffect(() => {
    const sign = () => {
      const words = t('cases.print.foot', { caseNumber, name: username, at: formatMomentFull(new Date().toISOString()) })
      document.documentElement.style.setProperty('--printed', JSON.stringify(words))
    }
    sign()
    globalThis.addEventListener('beforeprint', sign)
    return () => globalThis.removeEventListener('beforeprint', sign)
  }, [t, caseNumber, username])
  return <span className={styles.paper} />
}

/** What is of no use on paper. */
export function ScreenOnly({ children }: { children: ReactNode }) {
  return <div className={styles.screenOnly}>{children}</div>
}

/** What stands on paper alone. */
export function PaperOnly({ children }: { children: ReactNode }) {
  return <div className={styles.paperOnly}>{children}</div>
}
