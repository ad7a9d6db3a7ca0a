import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { z95 } from '@regie/contract/experiment-rules.ts'
import { comparedMeasures, followedDays, type VariantFigures, type worksReportApi } from '@regie/contract/works-report.ts'
import { formatNumber, formatShareExactly } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressMeter } from '../../ui/progress.tsx'
import { MetricInfo } from '../../ui/report/metric-info.tsx'
import styles from '../../ui/report/report.module.css'
import { VariantTable } from './variant-table.tsx'
import { useWorksFigures, type WorksScope } from './works-data.ts'
import { differenceLook, differenceText, rangeText } from './works-words.ts'
import own from './works.module.css'

type Figures = ResponseOf<typeof worksReportApi.figures>
type Currency = Figures['currencies'][number]

/** What came of each variant, by currency: how far the experiment is, which one brings in more, how sure that is, and all figures. */
export function ExperimentFigures({ scope }: { scope: WorksScope }) {
  const t = useText()
  return (
    <Loaded query={useWorksFigures(scope)} lines={10}>
      {(figures) =>
        figures.currencies.length === 0 ? (
          <EmptyState icon="flask" title={t('works.empty.title')} text={t('works.empty.text')} />
        ) : (
          figures.currencies.map((one) => (
            <section key={one.currency} className={styles.parts} aria-label={one.currency}>
              {figures.currencies.length > 1 && <h2>{one.currency}</h2>}
              <Progress figures={figures} of={one} />
              <MoneyShares of={one} />
              <Differences of={one} />
              <VariantTable of={one} scope={{ ...scope, from: figures.from, until: figures.until }} planned={figures.experiment.planned} />
            </section>
          ))
        )
      }
    </Loaded>
  )
}

/** How far each variant is towards the size that was planned, and why not to stop before it. */
function Progress({ figures: { experiment }, of: { isReady, variants } }: { figures: Figures; of: Currency }) {
  const t = useText()
  const { planned, plan } = experiment
  const still = variants.filter(({ percent }) => percent > 0)
  const missing = Math.max(0, ...still.map(({ followed }) => planned - followed))
  return (
    <Notice
      tone={isReady ? 'success' : 'warning'}
      icon={isReady ? 'check' : 'hourglass'}
      title={isReady ? t('works.ready.title') : t('works.early.title', { missing, shown: formatNumber(missing) })}
    >
      <p>
        {t(isReady ? 'works.ready.text' : 'works.early.text', {
          points: formatNumber(plan.differencePoints),
          paid: formatNumber(plan.paidPercent),
        })}
      </p>
      <ul className={own.progress}>
        {still.map(({ variant, name, followed }) => (
          <li key={variant}>
            <span>{name}</span>
            <ProgressMeter parts={[{ tone: 'primary', value: Math.min(followed, planned), label: name }]} total={planned} />
            <span className="numbers">{t('works.progress', { followed: formatNumber(followed), planned: formatNumber(planned) })}</span>
          </li>
        ))}
      </ul>
      <p className={own.soft}>{t('works.followed', { days: followedDays })}</p>
    </Notice>
  )
}

/** Which variant brings in the largest part of what is owed: a bar for each, with the interval in which the true share lies. */
function MoneyShares({ of: { variants } }: { of: Currency }) {
  const t = useText()
  const shares = variants.map(({ variant, name, estimates: { money } }) => {
    const wide = z95 * (money?.error ?? 0)
    return { variant, name, money, from: Math.max(0, (money?.value ?? 0) - wide), until: Math.min(1, (money?.value ?? 0) + wide) }
  })
  const whole = Math.max(0.1, ...shares.map(({ until }) => until))
  const part = (share: number) => `${(100 * share) / whole}%`
  return (
    <Panel
      title={t('works.question')}
      actions={<MetricInfo label={t('works.columns.moneyShare')} formula={t('works.formulas.interval')} />}
    >
      <ul className={own.shares}>
        {shares.map(({ variant, name, money, from, until }) => (
          <li key={variant}>
            <span className={own.name}>{name}</span>
            <span className={own.bar} aria-hidden>
              <span className={own.fill} style={{ width: part(money?.value ?? 0) }} />
              {money !== null && <span className={own.interval} style={{ left: part(from), width: part(until - from) }} />}
            </span>
            <span className="numbers">
              {money === null
                ? '–'
                : t('works.share', {
                    share: formatShareExactly(money.value),
                    from: formatShareExactly(from),
                    until: formatShareExactly(until),
                  })}
            </span>
          </li>
        ))}
      </ul>
      <p className={own.soft}>{t('works.intervalHint')}</p>
    </Panel>
  )
}

/** How each variant differs from the first one, in words. */
function Differences({ of: { variants } }: { of: Currency }) {
  const t = useText()
  const [first, ...others] = variants
  if (first === undefined) return null
  return (
    <Panel
      title={t('works.differences', { first: first.name })}
      actions={<MetricInfo label={t('works.certainty')} formula={t('works.formulas.difference')} />}
    >
      <div className={own.columns}>
        {others.map((other) => (
          <section key={other.variant} aria-label={other.name}>
            <h3>{other.name}</h3>
            <ul className={own.verdicts}>
              {comparedMeasures.map((measure) => (
                <Verdict key={measure} measure={measure} first={first} other={other} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  )
}

type VerdictProps = { measure: (typeof comparedMeasures)[number]; first: VariantFigures; other: VariantFigures }

function Verdict({ measure, first, other }: VerdictProps) {
  const t = useText()
  const difference = other.differences?.[measure] ?? null
  if (difference === null)
    return (
      <li data-tone="neutral">
        <Icon name="minus" size={16} />
        <span>
          <strong>{t(`works.measures.${measure}`)}</strong> {t('works.verdicts.nothing')}
        </span>
      </li>
    )
  const { tone, icon } = differenceLook(measure, difference)
  return (
    <li data-tone={tone}>
      <Icon name={icon} size={16} />
      <span>
        <strong>{t(`works.measures.${measure}`)}</strong>{' '}
        <span>{differenceText(t, measure, difference, { name: other.name, first: first.name })}</span>{' '}
        <span className={own.soft}>{rangeText(t, measure, difference)}</span>
      </span>
    </li>
  )
}
