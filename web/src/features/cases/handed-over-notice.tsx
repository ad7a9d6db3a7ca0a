import type { CaseDetail } from '@regie/contract/cases.ts'
import { useText } from '../../locales/i18n.tsx'
import { typedDay } from '../../locales/read-day.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './cases.module.css'

/** Who has the case at this moment, with the way to take it back. */
export function HandedOverNotice({ found: { handedOver } }: { found: Pick<CaseDetail, 'handedOver'> }) {
  const t = useText()
  if (handedOver === null) return null
  const { handOverID, to, on } = handedOver
  return (
    <Notice
      isLine
      icon="send"
      title={
        <AppLink to={paths.handOver(handOverID)} className={styles.inText}>
          {t('cases.handOver.at', { to, day: typedDay(on) })}
        </AppLink>
      }
    />
  )
}
