import type { Mark } from '@regie/contract/service-level.ts'
import type { IconName } from './icon.tsx'

/** How a mark looks on walls and gauges: never by colour alone. */
export const markLook: Record<Mark, { icon: IconName; tone: 'success' | 'warning' | 'error' }> = {
  good: { icon: 'tick', tone: 'success' },
  fair: { icon: 'alert', tone: 'warning' },
  bad: { icon: 'stop', tone: 'error' },
}
