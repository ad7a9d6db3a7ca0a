import type { BatchMoney } from '@regie/contract/batches.ts'
import type { HomeBatch } from '@regie/contract/home.ts'
import type { ReactNode } from 'react'
import { formatMoney, formatMoneyWhole, formatNumber, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { LiveHighlight } from '../../ui/live-highlight.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressMeter } from '../../ui/progress.tsx'
import styles from './home.module.css'

type RunningBatchesProps = { running: readonly HomeBatch[]; stateOf: (batch: HomeBatch['batch']) => ReactNode }

/** The batches that are at work or go on soon, with their money. */
export function RunningBatches({ running, stateOf }: RunningBatchesProps) {
  const t = useText()
  return (
    <Panel title={t('home.running.title')} actions={<AppLink to={paths.batches()}>{t('home.running.all')}</AppLink>}>
      {running.length === 0 ? (
        <p className={styles.quiet}>{t('home.running.nothing')}</p>
      ) : (
        <table className={styles.running}>
          <caption className="visually-hidden">{t('home.running.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('home.running.name')}</th>
              <th scope="col">{t('home.running.now')}</th>
              <th scope="col" className="numbers">
                {t('home.running.outstanding')}
              </th>
              <th scope="col" className="numbers">
                {t('home.running.paid')}
              </th>
              <th scope="col" className={styles.wide}>
                {t('home.running.progress')}
              </th>
              <th scope="col" className={styles.wide}>
                {t('home.running.next')}
              </th>
              <th scope="col" className={`numbers ${styles.wide}`}>
                {t('home.running.lines')}
              </th>
            </tr>
          </thead>
          <tbody>
            {running.map((one) => (
              <RunningBatch key={one.batch.batchID} running={one} state={stateOf(one.batch)} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

function RunningBatch({ running: { batch, nextStep }, state }: { running: HomeBatch; state: ReactNode }) {
  const t = useText()
  const { counts, lines, money } = batch
  const progress = counts.total === 0 ? 0 : counts.closed / counts.total
  return (
    <tr>
      <th scope="row">
        <AppLink to={paths.batch(batch.batchID)} title={batch.name}>
          {batch.name}
        </AppLink>
      </th>
      <td>{state}</td>
      <td className="numbers">
        <Amounts money={money} centsOf={(one) => one.outstandingCents} />
      </td>
      <td className="numbers">
        <Amounts money={money} centsOf={(one) => one.paidCents} hasShare />
      </td>
      <td className={styles.wide}>
        <span className={styles.progress}>
          <ProgressMeter parts={[{ tone: 'primary', value: counts.closed, label: t('batches.counts.closed') }]} total={counts.total} />
          <span className="numbers">{formatShare(progress)}</span>
        </span>
      </td>
      <td className={styles.wide}>{nextWords(t, batch, nextStep)}</td>
      <td className={`numbers ${styles.wide}`}>
        <LiveHighlight value={lines.current}>{`${formatNumber(lines.current)} / ${formatNumber(lines.max)}`}</LiveHighlight>
      </td>
    </tr>
  )
}

function Amounts({
  money,
  centsOf,
  hasShare = false,
}: {
  money: readonly BatchMoney[]
  centsOf: (one: BatchMoney) => number
  hasShare?: boolean
}) {
  if (money.length === 0) return '–'
  return money.map((one) => (
    <span key={one.currency} className={styles.amount} title={formatMoney(centsOf(one), one.currency)}>
      <LiveHighlight value={centsOf(one)}>{formatMoneyWhole(centsOf(one), one.currency)}</LiveHighlight>
      {hasShare && one.claimedCents > 0 && <small>{formatShare(one.paidCents / one.claimedCents)}</small>}
    </span>
  ))
}

/** "Bellen, nu" or "Eerste sms, ma 09:00"; without a moment where nobody knows when the batch goes on. */
function nextWords(t: ReturnType<typeof useText>, { standstill }: HomeBatch['batch'], step: HomeBatch['nextStep']): string {
  if (step === null) return t('home.running.noStep')
  // A branch has a question for a name: what comes next is that it is looked into.
  const name = step.kind === 'branch' ? t('home.running.looks', { step: step.name }) : step.name
  if (standstill !== null && standstill.at === null) return name
  // A step that is due waits for its batch.
  const next = standstill?.at != null && standstill.at > step.at ? standstill.at : step.at
  return t('home.running.step', { step: name, at: new Date(next) <= new Date() ? t('home.running.atOnce') : formatNextMoment(next) })
}
