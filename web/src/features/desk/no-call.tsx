import type { Agent } from '@regie/contract/agents.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Between calls: what comes next, and what one does for it. */
export function NoCall({ agent }: { agent: Agent | null }) {
  const t = useText()
  const words = agent === null ? 'desk.noCallNoTeam' : agent.status === 'available' ? 'desk.noCallAvailable' : 'desk.noCallAway'
  return (
    <Panel>
      <EmptyState icon="headset" title={t('desk.noCall')} text={t(words)} />
    </Panel>
  )
}
