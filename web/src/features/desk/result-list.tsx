import { isOfDebt, missingWithResult } from '@regie/contract/case-action-rules.ts'
import { type DeskCall, deskApi } from '@regie/contract/desk.ts'
import { isResultCode, type ResultCode } from '@regie/contract/result-codes.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type ReactNode, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useKey } from '../../ui/use-key.ts'
import styles from './desk.module.css'
import { useDeskChange } from './desk-data.ts'
import { useIsLed } from './guide/guide-data.ts'
import { PlainResultDialog, type PlainResultProps } from './plain-result-dialog.tsx'

/** What the case has for it: the name of a result, and the question of one that asks for more. */
export type ResultWork = {
  nameOf: (code: string) => string
  dialog: (caseID: number, code: ResultCode | null, onClose: () => void) => ReactNode
} & Pick<PlainResultProps, 'retention'>

/** Does a result ask for something: a day, an amount, a text, or whether the case may close? */
const asksMore = (code: ResultCode) => isOfDebt(code) || missingWithResult(code, {}) !== null

/**
 * The results of this customer's calls, each with its number. One that asks nothing is given at once; the others ask at the case, or, until it is known who
 * speaks, no more than they need.
 */
export function ResultList({ call, caseID, codes, work }: { call: DeskCall; caseID: number; codes: readonly string[]; work: ResultWork }) {
  const t = useText()
  const mayGive = useRight(Right.changeCases)
  const { send, isPending } = useDeskChange(deskApi.result)
  const [asked, setAsked] = useState<ResultCode | 'all' | null>(null)
  const isLed = useIsLed(call)
  const shown = codes.filter(isResultCode)
  const refusalOf = (code: ResultCode | 'all') => {
    if (!mayGive) return t('ui.noRight')
    return call.debt === null && (code === 'all' || isOfDebt(code)) ? t('desk.identifyFirst') : undefined
  }
  const give = (code: ResultCode) => {
    if (refusalOf(code) !== undefined) return notify(refusalOf(code) ?? '')
    if (asksMore(code)) setAsked(code)
    else
      send({ params: { callID: call.callID }, body: { resultCode: code } }, () =>
        notify(t('desk.resultGiven', { result: work.nameOf(code) })),
      )
  }
  return (
    <Panel
      title={t('desk.results')}
      actions={
        call.hasResult && (
          <Badge tone="success" icon="check">
            {t('desk.hasResult')}
          </Badge>
        )
      }
    >
      <ol className={styles.results}>
        {shown.map((code, at) => (
          <li key={code}>
            {!isLed && <ResultKey number={at + 1} onPress={() => give(code)} />}
            <Button isWide isBusy={isPending} reason={refusalOf(code)} onPress={() => give(code)}>
              {!isLed && <kbd>{at + 1}</kbd>} {work.nameOf(code)}
            </Button>
          </li>
        ))}
      </ol>
      <Button kind="quiet" reason={refusalOf('all')} onPress={() => setAsked('all')}>
        {t('desk.allResults')}
      </Button>
      {asked !== null && asked !== 'all' && call.debt === null && (
        <PlainResultDialog
          call={call}
          caseID={caseID}
          code={asked}
          name={work.nameOf(asked)}
          retention={work.retention}
          onClose={() => setAsked(null)}
        />
      )}
      {asked !== null &&
        (asked === 'all' || call.debt !== null) &&
        work.dialog(caseID, asked === 'all' ? null : asked, () => setAsked(null))}
    </Panel>
  )
}

function ResultKey({ number, onPress }: { number: number; onPress: () => void }) {
  useKey(String(number), onPress)
  return null
}
