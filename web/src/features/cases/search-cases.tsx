import type { CaseRow } from '@regie/contract/cases.ts'
import { useText } from '../../locales/i18n.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useTyping } from '../../ui/use-typing.ts'
import { keyOf, linkTo } from './batch-cases.tsx'
import { useCaseColumns } from './case-columns.tsx'
import { searchCharsMin, useFoundCases } from './cases-data.ts'
import styles from './cases.module.css'

/** One box for everything by which a case is known. */
export function SearchBox({ q, onQ }: { q: string; onQ: (q: string) => void }) {
  const t = useText()
  const [typed, setTyped] = useTyping(q, onQ)
  return (
    <search className={styles.searchBox}>
      <TextInput
        label={t('cases.search.label')}
        isLabelHidden
        type="search"
        autoFocus
        placeholder={t('cases.search.placeholder')}
        icon={<Icon name="search" size={18} />}
        maxLength={500}
        value={typed}
        onChange={setTyped}
      />
    </search>
  )
}

export function FoundCases({ customerID, q }: { customerID: number; q: string }) {
  const t = useText()
  const wanted = q.trim()
  const columns = useCaseColumns({ withBatch: true })
  const list = useFoundCases(customerID, wanted)
  if (wanted.length < searchCharsMin)
    return (
      <EmptyState
        icon="search"
        title={wanted === '' ? t('cases.search.start') : t('cases.search.tooShort', { min: searchCharsMin })}
        text={t('cases.search.help')}
      />
    )
  return (
    <DataTable<CaseRow>
      label={t('cases.search.found')}
      columns={columns}
      list={list}
      rowKey={keyOf}
      linkTo={linkTo}
      empty={<EmptyState icon="search" title={t('cases.search.nothing', { q: wanted })} text={t('cases.search.nothingHelp')} />}
    />
  )
}
