import type { DeliveredFile, DeliveredState, FileDelivery } from '@regie/contract/file-deliveries.ts'
import { useEffect } from 'react'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Line, LineList, LineNote } from '../../ui/line-list.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './deliveries.module.css'
import { useDelivered } from './deliveries-data.ts'

const looks = {
  seen: { tone: 'neutral', icon: 'clock' },
  checking: { tone: 'neutral', icon: 'clock' },
  asking: { tone: 'warning', icon: 'question' },
  importing: { tone: 'neutral', icon: 'clock' },
  imported: { tone: 'success', icon: 'check' },
  refused: { tone: 'error', icon: 'error' },
} as const
const underWay: readonly DeliveredState[] = ['seen', 'checking', 'importing']
// A file that has come in is a batch within a minute; a new one may come at any time.
const againMs = { underWay: 3_000, quiet: 15_000 }

/** The files that a delivery found, and what became of each. */
export function DeliveryLog({ delivery, onClose }: { delivery: FileDelivery; onClose: () => void }) {
  const t = useText()
  const list = useDelivered(delivery.deliveryID)
  const isUnderWay = list.rows.some(({ state }) => underWay.includes(state))
  const { retry } = list
  useEffect(() => {
    const timer = setInterval(retry, isUnderWay ? againMs.underWay : againMs.quiet)
    return () => clearInterval(timer)
  }, [isUnderWay, retry])
  const title = t('deliveries.log.of', { name: delivery.name })
  return (
    <Dialog isOpen size="wide" title={title} onClose={onClose} actions={<Button onPress={onClose}>{t('ui.close')}</Button>}>
      {list.failure !== null && list.rows.length === 0 ? (
        <ErrorState failure={list.failure} onRetry={list.retry} />
      ) : list.isLoading ? (
        <Skeleton lines={5} />
      ) : list.rows.length === 0 ? (
        <p className={styles.quiet}>{t('deliveries.log.none')}</p>
      ) : (
        <ScrollRegion label={title} className={styles.scroll}>
          <LineList>
            {list.rows.map((row) => (
              <DeliveredLine key={row.deliveredFileID} row={row} />
            ))}
          </LineList>
        </ScrollRegion>
      )}
      {list.hasMore && (
        <Button kind="quiet" isBusy={list.isLoadingMore} onPress={list.loadMore}>
          {t('deliveries.log.more')}
        </Button>
      )}
    </Dialog>
  )
}

function DeliveredLine({ row }: { row: DeliveredFile }) {
  const t = useText()
  return (
    <Line
      name={row.name}
      badges={<Badge {...looks[row.state]}>{t(`deliveries.states.${row.state}`)}</Badge>}
      actions={
        <>
          {row.batchID !== null && <AppLink to={paths.batch(row.batchID)}>{row.batchName}</AppLink>}
          {row.importID !== null && (row.state === 'asking' || row.refusedRows > 0) && (
            <AppLink to={paths.upload({ importID: row.importID })}>{t('deliveries.log.import')}</AppLink>
          )}
        </>
      }
    >
      {row.reason !== null && <LineNote>{errorText(row.reason.error, row.reason.params)}</LineNote>}
      {row.state === 'imported' && (
        <LineNote>{t('deliveries.log.counts', { rows: row.rows, cases: row.cases, refused: row.refusedRows })}</LineNote>
      )}
      {row.isLeft && <LineNote>{t('deliveries.log.left')}</LineNote>}
      <LineNote>
        <Moment at={row.at} />
      </LineNote>
    </Line>
  )
}
