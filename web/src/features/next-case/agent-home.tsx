import type { FirstCase, OwnDay } from '@regie/contract/next-case.ts'
import type { ReactNode } from 'react'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'
import { AgentHomeOutline } from './agent-home-outline.tsx'
import { Called } from './called.tsx'
import { OwnCallbacks } from './own-callbacks.tsx'
import { NextCard } from './next-card.tsx'
import styles from './next-case.module.css'
import { useOwnDay } from './next-case-data.ts'
import { Objections } from './objections.tsx'
import { OwnPromises } from './own-promises.tsx'
import { RecentCases } from './recent-cases.tsx'

export type AgentHomeProps = {
  customerID: number
  scriptID: number | null
  /** Calls somebody in one press. */
  callOf: (caseID: number, name: string) => ReactNode
  answerOf: (answer: NonNullable<FirstCase['lastAnswer']>) => string
  resultOf: (result: string) => string
  /** Who waits for an answer. */
  messages: ReactNode
}

/** The first screen of who works case by case: who comes next, what waits for them by its moment, and what they did today. */
export function AgentHome({ customerID, scriptID, callOf, answerOf, resultOf, messages }: AgentHomeProps) {
  const t = useText()
  const query = useOwnDay(customerID)
  const { data: day } = query
  if (day === undefined)
    return query.error === null ? <AgentHomeOutline /> : <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={styles.home}>
      <div className={styles.top}>
        <NextCard customerID={customerID} scriptID={scriptID} held={day.held} answerOf={answerOf} />
        <StatRow label={t('nextCase.day.title')}>
          <Stat label={t('nextCase.day.calls')} value={day.calls} />
          <Stat label={t('nextCase.day.spoken')} value={day.spoken} tone="success" />
          <PromisesTaken promises={day.promises} />
        </StatRow>
      </div>
      <div className={styles.thirds}>
        <div className={styles.first}>
          <OwnCallbacks customerID={customerID} callOf={callOf} />
          {messages}
        </div>
        <OwnPromises broken={day.broken} awaited={day.awaited} callOf={callOf} />
        <div className={styles.stack}>
          {day.objections.length > 0 && <Objections objections={day.objections} />}
          <Called called={day.called} resultOf={resultOf} />
          <RecentCases />
        </div>
      </div>
    </div>
  )
}

function PromisesTaken({ promises }: { promises: OwnDay['promises'] }) {
  const t = useText()
  const count = promises.reduce((sum, one) => sum + one.count, 0)
  const sums = promises.map(({ cents, currency }) => formatMoney(cents, currency)).join(' · ')
  return <Stat label={t('nextCase.day.promised')} value={count} {...(sums !== '' && { hint: sums })} />
}
