import type { FirstCase } from '@regie/contract/next-case.ts'
import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { AgentHomeOutline } from './agent-home-outline.tsx'
import { Called } from './called.tsx'
import { DayFigures } from './day-figures.tsx'
import { OwnCallbacks } from './own-callbacks.tsx'
import { NextCard } from './next-card.tsx'
import styles from './next-case.module.css'
import { useOwnDay } from './next-case-data.ts'
import { Objections } from './objections.tsx'
import { OwnPromises } from './own-promises.tsx'
import { RecentCases } from './recent-cases.tsx'
import { CasesAfter } from './cases-after.tsx'

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
  const query = useOwnDay(customerID)
  const { data: day } = query
  if (day === undefined)
    return query.error === null ? <AgentHomeOutline /> : <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={styles.home}>
      <div className={styles.main}>
        <NextCard customerID={customerID} scriptID={scriptID} held={day.held} answerOf={answerOf} />
        <div className={styles.beside}>
          <div className={styles.stack}>
            <OwnCallbacks customerID={customerID} callOf={callOf} />
            <CasesAfter customerID={customerID} scriptID={scriptID} answerOf={answerOf} />
          </div>
          {messages}
        </div>
      </div>
      <div className={styles.stack}>
        <DayFigures day={day} />
        <OwnPromises broken={day.broken} awaited={day.awaited} callOf={callOf} />
        {day.objections.length > 0 && <Objections objections={day.objections} />}
        <Called called={day.called} resultOf={resultOf} />
        <RecentCases />
      </div>
    </div>
  )
}
