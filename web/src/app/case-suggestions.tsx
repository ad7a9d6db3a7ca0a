import { caseApi, type CaseRow } from '@regie/contract/cases.ts'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../api/use-api.ts'
import { formatMoney } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'
import { paths } from '../paths.ts'
import { useGoTo } from '../session/address.ts'
import { useSettled } from './palette/palette-search.ts'
import styles from './case-search.module.css'

const shownMax = 6

type CaseSuggestionsProps = {
  id: string
  customerID: number
  words: string
  /** Where one types: its arrows choose, its Enter opens what was chosen. */
  input: RefObject<HTMLInputElement | null>
  onActive: (optionId: string) => void
  onClose: () => void
}

/** The first cases that the search finds while one types, each with its batch and place: what nobody may see is masked as in the list. */
export function CaseSuggestions({ id, customerID, words, input, onActive, onClose }: CaseSuggestionsProps) {
  const t = useText()
  const goTo = useGoTo()
  const q = useSettled(words)
  const { data } = useApi(caseApi.search, { query: { customerID, q, limit: shownMax } })
  const [chosen, setChosen] = useState({ q, index: -1 })
  // Other words find other cases: what was chosen of the former is chosen no more.
  const active = chosen.q === q ? chosen.index : -1
  const rows = data?.rows ?? []
  const choose = (index: number) => {
    setChosen({ q, index })
    onActive(`${id}-${index}`)
  }
  const open = (index: number) => {
    const found = rows[index]
    onClose()
    goTo(found === undefined ? paths.search({ q: words }) : paths.case(found.caseID))
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // The line beneath the cases leads to all of them.
    const count = rows.length + 1
    if (event.key === 'ArrowDown') choose(active + 1 >= count ? 0 : active + 1)
    else if (event.key === 'ArrowUp') choose(active <= 0 ? count - 1 : active - 1)
    else if (event.key === 'Enter' && active !== -1) open(active)
    // The number of a case, typed whole, says which: there is nothing to choose.
    else if (event.key === 'Enter' && q === words && rows.length === 1 && rows[0]?.caseNumber.toLowerCase() === q.toLowerCase()) open(0)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const element = input.current
    const listener = (event: KeyboardEvent) => onKey(event)
    element?.addEventListener('keydown', listener)
    return () => element?.removeEventListener('keydown', listener)
  }, [input])
  const optionProps = (index: number) => ({
    id: `${id}-${index}`,
    role: 'option',
    tabIndex: -1,
    'aria-selected': index === active,
    className: styles.option,
    // The cursor stays where one types.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => open(index),
  })
  return (
    <div id={id} role="listbox" aria-label={t('app.suggestions.label')} className={styles.list} aria-busy={data === undefined}>
      {rows.map((row, index) => (
        <div key={row.caseID} {...optionProps(index)}>
          <Suggestion row={row} />
        </div>
      ))}
      <div {...optionProps(rows.length)} data-all="">
        {data?.rows.length === 0 ? t('app.suggestions.none', { q }) : t('app.suggestions.all', { q: words })}
      </div>
    </div>
  )
}

function Suggestion({ row }: { row: CaseRow }) {
  const t = useText()
  const where = [row.caseNumber, row.city, row.batchName].filter(Boolean).join(' · ')
  return (
    <>
      <span className={styles.who}>
        <strong>{row.name}</strong>
        {row.outstandingCents !== null && <span className="numbers">{formatMoney(row.outstandingCents, row.currency)}</span>}
      </span>
      <span className={styles.where}>
        <span>{where}</span>
        <span>{t(`app.suggestions.statuses.${row.status}`)}</span>
      </span>
    </>
  )
}
