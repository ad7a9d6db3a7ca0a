import type { MappingColumn } from '@regie/contract/report-wish.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ColumnOffer } from './column-offer.tsx'
import { ColumnOrder } from './column-order.tsx'
import { ReportPreview } from './report-preview.tsx'
import styles from './reports.module.css'

type ReportColumnsProps = {
  mapping: readonly MappingColumn[]
  chosen: readonly MappingColumn[]
  onChosen: (columns: readonly MappingColumn[]) => void
}

/** The second step: which columns, under which names and in which order, with the first cases beneath. */
export function ReportColumns({ mapping, chosen, onChosen }: ReportColumnsProps) {
  const t = useText()
  return (
    <div className={styles.sides}>
      <ColumnOffer mapping={mapping} chosen={chosen} onChosen={onChosen} />
      <div className={styles.main}>
        <Panel title={t('reports.columns.chosen', { count: chosen.length })}>
          {chosen.length === 0 ? (
            <EmptyState icon="columns" title={t('reports.columns.noneChosen')} text={t('reports.columns.chooseOne')} />
          ) : (
            <ColumnOrder mapping={mapping} chosen={chosen} onChosen={onChosen} />
          )}
        </Panel>
        <Panel title={t('reports.preview.title')}>
          <ReportPreview columns={chosen} />
        </Panel>
      </div>
    </div>
  )
}
