import type { Complaint } from '@regie/contract/arrangements.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Badge } from '../../../ui/badge.tsx'

const looks = {
  open: { tone: 'warning', icon: 'circleDot' },
  confirmed: { tone: 'info', icon: 'mail' },
  resolved: { tone: 'success', icon: 'check' },
} as const

export function ComplaintState({ state }: Pick<Complaint, 'state'>) {
  const t = useText()
  return <Badge {...looks[state]}>{t(`arrangements.complaints.states.${state}`)}</Badge>
}
