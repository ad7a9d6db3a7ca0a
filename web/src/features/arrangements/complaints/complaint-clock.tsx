import type { Complaint } from '@regie/contract/arrangements.ts'
import { formatMomentFull } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { type TimeLeft, timeLeft } from './time-left.ts'

const tickMs = 15_000

type ComplaintClockProps = {
  complaint: Pick<Complaint, 'state' | 'confirmBefore'>
  /** In a list whose column says what is counted. */
  isShort?: boolean
}

/** Counts down the two working days in which receipt of a complaint must be confirmed; nothing once it is, or for a dispute. */
export function ComplaintClock({ complaint: { state, confirmBefore }, isShort = false }: ComplaintClockProps) {
  const t = useText()
  const now = useNow(tickMs)
  if (state !== 'open' || confirmBefore === null) return null
  const left = timeLeft(confirmBefore, now)
  const span = spanOf(t, left)
  return (
    <Badge
      tone={left.tone}
      icon={left.isLate ? 'alert' : 'hourglass'}
      title={t('arrangements.complaints.before', { at: formatMomentFull(confirmBefore) })}
    >
      {isShort
        ? t(left.isLate ? 'arrangements.complaints.lateShort' : 'arrangements.complaints.leftShort', { span })
        : t(left.isLate ? 'arrangements.complaints.late' : 'arrangements.complaints.left', { span })}
    </Badge>
  )
}

function spanOf(t: ReturnType<typeof useText>, { days, hours, minutes }: TimeLeft): string {
  if (days > 0) return t('arrangements.complaints.span.days', { days, hours })
  return hours > 0 ? t('arrangements.complaints.span.hours', { hours, minutes }) : t('arrangements.complaints.span.minutes', { minutes })
}
