import { arrangementApi, type Callback } from '@regie/contract/arrangements.ts'
import { effectsOfResult, missingWithResult } from '@regie/contract/case-action-rules.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ResultCode } from '@regie/contract/result-codes.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '../../../api/use-api.ts'
import { readAmount } from '../../../locales/amount.ts'
import { useText } from '../../../locales/i18n.tsx'
import { workingHourFrom } from '../../../ui/dates/working-hours.ts'
import { useDraft } from '../../../session/drafts.ts'
import { givenDebtHelp } from '../../../session/debt-help-input.tsx'
import { useRight } from '../../../session/use-right.ts'
import { readPlan } from '../../../session/plan/plan-form.tsx'
import { useStandingCallback } from '../../../session/standing-callback.tsx'
import { useSession } from '../../../session/use-session.ts'
import { sendCase } from '../case-work-data.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from '../case-work.module.css'
import { ActionDialog } from './action-dialog.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { type Extras, firstExtras, ResultExtras } from './result-extras.tsx'
import { readWholePayment } from './payment-input.tsx'
import { codeOfKey, resultGroups, resultKeys } from './result-keys.ts'

/** What was typed with a result and not sent. */
type ResultDraft = { code: ResultCode; extras: Extras }
type ResultDialogProps = {
  found: CaseDetail
  /** What somebody chose already, where they were asked. */
  first?: ResultCode | null
  /** It is kept. */
  onDone?: () => void
  onClose: () => void
}

/** One letter per result: it chooses, Enter saves. What the flags of a result need is asked below; the other results make room for it. */
export function ResultDialog({ found, first: wished = null, onDone, onClose }: ResultDialogProps) {
  const t = useText()
  const { userID } = useSession()
  const mayClose = useRight(Right.closeCases)
  const mayBook = useRight(Right.bookPayments)
  const draft = useDraft<ResultDraft>(`case-${found.caseID}-result`)
  const [restoredAt, setRestoredAt] = useState(draft.found?.at ?? null)
  const [code, setCode] = useState<ResultCode | null>(wished ?? draft.found?.values.code ?? null)
  // Whoever walks the results with the arrow keys, which press what they reach, has not chosen yet.
  const isWalking = useRef(false)
  const [isChosen, setChosen] = useState(code !== null)
  const [first] = useState(() => firstExtras(found))
  const [typed, setExtras] = useState<Extras>(() => ({ ...first, ...draft.found?.values.extras }))
  const makesCallback = code !== null && effectsOfResult(code).callsBack && !effectsOfResult(code).promises
  const { standing, isPending } = useStandingCallback(found.caseID, makesCallback)
  const lawful = useApi(
    arrangementApi.callbackMoment,
    { params: { caseID: found.caseID }, query: { from: first.callbackAt ?? '' } },
    { isEnabled: makesCallback, staleMs: Number.POSITIVE_INFINITY },
  )
  const lawfulAt = lawful.data?.at ?? null
  // Until somebody chooses, it is the first working hour at which one may call.
  const extras =
    typed.callbackAt === first.callbackAt
      ? { ...typed, callbackAt: lawfulAt === null ? typed.callbackAt : workingHourFrom(lawfulAt) }
      : typed
  const mayChoose = (wanted: ResultCode) => {
    const { closes, books } = effectsOfResult(wanted)
    return (mayClose || !closes) && (mayBook || !books)
  }
  const given = code === null ? null : bodyOf(found, code, extras, { userID, standing })
  const change = (changed: Extras) => {
    setExtras(changed)
    if (code !== null) draft.save({ code, extras: changed })
  }
  const forget = () => {
    draft.drop()
    setCode(null)
    setChosen(false)
    setExtras(first)
    setRestoredAt(null)
  }
  const choose = (wanted: ResultCode) => {
    setCode(wanted)
    setChosen(true)
  }
  const results = useRef<HTMLDivElement>(null)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const form = results.current?.closest('form') ?? null
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input:not([type=radio]), select, textarea')) return
    // Another question lies over this one, or one of its lists is open.
    if (target !== document.body && form?.closest('dialog')?.contains(target) !== true) return
    const wanted = codeOfKey(event.key)
    if (wanted === null || !mayChoose(wanted)) return
    event.preventDefault()
    event.stopPropagation()
    choose(wanted)
    const focus = () =>
      form?.querySelector<HTMLElement>(asksNothing(wanted) ? ':checked' : '[data-extras] :is(input, select, textarea)')?.focus()
    // Once the key is up: held down it would go on as text in the field.
    document.addEventListener('keyup', focus, { capture: true, once: true })
  })
  const showAll = () => {
    setChosen(false)
    results.current?.querySelector<HTMLElement>(':checked')?.focus()
  }
  const isSeen = (option: ResultCode) => !isChosen || option === code
  // Letters are heard wherever the focus is: on a button, on the question itself, or nowhere after what had it is gone.
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [])
  return (
    <ActionDialog
      found={found}
      title={t('cases.result.title', { caseNumber: found.caseNumber })}
      verb={t(code !== null && effectsOfResult(code).closes ? 'cases.result.verbClose' : 'cases.result.verb')}
      kind={code !== null && effectsOfResult(code).closes ? 'danger' : 'main'}
      keys={code === null || asksNothing(code) ? 'Enter' : 'Ctrl+Enter'}
      action="setResult"
      size="wide"
      isDisabled={isPending || code === null || given === null || missingWithResult(code, given) !== null}
      onSend={(version) => sendCase.result(found.caseID, { version, resultCode: code ?? '', ...given })}
      onDone={() => {
        draft.drop()
        onDone?.()
      }}
      onClose={onClose}
    >
      {restoredAt !== null && <DraftNotice at={restoredAt} onDrop={forget} />}
      <div
        ref={results}
        className={styles.results}
        data-chosen={isChosen || undefined}
        role="radiogroup"
        tabIndex={-1}
        aria-label={t('cases.columns.result')}
      >
        {resultGroups
          .filter((group) => resultKeys[group].some(([option]) => isSeen(option)))
          .map((group) => (
            <fieldset key={group} className={styles.resultGroup}>
              <legend>{t(`cases.result.groups.${group}`)}</legend>
              {resultKeys[group]
                .filter(([option]) => isSeen(option))
                .map(([option, letter]) => (
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
                      onKeyDown={({ key }) => void (isWalking.current = key.startsWith('Arrow'))}
                      onKeyUp={() => void (isWalking.current = false)}
                      onClick={() => !isWalking.current && choose(option)}
                    />
                    <span>{t(`cases.results.${option}`)}</span>
                    <kbd>{letter}</kbd>
                  </label>
                ))}
            </fieldset>
          ))}
        {isChosen && (
          <Button kind="quiet" onPress={showAll}>
            {t('cases.result.other')}
          </Button>
        )}
      </div>
      {!mayBook && !isChosen && <Notice>{t('cases.result.needsBooking')}</Notice>}
      {code !== null && <ResultExtras key={code} found={found} code={code} standing={standing} extras={extras} onExtras={change} />}
    </ActionDialog>
  )
}

