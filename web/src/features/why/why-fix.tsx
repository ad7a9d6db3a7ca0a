import type { WhyLine } from '@regie/contract/why.ts'
import { type AppPath, paths } from '../../paths.ts'
import { useText } from '../../locales/i18n.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import styles from './why.module.css'

export type FixPlaces = {
  scriptID: number
  /** Null where the line stands for several batches. */
  batchID: number | null
  /** The list of the line's cases. */
  cases: AppPath
}

/** What would end it: the way to the screen where it is done, or that time does it. */
export function WhyFix({ line, places }: { line: Pick<WhyLine, 'fix' | 'nextAt'>; places: FixPlaces }) {
  const t = useText()
  const { fix, nextAt } = line
  if (fix === null) return null
  if (fix === 'wait') return nextAt === null ? <span className={styles.quiet}>{t('why.fixes.wait')}</span> : null
  return (
    <AppLink to={addressOfFix(fix, places)} className={styles.fix}>
      {t(`why.fixes.${fix}`)}
      <Icon name="chevronRight" size={14} />
    </AppLink>
  )
}

/** When it goes on by itself. */
export function WhyNext({ nextAt }: { nextAt: string | null }) {
  const t = useText()
  if (nextAt === null) return null
  return (
    <span className={styles.next}>
      {t('why.next')} <Moment at={nextAt} />
    </span>
  )
}

function addressOfFix(fix: Exclude<WhyLine['fix'], null | 'wait'>, { scriptID, batchID, cases }: FixPlaces): AppPath {
  const batch = batchID === null ? null : paths.batch(batchID)
  const settings = batchID === null ? null : paths.batch(batchID, { tab: 'settings' })
  const addresses: Record<typeof fix, AppPath> = {
    reopenCases: cases,
    resumeCases: cases,
    fixCases: cases,
    resumeBatch: batch ?? paths.batches({ status: 'paused' }),
    reopenBatch: batch ?? paths.batches({ status: 'closed' }),
    switchDialer: settings ?? paths.batches(),
    activateScript: paths.script(scriptID),
    editTimes: paths.times(scriptID),
    moreLines: settings ?? paths.script(scriptID),
  }
  return addresses[fix]
}
