import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { typedAmount } from '../../../locales/amount.ts'
import { dayOf } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { AmountInput } from '../../../ui/amount-input.tsx'
import { DueInput, usualDueDay } from '../../../ui/dates/due-input.tsx'
import styles from '../arrangements.module.css'
import { useAddPromise } from '../arrangements-data.ts'
import { faultOfPart, lastDueFrom, readParts } from '../../../session/plan/plan-parts.ts'

/** Writes down that somebody pays an amount on a day; what is still open in a week is offered. */
export function PromiseDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  const add = useAddPromise()
  const [today] = useState(() => dayOf(new Date()))
  const [due, setDue] = useState(() => usualDueDay())
  const [amount, setAmount] = useState(found.outstandingCents ? typedAmount(found.outstandingCents) : '')
  const parts = [{ due, amount }]
  const sent = readParts(parts, today)
  const isDueWrong = due !== '' && faultOfPart(parts, 0, today) === 'due'
  return (
    <ConfirmDialog
      isOpen
      title={t('arrangements.promises.addPromise')}
      verb={t('arrangements.promises.savePromise')}
      fields={['parts']}
      isDisabled={sent === null}
      onConfirm={() => add.mutateAsync({ params: { caseID: found.caseID }, body: { kind: 'promise', parts: sent ?? [] } })}
      onClose={onClose}
    >
      {(faultAt) => (
        <div className={styles.stack}>
          <DueInput
            label={t('arrangements.promises.due')}
            isRequired
            min={today}
            max={lastDueFrom(today)}
            value={due}
            onChange={setDue}
            error={faultAt('parts') ?? (isDueWrong ? t('refusals.promise.dateInvalid') : undefined)}
          />
          <AmountInput label={t('arrangements.promises.amount')} isRequired value={amount} onChange={setAmount} />
          <p className={styles.quiet}>{t('arrangements.promises.waits')}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}
