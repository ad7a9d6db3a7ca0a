import type { MappingColumn } from '@regie/contract/report-wish.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { cellWords, isRight } from './cell-words.ts'
import styles from './reports.module.css'

/** The first cases as the report will have them: changes with each column that is added, moved or renamed. */
export function ReportPreview({ columns }: { columns: readonly MappingColumn[] }) {
  const t = useText()
  useLocale()
  const rows = Array.from({ length: columns[0]?.cells.length ?? 0 }, (_, at) => at)
  if (rows.length === 0) return <p className={styles.quiet}>{t(columns.length === 0 ? 'reports.columns.noneChosen' : 'reports.noCases')}</p>
  return (
    <ScrollRegion label={t('reports.preview.title')} className={styles.scrolls}>
      <table className={styles.preview}>
        <thead>
          <tr>
            {columns.map(({ input, report, type }) => (
              <th key={input} scope="col" data-right={isRight(type) || undefined}>
                {report}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((at) => (
            <tr key={at}>
              {columns.map(({ input, type, cells }) => (
                <td key={input} data-right={isRight(type) || undefined}>
                  {cellWords(type, cells[at] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
