import type { DeskCall } from '@regie/contract/desk.ts'
import { type ReactNode, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { AgentBar } from './agent-bar.tsx'
import { CallHead } from './call-head.tsx'
import { CallPanel } from './call-panel.tsx'
import styles from './desk.module.css'
import { useDesk, useQueueNews } from './desk-data.ts'
import type { AddedWords } from './desk-note.tsx'
import type { GuideWorks } from './guide/end-work.tsx'
import { GuidePanel } from './guide/guide-panel.tsx'
import { IdentifyPanel } from './identify-panel.tsx'
import { NoCall } from './no-call.tsx'
import { PhonePanel } from './phone/phone-panel.tsx'
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
  /** The questions of the case with which a guided conversation ends. */
  works: Pick<GuideWorks, 'result' | 'link'>
}

/** The desk of an agent: who waits at the left, who they speak with in the middle, the call itself at the right. */
export function Desk({ customerID, callbacks, caseOf, results, works }: DeskProps) {
  const t = useText()
  const [added, setAdded] = useState<AddedWords | null>(null)
  useQueueNews(customerID)
  return (
    <Loaded query={useDesk(customerID, 'desk')} lines={8}>
      {({ agent, call, queues, results: codes }) => (
        <div className={styles.room}>
          <div className={styles.desk}>
            <div className={styles.side}>
              <AgentBar customerID={customerID} agent={agent} />
              <PhonePanel customerID={customerID} call={call} />
              <QueueList queues={queues} />
              {callbacks}
            </div>
            <div className={styles.main} aria-live="polite">
              {call === null ? (
                <NoCall agent={agent} />
              ) : (
                <Spoken
                  key={call.callID}
                  customerID={customerID}
                  call={call}
                  caseOf={caseOf}
                  works={{ ...results, ...works }}
                  onNote={(words) => setAdded({ callID: call.callID, no: (added?.no ?? 0) + 1, words })}
                />
              )}
            </div>
            <div className={styles.side} data-call={call !== null || undefined}>
              {call === null ? (
                <p className={styles.quiet}>{t('desk.controlsLater')}</p>
              ) : (
                <CallPanel key={call.callID} call={call} queues={queues} codes={codes} results={results} added={added} />
              )}
            </div>
          </div>
        </div>
      )}
    </Loaded>
  )
}

type SpokenProps = {
  customerID: number
  call: DeskCall
  caseOf: DeskProps['caseOf']
  works: GuideWorks
  onNote: (words: string) => void
}

function Spoken({ customerID, call, caseOf, works, onNote }: SpokenProps) {
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
      <GuidePanel call={call} works={works} onNote={onNote} />
      <IdentifyPanel call={call} />
      {call.debt !== null && caseOf(call.caseID)}
    </>
  )
}
