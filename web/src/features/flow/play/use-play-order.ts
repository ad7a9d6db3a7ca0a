import type { PlayAnswers } from '@regie/contract/time-machine.ts'
import { useState } from 'react'
import { usePlay } from '../flow-data.ts'

type Choices = { caseID: number | null; from: string | null; days: number; answers: PlayAnswers }
export type PlayOrder = Choices & { set: (changed: Partial<Choices>) => void; play: ReturnType<typeof usePlay> }

/** What is to be played and what was: it stays while somebody looks at a step. */
export function usePlayOrder(): PlayOrder {
  const play = usePlay()
  const [choices, setChoices] = useState<Choices>(() => ({
    caseID: null,
    from: new Date().toISOString(),
    days: 30,
    answers: { calls: ['niet_opgenomen'], paysOnDay: null },
  }))
  return { ...choices, play, set: (changed) => setChoices((before) => ({ ...before, ...changed })) }
}
