import { type MappingColumn, reportNameMax } from '@regie/contract/report-wish.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { OrderedList } from '../../ui/ordered-list.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useTyping } from '../../ui/use-typing.ts'
import styles from './reports.module.css'

type ColumnOrderProps = {
  mapping: readonly MappingColumn[]
  chosen: readonly MappingColumn[]
  onChosen: (columns: readonly MappingColumn[]) => void
}

/** The columns of the report in their order, each with its name in the product, its name in the report, and an example. */
export function ColumnOrder({ mapping, chosen, onChosen }: ColumnOrderProps) {
  const t = useText()
  const named = new Map(mapping.map(({ input, report }) => [input, report]))
  const ownName = ({ input, report }: MappingColumn) => named.get(input) ?? report
  return (
    <>
      <div className={styles.heads} aria-hidden>
        <span>{t('reports.columns.input')}</span>
        <span>{t('reports.columns.report')}</span>
        <span>{t('reports.columns.example')}</span>
      </div>
      <OrderedList
        label={t('reports.columns.chosen', { count: chosen.length })}
        items={chosen}
        keyOf={({ input }) => input}
        nameOf={ownName}
        onMove={(from, to) => onChosen(movedTo(chosen, from, to))}
      >
        {(column) => (
          <div className={styles.column}>
            <span className={styles.input}>
              <span>{ownName(column)}</span>
              {column.personal && (
                <span title={t('reports.columns.personal')} className={styles.mark}>
                  <Icon name="user" size={14} />
                  <span className="visually-hidden">{t('reports.columns.personal')}</span>
                </span>
              )}
            </span>
            <NameInput
              name={ownName(column)}
              value={column.report}
              isTwice={chosen.some(({ input, report }) => input !== column.input && report.toLowerCase() === column.report.toLowerCase())}
              onChange={(report) => onChosen(chosen.map((one) => (one.input === column.input ? { ...one, report } : one)))}
            />
            <span className={styles.example} title={column.example}>
              {column.example || '–'}
            </span>
            <IconButton
              icon="close"
              label={t('reports.columns.remove', { name: ownName(column) })}
              onPress={() => onChosen(chosen.filter(({ input }) => input !== column.input))}
            />
          </div>
        )}
      </OrderedList>
    </>
  )
}

type NameInputProps = { name: string; value: string; isTwice: boolean; onChange: (value: string) => void }

/** An empty name is kept nowhere: the column has its own name again once the field is left. */
function NameInput({ name, value, isTwice, onChange }: NameInputProps) {
  const t = useText()
  const [typed, setTyped] = useTyping(value, (next) => next.trim() !== '' && onChange(next.trim()))
  const fault = isTwice ? errorText('report.columnTwice') : undefined
  return (
    <TextInput
      label={t('reports.columns.nameOf', { name })}
      isLabelHidden
      value={typed}
      maxLength={reportNameMax}
      error={fault}
      onBlur={() => typed.trim() === '' && setTyped(value)}
      onChange={setTyped}
    />
  )
}

function movedTo<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const rest = items.toSpliced(from, 1)
  return items[from] === undefined ? items : rest.toSpliced(to, 0, items[from])
}
