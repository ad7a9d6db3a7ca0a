import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Import } from '@regie/contract/files.ts'
import type { ColumnField } from '@regie/contract/import-columns.ts'
import { useText } from '../../locales/i18n.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { useFieldOptions } from './field-options.ts'
import styles from './files.module.css'
import { transformsOf } from './mapping.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'

type MappingTableProps = {
  columns: Import['columns']
  fields: readonly FieldDefinition[]
  chosen: Record<number, ColumnField[]>
  doubles: ReadonlySet<string>
  /** Also ask how each column is to be read; what was chosen shows anyway. */
  showsReadings: boolean
  onChange: (index: number, fields: ColumnField[]) => void
}

const none: ColumnField = { field: '', transform: null }

export function MappingTable({ columns, fields, chosen, doubles, showsReadings, onChange }: MappingTableProps) {
  const t = useText()
  return (
    <ScrollRegion className={styles.scroll} label={t('files.mapping.table')}>
      <table className={`${styles.table} ${styles.mapping}`}>
        <thead>
          <tr>
            <th scope="col">{t('files.mapping.column')}</th>
            <th scope="col">{t('files.mapping.becomes')}</th>
            <th scope="col">{t('files.mapping.samples')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ index, name, samples }) => {
            const filled = chosen[index] ?? []
            const isUsed = filled.some(({ field }) => field !== '')
            return (
              <tr key={index} data-unused={!isUsed || undefined}>
                <th scope="row">{name}</th>
                <td className={styles.target}>
                  <ColumnFields
                    column={name}
                    fields={fields}
                    filled={filled}
                    doubles={doubles}
                    showsReadings={showsReadings}
                    onChange={(next) => onChange(index, next)}
                  />
                </td>
                <td className={styles.samples}>
                  {isUsed && <Icon name="tick" size={14} />}
                  {samples.slice(0, 3).join(' · ') || t('files.mapping.noSamples')}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

type ColumnFieldsProps = {
  column: string
  fields: readonly FieldDefinition[]
  filled: readonly ColumnField[]
  doubles: ReadonlySet<string>
  showsReadings: boolean
  onChange: (fields: ColumnField[]) => void
}

/** What one column fills: mostly one field, sometimes a second. */
function ColumnFields({ column, fields, filled, doubles, showsReadings, onChange }: ColumnFieldsProps) {
  const t = useText()
  const options = useFieldOptions(fields)
  const lines = filled.length === 0 ? [none] : filled
  const change = (at: number, next: ColumnField) => onChange(lines.map((line, other) => (other === at ? next : line)))
  return lines.map((line, at) => {
    const transforms = transformsOf(fields.find(({ key }) => key === line.field))
    return (
      // Two lines of one column have nothing else by which they are known.
      // oxlint-disable-next-line react/no-array-index-key
      <div key={at} className={styles.targetLine}>
        <SearchSelect
          label={at === 0 ? t('files.mapping.targetOf', { column }) : t('files.mapping.alsoOf', { column })}
          isLabelHidden
          value={line.field}
          onChange={(field) => change(at, { field, transform: null })}
          options={options}
          error={doubles.has(line.field) ? t('files.mapping.double') : undefined}
        />
        {transforms.length > 0 && (showsReadings || line.transform !== null) && (
          <SelectInput
            label={t('files.mapping.readAs', { column })}
            isLabelHidden
            value={line.transform ?? ''}
            onChange={(value) => change(at, { ...line, transform: transforms.find((transform) => transform === value) ?? null })}
            options={[
              { value: '', label: t('files.transforms.none') },
              ...transforms.map((transform) => ({
                value: transform,
                label: t(`files.transforms.${transform.replace(':', '-') as 'upper'}`),
              })),
            ]}
          />
        )}
        {at === 0 ? (
          lines.length === 1 &&
          line.field !== '' && (
            <IconButton icon="plus" label={t('files.mapping.addField', { column })} onPress={() => onChange([...lines, none])} />
          )
        ) : (
          <IconButton
            icon="trash"
            label={t('files.mapping.removeField', { column })}
            onPress={() => onChange(lines.filter((_, other) => other !== at))}
          />
        )}
      </div>
    )
  })
}
