import { type ReportBatch, reportBatchesMax } from '@regie/contract/report-wish.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { useSelection } from '../../session/selection.ts'
import { useRight } from '../../session/use-right.ts'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Moment, Money } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { useReportBatches } from './reports-data.ts'
import type { ReportChoices } from './report-choices.ts'
import styles from './reports.module.css'

type ReportSourceProps = {
  customerID: number
  scriptID: number | null
  choices: ReportChoices
  onChoices: (changed: Partial<ReportChoices>) => void
}

/** The first step: batches, or a script with all of its batches. */
export function ReportSource({ customerID, scriptID, choices, onChoices }: ReportSourceProps) {
  const t = useText()
  const ofBatches = useRight(Right.reportBatches)
  const ofScripts = useRight(Right.reportScripts)
  const kinds = [...(ofBatches ? (['batch'] as const) : []), ...(ofScripts ? (['script'] as const) : [])]
  return (
    <>
      {kinds.length > 1 && (
        <ChipChoice
          label={t('reports.kind.label')}
          value={choices.kind}
          onChange={(kind) => onChoices({ kind })}
          options={kinds.map((kind) => ({ value: kind, label: t(`reports.kind.${kind}`) }))}
        />
      )}
      {choices.kind === 'batch' ? (
        <BatchChoice {...{ customerID, scriptID, choices, onChoices }} />
      ) : (
        <ScriptChoice choices={choices} onChoices={onChoices} />
      )}
    </>
  )
}

function BatchChoice({ customerID, scriptID, choices, onChoices }: ReportSourceProps) {
  const t = useText()
  const [q, setQ] = useState('')
  const query = useReportBatches(customerID, scriptID, q, true)
  const rows = query.data ?? []
  const { batchIDs } = choices
  const count = (batch: ReportBatch) => formatNumber(batch.cases)
  const columns: Column<ReportBatch>[] = [
    { key: 'name', label: t('reports.batches.name'), width: 230, cell: ({ name }) => name, text: ({ name }) => name },
    { key: 'script', label: t('reports.batches.script'), width: 170, cell: ({ scriptName }) => scriptName, text: (one) => one.scriptName },
    { key: 'status', label: t('reports.batches.status'), width: 100, cell: ({ status }) => t(`batches.statuses.${status}`) },
    { key: 'imported', label: t('reports.batches.imported'), width: 130, cell: ({ importedAt }) => <Moment at={importedAt} /> },
    { key: 'cases', label: t('reports.batches.cases'), width: 90, align: 'right', cell: count },
    { key: 'open', label: t('reports.batches.open'), width: 80, align: 'right', cell: ({ open }) => formatNumber(open) },
    { key: 'claimed', label: t('reports.batches.claimed'), width: 125, align: 'right', cell: (batch) => sumOf(batch, 'claimedCents') },
    { key: 'paid', label: t('reports.batches.paid'), width: 125, align: 'right', cell: (batch) => sumOf(batch, 'paidCents') },
  ]
  const list = {
    ...{ rows, total: { value: rows.length, exact: true }, isLoading: query.isPending, failure: query.error },
    ...{ hasMore: false, loadMore: () => undefined, retry: () => void query.refetch() },
  }
  return (
    <>
      <div className={styles.search}>
        <SearchInput label={t('reports.batches.search')} value={q} onSearch={setQ} />
      </div>
      {batchIDs.length > reportBatchesMax && (
        <Notice tone="warning" icon="alert">
          {t('reports.batches.tooMany', { count: reportBatchesMax })}
        </Notice>
      )}
      <DataTable
        label={t('reports.batches.title')}
        columns={columns}
        list={list}
        rowKey={({ batchID }) => String(batchID)}
        chosen={new Set(batchIDs.map(String))}
        onChosen={(chosen) => onChoices({ batchIDs: [...chosen].map(Number) })}
        onOpen={({ batchID }) =>
          onChoices({ batchIDs: batchIDs.includes(batchID) ? batchIDs.filter((id) => id !== batchID) : [...batchIDs, batchID] })
        }
        empty={<EmptyState icon="batches" title={t('reports.batches.none')} text={t('reports.batches.noneText')} />}
      />
    </>
  )
}

const sumOf = ({ money }: ReportBatch, which: 'claimedCents' | 'paidCents') =>
  money.map((one) => (
    <span key={one.currency}>
      <Money cents={one[which]} currency={one.currency} />{' '}
    </span>
  ))

function ScriptChoice({ choices, onChoices }: Pick<ReportSourceProps, 'choices' | 'onChoices'>) {
  const t = useText()
  const { scripts } = useSelection()
  const options = scripts.map(({ scriptID, name }) => ({ value: String(scriptID), label: name }))
  return (
    <Panel title={t('reports.script.title')}>
      <div className={styles.script}>
        <SearchSelect
          label={t('reports.script.label')}
          help={t('reports.script.help')}
          value={choices.scriptID === null ? '' : String(choices.scriptID)}
          options={[{ value: '', label: t('reports.script.choose') }, ...options]}
          onChange={(value) => onChoices({ scriptID: value === '' ? null : Number(value) })}
        />
      </div>
    </Panel>
  )
}
