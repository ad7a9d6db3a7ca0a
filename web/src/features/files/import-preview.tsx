import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { Import } from '@regie/contract/files.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useFieldNames } from './field-options.ts'
import styles from './files.module.css'
import { ScrollRegion } from '../../ui/scroll-region.tsx'

/** The first rows as they would become cases, each with its reason when it would not. */
export function ImportPreview({ found, fields }: { found: Import; fields: readonly FieldDefinition[] }) {
  const t = useText()
  const names = useFieldNames(fields)
  // In the order of the file, which is the one that the user knows; what is not used stands behind.
  const used = found.columns.filter((column) => column.fields.length > 0)
  const columns = [...used, ...found.columns.filter((column) => column.fields.length === 0)]
  return (
    <ScrollRegion className={styles.scroll} label={t('files.preview.label')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              {t('files.preview.row')}
            </th>
            <th scope="col">{t('files.preview.verdict')}</th>
            {columns.map(({ name, fields: filled }) => (
              <th key={name} scope="col" title={name} data-unused={filled.length === 0 || undefined}>
                {filled.map(({ field }) => names.get(field) ?? field).join(' + ') || name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.preview.map((row) => (
            <tr key={row.row} data-refused={row.reasons.length > 0 || undefined}>
              <td className={styles.number}>{formatNumber(row.row)}</td>
              <td>
                {row.reasons.length === 0 ? (
                  <Badge tone="success" icon="check">
                    {t('files.preview.new')}
                  </Badge>
                ) : (
                  row.reasons.map((reason) => (
                    <Badge
                      key={reason}
                      title={t(`files.reasons.${reason}`)}
                      tone={reason.startsWith('duplicate') ? 'neutral' : 'error'}
                      icon={reason.startsWith('duplicate') ? 'copy' : 'error'}
                    >
                      {t(`files.reasons.${reason}`)}
                    </Badge>
                  ))
                )}
              </td>
              {columns.map(({ name, fields: filled }) => (
                <td key={name} title={row.values[name]} data-unused={filled.length === 0 || undefined}>
                  {row.values[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
