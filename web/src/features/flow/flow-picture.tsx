import type { PressableButton } from '@regie/contract/flow.ts'
import { type ScriptStep, stepName } from '@regie/contract/scripts.ts'
import { lazy, Suspense, useMemo } from 'react'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMedia } from '../../ui/use-media.ts'
import styles from './flow-picture.module.css'
import { answersGiven, type TakenMoment } from './graph/taken-ways.ts'
import { answersDrawn, pressableOf, withOneWay } from './pressed-buttons.ts'
import { stepIcons, stepSummary } from './step-words.ts'

const FlowGraph = lazy(() => import('./graph/flow-graph.tsx').then(({ FlowGraph: Graph }) => ({ default: Graph })))

// As in flow.module.css.
const wide = '(min-width: 1001px)'
const nothing = () => undefined

type FlowPictureProps = {
  steps: readonly ScriptStep[]
  /** Its WhatsApp texts with what people can press: a button is one way in all its languages. */
  templates: readonly { key: string; pressable: PressableButton[] }[]
  /** The steps that were taken, the last one being where it stands. */
  path: readonly string[]
  /** What happened; of two answers that lead to one step it says which was given. */
  moments: readonly TakenMoment[]
  /** It stands nowhere any more: the last step is done too. */
  isOver: boolean
}

/** A script to look at, with the way that was taken through it: a graph, or a list where there is no room for one. */
export function FlowPicture({ steps, templates, path, moments, isOver }: FlowPictureProps) {
  const isWide = useMedia(wide)
  const locale = useLocale()
  const buttons = useMemo(() => pressableOf(steps, { templates }), [steps, templates])
  const drawn = useMemo(() => withOneWay(steps, buttons, locale), [steps, buttons, locale])
  const answers = answersDrawn(steps, answersGiven(moments), buttons, locale)
  if (!isWide) return <StepTrail steps={steps} path={path} isOver={isOver} />
  return (
    <Suspense fallback={<Skeleton lines={10} />}>
      <FlowGraph
        steps={drawn}
        texts={[]}
        chosen={path.at(-1) ?? steps[0]?.key ?? ''}
        faults={[]}
        differences={[]}
        played={path.length === 0 ? null : { at: '', steps: isOver ? [...path, ''] : path, answers }}
        isReadOnly
        onChoose={nothing}
        onConnect={nothing}
        onAdd={nothing}
        onInsert={nothing}
        onRemove={nothing}
      />
    </Suspense>
  )
}

/** The steps that were taken, and then those that were not. */
function StepTrail({ steps, path, isOver }: Omit<FlowPictureProps, 'moments' | 'templates'>) {
  const t = useText()
  const now = isOver ? undefined : path.at(-1)
  return (
    <details className={styles.trail}>
      <summary>{t('flow.picture.steps', { done: new Set(path).size, total: steps.length })}</summary>
      <ol>
        {steps.map((step) => {
          const state = step.key === now ? 'now' : path.includes(step.key) ? 'passed' : undefined
          return (
            <li key={step.key} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <Icon name={state === 'passed' ? 'check' : stepIcons[step.kind]} size={16} />
              <span>
                <strong>{stepName(step)}</strong> <span>{stepSummary(step, t)}</span>
              </span>
            </li>
          )
        })}
      </ol>
    </details>
  )
}
