import type { Flow } from '@regie/contract/flow.ts'
import { checkSteps, differencesOf } from '@regie/contract/script-steps-check.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep, StepKind } from '@regie/contract/scripts.ts'
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { useAddress } from '../../session/address.ts'
import { useRight } from '../../session/use-right.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { answersDrawn, answersOfWay, pressableOf, withOneWay } from './pressed-buttons.ts'
import { addStepAfter, changeStep, connect, insertOnWay, moveStep, removeStep } from './draft/draft-steps.ts'
import { DraftNotices } from './draft/draft-notices.tsx'
import { DraftTools } from './draft/draft-tools.tsx'
import styles from './flow.module.css'
import { useTexts } from './flow-data.ts'
import { StepCases } from './steps/step-cases.tsx'
import { StepForm } from './steps/step-form.tsx'
import { StepList } from './steps/step-list.tsx'
import type { FlowDraft } from './draft/use-flow-draft.ts'
import type { Reader } from './texts/text-tools.ts'
import { useUndoKeys } from './draft/use-undo-keys.ts'
import type { Played } from './graph/taken-ways.ts'
import { useFlowView } from './use-flow-view.ts'

// The library of the graph is of use to nobody who works in the list.
const FlowGraph = lazy(() => import('./graph/flow-graph.tsx').then(({ FlowGraph: Graph }) => ({ default: Graph })))

// As in flow.module.css.
const stacked = '(max-width: 1000px)'

type FlowEditorProps = {
  flow: Flow
  draft: FlowDraft
  played: Played | null
  simulationPanel: ReactNode
  versionsPanel: ReactNode
  /** Opens the template of a step. */
  onEditText: (templateID: number) => void
}

