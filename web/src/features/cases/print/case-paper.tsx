import { type ReactNode, useEffect } from 'react'
import { formatDate, formatMomentFull } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useSession } from '../../../session/use-session.ts'
import styles from './case-print.module.css'
import { personName } from '../../../session/people.ts'

/** Makes the screen that it stands on fit for paper; at the head of each page stands which customer it is of, at its foot which case it is, who printed it, and when. */
export function CasePaper({ caseNumber, customerName }: { caseNumber: string; customerName: string }) {
  const t = useText()
  const { username } = useSession()
  useEffect(() => {
    const sign = () => {
      const words = t('cases.print.foot', { caseNumber, name: personName(username), at: formatMomentFull(new Date().toISOString()) })
      const { style } = document.documentElement
      style.setProperty('--printed', JSON.stringify(words))
      style.setProperty('--page-of', JSON.stringify(` ${t('cases.print.pageOf')} `))
      style.setProperty('--letterhead', JSON.stringify(customerName))
      style.setProperty('--printed-on', JSON.stringify(formatDate(new Date().toISOString())))
    }
    sign()
    globalThis.addEventListener('beforeprint', sign)
    return () => globalThis.removeEventListener('beforeprint', sign)
  }, [t, caseNumber, customerName, username])
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
