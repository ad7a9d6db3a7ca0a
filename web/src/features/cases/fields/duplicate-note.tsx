import { caseApi, type CaseRow } from '@regie/contract/cases.ts'
import { useEffect, useState } from 'react'
import { useApi } from '../../../api/use-api.ts'
import { useText } from '../../../locales/i18n.tsx'
import { paths } from '../../../paths.ts'
import { useMayCall } from '../../../session/use-right.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Money } from '../../../ui/moment.tsx'
import styles from '../case-work.module.css'
import { CaseStatusBadge } from '../case-status.tsx'

/** What tells a case from others; by other fields two cases may be alike. */
const tellingKeys = ['dossiernummer', 'factuurnummer', 'mobiel', 'telefoon1', 'telefoon2', 'email']
const shownMax = 2
const afterTypingMs = 400

type DuplicateNoteProps = { customerID: number; fieldKey: string; value: string }

/** Which cases of the customer have the same number, phone or address, while somebody types it. What the reader may not see is not searched in. */
export function DuplicateNote({ customerID, fieldKey, value }: DuplicateNoteProps) {
  const t = useText()
  const typed = useSettled(value.trim())
  const isAsked = useMayCall(caseApi.search) && tellingKeys.includes(fieldKey) && isWhole(fieldKey, typed)
  const found = useApi(
    caseApi.search,
    { query: { customerID, q: typed, ...(fieldKey === 'factuurnummer' && { by: 'invoice' }) } },
    { isEnabled: isAsked },
  )
  const rows = isAsked ? (found.data?.rows ?? []).filter((row) => isSame(fieldKey, typed, row)) : []
  return (
    <div role="status" className={styles.duplicates}>
      {rows.slice(0, shownMax).map((row) => (
        <div key={row.caseID}>
          {t('cases.new.duplicate')} <AppLink to={paths.case(row.caseID)}>{`${row.caseNumber} · ${row.name}`}</AppLink>{' '}
          <CaseStatusBadge status={row.status} result={row.result} />{' '}
          {row.outstandingCents !== null && <Money cents={row.outstandingCents} currency={row.currency} />}
        </div>
      ))}
      {rows.length > shownMax && <div>{t('cases.new.moreDuplicates', { count: rows.length - shownMax })}</div>}
    </div>
  )
}

/** Half a number is that of many. */
function isWhole(key: string, typed: string): boolean {
  if (key === 'dossiernummer' || key === 'factuurnummer') return typed.length >= 3
  if (key === 'email') return /@.+\../.test(typed)
  return typed.replace(/\D/g, '').length >= 9
}

// The search finds by beginnings too, but for an invoice; a phone of nine digits and more is a whole one, in whatever notation.
function isSame(key: string, typed: string, row: CaseRow): boolean {
  if (key === 'dossiernummer') return row.caseNumber.toLowerCase() === typed.toLowerCase()
  return key !== 'email' || row.email?.toLowerCase() === typed.toLowerCase()
}

/** The value once nobody has typed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterTypingMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
