import { Right } from '@regie/contract/right-codes.ts'
import type { WhyFix as WhyFixName, WhyLine } from '@regie/contract/why.ts'
import type { ReactNode } from 'react'
import { type AppPath, paths } from '../../paths.ts'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'
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

/** Does what a line asks for right there, where the screen knows how; null where it is done on another screen. */
export type FixAction = (fix: WhyFixName, label: string) => ReactNode

/** What would end it: a button that does it, the way to the screen where it is done, or that time does it. Who may not do it reads what would help. */
export function WhyFix({
  line,
  places,
  action,
}: {
  line: Pick<WhyLine, 'fix' | 'nextAt'>
  places: FixPlaces
  action?: FixAction | undefined
}) {
  const t = useText()
  const { fix, nextAt } = line
  const mayDo = useRight(fix === null || fix === 'wait' ? [] : rightsOfFix[fix])
  if (fix === null) return null
  if (fix === 'wait') return nextAt === null ? <span className={styles.quiet}>{t('why.fixes.wait')}</span> : null
  const label = t(`why.fixes.${fix}`)
  const done = action?.(fix, label) ?? null
  if (done !== null) return done
  if (!mayDo) return <span className={styles.quiet}>{t('why.fixByOthers', { fix: label })}</span>
  return (
    <AppLink to={addressOfFix(fix, places)} className={styles.fix}>
      {label}
      <Icon name="chevronRight" size={14} />
    </AppLink>
  )
}

// Any one of them opens the screen where it is done.
const rightsOfFix: Record<Exclude<WhyFixName, 'wait'>, readonly number[]> = {
  reopenCases: [Right.viewCases],
  resumeCases: [Right.viewCases],
  fixCases: [Right.viewCases],
  resumeBatch: [Right.viewBatches],
  reopenBatch: [Right.viewBatches],
  closeBatch: [Right.closeBatches],
  switchDialer: [Right.viewBatches],
  moreLines: [Right.viewBatches, Right.viewScripts],
  moreAgents: [Right.viewWallboard],
  activateScript: [Right.viewScripts],
  editTimes: [Right.viewScripts],
  editFilters: [Right.viewScripts],
  editFlow: [Right.viewScripts],
  raiseCap: [Right.changeCompliance],
  editProviders: [Right.changeProviders],
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

function addressOfFix(fix: Exclude<WhyFixName, 'wait'>, { scriptID, batchID, cases }: FixPlaces): AppPath {
  const batch = batchID === null ? null : paths.batch(batchID)
  const settings = batchID === null ? null : paths.batch(batchID, { tab: 'settings' })
  const addresses: Record<typeof fix, AppPath> = {
    // There they can be chosen and changed together.
    reopenCases: batchID === null ? cases : paths.batch(batchID, { status: 'closed' }),
    resumeCases: batchID === null ? cases : paths.batch(batchID, { status: 'paused' }),
    fixCases: cases,
    resumeBatch: batch ?? paths.batches({ status: 'paused' }),
    reopenBatch: batch ?? paths.batches({ status: 'closed' }),
    closeBatch: batch ?? paths.batches(),
    switchDialer: settings ?? paths.batches(),
    activateScript: paths.script(scriptID),
    editTimes: paths.times(scriptID),
    moreAgents: paths.wallboard(),
    moreLines: settings ?? paths.script(scriptID),
    editFilters: paths.script(scriptID, { tab: 'filters' }),
    editFlow: paths.flow(scriptID),
    raiseCap: paths.compliance(),
    editProviders: paths.providers(),
  }
  return addresses[fix]
}
