import type { BankStatement, StatementAccount } from '@regie/contract/bank-statements.ts'
import { formatDate, formatMoment, formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { personName } from '../../session/people.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { useStatements } from './statements-data.ts'
import styles from './statements.module.css'

const looks = {
  reading: { tone: 'info', icon: 'hourglass' },
  matching: { tone: 'info', icon: 'hourglass' },
  done: { tone: 'success', icon: 'check' },
  failed: { tone: 'error', icon: 'error' },
} as const

/** The files that were uploaded, and what became of what they say. */
export function StatementFiles({ list }: { list: ReturnType<typeof useStatements> }) {
  const t = useText()
  if (list.failure !== null && list.rows.length === 0) return <ErrorState failure={list.failure} onRetry={list.retry} />
  if (list.isLoading) return <Skeleton lines={5} />
  if (list.rows.length === 0) return <EmptyState icon="file" title={t('statements.files.empty')} text={t('statements.files.emptyText')} />
  return (
    <Panel isFlush>
      <ul className={styles.list} aria-label={t('statements.files.label')}>
        {list.rows.map((statement) => (
          <FileRow key={statement.statementID} statement={statement} />
        ))}
      </ul>
      {list.hasMore && (
        <div className={styles.foot}>
          <Button kind="quiet" isBusy={list.isLoadingMore} onPress={list.loadMore}>
            {t('statements.files.more')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function FileRow({ statement }: { statement: BankStatement }) {
  const t = useText()
  const { statementID, fileName, state, fault, faultPlace, accounts, entries, booked, waiting, known, uploadedAt, by } = statement
  const bookedWords = t('statements.files.booked', { shown: formatNumber(booked) })
  const linesOf = (tab: 'open' | 'booked', words: string) => (
    <>
      {' · '}
      <AppLink to={paths.statements({ tab, file: statementID })}>{words}</AppLink>
    </>
  )
  return (
    <li className={styles.file}>
      <div className={styles.words}>
        <strong className={styles.cut} title={fileName}>
          {fileName}
        </strong>
        <span className={styles.quiet}>{t('statements.files.by', { at: formatMoment(uploadedAt), name: personName(by) })}</span>
        {accounts.map((account, index) => (
          // Two statements of one account may stand in a file.
          <AccountLine key={`${account.account} ${index}`} account={account} />
        ))}
        {fault !== null && <span className={styles.fault}>{t(`statements.faults.${fault}`, { place: faultPlace })}</span>}
      </div>
      <div className={styles.outcome}>
        <Badge tone={looks[state].tone} icon={looks[state].icon}>
          {t(`statements.states.${state}`)}
        </Badge>
        {state !== 'reading' && entries > 0 && (
          <span className={styles.quiet}>
            {t('statements.files.lines', { count: entries, shown: formatNumber(entries) })}
            {booked > 0 ? linesOf('booked', bookedWords) : ` · ${bookedWords}`}
            {waiting > 0 && linesOf('open', t('statements.files.waiting', { shown: formatNumber(waiting) }))}
            {known > 0 && ` · ${t('statements.files.known', { shown: formatNumber(known) })}`}
          </span>
        )}
      </div>
    </li>
  )
}

function AccountLine({ account: { account, currency, openingCents, closingCents, from, until } }: { account: StatementAccount }) {
  const t = useText()
  const day = (date: string) => formatDate(`${date}T12:00:00Z`)
  const period =
    from === null || until === null
      ? []
      : [from === until ? day(from) : t('statements.files.period', { from: day(from), until: day(until) })]
  const balance = t('statements.files.balance', {
    opening: formatMoney(openingCents, currency),
    closing: formatMoney(closingCents, currency),
  })
  return <span className="numbers">{[account, ...period, balance].join(' · ')}</span>
}
