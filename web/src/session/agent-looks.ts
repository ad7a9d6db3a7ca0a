import type { AgentStatus } from '@regie/contract/agent-status.ts'
import type { IconName } from '../ui/icon.tsx'

type Look = { icon: IconName; tone: 'neutral' | 'info' | 'success' | 'warning' | 'error' }

/** How a status of an agent looks; its word is `agents.statuses.…`. */
export const agentLooks: Record<AgentStatus, Look> = {
  calling: { icon: 'phone', tone: 'info' },
  cooldown: { icon: 'hourglass', tone: 'warning' },
  available: { icon: 'circleDot', tone: 'success' },
  away: { icon: 'circle', tone: 'neutral' },
  dnd: { icon: 'minus', tone: 'error' },
  custom1: { icon: 'pause', tone: 'neutral' },
  custom2: { icon: 'edit', tone: 'warning' },
}