function asksNothing(code: ResultCode) {
  const { closes, callsBack, promises, blacklists, stopsFor, asksDebtHelp } = effectsOfResult(code)
  return !asksDebtHelp && !closes && !callsBack && !promises && !blacklists && stopsFor === null
}

/** What is sent beside the code; null while an amount or day is still missing. */
function bodyOf(found: CaseDetail, code: ResultCode, extras: Extras, { userID, standing }: { userID: number; standing: Callback | null }) {
  const { callsBack, promises, blacklists, books, asksDebtHelp } = effectsOfResult(code)
  const payment = books ? readWholePayment(found, extras.payment) : undefined
  if (payment === null) return null
  const promised = promises ? promisedOf(code, extras) : {}
  if (promised === null) return null
  return {
    ...promised,
    ...(callsBack &&
      !promises &&
      extras.callbackAt !== null && { callbackAt: extras.callbackAt, callbackFor: extras.callbackFor === 'me' ? userID : null }),
    ...(callsBack && !promises && standing !== null && extras.becomes === 'replace' && { replacesCallback: standing.callbackID }),
    ...(blacklists && extras.retention !== '' && { retention: extras.retention }),
    ...(payment && { payment }),
    ...(asksDebtHelp && { debtHelp: givenDebtHelp(extras.debtHelp) }),
    ...(extras.note.trim() !== '' && { note: extras.note.trim() }),
  }
}

/** What was promised or agreed; null while it is not complete. */
function promisedOf(code: ResultCode, { plan, promise: { due, amount } }: Extras) {
  if (code === 'REG') return readPlan(plan)
  const amountCents = readAmount(amount) ?? 0
  return due === '' || amountCents === 0 ? null : { parts: [{ due, amountCents }] }
}
