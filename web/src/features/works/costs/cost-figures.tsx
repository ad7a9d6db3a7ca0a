import {
  attributionDays,
  type CostCounts,
  type CostPlace,
  type CostRow,
  type costReportApi,
  costPerEuro,
  costsByPlace,
  knownCost,
  type PlaceCosts,
  sumOfCosts,
} from '@regie/contract/cost-report.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { CostPart } from '@regie/contract/figures.ts'
import { providerApi } from '@regie/contract/providers.ts'
import { formatMoney, formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { paths } from '../../../paths.ts'
import { useMayCall } from '../../../session/use-right.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { type FigureColumn, FigureTable } from '../../../ui/report/figure-table.tsx'
import { rateText } from '../../../ui/report/figure-words.ts'
import { MetricTile } from '../../../ui/report/metric-tile.tsx'
import styles from '../../../ui/report/report.module.css'
import own from '../works.module.css'

type Costs = ResponseOf<typeof costReportApi.figures>
type Text = ReturnType<typeof useText>
type CostFiguresProps = { costs: Costs; scriptID: number | null; compare: boolean }

const centsOf = (counts: CostCounts) => {
  const cost = knownCost(counts)
  return cost === null ? null : cost / 100
}

/** Why a channel has no costs for each euro, or what they are. */
function rateWords(t: Text, counts: CostCounts): string {
  const rate = costPerEuro(counts)
  if (rate !== null) return rateText(rate)
  if (counts.contacts === 0) return '–'
  if (counts.unpriced > 0) return t(counts.unpriced === counts.contacts ? 'works.costs.noPrice' : 'works.costs.partly')
  return t('works.costs.nothingReceived')
}

/** What all of it cost and brought in, the channels beside each other, and the same by script. */
export function CostFigures({ costs, scriptID, compare }: CostFiguresProps) {
  const t = useText()
  const { rows, before, from, to, otherMoney } = costs
  const places = costsByPlace(rows)
  const total = sumOfCosts(rows)
  if (rows.length === 0) return <EmptyState icon="euro" title={t('works.costs.empty.title')} text={t('works.costs.empty.text')} />
  const days = { from, until: to }
  return (
    <div className={styles.parts}>
      <Tiles total={total} before={compare ? sumOfCosts(before.places) : null} />
      {total.unpriced > 0 && <Unpriced count={total.unpriced} />}
      <Rates places={places} />
      <PlaceTable {...{ places, total, days, scriptID }} before={compare ? before.places : null} />
      {scriptID === null && new Set(rows.map((row) => row.scriptID)).size > 1 && <ScriptTable {...{ rows, total, days }} />}
      {otherMoney.length > 0 && (
        <p className={own.soft}>
          {t('works.costs.otherMoney', {
            money: otherMoney.map(({ currency, receivedCents }) => formatMoney(receivedCents, currency)).join(', '),
          })}
        </p>
      )}
    </div>
  )
}

const isCost = (name: string) => name === 'cost' || name === 'perEuro'

function Tiles({ total, before }: { total: CostCounts; before: CostCounts | null }) {
  const t = useText()
  // Costs of which a part is not known are compared with nothing.
  const isPartial = total.unpriced > 0 || (before?.unpriced ?? 0) > 0
  const tile = (name: 'contacts' | 'cost' | 'received' | 'perEuro', of: (counts: CostCounts) => number | null) => ({
    label: t(`works.costs.columns.${name}`),
    formula: t(`works.costs.formulas.${name}`, { days: attributionDays }),
    value: of(total),
    ...(before !== null && !(isPartial && isCost(name)) && { before: of(before) }),
  })
  const { unpriced } = total
  const lacking = unpriced > 0 && { hint: t('works.costs.somePrice', { count: unpriced, shown: formatNumber(unpriced) }) }
  return (
    <section className={styles.tiles} aria-label={t('works.costs.all')}>
      <MetricTile metric={{ kind: 'count', ...tile('contacts', ({ contacts }) => contacts) }} />
      <MetricTile metric={{ kind: 'money', ...tile('cost', centsOf), good: 'down', ...lacking }} />
      <MetricTile metric={{ kind: 'money', ...tile('received', ({ receivedCents }) => receivedCents), good: 'up' }} />
      <MetricTile
        metric={{
          kind: 'rate',
          ...tile('perEuro', costPerEuro),
          good: 'down',
          ...(total.unpriced > 0 && { hint: rateWords(t, total) }),
        }}
      />
    </section>
  )
}

function Unpriced({ count }: { count: number }) {
  const t = useText()
  const may = useMayCall(providerApi.list)
  return (
    <Notice tone="warning">
      <p>{t('works.costs.unpricedNotice', { count, shown: formatNumber(count) })}</p>
      {may && <AppLink to={paths.providers()}>{t('works.costs.setPrices')}</AppLink>}
    </Notice>
  )
}

/** Which channel brings in money for the least: a bar for each, the shorter the better. */
function Rates({ places }: { places: readonly PlaceCosts[] }) {
  const t = useText()
  const shown = places.filter(({ place, contacts }) => place !== 'none' && contacts > 0)
  if (shown.length === 0) return null
  const most = Math.max(...shown.map((one) => costPerEuro(one) ?? 0))
  return (
    <Panel title={t('works.costs.question')}>
      <ul className={`${own.shares} ${own.rates}`}>
        {shown.map((one) => (
          <li key={one.place}>
            <span className={own.name}>{t(`works.costs.places.${one.place}`)}</span>
            <span className={own.bar} aria-hidden>
              {most > 0 && <span className={own.fill} style={{ width: `${(100 * (costPerEuro(one) ?? 0)) / most}%` }} />}
            </span>
            <span className="numbers">{rateWords(t, one)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type Days = { from: string; until: string }
type Linked = CostCounts & { place?: CostPlace; scriptID?: number }

/** The columns that channels and scripts share; each number leads to its cases. */
function costColumns(t: Text, days: Days, scriptID: number | null): FigureColumn<Linked>[] {
  const cases = (part: CostPart, count: (row: Linked) => number) => (row: Linked) => {
    const script = row.scriptID ?? scriptID
    const shown = formatNumber(count(row))
    if (count(row) === 0) return shown
    return (
      <AppLink
        label={t('works.costs.link', { count: count(row), shown })}
        to={paths.figure({
          ...{ figure: 'costs', part, ...days },
          ...(row.place !== undefined && { place: row.place }),
          ...(script !== null && { scriptID: String(script) }),
        })}
      >
        {shown}
      </AppLink>
    )
  }
  const column = (key: 'contacts' | 'cost' | 'received' | 'perEuro', cell: FigureColumn<Linked>['cell']): FigureColumn<Linked> => ({
    ...{ key, label: t(`works.costs.columns.${key}`), cell },
    formula: t(`works.costs.formulas.${key}`, { days: attributionDays }),
  })
  return [
    column(
      'contacts',
      cases('contacts', ({ contacts }) => contacts),
    ),
    column('cost', (row) => <Cost of={row} />),
    {
      key: 'payments',
      label: t('works.costs.columns.payments'),
      cell: cases('payments', ({ payments }) => payments),
    },
    column('received', ({ receivedCents }) => formatMoney(receivedCents)),
    column('perEuro', (row) => rateWords(t, row)),
  ]
}

function Cost({ of }: { of: CostCounts }) {
  const t = useText()
  const cents = centsOf(of)
  if (cents === null) return t('works.costs.noPrice')
  if (of.contacts === 0) return '–'
  return (
    <>
      {formatMoney(cents)}
      {of.unpriced > 0 && (
        <span className={own.lacking}>{t('works.costs.somePrice', { count: of.unpriced, shown: formatNumber(of.unpriced) })}</span>
      )}
    </>
  )
}

type PlaceTableProps = {
  places: readonly PlaceCosts[]
  total: CostCounts
  days: Days
  scriptID: number | null
  before: readonly PlaceCosts[] | null
}

function PlaceTable({ places, total, days, scriptID, before }: PlaceTableProps) {
  const t = useText()
  const earlier = (row: Linked) => before?.find(({ place }) => place === row.place) ?? sumOfCosts(before ?? [])
  const columns = [
    ...costColumns(t, days, scriptID),
    ...(before === null
      ? []
      : [{ key: 'before', label: t('works.costs.columns.before'), cell: (row: Linked) => rateWords(t, earlier(row)) }]),
  ]
  return (
    <Panel title={t('works.costs.figures')}>
      <FigureTable<PlaceCosts, Linked>
        label={t('works.costs.figures')}
        first={{ label: t('works.costs.place'), cell: ({ place }) => t(`works.costs.places.${place}`), total: t('figures.total') }}
        columns={columns}
        rows={places.filter(({ contacts, payments }) => contacts + payments > 0)}
        keyOf={({ place }) => place}
        total={total}
      />
    </Panel>
  )
}

function ScriptTable({ rows, total, days }: { rows: readonly CostRow[]; total: CostCounts; days: Days }) {
  const t = useText()
  return (
    <Panel title={t('works.costs.byScript')}>
      <FigureTable<CostRow, Linked>
        label={t('works.costs.byScript')}
        first={{ label: t('works.costs.script'), cell: ({ script }) => script, total: t('figures.total') }}
        columns={[
          {
            key: 'place',
            label: t('works.costs.place'),
            cell: ({ place }) => (place === undefined ? '' : t(`works.costs.places.${place}`)),
          },
          ...costColumns(t, days, null),
        ]}
        rows={rows}
        keyOf={({ scriptID, place }) => `${scriptID} ${place}`}
        total={total}
      />
    </Panel>
  )
}
