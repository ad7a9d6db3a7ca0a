import type { VariantOutcome } from '@regie/contract/figures.ts'
import type { VariantFigures } from '@regie/contract/works-report.ts'
import { formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type FigureColumn, FigureTable } from '../../ui/report/figure-table.tsx'
import { decimalText, shareText } from '../../ui/report/figure-words.ts'
import type { WorksScope } from './works-data.ts'

type Row = Omit<VariantFigures, 'variant' | 'percent' | 'followed' | 'differences' | 'estimates'> & {
  variant: VariantFigures['variant'] | null
  money: number | null
  perSettled: number | null
}

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole)
const rowOf = ({ estimates, ...figures }: VariantFigures): Row => ({
  ...figures,
  money: estimates.money?.value ?? null,
  perSettled: shareOf(figures.contacts, figures.settled),
})

/** All variants together; a median of them is none of those. */
function totalOf(variants: readonly VariantFigures[], name: string): Row {
  const sum = (of: (one: VariantFigures) => number) => variants.reduce((all, one) => all + of(one), 0)
  const [owedCents, paidCents] = [sum((one) => one.owedCents), sum((one) => one.paidCents)]
  const [contacts, settled] = [sum((one) => one.contacts), sum((one) => one.settled)]
  return {
    ...{ variant: null, name, owedCents, paidCents, contacts, settled, medianDaysToPay: null },
    ...{ cases: sum((one) => one.cases), paying: sum((one) => one.paying), complained: sum((one) => one.complained) },
    ...{ money: shareOf(paidCents, owedCents), perSettled: shareOf(contacts, settled) },
  }
}

type VariantTableProps = { of: { currency: string; variants: readonly VariantFigures[] }; scope: WorksScope; planned: number }

/** The figures of each variant, each number of cases the way to these. */
export function VariantTable({ of: { currency, variants }, scope, planned }: VariantTableProps) {
  const t = useText()
  const { scriptID, step, from, until } = scope
  const cases = (came: VariantOutcome, count: (row: Row) => number) => (row: Row) => (
    <AppLink
      to={paths.figure({
        ...{ figure: 'variant', scriptID: String(scriptID), step, came, from, until, called: row.variant === null ? '' : row.name },
        ...(row.variant !== null && { variant: row.variant }),
      })}
    >
      {formatNumber(count(row))}
    </AppLink>
  )
  const columns: FigureColumn<Row>[] = [
    { key: 'cases', label: t('works.columns.cases'), cell: cases('all', (row) => row.cases) },
    { key: 'owed', label: t('works.columns.owed'), cell: (row) => formatMoney(row.owedCents, currency), formula: t('works.formulas.owed') },
    { key: 'paid', label: t('works.columns.paid'), cell: (row) => formatMoney(row.paidCents, currency), formula: t('works.formulas.paid') },
    { key: 'share', label: t('works.columns.moneyShare'), cell: (row) => shareText(row.money), formula: t('works.formulas.moneyShare') },
    { key: 'paying', label: t('works.columns.paying'), cell: cases('paying', (row) => row.paying) },
    {
      key: 'settled',
      label: t('works.columns.settled'),
      cell: cases('settled', (row) => row.settled),
      formula: t('works.formulas.settled'),
    },
    {
      ...{ key: 'contacts', label: t('works.columns.contacts'), formula: t('works.formulas.contacts') },
      cell: (row) => decimalText(row.perSettled),
    },
    {
      ...{ key: 'complained', label: t('works.columns.complained'), formula: t('works.formulas.complained') },
      cell: cases('complained', (row) => row.complained),
    },
    { key: 'days', label: t('works.columns.days'), cell: (row) => decimalText(row.medianDaysToPay), formula: t('works.formulas.days') },
  ]
  return (
    <Panel title={t('works.figures')}>
      <FigureTable<Row, Row>
        label={t('works.figures')}
        first={{ label: t('works.variant'), cell: (row) => row.name, total: t('figures.total') }}
        columns={columns}
        rows={variants.map(rowOf)}
        keyOf={(row) => row.variant ?? ''}
        total={totalOf(variants, t('figures.total'))}
      />
      <p>{t('works.plannedHint', { planned: formatNumber(planned) })}</p>
    </Panel>
  )
}
