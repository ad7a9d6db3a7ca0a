import type { CaseStatus } from '@regie/contract/cases.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { useText } from '../../locales/i18n.tsx'
import type { Tone } from '../../theme/colours.ts'
import { Badge } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'

const looks = {
  open: { tone: 'info', icon: 'circleDot' },
  paused: { tone: 'warning', icon: 'pause' },
  closed: { tone: 'neutral', icon: 'lock' },
} as const satisfies Record<CaseStatus, { tone: Tone; icon: IconName }>

export function CaseStatusBadge({ status, result }: { status: CaseStatus; result: string | null }) {
  const t = useText()
  const isPaid = status === 'closed' && result === 'BET'
  return (
    <Badge tone={isPaid ? 'success' : looks[status].tone} icon={isPaid ? 'check' : looks[status].icon}>
      {isPaid ? t('cases.statuses.paid') : t(`cases.statuses.${status}`)}
    </Badge>
  )
}

/** A result code in words; a customer's own code, which has no text, stays a code. */
export function resultName(t: ReturnType<typeof useText>, code: string | null) {
  return code === null ? '–' : isResultCode(code) ? t(`cases.results.${code}`) : code
}
