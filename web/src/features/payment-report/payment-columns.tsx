import type { PaymentRow } from '@regie/contract/payment-report.ts'
import { useMemo } from 'react'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { typedDay } from '../../locales/read-day.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Moment } from '../../ui/moment.tsx'

const signs = {
  paid: { tone: 'success', icon: 'check' },
  booked: { tone: 'success', icon: 'check' },
  marked: { tone: 'success', icon: 'tick' },
  in_progress: { tone: 'info', icon: 'hourglass' },
  canceled: { tone: 'warning', icon: 'alert' },
  expired: { tone: 'neutral', icon: 'clock' },
  ended: { tone: 'neutral', icon: 'stop' },
  created: { tone: 'neutral', icon: 'link' },
  link_clicked: { tone: 'info', icon: 'link' },
  bank_opened: { tone: 'info', icon: 'link' },
} as const

/** The columns of links, or of payments. */
export function usePaymentColumns(isOfMoney: boolean): readonly Column<PaymentRow>[] {
  const t = useText()
  return useMemo(() => {
    const state = (row: PaymentRow) => t(`paymentReport.rows.states.${row.state}`)
    const method = (row: PaymentRow) => t(`paymentReport.rows.methods.${row.method}`)
    const paidOn = (row: PaymentRow) => (row.paidOn === null ? '–' : typedDay(row.paidOn))
    return [
      {
        key: 'case',
        label: t('paymentReport.rows.case'),
        width: 150,
        cell: ({ caseNumber }) => caseNumber,
        text: ({ caseNumber }) => caseNumber,
      },
      {
        ...{ key: 'amount', label: t('paymentReport.scripts.money'), width: 120, align: 'right' as const },
        cell: ({ amountCents, currency }) => formatMoney(amountCents, currency),
      },
      {
        ...{ key: 'state', label: t('paymentReport.rows.state'), width: 210, text: state },
        cell: (row) => <Badge {...signs[row.state]}>{state(row)}</Badge>,
      },
      {
        ...{ key: 'at', label: t(isOfMoney ? 'paymentReport.rows.bookedAt' : 'paymentReport.rows.madeAt'), width: 160 },
        cell: ({ at }) => <Moment at={at} />,
      },
      { key: 'method', label: t('paymentReport.rows.method'), width: 140, cell: method, text: method },
      { key: 'paidOn', label: t('paymentReport.rows.paidOn'), width: 120, cell: paidOn, text: paidOn },
      {
        ...{ key: 'script', label: t('paymentReport.scripts.script'), width: 200, takesRest: true },
        cell: ({ script }) => script,
        text: ({ script }) => script,
      },
    ]
  }, [t, isOfMoney])
}
