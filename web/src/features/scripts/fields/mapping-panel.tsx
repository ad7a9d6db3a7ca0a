import type { FieldDefinition, MappingRow, fieldApi } from '@regie/contract/fields.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { importColumns } from '@regie/contract/import-columns.ts'
import { useState } from 'react'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { notify } from '../../../session/notification.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { LeaveQuestion } from '../../../ui/leave-question.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import styles from '../scripts.module.css'
import { useSaveMapping } from '../scripts-data.ts'

type Line = Pick<MappingRow, 'column' | 'target' | 'transform'> & { id: number }
type Kept = ResponseOf<typeof fieldApi.mapping>
type MappingPanelProps = { scriptID: number; kept: Kept; fields: readonly FieldDefinition[] }

/** What is remembered of the headings of files; what stands under it is known by the field's own name. */
export function MappingPanel({ scriptID, kept, fields }: MappingPanelProps) {
  const t = useText()
  const locale = useLocale()
  const save = useSaveMapping()
  const mayChange = useRight(Right.changeFilters)
  const [base, setBase] = useState(kept)
  const remembered = base.rows.filter((row) => row.remembered)
  const [lines, setLines] = useState<Line[]>(() => linesOf(kept))
  const unsaved = essence(lines) !== essence(remembered)
  const take = (next: Kept) => {
    setBase(next)
    setLines(linesOf(next))
  }
  // What an import or a colleague taught it shows at once, unless something was typed here: then saving says so.
  if (!unsaved && kept.version > base.version) take(kept)
  const change = (id: number, changed: Partial<Line>) => setLines(lines.map((line) => (line.id === id ? { ...line, ...changed } : line)))
  const send = async () => {
    const rows = lines.map(({ column, target, transform }) => ({ column: column.trim(), target, transform }))
    take(await save.mutateAsync({ params: { scriptID }, body: { version: base.version, rows } }))
    notify(t('scripts.saved'))
  }
  const options = [
    { value: '', label: t('scripts.mapping.leaveOut') },
    ...[...fields, ...importColumns].map(({ key, label }) => ({ value: key, label: label[locale] })),
  ]
  const isBlank = lines.some(({ column }) => column.trim() === '')
  const add = () =>
    setLines([...lines, { id: Math.max(-1, ...lines.map((line) => line.id)) + 1, column: '', target: null, transform: null }])
  return (
    <Panel
      title={t('scripts.mapping.title')}
      actions={
        <Can right={Right.changeFilters}>
          {(reason) => (
            <Button icon={<Icon name="plus" size={16} />} reason={reason} onPress={add}>
              {t('scripts.mapping.add')}
            </Button>
          )}
        </Can>
      }
    >
      <div className={styles.form}>
        <p className={styles.soft}>{t('scripts.mapping.about')}</p>
        {lines.length === 0 ? (
          <p>{t('scripts.mapping.none')}</p>
        ) : (
          <ul className={styles.rules}>
            {lines.map(({ id, column, target }) => (
              <li key={id} className={styles.rule}>
                <TextInput
                  label={t('scripts.mapping.column')}
                  isLabelHidden
                  placeholder={t('scripts.mapping.column')}
                  maxLength={200}
                  isDisabled={!mayChange}
                  value={column}
                  onChange={(typed) => change(id, { column: typed })}
                />
                <SearchSelect
                  label={t('scripts.mapping.becomes', { column })}
                  isLabelHidden
                  isDisabled={!mayChange}
                  value={target ?? ''}
                  onChange={(chosen) => change(id, { target: chosen === '' ? null : chosen, transform: null })}
                  options={options}
                />
                <span className={styles.soft}>{base.rows.find((row) => row.target !== null && row.target === target)?.example}</span>
                <IconButton
                  icon="trash"
                  label={t('scripts.mapping.forget', { column })}
                  reason={mayChange ? undefined : t('ui.noRight')}
                  onPress={() => setLines(lines.filter((line) => line.id !== id))}
                />
              </li>
            ))}
          </ul>
        )}
        <details>
          <summary>{t('scripts.mapping.recognised', { count: base.rows.length - remembered.length })}</summary>
          <p className={styles.soft}>
            {base.rows
              .filter((row) => !row.remembered)
              .map(({ column }) => column)
              .join(' · ')}
          </p>
        </details>
        {save.error !== null && <FailureText failure={save.error} />}
        {unsaved && (
          <div className={styles.actions}>
            <Button
              kind="main"
              reason={isBlank ? t('scripts.mapping.blank') : undefined}
              isBusy={save.isPending}
              onPress={() => void send().catch(() => undefined)}
            >
              {t('ui.save')}
            </Button>
            <Button onPress={() => take(kept)}>{t('ui.cancel')}</Button>
          </div>
        )}
      </div>
      <LeaveQuestion isUnsaved={unsaved && !save.isPending} />
    </Panel>
  )
}

const linesOf = ({ rows }: Kept): Line[] =>
  rows.filter((row) => row.remembered).map(({ column, target, transform }, id) => ({ id, column, target, transform }))
const essence = (rows: readonly Pick<MappingRow, 'column' | 'target'>[]) =>
  JSON.stringify(rows.map(({ column, target }) => [column, target]))
