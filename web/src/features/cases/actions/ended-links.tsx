import type { CaseDetail } from '@regie/contract/cases.ts'
import type { PaymentLink } from '@regie/contract/payments.ts'
import { formatMoney } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useCaseLinks } from '../case-work-data.ts'

/** Links for another amount than what stays open end with the booking: whoever has one cannot pay by it any more. */
export function useEndedLinks({ caseID }: Pick<CaseDetail, 'caseID'>, left: number | null): PaymentLink[] {
  const { data } = useCaseLinks(caseID)
  const open = data?.links.filter(({ endedFor, state }) => endedFor === null && state !== 'paid' && state !== 'expired') ?? []
  return left === null ? [] : open.filter(({ amountCents }) => amountCents !== left)
}

/** Says which links end. */
export function EndedLinks({ ended: [first, ...more] }: { ended: readonly PaymentLink[] }) {
  const t = useText()
  if (first === undefined) return null
  const amount = formatMoney(first.amountCents, first.currency)
  return <Notice icon="link">{t('cases.book.endsLinks', { count: more.length + 1, amount })}</Notice>
}

/** Of a case that is closed as paid every open link ends. */
export function LinksEndedByClosing({ found }: { found: Pick<CaseDetail, 'caseID'> }) {
  return <EndedLinks ended={useEndedLinks(found, 0)} />
}
