import type { Simulation, SimulationMoment } from '@regie/contract/time-machine.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { eventTitle, reasonText } from '../../../locales/event-words.ts'
import { formatMomentFull } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TimelineList } from '../../../ui/timeline-list.tsx'
import styles from '../flow.module.css'
import { answersGiven, type Played } from '../graph/taken-ways.ts'
import { countUntil, simulationDay, stepsTaken } from './simulation-days.ts'
import { SimulatedMessage } from './simulated-message.tsx'
import { resultText, stepIcons } from '../step-words.ts'
import { Stack } from '../../../ui/stack.tsx'

// Thirty days pass in five seconds.
const simulationMs = 5_000

/** A simulation on its own clock: it runs by itself once, and the slider goes to any moment of it. */
type SimulationViewProps = {
  simulation: Simulation
  nameOf: (key: string) => string
  onStep: (key: string) => void
  /** Where it is, for the graph beside it; null when it is no longer seen. */
  onPlayed: (played: Played | null) => void
}

export function SimulationView({ simulation, nameOf, onStep, onPlayed }: SimulationViewProps) {
  const t = useText()
  const [from, until] = [Date.parse(simulation.from), Date.parse(simulation.end.at)]
  const length = Math.max(1, until - from)
  const [share, setShare] = useRunningShare()
  const at = from + length * share
  const shown = simulation.moments.slice(0, countUntil(simulation.moments, at))
  const moment = new Date(at).toISOString()
  const day = simulationDay(simulation.from, moment)
  const words = t('flow.simulation.at', { day, at: formatMomentFull(moment) })
  // Ten times a second is enough for a graph of many steps.
  const showInGraph = useEffectEvent(() => onPlayed({ at: words, steps: stepsTaken(shown), answers: answersGiven(shown) }))
  const clearGraph = useEffectEvent(() => onPlayed(null))
  const tick = Math.floor(share * 50)
  useEffect(() => showInGraph(), [shown.length, tick])
  useEffect(() => () => clearGraph(), [])
  return (
    <Stack>
      <label className={styles.slider}>
        <span>{words}</span>
        <input
          type="range"
          min={0}
          max={1000}
          value={Math.round(share * 1000)}
          aria-label={t('flow.simulation.slider')}
          aria-valuetext={words}
          onChange={(event) => setShare(event.currentTarget.valueAsNumber / 1000)}
        />
      </label>
      {share === 1 && <End simulation={simulation} />}
      {shown.length === 0 && share === 1 ? (
        <EmptyState icon="clock" title={t('flow.simulation.none')} />
      ) : (
        <TimelineList
          label={t('flow.simulation.moments')}
          items={shown.map((one, no) => entryOf(simulation, one, no, { nameOf, onStep, t }))}
        />
      )}
    </Stack>
  )
}

/** Runs from 0 to 1 by itself, unless somebody takes hold of it; who wants no movement sees the end at once. */
function useRunningShare() {
  const isStill = globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches
  const [share, setShare] = useState(isStill ? 1 : 0)
  const [isRunning, setRunning] = useState(!isStill)
  useEffect(() => {
    if (!isRunning) return
    const began = performance.now()
    let frame = requestAnimationFrame(function move(now) {
      const passed = Math.min(1, (now - began) / simulationMs)
      setShare(passed)
      if (passed < 1) frame = requestAnimationFrame(move)
      else setRunning(false)
    })
    return () => cancelAnimationFrame(frame)
  }, [isRunning])
  const hold = (to: number) => {
    setRunning(false)
    setShare(to)
  }
  return [share, hold] as const
}

function End({ simulation }: { simulation: Simulation }) {
  const t = useText()
  const { kind, result, at } = simulation.end
  const day =
    kind === 'stillRunning'
      ? Math.round((Date.parse(simulation.until) - Date.parse(simulation.from)) / 86_400_000)
      : simulationDay(simulation.from, at)
  const tone = kind === 'stuck' ? 'warning' : kind === 'stillRunning' ? 'info' : 'success'
  return (
    <Notice tone={tone} icon={kind === 'stuck' ? 'alert' : kind === 'stillRunning' ? 'hourglass' : 'result'}>
      {t(`flow.simulation.ends.${kind}`, { day, result: resultText(result ?? '') })}
    </Notice>
  )
}

const eventIcons: Record<string, IconName> = { held: 'clock', paid: 'payment', callVoicemail: 'voicemail', closed: 'result' }

type Around = { nameOf: (key: string) => string; onStep: (key: string) => void; t: ReturnType<typeof useText> }

function entryOf(simulation: Simulation, one: SimulationMoment, no: number, { nameOf, onStep, t }: Around) {
  const icon = eventIcons[one.event] ?? stepIcons[one.stepKind as keyof typeof stepIcons] ?? 'circleDot'
  return {
    key: String(no),
    at: one.at,
    icon,
    tone: one.event === 'held' ? ('warning' as const) : one.message === null ? ('neutral' as const) : ('primary' as const),
    title: eventTitle(one),
    note: (
      <>
        {t('flow.simulation.day', { day: simulationDay(simulation.from, one.at) })} ·{' '}
        <button type="button" className={styles.link} onClick={() => onStep(one.step)}>
          {t('flow.simulation.step', { step: nameOf(one.step) })}
        </button>
        {one.reason !== null && one.event !== 'held' && ` · ${reasonText(one.reason)}`}
      </>
    ),
    ...(one.message !== null && { summary: t('flow.simulation.message'), content: <SimulatedMessage message={one.message} /> }),
  }
}
