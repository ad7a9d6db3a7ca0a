import type { Callback } from '@regie/contract/arrangements.ts'
import type { OwnDay } from '@regie/contract/next-case.ts'
import { formatDate, formatMoney } from '../../locales/format.ts'
import { Strip } from '../../ui/strip.tsx'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Money } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'
import { useNow } from '../../ui/use-now.ts'
import { causeText } from './held-strip.tsx'
import styles from './next-case.module.css'
import { useOwnCallbacks, useOwnDay } from './next-case-data.ts'

const shownMax = 12
const minuteMs = 60_000

/** The first screen of who works case by case: what waits for them by its moment, and the way to the next case. */
export function AgentHome({ customerID }: { customerID: number }) {
  const t = useText()
  return (
    <Loaded query={useOwnDay(customerID)} lines={6}>
      {(day) => (
        <div className={styles.home}>
          {day.held !== null && <AtWork held={day.held} />}
          <StatRow label={t('nextCase.day.title')}>
            <Stat label={t('nextCase.day.calls')} value={day.calls} />
            <Stat label={t('nextCase.day.spoken')} value={day.spoken} tone="success" />
            <PromisesTaken promises={day.promises} />
          </StatRow>
          <div className={styles.halves}>
            <Callbacks customerID={customerID} />
            <Broken broken={day.broken} />
          </div>
        </div>
      )}
    </Loaded>
  )
}

function AtWork({ held }: { held: NonNullable<OwnDay['held']> }) {
  const t = useText()
  return (
    <Strip
      label={t('nextCase.atWork')}
      words={
        <>
          <strong>{t('nextCase.atWork')}</strong>
          <AppLink to={paths.case(held.caseID)}>{held.name === '' ? held.caseNumber : held.name}</AppLink>
          <span>{causeText(t, held)}</span>
        </>
      }
    />
  )
}

function PromisesTaken({ promises }: { promises: OwnDay['promises'] }) {
  const t = useText()
  const count = promises.reduce((sum, one) => sum + one.count, 0)
  const sums = promises.map(({ cents, currency }) => formatMoney(cents, currency)).join(' · ')
  return <Stat label={t('nextCase.day.promised')} value={count} {...(sums !== '' && { hint: sums })} />
}

function Callbacks({ customerID }: { customerID: number }) {
  const t = useText()
  const now = useNow(15_000)
  const more = <AppLink to={paths.arrangements({ tab: 'callbacks' })}>{t('nextCase.callbacks.all')}</AppLink>
  return (
    <Panel title={t('nextCase.callbacks.title')} actions={more}>
      <Loaded query={useOwnCallbacks(customerID)} lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="phone" title={t('nextCase.callbacks.empty')} text={t('nextCase.callbacks.emptyText')} />
          ) : (
            <ul className={styles.list}>
              {rows.slice(0, shownMax).map((row) => (
                <CallbackLine key={row.callbackID} row={row} isDue={Date.parse(row.at) <= now + minuteMs} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function CallbackLine({ row: { caseID, caseNumber, name, at, note, forUser }, isDue }: { row: Callback; isDue: boolean }) {
  const t = useText()
  return (
    <li className={styles.line}>
      <span className={styles.when}>
        {isDue ? (
          <Badge tone="error" icon="alert">
            {formatNextMoment(at)}
          </Badge>
        ) : (
          formatNextMoment(at)
        )}
      </span>
      <span className={styles.who}>
        <AppLink to={paths.case(caseID)}>{name === '' ? caseNumber : name}</AppLink>
        {note !== '' && <span className={styles.note}>{note}</span>}
      </span>
      <span className={styles.quiet}>{t(forUser === null ? 'nextCase.callbacks.anyone' : 'nextCase.callbacks.mine')}</span>
    </li>
  )
}

function Broken({ broken }: Pick<OwnDay, 'broken'>) {
  const t = useText()
  return (
    <Panel title={t('nextCase.broken.title')}>
      {broken.length === 0 ? (
        <EmptyState icon="check" title={t('nextCase.broken.empty')} text={t('nextCase.broken.emptyText')} />
      ) : (
        <ul className={styles.list}>
          {broken.slice(0, shownMax).map(({ caseID, caseNumber, name, due, outstandingCents, currency }) => (
            <li key={caseID} className={styles.line}>
              <span className={styles.who}>
                <AppLink to={paths.case(caseID)}>{name === '' ? caseNumber : name}</AppLink>
                {due !== '' && <span className={styles.note}>{t('nextCase.broken.due', { at: formatDate(`${due}T12:00:00Z`) })}</span>}
              </span>
              <strong className="numbers">
                <Money cents={outstandingCents} currency={currency} />
              </strong>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
