import type { SimulationAnswers } from '@regie/contract/time-machine.ts'
import { useState } from 'react'
import { useSimulate } from '../flow-data.ts'

type Choices = { caseID: number | null; from: string | null; days: number; answers: SimulationAnswers }
export type SimulationOrder = Choices & { set: (changed: Partial<Choices>) => void; simulation: ReturnType<typeof useSimulate> }

/** What is to be played and what was: it stays while somebody looks at a step. */
export function useSimulationOrder(): SimulationOrder {
  const simulation = useSimulate()
  const [choices, setChoices] = useState<Choices>(() => ({
    caseID: null,
    from: new Date().toISOString(),
    days: 30,
    answers: { calls: ['niet_opgenomen'], paysOnDay: null },
  }))
  return { ...choices, simulation, set: (changed) => setChoices((before) => ({ ...before, ...changed })) }
}
