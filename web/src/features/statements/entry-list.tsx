import type { BankEntry } from '@regie/contract/bank-statements.ts'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatDate, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PlaceEntry } from './place-entry.tsx'
import { PlacedEntry } from './placed-entry.tsx'
import { useEntries } from './statements-data.ts'
import styles from './statements.module.css'

type State = BankEntry['state']

const emptyWords = {
  open: ['statements.entries.emptyOpen', 'statements.entries.emptyOpenText'],
  booked: ['statements.entries.emptyBooked', 'statements.entries.emptyBookedText'],
  ignored: ['statements.entries.emptyIgnored', 'statements.entries.emptyIgnoredText'],
} as const

type EntryListProps = { customerID: number; state: State; statementID?: number | undefined }

/** What came in, in one state; of one file where that is named. Each line opens where it stands; once it is placed the next one opens, so that a list is worked with Enter alone. */
export function EntryList({ customerID, state, statementID }: EntryListProps) {
  const t = useText()
  const list = useEntries(customerID, state, statementID)
  const root = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<number | null>(null)
  if (list.failure !== null && list.rows.length === 0) return <ErrorState failure={list.failure} onRetry={list.retry} />
  if (list.isLoading) return <Skeleton lines={6} />
  const [title, text] = emptyWords[state]
  if (list.rows.length === 0) return <EmptyState icon="check" title={t(title)} text={t(text)} />
  const focus = (entryID: number | undefined) =>
    (root.current?.querySelector<HTMLElement>(`[data-entry="${entryID}"]`) ?? root.current)?.focus()
  const moveOn = (entryID: number) => {
    const at = list.rows.findIndex((row) => row.entryID === entryID)
    const next = list.rows[at + 1] ?? list.rows[at - 1]
    setOpened(state === 'open' ? (next?.entryID ?? null) : null)
    focus(next?.entryID)
  }
  const close = (entryID: number) => {
    setOpened(null)
    focus(entryID)
  }
  return (
    <div ref={root} tabIndex={-1} className={styles.root}>
      <Panel isFlush>
        <ul className={styles.list} aria-label={t('statements.entries.label')}>
          {list.rows.map((entry) => (
            <EntryRow
              key={entry.entryID}
              customerID={customerID}
              entry={entry}
              isOpen={opened === entry.entryID}
              onToggle={() => setOpened(opened === entry.entryID ? null : entry.entryID)}
              onClose={() => close(entry.entryID)}
              onDone={() => moveOn(entry.entryID)}
            />
          ))}
        </ul>
        <div className={styles.foot}>
          <span className={styles.quiet}>
            {t('statements.entries.shown', {
              count: formatNumber(list.rows.length),
              total: formatNumber(list.total?.value ?? list.rows.length),
            })}
          </span>
          {list.hasMore && (
            <Button kind="quiet" isBusy={list.isLoadingMore} onPress={list.loadMore}>
              {t('statements.entries.more')}
            </Button>
          )}
        </div>
      </Panel>
    </div>
  )
}

type RowProps = {
  customerID: number
  entry: BankEntry
  isOpen: boolean
  onToggle: () => void
  onClose: () => void
  onDone: () => void
}

function EntryRow({ customerID, entry, isOpen, onToggle, onClose, onDone }: RowProps) {
  const t = useText()
  const { entryID, bookedOn, counterName, text, reference, why, amountCents, currency, state, booked } = entry
  const line = useRef<HTMLLIElement>(null)
  useEscape(line, isOpen, onClose)
  return (
    <li ref={line} className={styles.line}>
      <button type="button" className={styles.row} data-entry={entryID} aria-expanded={isOpen} onClick={onToggle}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={16} />
        <span className={`${styles.day} numbers`}>{formatDate(`${bookedOn}T12:00:00Z`)}</span>
        <span className={styles.words}>
          <strong className={styles.cut}>{counterName === '' ? t('statements.entries.unnamed') : counterName}</strong>
          <span className={`${styles.quiet} ${styles.cut}`}>
            {text !== '' ? text : reference === null ? t('statements.entries.noText') : reference}
          </span>
        </span>
        {why !== null && (
          <Badge tone="warning" icon="alert">
            {t(`statements.reasons.${why}`)}
          </Badge>
        )}
        {booked !== null && <span className={styles.quiet}>{t('statements.entries.case', { number: booked.caseNumber })}</span>}
        <strong className={styles.amount}>
          <Money cents={amountCents} currency={currency} />
        </strong>
      </button>
      {isOpen &&
        (state === 'open' ? (
          <PlaceEntry customerID={customerID} entry={entry} onDone={onDone} />
        ) : (
          <PlacedEntry entry={entry} onDone={onDone} />
        ))}
    </li>
  )
}

// Esc closes the line in which one is, unless it belongs to a dialog or to a field with something typed.
function useEscape(line: RefObject<HTMLElement | null>, isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = line.current
    if (!isOpen || element === null) return
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return
      if (target.closest('dialog, [role=dialog]') !== null || (target instanceof HTMLInputElement && target.value !== '')) return
      event.preventDefault()
      close()
    }
    element.addEventListener('keydown', onKey)
    return () => element.removeEventListener('keydown', onKey)
  }, [line, isOpen])
}
