import { useEffect, useState } from 'react'
import { ApiFailure } from '../api/api-failure.ts'

/** What the server keeps of a draft: its content, its version (zero while there is none), and what is live beside it. */
type Kept<Content> = { content: Content; version: number; live: number | null }

export type KeptDraft<Content, Row> = {
  content: Content
  /** Zero while there is none on the server. */
  version: number
  state: 'none' | 'saved' | 'unsaved' | 'saving'
  failure: Error | null
  /** What a colleague saved meanwhile. */
  theirs: Row | null
  canUndo: boolean
  canRedo: boolean
  write(content: Content): void
  undo(): void
  redo(): void
  takeTheirs(): void
  keepMine(): void
  retry(): void
}

type Keeping<Content, Row> = {
  keptOf: (row: Row) => Kept<Content>
  save: (content: Content, over: number, live: number | null) => Promise<Row>
  /** Puts what the server answered where screens look for it. */
  put: (row: Row) => void
  /** Can what was there before a colleague's news be had back? */
  undoesNews: boolean
}

// Long enough for a word to be typed, short enough that a tab that is killed loses no thought.
const saveAfterMs = 700
const undoMax = 100

/** A draft as somebody makes it. It is kept on the server a moment later; what a colleague kept since is never written over. */
export function useKeptDraft<Content, Row>(row: Row, { keptOf, save, put, undoesNews }: Keeping<Content, Row>): KeptDraft<Content, Row> {
  const [kept, setKept] = useState(() => keptOf(row))
  const [content, setContent] = useState(kept.content)
  const [past, setPast] = useState<readonly Content[]>([])
  const [future, setFuture] = useState<readonly Content[]>([])
  const [failure, setFailure] = useState<Error | null>(null)
  const [theirs, setTheirs] = useState<Row | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [seen, setSeen] = useState(row)
  const isDirty = content !== kept.content

  const adopt = (from: Row) => {
    const newest = keptOf(from)
    setContent(() => newest.content)
    setKept(newest)
    setTheirs(null)
    setFailure(null)
  }

  // News of a colleague, or of our own activation: taken over unless something of ours is not kept yet; then saving tells.
  if (row !== seen) {
    setSeen(() => row)
    const { version, live } = keptOf(row)
    const isNews = version !== kept.version || live !== kept.live
    if (isNews && !isDirty && !isSaving && theirs === null) {
      setPast(undoesNews ? [...past.slice(-undoMax), content] : [])
      setFuture([])
      adopt(row)
    }
  }

  async function keep(made: Content, over: number, live: number | null) {
    setSaving(true)
    try {
      const answer = await save(made, over, live)
      setKept({ ...keptOf(answer), content: made })
      setFailure(null)
      put(answer)
    } catch (refusal) {
      if (refusal instanceof ApiFailure && refusal.code === 'error.conflict') setTheirs(() => refusal.current as Row)
      else setFailure(refusal as Error)
    } finally {
      setSaving(false)
    }
  }

  useEffect(() => {
    if (!isDirty || theirs !== null || failure !== null || isSaving) return
    const timer = setTimeout(() => void keep(content, kept.version, kept.live), saveAfterMs)
    return () => clearTimeout(timer)
  })

  const go = (to: Content) => {
    setContent(() => to)
    setFailure(null)
  }
  return {
    content,
    version: kept.version,
    state: isSaving ? 'saving' : isDirty ? 'unsaved' : kept.version === 0 ? 'none' : 'saved',
    failure,
    theirs,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    write(made) {
      setPast([...past.slice(-undoMax), content])
      setFuture([])
      go(made)
    },
    undo() {
      const before = past.at(-1)
      if (before === undefined) return
      setPast(past.slice(0, -1))
      setFuture([content, ...future])
      go(before)
    },
    redo() {
      const [after, ...later] = future
      if (after === undefined) return
      setFuture(later)
      setPast([...past, content])
      go(after)
    },
    takeTheirs() {
      if (theirs === null) return
      put(theirs)
      setPast([...past, content])
      adopt(theirs)
    },
    keepMine() {
      if (theirs === null) return
      setKept({ ...keptOf(theirs), content: kept.content })
      setTheirs(null)
    },
    retry: () => setFailure(null),
  }
}
