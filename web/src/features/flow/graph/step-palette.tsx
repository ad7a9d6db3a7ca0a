import type { StepKind } from '@regie/contract/scripts.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './flow-graph.module.css'
import { stepIcons, stepKinds } from '../step-words.ts'

/** What a drag carries: the kind of step that is dropped. */
export const draggedKind = 'application/x-regie-step'

/** The kinds of steps, to be dropped on a line; pressing one puts it behind the chosen step. */
export function StepPalette({ onAdd }: { onAdd: (kind: StepKind) => void }) {
  const t = useText()
  return (
    <ul className={styles.palette} aria-label={t('flow.graph.palette')}>
      {stepKinds.map((kind) => (
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
            <Icon name={stepIcons[kind]} size={16} />
            {t(`cases.run.kinds.${kind}`)}
          </button>
        </li>
      ))}
    </ul>
  )
}
