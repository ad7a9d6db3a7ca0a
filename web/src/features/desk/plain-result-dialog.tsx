import { arrangementApi } from '@regie/contract/arrangements.ts'
import type { Retention } from '@regie/contract/case-actions.ts'
import { effectsOfResult } from '@regie/contract/case-action-rules.ts'
import type { DeskCall } from '@regie/contract/desk.ts'
import type { ResultCode } from '@regie/contract/result-codes.ts'
import { type ReactNode, useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CallbackInput } from '../../ui/dates/callback-input.tsx'
import { workingHourFrom } from '../../ui/dates/working-hours.ts'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { ChoiceInput } from '../../ui/toggles.tsx'
import styles from './desk.module.css'
import { useDeskResult } from './desk-data.ts'

export type PlainResultProps = {
  call: DeskCall
  caseID: number
  code: ResultCode
  name: string
  /** Asks for how long nobody contacts them. */
  retention: (value: Retention | '', onChange: (value: Retention | '') => void) => ReactNode
  /** It is kept. */
  onDone?: () => void
  onClose: () => void
}

/** A result of a call while it is not known who speaks: it asks what the result needs, and reads nothing of the case. */
export function PlainResultDialog({ call: { callID }, caseID, code, name, retention, onDone, onClose }: PlainResultProps) {
  const t = useText()
  const give = useDeskResult()
  const { callsBack, blacklists } = effectsOfResult(code)
  const [now] = useState(() => workingHourFrom(new Date().toISOString()))
  const lawful = useApi(
    arrangementApi.callbackMoment,
    { params: { caseID }, query: { from: now } },
    { isEnabled: callsBack, staleMs: Number.POSITIVE_INFINITY },
  )
  const [chosenAt, setAt] = useState<string | null | undefined>(undefined)
  const [callbackFor, setFor] = useState<'me' | 'anyone'>('me')
  const [becomes, setBecomes] = useState<'replace' | 'both'>('replace')
  const [kept, setKept] = useState<Retention | ''>('')
  const [note, setNote] = useState('')
  const lawfulAt = lawful.data?.at ?? null
  // Until somebody chooses, it is the first working hour at which one may call.
  const at = chosenAt === undefined ? (lawfulAt === null ? now : workingHourFrom(lawfulAt)) : chosenAt
  const isMissing = (callsBack && at === null) || (blacklists && kept === '')
  async function confirm() {
    const body = {
      resultCode: code,
      ...(callsBack && at !== null && { callbackAt: at, callbackFor, becomes }),
      ...(blacklists && kept !== '' && { retention: kept }),
      ...(note.trim() !== '' && { note: note.trim() }),
    }
    await give({ params: { callID }, body })
    notify(t('desk.resultGiven', { result: name }))
    onDone?.()
  }
  return (
    <ConfirmDialog
      isOpen
      title={name}
      verb={t('cases.result.verb')}
      fields={['callbackAt']}
      isDisabled={isMissing}
      onConfirm={confirm}
      onClose={onClose}
    >
      {(faultAt) => (
        <div className={styles.stack}>
          {callsBack && (
            <>
              <CallbackInput
                label={t('cases.result.callbackAt')}
                help={t('cases.result.callbackHelp')}
                isRequired
                error={faultAt('callbackAt')}
                value={at}
                onChange={setAt}
              />
              <ChoiceInput
                label={t('cases.result.callbackFor')}
                value={callbackFor}
                onChange={setFor}
                options={[
                  { value: 'me', label: t('cases.result.me') },
                  { value: 'anyone', label: t('cases.result.anyone') },
                ]}
              />
              <ChoiceInput
                label={t('desk.standingCallback')}
                value={becomes}
                onChange={setBecomes}
                options={[
                  { value: 'replace', label: t('arrangements.callbacks.replace') },
                  { value: 'both', label: t('arrangements.callbacks.both') },
                ]}
              />
            </>
          )}
          {blacklists && retention(kept, setKept)}
          <TextAreaInput label={t('cases.result.note')} maxLength={4000} value={note} onChange={setNote} />
        </div>
      )}
    </ConfirmDialog>
  )
}
