import type { CallMetrics } from '@regie/contract/call-metrics.ts'
import type { FigureKind } from '../../ui/report/figure-words.ts'

export type MetricName = 'offered' | 'aht' | Exclude<keyof CallMetrics, 'aht'>
export const metricKind: Record<MetricName, FigureKind> = {
  ...{ offered: 'count', serviceLevel: 'share', abandonedShare: 'share', dropShare: 'share', missedShare: 'share' },
  ...{ averageWait: 'span', att: 'span', hold: 'span', holdOfHeld: 'span', acw: 'span', aht: 'span' },
}

/** Is more of it good news, bad news, or neither? */
export const goodWhen: Record<MetricName, 'up' | 'down' | null> = {
  ...{ offered: null, serviceLevel: 'up', averageWait: 'down', abandonedShare: 'down', dropShare: 'down' },
  ...{ missedShare: 'down', hold: null, holdOfHeld: null },
  ...{ att: null, acw: null, aht: null },
}
