import type { Import } from '@regie/contract/files.ts'
import { ApiFailure } from '../../../api/api-failure.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { NotLoaded } from '../../../ui/loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { DownloadErrors, ImportIssues } from '../import-issues.tsx'
import { useRefusedRows, useRepairRows } from './repair-data.ts'
import { RepairGrid } from './repair-grid.tsx'
import styles from './repair.module.css'
import type { Repairs } from './use-repairs.ts'

type RepairRowsProps = { found: Import; refused: number; repairs: Repairs }

/** What is not imported, to repair in place and check again by the same rules, or to take along as a file. Who may not see the rows reads their reasons. */
export function RepairRows({ found, refused, repairs }: RepairRowsProps) {
  const t = useText()
  const query = useRefusedRows(found.importID, found.checkNo)
  const repair = useRepairRows()
  const { rows } = repairs
  const check = () => repair.mutate({ params: { importID: found.importID }, body: { rows } }, { onSuccess: repairs.clear })
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
          kind={rows.length > 0 ? 'main' : 'plain'}
          icon={<Icon name="refresh" size={16} />}
          isBusy={repair.isPending}
          reason={rows.length === 0 ? t('files.repair.nothing') : undefined}
          onPress={check}
        >
          {t('files.repair.check', { count: rows.length, total: formatNumber(rows.length) })}
        </Button>
      </div>
      {repair.error !== null && <FailureText failure={repair.error} />}
      {query.data === undefined ? <NotLoaded query={query} lines={6} /> : <RepairGrid found={found} rows={query.rows} repairs={repairs} />}
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button isBusy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('files.repair.more')}
          </Button>
        </div>
      )}
    </Panel>
  )
}
