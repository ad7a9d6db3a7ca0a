import type { HomeBatch } from '@regie/contract/home.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { EmptyToFill } from '../../session/empty-to-fill.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { AttentionList } from './attention-list.tsx'
import { periodOf, useHome } from './home-data.ts'
import { HomeOutline } from './home-outline.tsx'
import { HomeTiles } from './home-tiles.tsx'
import { ReceivedPanel } from './received-panel.tsx'
import { RunningBatches } from './running-batches.tsx'
import styles from './home.module.css'

type HomeProps = {
  customerID: number
  scriptID: number | null
  days: string
  onDays: (days: string) => void
  /** What fills an empty customer. */
  upload: ReactNode
  stateOf: (batch: HomeBatch['batch']) => ReactNode
}

/** What needs somebody now: money, what waits for attention, and what runs. Each part shows itself to those who may see it. */
export function Home({ customerID, scriptID, days, onDays, upload, stateOf }: HomeProps) {
  const t = useText()
  const home = useHome(customerID, scriptID)
  if (home.data === undefined)
    return home.error === null ? <HomeOutline /> : <ErrorState failure={home.error} onRetry={() => void home.refetch()} />
  const { day, money, attention, running, hasBatches } = home.data
  if (!hasBatches && (money ?? []).length === 0)
    return <EmptyToFill icon="upload" title={t('home.empty.title')} text={t('home.empty.text')} right={Right.uploadFiles} action={upload} />
  return (
    <div className={styles.home}>
      {money !== null && <HomeTiles day={day} money={money} />}
      <div className={styles.halves} data-single={money === null || undefined}>
        {money !== null && <ReceivedPanel customerID={customerID} scriptID={scriptID} period={{ days: periodOf(days) }} onDays={onDays} />}
        <AttentionList attention={attention} />
      </div>
      {running !== null && <RunningBatches running={running} stateOf={stateOf} />}
    </div>
  )
}
