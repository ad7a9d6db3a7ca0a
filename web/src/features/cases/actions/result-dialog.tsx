import { arrangementApi } from '@regie/contract/arrangements.ts'
import { effectsOfResult, missingWithResult } from '@regie/contract/case-action-rules.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ResultCode } from '@regie/contract/result-codes.ts'
import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useApi } from '../../../api/use-api.ts'
import { readAmount } from '../../../locales/amount.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useDraft } from '../../../session/drafts.ts'
import { useRight } from '../../../session/use-right.ts'
import { useSession } from '../../../session/use-session.ts'
import { sendCase } from '../case-work-data.ts'
import styles from '../case-work.module.css'
import { ActionDialog } from './action-dialog.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { type Extras, firstExtras, ResultExtras } from './result-extras.tsx'
import { readWholePayment } from './payment-input.tsx'
import { codeOfKey, resultGroups, resultKeys } from './result-keys.ts'

/** What was typed with a result and not sent. */
type ResultDraft = { code: ResultCode; extras: Extras }
type ResultDialogProps = { found: CaseDetail; onClose: () => void }

/** One letter per result. What asks for nothing more is set at once; the rest asks for what its flags need. */
export function ResultDialog({ found, onClose }: ResultDialogProps) {
  const t = useText()
  const { userID } = useSession()
  const mayClose = useRight(Right.closeCases)
  const mayBook = useRight(Right.bookPayments)
  const draft = useDraft<ResultDraft>(`case-${found.caseID}-result`)
  const [restoredAt, setRestoredAt] = useState(draft.found?.at ?? null)
  const [code, setCode] = useState<ResultCode | null>(draft.found?.values.code ?? null)
  const [first] = useState(() => firstExtras(found))
  const [typed, setExtras] = useState<Extras>(() => ({ ...first, ...draft.found?.values.extras }))
  const lawful = useApi(
    arrangementApi.callbackMoment,
    { params: { caseID: found.caseID }, query: { from: first.callbackAt ?? '' } },
    { isEnabled: code !== null && effectsOfResult(code).callsBack && !effectsOfResult(code).promises, staleMs: Number.POSITIVE_INFINITY },
  )
  // Until somebody chooses, it is the first moment at which one may call.
  const extras = typed.callbackAt === first.callbackAt ? { ...typed, callbackAt: lawful.data?.at ?? typed.callbackAt } : typed
  const mayChoose = (wanted: ResultCode) => {
    const { closes, books } = effectsOfResult(wanted)
    return (mayClose || !closes) && (mayBook || !books)
  }
  const given = code === null ? null : bodyOf(found, code, extras, userID)
  const change = (changed: Extras) => {
    setExtras(changed)
    if (code !== null) draft.save({ code, extras: changed })
  }
  const forget = () => {
    draft.drop()
    setCode(null)
    setExtras(first)
    setRestoredAt(null)
  }
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input:not([type=radio]), select, textarea')) return
    const wanted = codeOfKey(event.key)
    if (wanted === null || !mayChoose(wanted)) return
    event.preventDefault()
    flushSync(() => setCode(wanted))
    const form = event.currentTarget.closest('form')
    if (asksNothing(wanted)) form?.requestSubmit()
    else form?.querySelector<HTMLElement>('[data-extras] :is(input, select, textarea)')?.focus()
  }
  return (
    <ActionDialog
      found={found}
      title={t('cases.result.title', { caseNumber: found.caseNumber })}
      verb={t(code !== null && effectsOfResult(code).closes ? 'cases.result.verbClose' : 'cases.result.verb')}
      kind={code !== null && effectsOfResult(code).closes ? 'danger' : 'main'}
      size="wide"
      isDisabled={code === null || given === null || missingWithResult(code, given) !== null}
      onSend={(version) => sendCase.result(found.caseID, { version, resultCode: code ?? '', ...given })}
      onDone={() => draft.drop()}
      onClose={onClose}
    >
      {restoredAt !== null && <DraftNotice at={restoredAt} onDrop={forget} />}
      {/* Letters are heard wherever the focus is in here. */}
      <div className={styles.results} onKeyDown={onKey} role="radiogroup" tabIndex={-1} aria-label={t('cases.columns.result')}>
        {resultGroups.map((group) => (
          <fieldset key={group} className={styles.resultGroup}>
            <legend>{t(`cases.result.groups.${group}`)}</legend>
            {resultKeys[group].map(([option, letter]) => (
              <label
                key={option}
                className={styles.result}
                data-chosen={option === code || undefined}
                data-refused={!mayChoose(option) || undefined}
              >
                <input
                  type="radio"
                  name="result"
                  disabled={!mayChoose(option)}
                  checked={option === code}
                  onChange={() => setCode(option)}
                />
                <span>{t(`cases.results.${option}`)}</span>
                <kbd>{letter}</kbd>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      {code !== null && <ResultExtras key={code} found={found} code={code} extras={extras} onExtras={change} />}
    </ActionDialog>
  )
}

function asksNothing(code: ResultCode) {
  const { closes, callsBack, promises, blacklists, stopsFor } = effectsOfResult(code)
  return !closes && !callsBack && !promises && !blacklists && stopsFor === null
}

/** What is sent beside the code; null while an amount or day is still missing. */
function bodyOf(found: CaseDetail, code: ResultCode, extras: Extras, userID: number) {
  const { callsBack, promises, blacklists, books } = effectsOfResult(code)
  const payment = books ? readWholePayment(found, extras.payment) : undefined
  if (payment === null) return null
  const typed = code === 'REG' ? extras.parts : [extras.promise]
  const parts = promises ? typed.map(({ due, amount }) => ({ due, amountCents: readAmount(amount) ?? 0 })) : []
  if (parts.some(({ due, amountCents }) => due === '' || amountCents === 0)) return null
  return {
    ...(parts.length > 0 && { parts }),
    ...(callsBack &&
      !promises &&
      extras.callbackAt !== null && { callbackAt: extras.callbackAt, callbackFor: extras.callbackFor === 'me' ? userID : null }),
    ...(blacklists && extras.retention !== '' && { retention: extras.retention }),
    ...(payment && { payment }),
    ...(extras.note.trim() !== '' && { note: extras.note.trim() }),
  }
}
