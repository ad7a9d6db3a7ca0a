import { type CaseFlow, paidShareOf } from '@regie/contract/cases-report.ts'
import type { useText } from '../../locales/i18n.tsx'
import type { FigureColumn } from '../../ui/report/figure-table.tsx'
import { shareText } from '../../ui/report/figure-words.ts'
import { CaseNumber } from './case-number.tsx'
import { casesOf } from './cases-report-data.ts'

type Place = { scriptID: number | null; from: string; until: string }

/** What came in and was closed: the columns that periods and scripts share. */
export function flowColumns<Row extends CaseFlow>(t: ReturnType<typeof useText>, placeOf: (row: Row) => Place): FigureColumn<Row>[] {
  const number = (key: 'came' | 'closed' | 'paid', more: object, figure: 'cameIn' | 'closed'): FigureColumn<Row> => ({
    ...{ key, label: t(`casesReport.counts.${key}`) },
    cell: (row) => <CaseNumber count={row[key]} what={t(`casesReport.counts.${key}`)} to={casesOf({ figure, ...placeOf(row), ...more })} />,
  })
  return [
    number('came', {}, 'cameIn'),
    number('closed', {}, 'closed'),
    number('paid', { result: 'BET' }, 'closed'),
    {
      ...{ key: 'paidShare', label: t('casesReport.counts.paidShare'), formula: t('casesReport.formulas.paidShare') },
      cell: (row) => shareText(paidShareOf(row)),
    },
  ]
}
