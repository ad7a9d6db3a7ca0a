import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { useTyping } from '../../../ui/use-typing.ts'
import styles from '../case-work.module.css'
import { searchCharsMin, useFoundCases } from '../cases-data.ts'

const shownMax = 8

type FindCaseProps = {
  customerID: number
  title: string
  verb: string
  isBusy: boolean
  failure: Error | null
  onChoose: (caseID: number) => void
  onClose: () => void
}

/** One case of a customer, found as anywhere: by number, name, phone, invoice. */
export function FindCaseDialog({ customerID, title, verb, isBusy, failure, onChoose, onClose }: FindCaseProps) {
  const t = useText()
  const [q, setQ] = useState('')
  const [typed, setTyped] = useTyping(q, setQ)
  const [chosen, setChosen] = useState<number | null>(null)
  const list = useFoundCases(customerID, q.trim(), '')
  const rows = list.rows.slice(0, shownMax)
  const actions = (
    <>
      <Button onPress={onClose}>{t('ui.cancel')}</Button>
      <Button kind="main" isBusy={isBusy} isDisabled={chosen === null} onPress={() => chosen !== null && onChoose(chosen)}>
        {verb}
      </Button>
    </>
  )
  return (
    <Dialog isOpen title={title} onClose={onClose} actions={actions}>
      <Stack>
        <TextInput
          label={t('cases.search.label')}
          type="search"
          placeholder={t('cases.search.placeholder')}
          value={typed}
          onChange={setTyped}
        />
        {q.trim().length >= searchCharsMin && (
          <div role="radiogroup" aria-label={t('cases.search.found')} className={styles.choices}>
            {rows.map((row) => (
              <label key={row.caseID} className={styles.choice}>
                <input type="radio" name="case" checked={chosen === row.caseID} onChange={() => setChosen(row.caseID)} />
                <span>
                  <strong>{row.caseNumber}</strong> {row.name}
                  <span className={styles.quiet}> · {row.batchName}</span>
                </span>
              </label>
            ))}
            {rows.length === 0 && !list.isLoading && <p className={styles.quiet}>{t('cases.search.nothing', { q: q.trim() })}</p>}
          </div>
        )}
        {failure !== null && <FailureText failure={failure} />}
      </Stack>
    </Dialog>
  )
}
