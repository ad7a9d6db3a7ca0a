import type { LinkFigures } from '@regie/contract/payment-report.ts'
import { formatMoney, formatNumber, formatShare, numberFormat } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type ReportScope, useLinkFigures } from './report-data.ts'
import { shareOf } from './report-figures.ts'
import { RowsLink } from './rows-link.tsx'
import styles from './payment-report.module.css'

const walk = ['links', 'clicked', 'opened', 'paid'] as const
const others = ['inProgress', 'canceled', 'expired', 'ended', 'marked'] as const

/** How far the links of the period came, from made to paid, and where the others stand. */
export function LinkFunnel({ scope }: { scope: ReportScope }) {
  const t = useText()
  return (
    <Panel title={t('paymentReport.funnel.title')}>
      <Loaded query={useLinkFigures(scope)} lines={6}>
        {({ rows, from, until }) =>
          rows.length === 0 ? (
            <EmptyState icon="link" title={t('paymentReport.funnel.none')} />
          ) : (
            <div className={styles.parts}>
              {rows.map((row) => (
                <Currency key={row.currency} row={row} isNamed={rows.length > 1} days={{ from, until }} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Panel>
  )
}

type CurrencyProps = { row: LinkFigures; isNamed: boolean; days: { from: string; until: string } }

function Currency({ row, isNamed, days }: CurrencyProps) {
  const t = useText()
  const about = { ...days, currency: row.currency }
  return (
    <section className={styles.part} aria-label={row.currency}>
      {isNamed && <h3>{row.currency}</h3>}
      <ol className={styles.funnel}>
        {walk.map((step) => (
          <li key={step}>
            <span>{t(`paymentReport.funnel.${step}`)}</span>
            <span className={styles.bar} aria-hidden>
              <span data-tone={step === 'paid' ? 'success' : undefined} style={{ width: `${100 * shareOf(row[step], row.links)}%` }} />
            </span>
            <span className="numbers">
              <RowsLink
                count={row[step]}
                shown={formatNumber(row[step])}
                what={t(`paymentReport.funnel.${step}`)}
                search={{ counted: step, ...about }}
              />{' '}
              · {formatShare(shareOf(row[step], row.links))}
            </span>
          </li>
        ))}
      </ol>
      <p>
        {t('paymentReport.funnel.money', {
          share: formatShare(shareOf(row.paidCents, row.requestedCents)),
        })}{' '}
        {row.medianHoursToPay !== null && t('paymentReport.funnel.median', { time: timeWords(t, row.medianHoursToPay) })}
      </p>
      <dl className={styles.others}>
        {(['requested', 'paid'] as const).map((part) => (
          <div key={part}>
            <dt>{t(`paymentReport.funnel.${part}Money`)}</dt>
            <dd className="numbers">
              <RowsLink
                count={part === 'paid' ? row.paid : row.links}
                shown={formatMoney(row[`${part}Cents`], row.currency)}
                what={t(`paymentReport.funnel.${part}Money`)}
                search={{ counted: part === 'paid' ? 'paid' : 'links', ...about }}
              />
            </dd>
          </div>
        ))}
        {others.map((state) => (
          <div key={state}>
            <dt>{t(`paymentReport.funnel.${state}`)}</dt>
            <dd className="numbers">
              <RowsLink
                count={row[state]}
                shown={formatNumber(row[state])}
                what={t(`paymentReport.funnel.${state}`)}
                search={{ counted: state, ...about }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function timeWords(t: ReturnType<typeof useText>, hours: number): string {
  const short = (value: number) => numberFormat('median', { maximumFractionDigits: 1 }).format(value)
  if (hours < 1) return t('paymentReport.funnel.minutes', { minutes: Math.max(1, Math.round(hours * 60)) })
  return hours < 48 ? t('paymentReport.funnel.hours', { hours: short(hours) }) : t('paymentReport.funnel.days', { days: short(hours / 24) })
}
