import type { StepDifference, StepFault } from '@regie/contract/flow.ts'
import { waysOf } from '@regie/contract/script-steps-check.ts'
import { type ScriptStep, stepName } from '@regie/contract/scripts.ts'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from '../flow.module.css'
import { stepIcons, stepSummary, wayText } from '../step-words.ts'

type StepActions = {
  onChoose: (key: string) => void
  /** Chosen by a finger or a mouse. */
  onPress: (key: string) => void
  onEdit: (key: string) => void
  onMove: (key: string, by: -1 | 1) => void
  onRemove: (key: string) => void
}
type StepListProps = StepActions & {
  steps: readonly ScriptStep[]
  chosen: string
  faults: readonly StepFault[]
  differences: readonly StepDifference[]
}

/** The steps as a list: all that the graph does, by keyboard and on a phone. */
export function StepList({ steps, chosen, faults, differences, ...actions }: StepListProps) {
  const t = useText()
  const helpId = useId()
  const list = useRef<HTMLOListElement>(null)
  const focusRow = (at: number) => list.current?.querySelectorAll<HTMLElement>('[data-row]')[at]?.focus()
  // A row that moves or goes takes the focus with it: it comes back to the step that has it next, unless somebody has gone on elsewhere.
  // The chosen step can not say which: it stands in the address, which follows a moment later than the next key.
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    const focused = document.activeElement
    if (focused === document.body || list.current?.contains(focused)) focusRow(steps.findIndex(({ key }) => key === next.current))
    else next.current = null
  }, [steps])

  function onKey(event: KeyboardEvent, at: number, key: string) {
    const action = {
      ArrowDown: () => (event.altKey ? actions.onMove(key, 1) : go(at + 1)),
      ArrowUp: () => (event.altKey ? actions.onMove(key, -1) : go(at - 1)),
      Home: () => go(0),
      End: () => go(steps.length - 1),
      Enter: () => actions.onEdit(key),
      Delete: () => actions.onRemove(key),
    }[event.key]
    if (!action || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const beside = (steps[at + 1] ?? steps[at - 1])?.key ?? key
    next.current = event.key === 'Delete' ? beside : event.altKey ? key : null
    action()
  }
  function go(to: number) {
    const step = steps[Math.min(Math.max(to, 0), steps.length - 1)]
    if (!step) return
    actions.onChoose(step.key)
    focusRow(steps.indexOf(step))
  }
  return (
    <div className={styles.outline}>
      <ol ref={list} className={styles.steps} aria-label={t('flow.list.label')} aria-describedby={helpId}>
        {steps.map((step, at) => (
          <li
            key={`${step.key} ${steps.findIndex(({ key }) => key === step.key) === at ? '' : at}`}
            className={styles.row}
            data-chosen={step.key === chosen || undefined}
          >
            <button
              type="button"
              data-row={step.key}
              className={styles.rowButton}
              aria-current={step.key === chosen ? 'step' : undefined}
              tabIndex={step.key === chosen || (at === 0 && !steps.some(({ key }) => key === chosen)) ? 0 : -1}
              onClick={() => actions.onPress(step.key)}
              onKeyDown={(event) => onKey(event, at, step.key)}
            >
              <span className={styles.no}>{at + 1}</span>
              <Icon name={stepIcons[step.kind]} />
              <span className={styles.rowWords}>
                <span className={styles.rowName}>{stepName(step)}</span>
                <span className={styles.soft}>
                  {t(`cases.run.kinds.${step.kind}`)} · {stepSummary(step, t)}
                </span>
              </span>
              <Marks step={step} isFirst={at === 0} faults={faults} differences={differences} />
            </button>
            <Ways step={step} steps={steps} onChoose={actions.onChoose} />
          </li>
        ))}
      </ol>
      <p id={helpId} className={styles.soft}>
        {t('flow.list.keys')}
      </p>
    </div>
  )
}

type MarksProps = { step: ScriptStep; isFirst: boolean; faults: readonly StepFault[]; differences: readonly StepDifference[] }

function Marks({ step, isFirst, faults, differences }: MarksProps) {
  const t = useText()
  const count = faults.filter((one) => one.step === step.key).length
  const change = differences.find((one) => one.step === step.key)
  return (
    <span className={styles.marks}>
      {isFirst && <span className={styles.mark}>{t('flow.list.start')}</span>}
      {change !== undefined && (
        <span className={styles.mark} data-tone="info">
          {t(`flow.list.changes.${change.kind}`)}
        </span>
      )}
      {count > 0 && (
        <span className={styles.mark} data-tone="error">
          <Icon name="error" size={14} />
          {t('flow.states.faults', { count })}
        </span>
      )}
    </span>
  )
}

/** Where a step leads; the way to the next row goes without saying. */
function Ways({ step, steps, onChoose }: { step: ScriptStep; steps: readonly ScriptStep[]; onChoose: (key: string) => void }) {
  const t = useText()
  const following = steps[steps.indexOf(step) + 1]?.key
  const ways = waysOf(step).filter(({ to, answer }) => step.kind === 'branch' || answer !== null || to !== following)
  if (ways.length === 0) return null
  return (
    <span className={styles.ways}>
      {ways.map(({ to, answer }) => {
        const words = wayText(step, answer)
        const target = steps.find(({ key }) => key === to)
        return (
          <button
            key={String(answer)}
            type="button"
            tabIndex={-1}
            className={styles.way}
            data-missing={target === undefined || undefined}
            onClick={() => target !== undefined && onChoose(to)}
          >
            {words !== '' && <em>{words}</em>} {t('flow.list.to', { step: stepName(target ?? { key: to }) })}
            {target === undefined && ` (${t('flow.list.missing')})`}
          </button>
        )
      })}
    </span>
  )
}
