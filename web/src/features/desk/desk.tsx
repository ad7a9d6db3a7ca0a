import type { DeskCall } from '@regie/contract/desk.ts'
import type { ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { AgentBar } from './agent-bar.tsx'
import { CallHead } from './call-head.tsx'
import { CallPanel } from './call-panel.tsx'
import styles from './desk.module.css'
import { useDesk, useQueueNews } from './desk-data.ts'
import { IdentifyPanel } from './identify-panel.tsx'
import { NoCall } from './no-call.tsx'
import { QueueList } from './queue-list.tsx'
import type { ResultWork } from './result-list.tsx'
import { TiePanel } from './tie-panel.tsx'

export type DeskProps = {
  customerID: number
  /** Call-backs that are due. */
  callbacks: ReactNode
  /** What is arranged and known of a case whose debt may be heard. */
  caseOf: (caseID: number) => ReactNode
  results: ResultWork
}

/** The desk of an agent: who waits at the left, who they speak with in the middle, the call itself at the right. */
export function Desk({ customerID, callbacks, caseOf, results }: DeskProps) {
  const t = useText()
  useQueueNews(customerID)
  return (
    <Loaded query={useDesk(customerID, 'desk')} lines={8}>
      {({ agent, call, queues, results: codes }) => (
        <div className={styles.room}>
          <div className={styles.desk}>
            <div className={styles.side}>
              <AgentBar customerID={customerID} agent={agent} />
              <QueueList queues={queues} />
              {callbacks}
            </div>
            <div className={styles.main} aria-live="polite">
              {call === null ? <NoCall agent={agent} /> : <Spoken key={call.callID} customerID={customerID} call={call} caseOf={caseOf} />}
            </div>
            <div className={styles.side} data-call={call !== null || undefined}>
              {call === null ? (
                <p className={styles.quiet}>{t('desk.controlsLater')}</p>
              ) : (
                <CallPanel key={call.callID} call={call} queues={queues} codes={codes} results={results} />
              )}
            </div>
          </div>
        </div>
      )}
    </Loaded>
  )
}

function Spoken({ customerID, call, caseOf }: { customerID: number; call: DeskCall; caseOf: DeskProps['caseOf'] }) {
  if (call.caseID === null)
    return (
      <>
        <CallHead call={call} />
        {call.state !== 'ringing' && <TiePanel customerID={customerID} callID={call.callID} />}
      </>
    )
  return (
    <>
      <CallHead call={call} />
      <IdentifyPanel call={call} />
      {call.debt !== null && caseOf(call.caseID)}
    </>
  )
}
