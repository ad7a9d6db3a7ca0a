import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Import } from '@regie/contract/files.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import styles from './files.module.css'
import { ScrollRegion } from './scroll-region.tsx'

type MappingTableProps = {
  columns: Import['columns']
  fields: readonly FieldDefinition[]
  targets: Record<number, string>
  doubles: ReadonlySet<number>
  onTarget: (index: number, target: string) => void
}

export function MappingTable({ columns, fields, targets, doubles, onTarget }: MappingTableProps) {
  const t = useText()
  const locale = useLocale()
  const options = [
    { value: '', label: t('files.mapping.leaveOut') },
    ...fields.map((field) => ({ value: field.key, label: `${field.label[locale]}${field.required ? ' *' : ''}` })),
  ]
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
          {columns.map((column) => {
            const target = targets[column.index] ?? ''
            return (
              <tr key={column.index} data-unused={target === '' || undefined}>
                <th scope="row">{column.name}</th>
                <td className={styles.target}>
                  <SelectInput
                    label={t('files.mapping.targetOf', { column: column.name })}
                    isLabelHidden
                    value={target}
                    onChange={(chosen) => onTarget(column.index, chosen)}
                    options={options}
                    error={doubles.has(column.index) ? t('files.mapping.double') : undefined}
                  />
                </td>
                <td className={styles.samples}>
                  {target !== '' && <Icon name="tick" size={14} />}
                  {column.samples.slice(0, 3).join(' · ') || t('files.mapping.noSamples')}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
