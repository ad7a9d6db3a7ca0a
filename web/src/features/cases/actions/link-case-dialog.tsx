import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { useTyping } from '../../../ui/use-typing.ts'
import { sendCase } from '../case-work-data.ts'
import styles from '../case-work.module.css'
import { searchCharsMin, useFoundCases } from '../cases-data.ts'
import { ActionDialog } from './action-dialog.tsx'
import { Stack } from '../../../ui/stack.tsx'

const shownMax = 8

/** Links a case to another of the same customer, found as anywhere: by number, name, phone, invoice. */
export function LinkCaseDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  const [q, setQ] = useState('')
  const [typed, setTyped] = useTyping(q, setQ)
  const [linked, setLinked] = useState<number | null>(null)
  const list = useFoundCases(found.customerID, q.trim(), '')
  const others = list.rows.filter((row) => row.caseID !== found.caseID).slice(0, shownMax)
  return (
    <ActionDialog
      found={found}
      title={t('cases.link.title', { caseNumber: found.caseNumber })}
      verb={t('cases.link.verb')}
      isDisabled={linked === null}
      onSend={(version) => sendCase.link(found.caseID, { version, linkedCaseID: linked })}
      onClose={onClose}
    >
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
            {others.map((row) => (
              <label key={row.caseID} className={styles.choice}>
                <input type="radio" name="linked" checked={linked === row.caseID} onChange={() => setLinked(row.caseID)} />
                <span>
                  <strong>{row.caseNumber}</strong> {row.name}
                  <span className={styles.quiet}> · {row.batchName}</span>
                </span>
              </label>
            ))}
            {others.length === 0 && !list.isLoading && <p className={styles.quiet}>{t('cases.search.nothing', { q: q.trim() })}</p>}
          </div>
        )}
      </Stack>
    </ActionDialog>
  )
}
