import { type DeskCall, deskApi } from '@regie/contract/desk.ts'
import { isOfDebt, missingWithResult } from '@regie/contract/case-action-rules.ts'
import type { CallGuide, GuideWork } from '@regie/contract/guides.ts'
import { isResultCode, type ResultCode } from '@regie/contract/result-codes.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { notify } from '../../../session/notification.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { useKey } from '../../../ui/use-key.ts'
import { useDeskChange } from '../desk-data.ts'
import { PlainResultDialog, type PlainResultProps } from '../plain-result-dialog.tsx'

/** The questions that the case has for the work of an end: what is known stands in them, and `onDone` hears when it is kept. */
export type GuideWorks = {
  nameOf: (code: string) => string
  result: (caseID: number, code: ResultCode, onDone: () => void, onClose: () => void) => ReactNode
  /** The button that sends a link, grey with the reason where none can be sent. */
  link: (caseID: number, onDone: () => void) => ReactNode
} & Pick<PlainResultProps, 'retention'>

type EndWorkProps = { call: DeskCall; end: NonNullable<CallGuide['piece']['end']>; works: GuideWorks; onDone: () => void }

/** The work with which a conversation ends, by the question that is there for it already. */
export function EndWork({ call, end: { work, result }, works, onDone }: EndWorkProps) {
  if (call.caseID === null) return null
  if (work === 'paymentLink') return works.link(call.caseID, onDone)
  if (result === null || !isResultCode(result)) return null
  return <ResultWork call={call} caseID={call.caseID} work={work} code={result} works={works} onDone={onDone} />
}

type ResultWorkProps = {
  call: DeskCall
  caseID: number
  work: Exclude<GuideWork, 'paymentLink'>
  code: ResultCode
  works: GuideWorks
  onDone: () => void
}

function ResultWork({ call, caseID, work, code, works, onDone }: ResultWorkProps) {
  const t = useText()
  const mayGive = useRight(Right.changeCases)
  const { send, isPending } = useDeskChange(deskApi.result)
  const [isAsked, setAsked] = useState(false)
  const asksMore = isOfDebt(code) || missingWithResult(code, {}) !== null
  const close = () => setAsked(false)
  const begin = () => {
    if (!mayGive) return
    if (asksMore) return setAsked(true)
    send({ params: { callID: call.callID }, body: { resultCode: code } }, () => {
      notify(t('desk.resultGiven', { result: works.nameOf(code) }))
      onDone()
    })
  }
  useKey('1', begin)
  return (
    <div>
      <Button kind="main" isBusy={isPending} reason={mayGive ? undefined : t('ui.noRight')} onPress={begin}>
        <kbd>1</kbd> {work === 'result' ? works.nameOf(code) : t(`desk.guide.works.${work}`)}
        {asksMore && '…'}
      </Button>
      {isAsked && call.debt === null && (
        <PlainResultDialog
          call={call}
          caseID={caseID}
          code={code}
          name={works.nameOf(code)}
          retention={works.retention}
          onDone={onDone}
          onClose={close}
        />
      )}
      {isAsked && call.debt !== null && works.result(caseID, code, onDone, close)}
    </div>
  )
}
