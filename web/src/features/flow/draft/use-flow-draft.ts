import type { Flow } from '@regie/contract/flow.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { useEffect, useState } from 'react'
import { ApiFailure } from '../../../api/api-failure.ts'
import { useKeepFlow, useSaveDraft } from '../flow-data.ts'

type Steps = readonly ScriptStep[]
export type FlowDraft = {
  steps: Steps
  /** Zero while there is none on the server. */
  version: number
  state: 'none' | 'saved' | 'unsaved' | 'saving'
  failure: Error | null
  /** What a colleague drew meanwhile. */
  theirs: Flow | null
  canUndo: boolean
  canRedo: boolean
  draw(steps: Steps): void
  undo(): void
  redo(): void
  takeTheirs(): void
  keepMine(): void
  retry(): void
}

// Long enough for a word to be typed, short enough that nobody loses a thought.
const saveAfterMs = 700
const undoMax = 100

/** The steps as somebody draws them. They are kept on the server a moment later; what a colleague kept since is never written over. */
export function useFlowDraft(flow: Flow): FlowDraft {
  const { scriptID } = flow
  const save = useSaveDraft()
  const keepFlow = useKeepFlow(scriptID)
  const [steps, setSteps] = useState<Steps>(flow.draft?.steps ?? flow.live.steps)
  const [kept, setKept] = useState({ steps, version: flow.draft?.version ?? 0, live: flow.live.versionID })
  const [past, setPast] = useState<readonly Steps[]>([])
  const [future, setFuture] = useState<readonly Steps[]>([])
  const [failure, setFailure] = useState<Error | null>(null)
  const [theirs, setTheirs] = useState<Flow | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [seen, setSeen] = useState(flow)
  const isDirty = steps !== kept.steps

  const adopt = (from: Flow) => {
    const newest = from.draft?.steps ?? from.live.steps
    setSteps(newest)
    setKept({ steps: newest, version: from.draft?.version ?? 0, live: from.live.versionID })
    setTheirs(null)
    setFailure(null)
  }

  // News of a colleague, or of our own activation: taken over unless something of ours is not kept yet; then saving tells.
  if (flow !== seen) {
    setSeen(flow)
    const isNews = (flow.draft?.version ?? 0) !== kept.version || flow.live.versionID !== kept.live
    if (isNews && !isDirty && !isSaving && theirs === null) {
      setPast([])
      setFuture([])
      adopt(flow)
    }
  }

  async function keep(drawn: Steps, over: number) {
    setSaving(true)
    try {
      const answer = await save.mutateAsync({ params: { scriptID }, body: { steps: [...drawn], version: over } })
      setKept({ steps: drawn, version: answer.draft?.version ?? 0, live: answer.live.versionID })
      setFailure(null)
      keepFlow(answer)
    } catch (refusal) {
      if (refusal instanceof ApiFailure && refusal.code === 'error.conflict') setTheirs(refusal.current as Flow)
      else setFailure(refusal as Error)
    } finally {
      setSaving(false)
    }
  }

  useEffect(() => {
    if (!isDirty || theirs !== null || failure !== null || isSaving) return
    const timer = setTimeout(() => void keep(steps, kept.version), saveAfterMs)
    return () => clearTimeout(timer)
  })

  const go = (to: Steps) => {
    setSteps(to)
    setFailure(null)
  }
  return {
    steps,
    version: kept.version,
    state: isSaving ? 'saving' : isDirty ? 'unsaved' : kept.version === 0 ? 'none' : 'saved',
    failure,
    theirs,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    draw(drawn) {
      setPast([...past.slice(-undoMax), steps])
      setFuture([])
      go(drawn)
    },
    undo() {
      const before = past.at(-1)
      if (!before) return
      setPast(past.slice(0, -1))
      setFuture([steps, ...future])
      go(before)
    },
    redo() {
      const [after, ...later] = future
      if (!after) return
      setFuture(later)
      setPast([...past, steps])
      go(after)
    },
    takeTheirs() {
      if (!theirs) return
      keepFlow(theirs)
      setPast([...past, steps])
      adopt(theirs)
    },
    keepMine() {
      if (!theirs) return
      setKept({ ...kept, version: theirs.draft?.version ?? 0, live: theirs.live.versionID })
      setTheirs(null)
    },
    retry: () => setFailure(null),
  }
}
