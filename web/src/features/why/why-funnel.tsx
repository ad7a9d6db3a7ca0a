import type { Why, WhyLine } from '@regie/contract/why.ts'
import { formatNumber, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { useWhy, type WhyScope } from './why-data.ts'
import { type FixAction, WhyFix, WhyNext } from './why-fix.tsx'
import { addressOfLine, lookOf, placeWords } from './why-words.ts'
import styles from './why.module.css'

type WhyFunnelProps = {
  scope: WhyScope
  customerID: number
  scriptID: number
  chosen: Pick<WhyLine, 'place' | 'reason'> | null
  action?: FixAction | undefined
}

/** Where all cases are, line by line as the engine passes them by: what is left at the end it takes now. */
export function WhyFunnel(props: WhyFunnelProps) {
  const t = useText()
  const query = useWhy(props.scope, props)
  const { data: why } = query
  return (
    <Panel title={t('why.title')} actions={why === undefined ? undefined : <Capacity {...why.capacity} />}>
      {why?.isDone && <Done {...props} />}
      {why === undefined ? <NotLoaded query={query} lines={6} /> : <Lines why={why} {...props} />}
    </Panel>
  )
}

/** Nothing is left to do for any case: the batch can be closed. */
function Done({ scope, scriptID, action }: WhyFunnelProps) {
  const t = useText()
  const places = {
    scriptID,
    batchID: 'batchID' in scope ? scope.batchID : null,
    cases: addressOfLine(scope, { place: 'finished', reason: null }),
  }
  return (
    <Notice
      tone="success"
      icon="check"
      title={t('why.done')}
      action={<WhyFix line={{ fix: 'closeBatch', nextAt: null }} places={places} action={action} />}
    >
      {t('why.doneText')}
    </Notice>
  )
}

function Capacity({ busy, max }: Why['capacity']) {
  const t = useText()
  return (
    <span className={styles.capacity} data-full={busy >= max || undefined}>
      <Icon name="phone" size={16} />
      {t('why.capacity', { busy: formatNumber(busy), max: formatNumber(max) })}
    </span>
  )
}

function Lines({ why, scope, scriptID, chosen, action }: WhyFunnelProps & { why: Why }) {
  const t = useText()
  if (why.total === 0) return <p className={styles.quiet}>{t('why.empty')}</p>
  // What is left after each line.
  const left = why.lines.map((_line, at) => why.total - why.lines.slice(0, at + 1).reduce((sum, line) => sum + line.count, 0))
  return (
    <table className={styles.funnel}>
      <caption className="visually-hidden">{t('why.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('why.columns.place')}</th>
          <th scope="col" className={styles.number}>
            {t('why.columns.cases')}
          </th>
          <th scope="col" className={styles.left}>
            {t('why.columns.left')}
          </th>
          <th scope="col">{t('why.columns.fix')}</th>
        </tr>
      </thead>
      <tbody>
        {why.lines.map((line, at) => {
          const address = addressOfLine(scope, line)
          const isChosen = chosen?.place === line.place && chosen.reason === line.reason
          return (
            <tr key={`${line.place} ${line.reason ?? ''}`} data-chosen={isChosen || undefined} data-tone={lookOf(line.place).tone}>
              <th scope="row">
                <span className={styles.place}>
                  <Icon name={lookOf(line.place).icon} size={16} />
                  {placeWords(t, line)}
                </span>
                <span className={styles.bar} title={formatShare(line.count / why.total)}>
                  <span style={{ width: `${(100 * line.count) / why.total}%` }} />
                </span>
              </th>
              <td className={styles.number}>
                <AppLink
                  to={address}
                  isCurrent={isChosen}
                  label={t('why.showCases', { count: line.count, shown: formatNumber(line.count), place: placeWords(t, line) })}
                >
                  {formatNumber(line.count)}
                </AppLink>
              </td>
              <td className={styles.left}>{line.place === 'contactable' ? '' : formatNumber(left[at] ?? 0)}</td>
              <td>
                <WhyNext nextAt={line.nextAt} />
                <WhyFix
                  line={line}
                  places={{ scriptID, batchID: 'batchID' in scope ? scope.batchID : null, cases: address }}
                  action={action}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('why.total')}</th>
          <td className={styles.number}>{formatNumber(why.total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
