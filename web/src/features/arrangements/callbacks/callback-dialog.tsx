import type { Callback } from '@regie/contract/arrangements.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { ApiFailure } from '../../../api/api-failure.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextMoment } from '../../../locales/next-moment.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DateTimeInput, TextAreaInput } from '../../../ui/inputs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from '../arrangements.module.css'
import { useAddCallback, useChangeCallback } from '../arrangements-data.ts'
import { inAnHour, inAWeek, tomorrow } from './callback-moments.ts'
import { whoCalls } from './callback-words.ts'
import { ColleagueInput } from './colleague-input.tsx'

type CallbackDialogProps = { found: CaseDetail; callback?: Callback; onClose: () => void }

/** Makes a call-back, or moves or hands over one that is there. A moment at which one may not call is refused with the next one at which one may. */
export function CallbackDialog({ found, callback, onClose }: CallbackDialogProps) {
  const t = useText()
  const { caseID, customerID } = found
  const { userID } = useSession()
  const add = useAddCallback()
  const change = useChangeCallback()
  const [seen, setSeen] = useState(callback)
  const [isStale, setStale] = useState(false)
  const [at, setAt] = useState<string | null>(callback?.at ?? inAnHour)
  const [forUserID, setForUserID] = useState(callback === undefined ? userID : (callback.forUser?.userID ?? null))
  const [note, setNote] = useState(callback?.note ?? '')
  const [nextAt, setNextAt] = useState<string | null>(null)
  const choose = (moment: string | null) => {
    setAt(moment)
    setNextAt(null)
  }
  const save = async () => {
    const body = { forUserID, note }
    // A moment that stays is not asked of again: it may lie behind us.
    const moved = at === null || at === seen?.at ? {} : { at }
    try {
      if (seen === undefined) await add.mutateAsync({ params: { caseID }, body: { ...body, at: at ?? '' } })
      else await change.mutateAsync({ params: { callbackID: seen.callbackID }, body: { ...body, ...moved, version: seen.version } })
    } catch (refusal) {
      if (refusal instanceof ApiFailure && refusal.code === 'error.conflict') {
        setSeen(refusal.current as Callback)
        setStale(true)
      }
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
      isDisabled={at === null}
      onConfirm={save}
      onClose={onClose}
    >
      {(faultAt) => (
        <div className={styles.stack}>
          {isStale && seen !== undefined && (
            <Notice tone="warning" icon="users">
              {t('arrangements.callbacks.stale', { at: formatNextMoment(seen.at), who: whoCalls(t, seen) })}
            </Notice>
          )}
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
          <ColleagueInput customerID={customerID} value={forUserID} onChange={setForUserID} error={faultAt('forUserID')} />
          <TextAreaInput label={t('arrangements.callbacks.note')} rows={2} maxLength={1000} value={note} onChange={setNote} />
        </div>
      )}
    </ConfirmDialog>
  )
}

function nextMomentOf(refusal: unknown): string | null {
  const moment = refusal instanceof ApiFailure ? refusal.params?.nextAt : undefined
  return typeof moment === 'string' && moment !== '' ? moment : null
}
