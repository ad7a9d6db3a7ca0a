import { type FailedMessage, failureWorkMax } from '@regie/contract/failed-messages.ts'
import type { FailureCount } from '@regie/contract/failures.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useRight } from '../../session/use-right.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FailedWork } from './failed-work.tsx'
import styles from './failures.module.css'
import { useFailedMessages } from './failures-data.ts'

type FailedMessagesProps = { customerID: number; days: number; row: FailureCount; name: string }

/** The messages behind a cause, to be ticked and worked on together. */
export function FailedMessages({ customerID, days, row, name }: FailedMessagesProps) {
  const t = useText()
  const maySee = useRight(Right.viewCases)
  if (!maySee) return <p className={styles.quiet}>{t('failures.list.noCases')}</p>
  return <Listed {...{ customerID, days, row, name }} />
}

function Listed({ customerID, days, row, name }: FailedMessagesProps) {
  const t = useText()
  const list = useFailedMessages(customerID, days, row)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  if (list.failure !== null && list.rows.length === 0) return <ErrorState failure={list.failure} onRetry={list.retry} />
  if (list.isLoading) return <Skeleton lines={4} />
  const shown = list.rows.slice(0, failureWorkMax)
  const chosen = shown.filter(({ communicationID }) => ticked.has(communicationID))
  const isAll = chosen.length === shown.length && shown.length > 0
  const tick = (id: number) => setTicked(ticked.has(id) ? new Set([...ticked].filter((one) => one !== id)) : new Set([...ticked, id]))
  return (
    <div className={styles.opened}>
      <FailedWork customerID={customerID} row={row} chosen={chosen} shown={shown} onDone={() => setTicked(new Set())} />
      <ScrollRegion label={t('failures.list.label', { name })} className={styles.scroll}>
        <table className={styles.table} aria-label={t('failures.list.label', { name })}>
          <thead>
            <tr>
              <th scope="col" className={styles.tick}>
                <input
                  type="checkbox"
                  aria-label={t('failures.list.all', { count: shown.length })}
                  checked={isAll}
                  onChange={() => setTicked(isAll ? new Set() : new Set(shown.map(({ communicationID }) => communicationID)))}
                />
              </th>
              <th scope="col">{t('failures.list.case')}</th>
              <th scope="col">{t('failures.list.address')}</th>
              <th scope="col">{t('failures.list.provider')}</th>
              <th scope="col">{t('failures.list.said')}</th>
              <th scope="col">{t('failures.list.at')}</th>
            </tr>
          </thead>
          <tbody>
            {list.rows.map((message) => (
              <MessageRow
                key={message.communicationID}
                message={message}
                isTicked={ticked.has(message.communicationID)}
                onTick={() => tick(message.communicationID)}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className={styles.foot}>
        <span className={styles.quiet}>
          {t('failures.list.shown', { count: list.rows.length, total: formatNumber(list.total?.value ?? list.rows.length) })}
        </span>
        {list.hasMore && (
          <Button kind="quiet" isBusy={list.isLoadingMore} onPress={list.loadMore}>
            {t('failures.list.more')}
          </Button>
        )}
      </div>
    </div>
  )
}

type RowProps = { message: FailedMessage; isTicked: boolean; onTick: () => void }

function MessageRow({ message: { caseID, caseNumber, address, provider, code, said, at, isRetried }, isTicked, onTick }: RowProps) {
  const t = useText()
  return (
    <tr>
      <td className={styles.tick}>
        <input type="checkbox" aria-label={t('failures.list.choose', { name: caseNumber })} checked={isTicked} onChange={onTick} />
      </td>
      <td>
        <AppLink to={paths.case(caseID)}>{caseNumber}</AppLink>
      </td>
      <td className="numbers">
        {address}{' '}
        {isRetried && (
          <Badge tone="info" icon="refresh">
            {t('failures.list.retried')}
          </Badge>
        )}
      </td>
      <td>{provider === null ? t('failures.list.own') : provider.name}</td>
      <td className={styles.said} title={said === '' ? undefined : said}>
        {said === '' ? code || '–' : said}
      </td>
      <td>
        <Moment at={at} />
      </td>
    </tr>
  )
}