/** The steps at the left, as list or graph; at the right the chosen step, the time machine or the versions. */
export function FlowEditor({ flow, draft, played, simulationPanel, versionsPanel, onEditText }: FlowEditorProps) {
  const t = useText()
  const [{ side, step: stepInAddress }, changeAddress] = useAddress(['side', 'step'])
  const { view, isWide, changeView } = useFlowView()
  const isReadOnly = !useRight(Right.changeScripts)
  const mayEditTexts = [useRight(Right.viewTemplates), useRight(Right.changeTemplates)].every(Boolean)
  const [reader, setReader] = useState<Reader>({ mode: 'sample', caseID: null })
  const form = useRef<HTMLDivElement>(null)
  const { steps } = draft
  const chosen = steps.find(({ key }) => key === stepInAddress) ?? steps[0]
  const names = { templates: flow.templates, fields: flow.fields, variables: flow.variables }
  const locale = useLocale()
  const buttons = useMemo(() => pressableOf(steps, flow), [steps, flow])
  const drawn = useMemo(() => withOneWay(steps, buttons, locale), [steps, buttons, locale])
  const faults = checkSteps(steps, { ...names, fields: flow.fields.map(({ key }) => key), hasQueue: flow.hasQueue })
  const { data: texts = [] } = useTexts(flow.scriptID)
  const differences = differencesOf(flow.live.steps, steps)
  const choose = (key: string) => changeAddress({ step: key, side: '' })
  const draw = (made: readonly ScriptStep[]) => !isReadOnly && draft.draw(made)
  useUndoKeys(draft, isReadOnly)

  const actions = {
    onChoose: choose,
    onPress: (key: string) => {
      choose(key)
      // Where the form stands below the list, it comes into sight.
      if (globalThis.matchMedia(stacked).matches) form.current?.scrollIntoView({ block: 'start' })
    },
    onEdit: (key: string) => {
      choose(key)
      form.current?.querySelector<HTMLElement>('input, select')?.focus()
    },
    onMove: (key: string, by: -1 | 1) => draw(moveStep(steps, key, by)),
    onRemove: (key: string) => {
      const at = steps.findIndex((one) => one.key === key)
      const rest = removeStep(steps, key)
      draw(rest)
      const beside = rest[Math.min(at, rest.length - 1)]
      if (!isReadOnly && beside) choose(beside.key)
    },
  }
  const add = (kind: StepKind) => {
    const added = addStepAfter(steps, chosen?.key ?? null, kind, names)
    draw(added.steps)
    choose(added.key)
  }
  const lead = (led: readonly ScriptStep[], from: string, answers: readonly string[], to: string) =>
    answers.reduce((before, answer) => connect(before, from, answer, to), led)
  const insert = (from: string, answer: string | null, kind: StepKind) => {
    const added = insertOnWay(steps, { from, answer }, kind, names)
    draw(lead(added.steps, from, answersOfWay(steps, from, answer, buttons), added.key))
    choose(added.key)
  }
  const list = () => <StepList steps={drawn} chosen={chosen?.key ?? ''} faults={faults} differences={differences} {...actions} />
  const graph = () => (
    <Suspense fallback={<Skeleton lines={10} />}>
      <FlowGraph
        steps={drawn}
        texts={texts}
        chosen={chosen?.key ?? ''}
        faults={faults}
        differences={differences}
        played={side === 'simulation' && played ? { ...played, answers: answersDrawn(steps, played.answers, buttons, locale) } : null}
        isReadOnly={isReadOnly}
        onChoose={(key) => changeAddress({ step: key, ...(side === 'versions' && { side: '' }) })}
        onAdd={add}
        onInsert={insert}
        onRemove={actions.onRemove}
        onConnect={(from, answer, to) =>
          draw(answer === null ? connect(steps, from, null, to) : lead(steps, from, answersOfWay(steps, from, answer, buttons), to))
        }
      />
    </Suspense>
  )
  const stepForm = () =>
    chosen === undefined ? (
      <EmptyState icon="script" title={t('flow.form.none')} />
    ) : (
      <StepForm
        step={chosen}
        steps={steps}
        names={names}
        texts={texts}
        tools={{
          customerID: flow.customerID,
          scriptID: flow.scriptID,
          speech: flow.speech,
          reader,
          onReader: setReader,
          onEdit: mayEditTexts ? onEditText : null,
        }}
        cases={<StepCases scriptID={flow.scriptID} customerID={flow.customerID} step={chosen} />}
        faults={faults.filter((one) => one.step === chosen.key)}
        isReadOnly={isReadOnly}
        onChange={(changed) => draw(changeStep(steps, changed))}
        onMakeFirst={() => draw([chosen, ...steps.filter((one) => one !== chosen)])}
      />
    )
  return (
    <div className={styles.editor} data-view={isWide ? view : undefined}>
      <div className={styles.main}>
        <DraftNotices flow={flow} draft={draft} faults={isWide && view === 'graph' ? [] : faults} onStep={choose} />
        <div className={styles.work}>
          {!isReadOnly && (
            <DraftTools
              draft={draft}
              chosen={chosen}
              onAdd={add}
              onMove={view === 'graph' ? null : (by) => chosen && actions.onMove(chosen.key, by)}
              onRemove={() => chosen && actions.onRemove(chosen.key)}
            />
          )}
          <Tabs
            label={t('flow.views.label')}
            value={view}
            onChange={changeView}
            tabs={[
              { key: 'graph', label: t('flow.views.graph'), content: graph },
              { key: 'list', label: t('flow.views.list'), content: list },
            ]}
          />
        </div>
      </div>
      <aside className={styles.side} data-first={side !== '' || undefined} aria-label={t('flow.side.label')} ref={form}>
        <Tabs
          label={t('flow.side.label')}
          value={side === 'simulation' || side === 'versions' ? side : 'step'}
          onChange={(key) => changeAddress({ side: key === 'step' ? '' : key })}
          tabs={[
            { key: 'step', label: t('flow.side.step'), content: stepForm },
            { key: 'simulation', label: t('flow.side.simulation'), content: simulationPanel },
            { key: 'versions', label: t('flow.side.versions'), content: versionsPanel },
          ]}
        />
      </aside>
    </div>
  )
}
