import { type BankEntry, statementApi } from '@regie/contract/bank-statements.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { useState } from 'react'
import { formatMoney } from '../../locales/format.ts'
import { formatMomentInSentence } from '../../locales/moment-in-sentence.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { personName } from '../../session/people.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { EntryFacts } from './entry-facts.tsx'
import { useRestoreEntry, useTakeBack } from './statements-data.ts'
import styles from './statements.module.css'

type Props = { entry: BankEntry; onDone: () => void }

/** An entry that has its place: its case, or why it was set aside; both can be taken back. */
export function PlacedEntry({ entry, onDone }: Props) {
  return (
    <div className={styles.opened}>
      <EntryFacts entry={entry} />
      {entry.booked !== null && <Booked entry={entry} booked={entry.booked} onDone={onDone} />}
      {entry.ignored !== null && <Ignored entry={entry} ignored={entry.ignored} onDone={onDone} />}
    </div>
  )
}

function Booked({ entry, booked: { caseID, caseNumber, paymentID }, onDone }: Props & { booked: NonNullable<BankEntry['booked']> }) {
  const t = useText()
  const takeBack = useTakeBack()
  const [isAsked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const run = async () => {
    await takeBack.mutateAsync({ params: { caseID, paymentID }, body: { reason } })
    notify(t('statements.withdraw.done'))
    onDone()
  }
  return (
    <div className={styles.other}>
      <AppLink to={paths.case(caseID)}>{caseNumber}</AppLink>
      <Can to={paymentApi.withdraw}>
        {(refusal) => (
          <Button reason={refusal} onPress={() => setAsked(true)}>
            {t('statements.withdraw.button')}
          </Button>
        )}
      </Can>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('statements.withdraw.title')}
        verb={t('statements.withdraw.verb')}
        kind="danger"
        isDisabled={reason.trim() === ''}
        onConfirm={run}
        onClose={() => setAsked(false)}
      >
        <p>{t('statements.withdraw.text', { amount: formatMoney(entry.amountCents, entry.currency), number: caseNumber })}</p>
        <TextAreaInput label={t('statements.withdraw.reason')} isRequired maxLength={500} value={reason} onChange={setReason} />
      </ConfirmDialog>
    </div>
  )
}

function Ignored({ entry, ignored: { at, by, reason }, onDone }: Props & { ignored: NonNullable<BankEntry['ignored']> }) {
  const t = useText()
  const restore = useRestoreEntry()
  const run = async () => {
    await restore.mutateAsync({ params: { entryID: entry.entryID } })
    notify(t('statements.place.restored'))
    onDone()
  }
  return (
    <div className={styles.other}>
      <p>{t('statements.entries.setAside', { name: personName(by), at: formatMomentInSentence(at), reason })}</p>
      <Can to={statementApi.restore}>
        {(refusal) => (
          <Button reason={refusal} isBusy={restore.isPending} onPress={() => void run().catch(() => undefined)}>
            {t('statements.place.restore')}
          </Button>
        )}
      </Can>
      {restore.error !== null && <FailureText failure={restore.error} />}
    </div>
  )
}
