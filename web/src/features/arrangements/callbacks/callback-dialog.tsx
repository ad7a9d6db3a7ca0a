import { Callback } from '@regie/contract/arrangements.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { ApiFailure } from '../../../api/api-failure.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextMoment } from '../../../locales/next-moment.ts'
import { type Becomes, StandingCallback, useStandingCallback } from '../../../session/standing-callback.tsx'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import { DateTimeInput } from '../../../ui/dates/date-time-input.tsx'
import { TextAreaInput } from '../../../ui/inputs.tsx'
import { useVersionedForm } from '../../../ui/use-versioned-form.ts'
import styles from '../arrangements.module.css'
import { useAddCallback, useCallbackMoment, useChangeCallback } from '../arrangements-data.ts'
import { inAnHour, inAWeek, tomorrow } from './callback-moments.ts'
import { whoCalls } from '../../../session/callback-words.ts'
import { ColleagueInput } from './colleague-input.tsx'
import { personName } from '../../../session/people.ts'

type CallbackDialogProps = { found: CaseDetail; callback?: Callback; onClose: () => void }

/** Makes a call-back, or moves or hands over one that is there. A moment at which one may not call is refused with the next one at which one may. */
export function CallbackDialog({ found, callback, onClose }: CallbackDialogProps) {
  const t = useText()
  const { caseID, customerID } = found
  const { userID, username } = useSession()
  const add = useAddCallback()
  const change = useChangeCallback()
  const [blank] = useState(() => newCallback(found, { userID, name: personName(username) }))
  const row = callback ?? blank
  const [{ at: typedAt, forUserID, note }, setDraft] = useState(() => draftOf(row))
  const [nextAt, setNextAt] = useState<string | null>(null)
  const [isChosen, setChosen] = useState(false)
  const { standing, isPending } = useStandingCallback(caseID)
  const [becomes, setBecomes] = useState<Becomes>('replace')
  const lawful = useCallbackMoment(caseID, blank.at, callback === undefined)
  // Until somebody chooses, it is the first moment at which one may call.
  const at = callback === undefined && !isChosen ? (lawful ?? typedAt) : typedAt
  const put = (changed: Partial<Draft>) => setDraft((draft) => ({ ...draft, ...changed }))
  const { base, theirs, lastSave, takeTheirs, save } = useVersionedForm({
    row,
    schema: Callback,
    isChanged: (from) => JSON.stringify(draftOf(from)) !== JSON.stringify({ at, forUserID, note }),
    show: (shown) => setDraft(draftOf(shown)),
  })
  const choose = (moment: string | null) => {
    put({ at: moment })
    setChosen(true)
    setNextAt(null)
  }
  // A moment that stays is not asked of again: it may lie behind us.
  const moved = at === null || at === (theirs ?? base).at ? {} : { at }
  const send = async () => {
    try {
      if (callback === undefined && standing !== null && becomes === 'replace') {
        const { callbackID, version } = standing
        return await change.mutateAsync({ params: { callbackID }, body: { forUserID, note, at: at ?? '', version } })
      }
      if (callback === undefined) return await add.mutateAsync({ params: { caseID }, body: { forUserID, note, at: at ?? '' } })
      const { callbackID } = callback
      const saved = await save((version) => change.mutateAsync({ params: { callbackID }, body: { forUserID, note, ...moved, version } }))
      return saved !== null
    } catch (refusal) {
      setNextAt(nextMomentOf(refusal))
      throw refusal
    }
  }
  const title = t(callback === undefined ? 'arrangements.callbacks.make' : 'arrangements.callbacks.change')
  return (
    <ConfirmDialog
      isOpen
      title={title}
      verb={t('arrangements.callbacks.save')}
      fields={['at', 'forUserID']}
      isDisabled={at === null || (callback === undefined && isPending)}
      onConfirm={send}
      onClose={onClose}
    >
      {(faultAt) => (
        <div className={styles.stack}>
          {theirs !== null && <ConflictNotice items={wordsOf(t, theirs)} lastSave={lastSave} onTake={takeTheirs} />}
          {callback === undefined && <StandingCallback standing={standing} becomes={becomes} onBecomes={setBecomes} />}
          <DateTimeInput
            label={t('arrangements.callbacks.at')}
            help={t('arrangements.callbacks.waits')}
            isRequired
            value={at}
            onChange={choose}
            error={faultAt('at')}
          />
          <div className={styles.choices}>
            {nextAt !== null && (
              <Button kind="main" onPress={() => choose(nextAt)}>
                {t('arrangements.callbacks.takeNext', { at: formatNextMoment(nextAt) })}
              </Button>
            )}
            <Button onPress={() => choose(inAnHour())}>{t('arrangements.callbacks.inAnHour')}</Button>
            <Button onPress={() => choose(tomorrow())}>{t('arrangements.callbacks.tomorrow', { time: '10:00' })}</Button>
            <Button onPress={() => choose(inAWeek())}>{t('arrangements.callbacks.nextWeek')}</Button>
          </div>
          <ColleagueInput
            customerID={customerID}
            value={forUserID}
            onChange={(chosen) => put({ forUserID: chosen })}
            error={faultAt('forUserID')}
          />
          <TextAreaInput
            label={t('arrangements.callbacks.note')}
            rows={2}
            maxLength={1000}
            value={note}
            onChange={(typed) => put({ note: typed })}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}

type Draft = { at: string | null; forUserID: number | null; note: string }

const draftOf = ({ at, forUser, note }: Callback): Draft => ({ at, forUserID: forUser?.userID ?? null, note })

/** One that is not there yet: by its maker, in an hour. */
function newCallback({ caseID, caseNumber, name }: CaseDetail, maker: NonNullable<Callback['forUser']>): Callback {
  return {
    callbackID: 0,
    caseID,
    caseNumber,
    name,
    at: inAnHour(),
    forUser: maker,
    note: '',
    by: maker.name,
    state: 'open',
    endedByClosing: false,
    version: 0,
  }
}

function wordsOf(t: ReturnType<typeof useText>, callback: Callback) {
  return [
    { key: 'at', label: t('arrangements.callbacks.at'), value: formatNextMoment(callback.at) },
    { key: 'who', label: t('arrangements.callbacks.who'), value: whoCalls(t, callback) },
    { key: 'state', label: t('arrangements.callbacks.state'), value: t(`arrangements.callbacks.states.${callback.state}`) },
    { key: 'note', label: t('arrangements.callbacks.note'), value: callback.note },
  ]
}

function nextMomentOf(refusal: unknown): string | null {
  const moment = refusal instanceof ApiFailure ? refusal.params?.nextAt : undefined
  return typeof moment === 'string' && moment !== '' ? moment : null
}
