import { type Import, repairsMax, type RowReason } from '@regie/contract/files.ts'
import { useState } from 'react'
import { ApiFailure } from '../../../api/api-failure.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChipChoice } from '../../../ui/chip-choice.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { NotLoaded } from '../../../ui/loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { DownloadErrors, ImportIssues } from '../import-issues.tsx'
import { useReason } from '../use-reason.ts'
import { useRefusedRows, useRepairRows } from './repair-data.ts'
import { RepairGrid } from './repair-grid.tsx'
import styles from './repair.module.css'
import type { Repairs } from './use-repairs.ts'

type ByReason = NonNullable<Import['counts']>['byReason']
type RepairRowsProps = { found: Import; refused: number; byReason: ByReason; repairs: Repairs }

/** What is not imported, to repair in place and check again by the same rules, or to take along as a file. Who may not see the rows reads their reasons. */
export function RepairRows({ found, refused, byReason, repairs }: RepairRowsProps) {
  const t = useText()
  const [reason, setReason] = useState<RowReason>()
  const list = useRefusedRows(found.importID, found.checkNo, reason)
  const { query, rows } = list
  const repair = useRepairRows()
  const { reasonOfAll } = useReason(found)
  const changed = repairs.rows.length
  const check = () => repair.mutate({ params: { importID: found.importID }, body: { rows: repairs.rows } }, { onSuccess: repairs.clear })
  const total = byReason.find((each) => each.reason === reason)?.count ?? refused
  const ofReason = byReason.map((each) => ({
    value: each.reason,
    label: `${reasonOfAll(each.reason)} (${formatNumber(each.count)})`,
  }))
  if (query.error instanceof ApiFailure && query.error.status === 403) return <ImportIssues found={found} refused={refused} />
  return (
    <Panel
      title={t('files.issues.title', { count: refused, total: formatNumber(refused) })}
      actions={<DownloadErrors importID={found.importID} />}
      isFlush
    >
      <div className={styles.bar}>
        <p className={styles.help}>
          {found.repaired > 0 && `${t('files.repair.done', { count: found.repaired, total: formatNumber(found.repaired) })}. `}
          {t('files.repair.help')}
        </p>
        <Button
          kind={changed > 0 ? 'main' : 'plain'}
          icon={<Icon name="refresh" size={16} />}
          isBusy={repair.isPending}
          reason={refusalOf(changed, t)}
          onPress={check}
        >
          {t('files.repair.check', { count: changed, total: formatNumber(changed) })}
        </Button>
      </div>
      {byReason.length > 1 && (
        <div className={styles.reasons}>
          <ChipChoice
            label={t('files.check.byReason')}
            value={reason ?? 'all'}
            options={[{ value: 'all' as const, label: t('files.repair.allReasons', { total: formatNumber(refused) }) }, ...ofReason]}
            onChange={(value) => {
              setReason(value === 'all' ? undefined : value)
              list.toFirst()
            }}
          />
        </div>
      )}
      {repair.error !== null && <FailureText failure={repair.error} />}
      {query.data === undefined ? <NotLoaded query={query} lines={6} /> : <RepairGrid found={found} rows={rows} repairs={repairs} />}
      {(list.toPrevious !== undefined || list.toNext !== undefined) && (
        <div className={styles.pages}>
          <span aria-live="polite" className="numbers">
            {t('files.repair.page', {
              first: formatNumber(list.before + 1),
              last: formatNumber(list.before + rows.length),
              total: formatNumber(total),
            })}
          </span>
          <Button reason={list.toPrevious === undefined ? t('files.repair.isFirst') : undefined} onPress={list.toPrevious}>
            {t('files.repair.previous')}
          </Button>
          <Button
            isBusy={query.isFetchingNextPage}
            reason={list.toNext === undefined ? t('files.repair.isLast') : undefined}
            onPress={list.toNext && (() => void list.toNext?.())}
          >
            {t('files.repair.next')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function refusalOf(changed: number, t: ReturnType<typeof useText>): string | undefined {
  if (changed === 0) return t('files.repair.nothing')
  return changed > repairsMax.rows ? t('files.repair.tooMany', { max: formatNumber(repairsMax.rows) }) : undefined
}
