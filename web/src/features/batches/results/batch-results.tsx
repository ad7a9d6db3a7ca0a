import type { BatchRow } from '@regie/contract/batches.ts'
import { reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useDownload } from '../../../api/use-download.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { downloadResults } from '../batches-data.ts'
import batches from '../batches.module.css'
import { ResultCharts } from './result-charts.tsx'
import styles from './results.module.css'

/** What became of the batch, and all of it as a file. */
export function BatchResults({ batch }: { batch: BatchRow }) {
  const seesReports = useRight(Right.reportBatches)
  return (
    <div className={styles.all}>
      {seesReports && batch.counts.total > 0 && <ResultCharts batchID={batch.batchID} />}
      <DownloadResults batch={batch} />
    </div>
  )
}

function DownloadResults({ batch }: { batch: BatchRow }) {
  const t = useText()
  const locale = useLocale()
  const seesReports = useRight(Right.reportBatches)
  const { isBusy, failure, save } = useDownload(() => downloadResults(batch.batchID, locale))
  return (
    <Panel title={t('batches.results.title')}>
      <div className={batches.results}>
        <p>{t('batches.results.text', { count: batch.counts.total, total: formatNumber(batch.counts.total) })}</p>
        <p className={batches.quiet}>{t('batches.results.excel')}</p>
        <Can to={reportApi.csv} refusal={seesReports ? undefined : t('ui.noRight')}>
          {(reason) => (
            <Button kind="main" icon={<Icon name="download" size={16} />} isBusy={isBusy} reason={reason} onPress={save}>
              {t('batches.results.download')}
            </Button>
          )}
        </Can>
        {failure !== null && <FailureText failure={failure} />}
      </div>
    </Panel>
  )
}
