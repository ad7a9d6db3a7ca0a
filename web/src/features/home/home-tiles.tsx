import type { HomeMoney } from '@regie/contract/home.ts'
import type { ReactNode } from 'react'
import { dateFormat, formatMoney, formatMoneyWhole, formatShare, formatShareExactly, numberFormat } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { type AppPath, paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LiveHighlight } from '../../ui/live-highlight.tsx'
import styles from './home.module.css'

const nothing: HomeMoney = {
  ...{ currency: 'EUR', outstandingCents: 0, openCases: 0, batches: 0, receivedCents: 0, ordinaryCents: null },
  ...{ promisedCents: 0, promises: 0, promisesToday: 0 },
  paidSoon: { from: '', until: '', claimedCents: 0, paidCents: 0 },
  paidSoonBefore: { from: '', until: '', claimedCents: 0, paidCents: 0 },
}

/** The four figures of a team leader's day, each a link to its rows. Amounts of other currencies stand beneath those of the first. */
export function HomeTiles({ day, money }: { day: string; money: readonly HomeMoney[] }) {
  const t = useText()
  const [first = nothing, ...others] = money
  const { paidSoon } = first
  const also = (cents: (one: HomeMoney) => number) => others.filter((one) => cents(one) > 0).map((one) => ({ ...one, cents: cents(one) }))
  return (
    <section className={styles.tiles} aria-label={t('home.figures')}>
      <MoneyTile
        label={t('home.outstanding.title')}
        cents={first.outstandingCents}
        currency={first.currency}
        also={also((one) => one.outstandingCents)}
        to={paths.figure({ figure: 'outstanding' })}
      >
        {t('home.outstanding.hint', { cases: first.openCases, batches: first.batches })}
      </MoneyTile>
      <MoneyTile
        label={t('home.received.title')}
        cents={first.receivedCents}
        currency={first.currency}
        also={also((one) => one.receivedCents)}
        to={paths.figure({ figure: 'received', from: day, until: day })}
      >
        <Compared money={first} day={day} />
      </MoneyTile>
      <MoneyTile
        label={t('home.promised.title')}
        cents={first.promisedCents}
        currency={first.currency}
        also={also((one) => one.promisedCents)}
        to={paths.figure({ figure: 'promised' })}
      >
        {t('home.promised.hint', { promises: first.promises, today: first.promisesToday })}
      </MoneyTile>
      <Tile
        label={t('home.paidSoon.title')}
        value={paidSoon.claimedCents === 0 ? '–' : formatShareExactly(paidSoon.paidCents / paidSoon.claimedCents)}
        to={paths.figure({ figure: 'cameIn', from: paidSoon.from, until: paidSoon.until })}
      >
        <SoonChange money={first} />
      </Tile>
    </section>
  )
}

type TileProps = { label: string; value: string; exact?: string; to: AppPath; children: ReactNode }

function Tile({ label, value, exact, to, children }: TileProps) {
  return (
    <AppLink to={to} className={styles.tile}>
      <span className={styles.tileLabel}>{label}</span>
      <span className={styles.tileValue} title={exact}>
        <LiveHighlight value={value}>{value}</LiveHighlight>
      </span>
      <span className={styles.tileHint}>{children}</span>
    </AppLink>
  )
}

type MoneyTileProps = Omit<TileProps, 'value'> & { cents: number; currency: string; also: readonly { currency: string; cents: number }[] }

function MoneyTile({ cents, currency, also, children, ...tile }: MoneyTileProps) {
  return (
    <Tile {...tile} value={formatMoneyWhole(cents, currency)} exact={formatMoney(cents, currency)}>
      {also.map((other) => (
        <span key={other.currency} className={styles.also}>
          + {formatMoney(other.cents, other.currency)}
        </span>
      ))}
      {children}
    </Tile>
  )
}

/** Today beside an ordinary such weekday. Before the day is over less is no news, so only more is praised. */
function Compared({ money: { receivedCents, ordinaryCents, currency }, day }: { money: HomeMoney; day: string }) {
  const t = useText()
  const weekday = dateFormat('weekday', { weekday: 'long' }).format(new Date(`${day}T12:00:00Z`))
  if (ordinaryCents === null || ordinaryCents === 0) return t('home.received.noOrdinary')
  if (receivedCents <= ordinaryCents) return t('home.received.ordinary', { weekday, amount: formatMoneyWhole(ordinaryCents, currency) })
  const times = receivedCents / ordinaryCents
  // Beyond three times as much a share says little.
  if (times >= 3)
    return (
      <Change direction="up" share={t('home.received.times', { times: Math.floor(times) })}>
        {t('home.received.asMuch', { weekday })}
      </Change>
    )
  return (
    <Change direction="up" share={formatShare(times - 1)}>
      {t('home.received.above', { weekday })}
    </Change>
  )
}

function SoonChange({ money: { paidSoon, paidSoonBefore } }: { money: HomeMoney }) {
  const t = useText()
  if (paidSoon.claimedCents === 0) return t('home.paidSoon.none')
  if (paidSoonBefore.claimedCents === 0) return t('home.paidSoon.noBefore')
  const points = 100 * (paidSoon.paidCents / paidSoon.claimedCents - paidSoonBefore.paidCents / paidSoonBefore.claimedCents)
  const shown = numberFormat('points', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Math.abs(points))
  if (Math.abs(points) < 0.05) return t('home.paidSoon.same')
  const direction = points > 0 ? 'up' : 'down'
  return (
    <Change direction={direction} share={t('home.paidSoon.points', { points: shown })}>
      {t(direction === 'up' ? 'home.paidSoon.more' : 'home.paidSoon.less')}
    </Change>
  )
}

function Change({ direction, share, children }: { direction: 'up' | 'down'; share: string; children: ReactNode }) {
  return (
    <>
      <span className={styles.change} data-direction={direction}>
        <Icon name={direction === 'up' ? 'arrowUp' : 'arrowDown'} size={14} />
        {share}
      </span>{' '}
      {children}
    </>
  )
}
