import type { DueState } from '@regie/contract/compliance-file.ts'
import { useText } from '../../locales/i18n.tsx'
import type { Tone } from '../../theme/colours.ts'
import { Badge } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'

const looks: Record<DueState, { tone: Tone; icon: IconName }> = {
  missing: { tone: 'error', icon: 'alert' },
  overdue: { tone: 'error', icon: 'alert' },
  soon: { tone: 'warning', icon: 'hourglass' },
  fine: { tone: 'success', icon: 'check' },
}

/** How something stands, with the name of what it is about in front. */
export function DueBadge({ state, about }: { state: DueState; about?: string }) {
  const t = useText()
  const word = t(`complianceFile.states.${state}`)
  return <Badge {...looks[state]}>{about === undefined ? word : t('complianceFile.stateOf', { about, state: word })}</Badge>
}
