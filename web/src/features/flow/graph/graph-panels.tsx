import { type FitViewOptions, Panel, useReactFlow, useViewport } from '@xyflow/react'
import { useText } from '../../../locales/i18n.tsx'
import { formatShare } from '../../../locales/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import flow from '../flow.module.css'
import styles from './flow-graph.module.css'

type Padding = NonNullable<FitViewOptions['padding']>

/** How near one looks, and all steps at once. */
export function ZoomPanel({ room }: { room: Padding }) {
  const t = useText()
  const { zoom } = useViewport()
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  return (
    <Panel position="bottom-right" className={styles.panel} role="group" aria-label={t('flow.graph.view')}>
      <IconButton icon="minus" label={t('flow.graph.zoomOut')} onPress={() => void zoomOut()} />
      <span className={styles.zoom}>{formatShare(zoom)}</span>
      <IconButton icon="plus" label={t('flow.graph.zoomIn')} onPress={() => void zoomIn()} />
      <button type="button" className={flow.link} onClick={() => void fitView({ padding: room })}>
        {t('flow.graph.fit')}
      </button>
    </Panel>
  )
}

/** How many causes there are, at which boxes, and what is wrong with the drawing as a whole. */
export type GraphFaults = { count: number; keys: readonly string[]; whole: string | null }
type FaultPanelProps = { faults: GraphFaults; chosen: string; onGo: (key: string) => void }

/** How many causes stand in the way, and the way from one step at fault to the next. */
export function FaultPanel({ faults: { count, keys, whole }, chosen, onGo }: FaultPanelProps) {
  const t = useText()
  if (count === 0) return null
  const next = keys[(keys.indexOf(chosen) + 1) % keys.length]
  return (
    <Panel position="bottom-left" className={styles.panel} role="status" data-covers>
      <Badge tone="error" icon="error">
        {t('flow.states.faults', { count })}
      </Badge>
      {whole !== null && <span>{whole}</span>}
      {next !== undefined && (
        <button type="button" className={flow.link} onClick={() => onGo(next)}>
          {t('flow.graph.goToFault')}
        </button>
      )}
    </Panel>
  )
}

/** The day and the time at which the time machine is. */
export function PlayedPanel({ at }: { at: string }) {
  return (
    <Panel position="top-center" className={styles.panel}>
      <strong>{at}</strong>
    </Panel>
  )
}
