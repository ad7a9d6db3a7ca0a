import type { ManualCall } from '@regie/contract/calls.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { errorText } from '../../locales/error-text.ts'
import { reasonText } from '../../locales/event-words.ts'
import { Strip } from '../../ui/strip.tsx'
import { useText } from '../../locales/i18n.tsx'
import { SimulationMark } from '../../session/simulation-mark.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useKey } from '../../ui/use-key.ts'
import { useNow } from '../../ui/use-now.ts'
import { useEndCall, useManualCall } from './outreach-data.ts'
import { personName } from '../../session/people.ts'

type CallStripProps = {
  found: CaseDetail
  /** Ways to say how a call ended that nobody answered. */
  unanswered: ReactNode
  /** Asks what the call brought. */
  result: (onClose: () => void) => ReactNode
}

/** The call by hand of this case: waits, rings, is talked in, ended. When a conversation is over its result is asked at once. */
export function CallStrip({ found, unanswered, result }: CallStripProps) {
  const call = useManualCall(found.caseID)
  const seenOn = useRef<number | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [hidden, setHidden] = useState<number | null>(null)
  // The case as it is after the call: the question is asked about that.
  const needsResult = found.status !== 'closed' && call?.needsResult === true && found.liveState === null && found.attempts > 0
  const callID = call?.callID ?? null
  useEffect(() => {
    if (call?.mine === true && call.state !== 'ended') seenOn.current = call.callID
    // Whoever is in a question of their own already answers that first; the strip keeps asking.
    else if (needsResult && seenOn.current === callID && document.querySelector('dialog[open]') === null) {
      seenOn.current = null
      setAsking(true)
    }
  }, [call, needsResult, callID])
  const isShown = call !== null && call.callID !== hidden && (call.state !== 'ended' || call.mine)
  return (
    <>
      <div role="status" aria-live="polite">
        {isShown && (
          <CallNow
            call={call}
            isClosed={found.status === 'closed'}
            unanswered={unanswered}
            onResult={() => setAsking(true)}
            onHide={() => setHidden(call.callID)}
          />
        )}
      </div>
      {isAsking && result(() => setAsking(false))}
    </>
  )
}

type CallNowProps = { call: ManualCall; isClosed: boolean; unanswered: ReactNode; onResult: () => void; onHide: () => void }

function CallNow({ call, isClosed, unanswered, onResult, onHide }: CallNowProps) {
  const t = useText()
  const isOver = call.state === 'ended'
  // A closed case takes no result: nothing is asked of its call any more.
  const needsResult = call.needsResult && !isClosed
  const needsAnswer = call.needsAnswer && !isClosed
  return (
    <Strip
      label={t('outreach.call.title')}
      icon={call.outcome === 'voicemail' ? 'voicemail' : 'phone'}
      tone={toneOf(call)}
      words={
        <>
          <strong>{stateText(t, call)}</strong>
          {!call.mine && <span>{t('outreach.call.by', { name: personName(call.by) })}</span>}
          {call.state !== 'waiting' && <Duration call={call} />}
          {isOver && call.reason !== null && <span>{reasonText(call.reason)}</span>}
          {isOver && isClosed && <span>{t('outreach.call.caseClosed')}</span>}
        </>
      }
    >
      <SimulationMark isShown={call.simulated} />
      {call.mine && !isOver && <HangUp call={call} />}
      {needsResult && (
        <Button kind="main" icon={<Icon name="result" size={16} />} onPress={onResult}>
          {t('cases.result.button')}
        </Button>
      )}
      {isOver && needsAnswer && unanswered}
      {isOver && !needsResult && <IconButton icon="close" label={t('ui.close')} onPress={onHide} />}
    </Strip>
  )
}

function HangUp({ call }: { call: ManualCall }) {
  const t = useText()
  const end = useEndCall()
  const hangUp = () => {
    if (end.isPending) return
    end.mutate(
      { params: { caseID: call.caseID, callID: call.callID } },
      {
        onError: (failure) =>
          notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : errorText('error.unexpected')),
      },
    )
  }
  useKey('h', hangUp)
  return (
    <Button kind="danger" isBusy={end.isPending} onPress={hangUp}>
      {t(call.state === 'waiting' ? 'outreach.call.stop' : 'outreach.call.hangUp')}
    </Button>
  )
}

/** How long it rings or is talked, or was. */
function Duration({ call: { state, ringingAt, answeredAt, endedAt } }: { call: ManualCall }) {
  const now = useNow(500)
  const from = state === 'ringing' ? ringingAt : answeredAt
  if (from === null || (state === 'ended' && endedAt === null)) return null
  const seconds = Math.max(0, Math.floor(((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(from)) / 1000))
  return (
    <span className="numbers" aria-live="off">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}

function stateText(t: ReturnType<typeof useText>, { state, outcome }: ManualCall): string {
  if (state !== 'ended') return t(`outreach.call.${state}`)
  if (outcome === 'answered' || outcome === 'transferred') return t('outreach.call.over')
  return outcome === null ? t('outreach.call.over') : t(`cases.deliveries.${outcome}`)
}

function toneOf({ state, outcome }: ManualCall) {
  if (state === 'talking') return 'success'
  if (state !== 'ended') return 'info'
  return outcome === 'failed' || outcome === 'unknown' ? 'error' : 'neutral'
}
