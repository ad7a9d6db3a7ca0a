import type { MappingColumn } from '@regie/contract/report-wish.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import { cellWords } from './cell-words.ts'
import styles from './reports.module.css'

type ColumnOfferProps = {
  mapping: readonly MappingColumn[]
  chosen: readonly MappingColumn[]
  onChosen: (columns: readonly MappingColumn[]) => void
}

/** Every column that there is to choose: those of the product and the fields of the script, each with what a case has in it. */
export function ColumnOffer({ mapping, chosen, onChosen }: ColumnOfferProps) {
  const t = useText()
  const [sought, setSought] = useState('')
  const inReport = new Set(chosen.map(({ input }) => input))
  const found = mapping.filter(({ report }) => report.toLowerCase().includes(sought.trim().toLowerCase()))
  const change = (column: MappingColumn, isChosen: boolean) =>
    onChosen(isChosen ? [...chosen, column] : chosen.filter(({ input }) => input !== column.input))
  const rest = found.filter(({ input }) => !inReport.has(input))
  const all = (
    <Button kind="quiet" isDisabled={rest.length === 0} onPress={() => onChosen([...chosen, ...rest])}>
      {t('reports.columns.addAll')}
    </Button>
  )
  return (
    <Panel title={t('reports.columns.offer')} actions={all}>
      <div className={styles.offer}>
        <SearchInput label={t('reports.columns.search')} value={sought} onSearch={setSought} />
        <ul>
          {found.map((column) => (
            <li key={column.input}>
              <CheckInput
                label={column.report}
                help={cellWords(column.type, column.cells.find((cell) => cell !== null && cell !== '') ?? null) || undefined}
                value={inReport.has(column.input)}
                onChange={(isChosen) => change(column, isChosen)}
              />
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className={styles.quiet}>{t('reports.columns.notFound')}</p>}
      </div>
    </Panel>
  )
}
