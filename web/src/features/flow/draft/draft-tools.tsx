import { type ScriptStep, type StepKind, stepName } from '@regie/contract/scripts.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import styles from '../flow.module.css'
import { stepIcons, stepKinds } from '../step-words.ts'
import type { FlowDraft } from './use-flow-draft.ts'

type DraftToolsProps = {
  draft: FlowDraft
  chosen: ScriptStep | undefined
  onAdd: (kind: StepKind) => void
  /** Null where the order of the list is not seen. */
  onMove: ((by: -1 | 1) => void) | null
  onRemove: () => void
}

/** What is done to the chosen step, in list and graph alike. */
export function DraftTools({ draft, chosen, onAdd, onMove, onRemove }: DraftToolsProps) {
  const t = useText()
  const noStep = chosen === undefined ? t('flow.actions.noStep') : undefined
  const kept = noStep ?? (draft.steps.length === 1 ? t('flow.actions.lastStep') : undefined)
  const tools = [
    ...(onMove === null
      ? []
      : ([
          { icon: 'arrowUp', label: t('flow.actions.up'), onPress: () => onMove(-1), reason: noStep },
          { icon: 'arrowDown', label: t('flow.actions.down'), onPress: () => onMove(1), reason: noStep },
        ] as const)),
    { icon: 'trash', label: t('flow.actions.remove'), onPress: onRemove, reason: kept },
  ] as const
  const label = chosen === undefined ? t('flow.actions.add') : t('flow.actions.addAfter', { step: stepName(chosen) })
  return (
    <div className={styles.tools}>
      <Menu
        label={label}
        trigger={<Button icon={<Icon name="plus" size={16} />}>{t('flow.actions.add')}</Button>}
        items={stepKinds.map((kind) => ({
          key: kind,
          label: t(`cases.run.kinds.${kind}`),
          icon: stepIcons[kind],
          onPress: () => onAdd(kind),
        }))}
      />
      {tools.map(({ reason, ...tool }) => (
        <IconButton key={tool.icon} {...tool} {...(reason !== undefined && { reason })} />
      ))}
      <span className={styles.gap} />
      <Button kind="quiet" isDisabled={!draft.canUndo} onPress={draft.undo}>
        {t('flow.actions.undo')}
      </Button>
      <Button kind="quiet" isDisabled={!draft.canRedo} onPress={draft.redo}>
        {t('flow.actions.redo')}
      </Button>
    </div>
  )
}
