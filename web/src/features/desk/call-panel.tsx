import { type DeskCall, type DeskQueue, deskApi } from '@regie/contract/desk.ts'
import { useText } from '../../locales/i18n.tsx'
import { stopwatch } from '../../session/stopwatch.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CallControls } from './call-controls.tsx'
import styles from './desk.module.css'
import { useDeskChange } from './desk-data.ts'
import { secondsLeft, usePhone } from './phone/phone.ts'
import { type AddedWords, DeskNote } from './desk-note.tsx'
import { ResultList, type ResultWork } from './result-list.tsx'

type CallPanelProps = {
  call: DeskCall
  queues: readonly DeskQueue[]
  codes: readonly string[]
  results: ResultWork
  /** What is to stand under the note. */
  added: AddedWords | null
}

/** The call in hand: how long, what one does with it, what it brought, and what one writes meanwhile. */
export function CallPanel({ call, queues, codes, results, added }: CallPanelProps) {
  const t = useText()
  return (
    <>
      <Panel title={t(`desk.states.${call.heldAt === null ? call.state : 'held'}`)} actions={<Clock call={call} />}>
        <Work call={call} queues={queues} />
      </Panel>
      {call.caseID !== null && <ResultList call={call} caseID={call.caseID} codes={codes} work={results} />}
      <DeskNote call={call} added={added} />
    </>
  )
}

function Work({ call, queues }: Pick<CallPanelProps, 'call' | 'queues'>) {
  const t = useText()
  const { state } = usePhone()
  if (call.state === 'ended') return <Finish call={call} />
  // It rings at the agent's own phone, until they pick it up there or a colleague gets it.
  if (call.state === 'ringing' && call.queue !== null)
    return <p className={styles.quiet}>{t(state === 'connected' ? 'desk.phone.rings' : 'desk.pickUp')}</p>
  return (
    <>
      {call.leftAt !== null && <Away leftAt={call.leftAt} />}
      <CallControls call={call} queues={queues} />
    </>
  )
}

/** The page was gone from the call: it is brought back, and the other one hears music meanwhile. */
function Away({ leftAt }: { leftAt: string }) {
  const t = useText()
  return <p role="status">{t('desk.phone.away', { count: secondsLeft(leftAt, useNow(500)) })}</p>
}

/** How long they talk, or talked; of a hold that too. */
function Clock({ call: { state, askedAt, beganAt, endedAt, heldAt, holdSeconds } }: { call: DeskCall }) {
  const t = useText()
  const now = useNow(500)
  const until = state === 'ended' && endedAt !== null ? Date.parse(endedAt) : now
  const held = holdSeconds * 1000 + (heldAt === null ? 0 : now - Date.parse(heldAt))
  return (
    <span className={styles.clock} aria-live="off">
      {held > 0 && <small>{t('desk.heldFor', { time: stopwatch(held) })}</small>}
      <strong className="numbers">{stopwatch(until - Date.parse(beganAt ?? askedAt))}</strong>
    </span>
  )
}

function Finish({ call: { callID, caseID, hasResult, beganAt } }: { call: DeskCall }) {
  const t = useText()
  const finish = useDeskChange(deskApi.finish)
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>
        {t(
          caseID === null
            ? 'desk.finishUnknown'
            : hasResult
              ? 'desk.finishReady'
              : beganAt === null
                ? 'desk.nobodySpoke'
                : 'desk.finishWithout',
        )}
      </p>
      <Button
        kind={hasResult ? 'main' : 'plain'}
        isWide
        isBusy={finish.isPending}
        icon={<Icon name="check" size={16} />}
        onPress={() => finish.send({ params: { callID } })}
      >
        {t('desk.finish')}
      </Button>
    </div>
  )
}
