import { useText } from '../../../locales/i18n.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import styles from './flow-graph.module.css'

/** What a drag carries: the kind that is dropped. */
export const draggedKind = 'application/x-regie-step'

export type PaletteKind<Kind extends string> = { kind: Kind; icon: IconName; label: string }
type StepPaletteProps<Kind extends string> = { kinds: readonly PaletteKind<Kind>[]; onAdd: (kind: Kind) => void }

/** What can be drawn, to be dropped on a line; pressing one puts it behind the chosen box. */
export function StepPalette<Kind extends string>({ kinds, onAdd }: StepPaletteProps<Kind>) {
  const t = useText()
  return (
    <ul className={styles.palette} aria-label={t('flow.graph.palette')}>
      {kinds.map(({ kind, icon, label }) => (
        <li key={kind}>
          <button
            type="button"
            draggable
            title={t('flow.graph.paletteHelp')}
            onClick={() => onAdd(kind)}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData(draggedKind, kind)
              dataTransfer.effectAllowed = 'copy'
            }}
          >
            <Icon name={icon} size={16} />
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}
