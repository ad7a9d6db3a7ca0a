import { bestHoursApi, hourCallsMin, hourDays, type RatedHour, rateHours, wilsonInterval } from '@regie/contract/best-hours.ts'
import { useApi } from '../../../api/use-api.ts'
import { formatNumber, formatShare, formatShareExactly } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { weekdayName, weekdays } from '../../../locales/weekdays.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { MetricInfo } from '../../../ui/report/metric-info.tsx'
import styles from '../../../ui/report/report.module.css'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import own from '../works.module.css'

const namedMax = 3

/** At which hours people answer, from the customer's own calls, with how sure that is. */
export function BestHours({ customerID, scriptID }: { customerID: number; scriptID: number | null }) {
  const t = useText()
  const query = useApi(bestHoursApi.hours, { query: { customerID, ...(scriptID !== null && { scriptID }) } }, { keepsPrevious: true })
  return (
    <div className={styles.report}>
      <p className={own.rule}>{t('works.hours.rule', { days: hourDays, calls: hourCallsMin })}</p>
      <Loaded query={query} lines={10}>
        {({ hours }) =>
          hours.length === 0 ? (
            <EmptyState icon="phone" title={t('works.hours.empty.title')} text={t('works.hours.empty.text', { days: hourDays })} />
          ) : (
            <Hours rated={rateHours(hours)} />
          )
        }
      </Loaded>
    </div>
  )
}

function Hours({ rated }: { rated: readonly RatedHour[] }) {
  const t = useText()
  const calls = rated.reduce((sum, one) => sum + one.calls, 0)
  const all = wilsonInterval(
    rated.reduce((sum, one) => sum + one.answered, 0),
    calls,
  )
  return (
    <div className={styles.parts}>
      <Answer rated={rated} />
      <Panel
        title={t('works.hours.table')}
        actions={<MetricInfo label={t('works.hours.table')} formula={t('works.hours.formula', { calls: hourCallsMin })} />}
      >
        {all !== null && <p>{t('works.hours.all', { ...sharesOf(all), calls, shown: formatNumber(calls) })}</p>}
        <HourTable rated={rated} />
        <ul className={styles.legend}>
          {(['better', 'same', 'worse', 'tooFew'] as const).map((verdict) => (
            <li key={verdict}>
              <span className={own.hourKey} data-verdict={verdict} aria-hidden />
              {t(`works.hours.verdicts.${verdict}`)}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

const sharesOf = ({ share, from, until }: RatedHour['interval']) => ({
  ...{ share: formatShareExactly(share), from: formatShareExactly(from), until: formatShareExactly(until) },
})

/** The best hours in words, as sure as the figures allow. */
function Answer({ rated }: { rated: readonly RatedHour[] }) {
  const t = useText()
  const best = rated.filter(({ verdict, isLawful }) => verdict === 'better' && isLawful).slice(0, namedMax)
  if (best.length === 0) {
    const isKnown = rated.some(({ verdict }) => verdict !== 'tooFew')
    return (
      <Notice tone="info" title={t(isKnown ? 'works.hours.none.title' : 'works.hours.few.title')}>
        {t(isKnown ? 'works.hours.none.text' : 'works.hours.few.text', { calls: hourCallsMin })}
      </Notice>
    )
  }
  return (
    <Notice tone="success" icon="check" title={t('works.hours.best')}>
      <ul className={own.verdicts}>
        {best.map(({ weekday, hour, calls, interval }) => (
          <li key={`${weekday} ${hour}`}>
            {t('works.hours.line', {
              ...{ day: weekdayName(weekday), hour, next: hour + 1, calls, shown: formatNumber(calls) },
              ...sharesOf(interval),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function HourTable({ rated }: { rated: readonly RatedHour[] }) {
  const t = useText()
  const called = rated.map(({ hour }) => hour)
  const [first, last] = [Math.min(...called), Math.max(...called)]
  const hours = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return (
    <ScrollRegion className={`${styles.scrolls} fades-aside`} label={t('works.hours.table')}>
      <table className={own.hours}>
        <caption className="visually-hidden">{t('works.hours.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('works.hours.day')}</th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {t('works.hours.from', { hour })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{weekdayName(weekday)}</th>
              {hours.map((hour) => (
                <HourCell key={hour} of={rated.find((one) => one.weekday === weekday && one.hour === hour)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function HourCell({ of }: { of: RatedHour | undefined }) {
  const t = useText()
  if (of === undefined)
    return (
      <td>
        <span className="visually-hidden">{t('works.hours.noCalls')}</span>
      </td>
    )
  const { verdict, interval, calls } = of
  return (
    <td data-verdict={verdict} title={t('works.hours.cell', { ...sharesOf(interval), calls, shown: formatNumber(calls) })}>
      {verdict !== 'tooFew' && formatShare(interval.share)}
      <small>{t('works.hours.calls', { calls, shown: formatNumber(calls) })}</small>
      <span className="visually-hidden">{t(`works.hours.verdicts.${verdict}`)}</span>
    </td>
  )
}
