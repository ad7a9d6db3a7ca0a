import { type MappingColumn, reportRowsMax } from '@regie/contract/report-wish.ts'
import { reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type FileTab, storedFileApi } from '@regie/contract/stored-files.ts'
import { useState } from 'react'
import { useDownload } from '../../api/use-download.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { Can } from '../../session/can.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { OutputChoices } from './output-choices.tsx'
import type { ReportChoices } from './report-choices.ts'
import { ReportPreview } from './report-preview.tsx'
import { ReportTable } from './report-table.tsx'
import { useReportFile, useReportOutput } from './reports-data.ts'
import styles from './reports.module.css'

type ReportOutputProps = {
  choices: ReportChoices
  chosen: readonly MappingColumn[]
  onChoices: (changed: Partial<ReportChoices>) => void
}

/** The third step: what exactly, and as what. The report for the screen stands beside its choices. */
export function ReportOutput({ choices, chosen, onChoices }: ReportOutputProps) {
  const t = useText()
  const { from, until, output } = choices
  const isHalf = (from === '') !== (until === '')
  return (
    <div className={styles.sides}>
      <OutputChoices choices={choices} onChoices={onChoices} />
      <div className={styles.main}>
        {isHalf && (
          <Notice tone="warning" icon="alert">
            {t('reports.output.halfPeriod')}
          </Notice>
        )}
        {output === 'screen' ? (
          <OnScreen choices={choices} chosen={chosen} isReady={!isHalf} />
        ) : (
          <AsFile choices={choices} chosen={chosen} refusal={isHalf ? t('reports.output.halfPeriod') : undefined} />
        )}
      </div>
    </div>
  )
}

type PartProps = Pick<ReportOutputProps, 'choices' | 'chosen'>

function OnScreen({ choices, chosen, isReady }: PartProps & { isReady: boolean }) {
  const t = useText()
  const query = useReportOutput(choices, chosen, isReady)
  if (!isReady) return null
  return (
    <Loaded query={query.error === null ? query : { ...query, data: undefined }} lines={12}>
      {({ columns, rows, total, truncated }) => (
        <div className={styles.result} aria-busy={query.isFetching}>
          {truncated && (
            <Notice tone="info" icon="info">
              {t('reports.output.truncated', { count: formatNumber(reportRowsMax), total: formatNumber(total) })}
            </Notice>
          )}
          <ReportTable label={t('reports.output.table')} columns={columns} rows={rows} total={total} empty={t('reports.noneText')} />
        </div>
      )}
    </Loaded>
  )
}

function AsFile({ choices, chosen, refusal }: PartProps & { refusal: string | undefined }) {
  const t = useText()
  const file = useReportFile(choices, chosen)
  const { isBusy, failure, save } = useDownload(file.save)
  const [kept, setKept] = useState<FileTab | null>(null)
  const keeping = useDownload(async () => setKept((await file.keep()).tab))
  return (
    <Panel title={t(`reports.file.${choices.output === 'excel' ? 'excel' : 'csv'}`)}>
      <div className={styles.file}>
        <p>{t('reports.file.text')}</p>
        <Can to={choices.output === 'excel' ? reportApi.excel : reportApi.csv} refusal={refusal}>
          {(reason) => (
            <Button kind="main" icon={<Icon name="download" size={16} />} isBusy={isBusy} reason={reason} onPress={save}>
              {t('reports.file.download')}
            </Button>
          )}
        </Can>
        <Can to={storedFileApi.make} refusal={refusal}>
          {(reason) => (
            <Button icon={<Icon name="file" size={16} />} isBusy={keeping.isBusy} reason={reason} onPress={keeping.save}>
              {t('reports.file.keep')}
            </Button>
          )}
        </Can>
        <p className={styles.quiet}>{t('reports.file.keepHelp')}</p>
        {kept !== null && (
          <Notice
            tone="success"
            icon="check"
            action={
              <Can right={Right.viewFiles}>
                {(reason) =>
                  reason === undefined && (
                    <AppLink to={paths.files({ tab: kept === 'result' ? 'result' : 'report' })}>{t('reports.file.toFiles')}</AppLink>
                  )
                }
              </Can>
            }
          >
            {t('reports.file.kept')}
          </Notice>
        )}
        {keeping.failure !== null && <FailureText failure={keeping.failure} />}
        {failure !== null && <FailureText failure={failure} />}
        {choices.granularity === '' && (
          <>
            <h3>{t('reports.preview.title')}</h3>
            <ReportPreview columns={chosen} />
          </>
        )}
      </div>
    </Panel>
  )
}
