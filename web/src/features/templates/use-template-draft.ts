import type { TemplateDetail } from '@regie/contract/templates.ts'
import { useEffect, useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { type Content, useKeepTemplate, useSaveDraft } from './templates-data.ts'

export type TemplateDraft = {
  content: Content
  version: number
  state: 'none' | 'saved' | 'unsaved' | 'saving'
  failure: Error | null
  /** What a colleague saved meanwhile. */
  theirs: TemplateDetail | null
  canUndo: boolean
  canRedo: boolean
  write(content: Content): void
  undo(): void
  redo(): void
  takeTheirs(): void
  keepMine(): void
  retry(): void
}

// Long enough for a word to be typed, short enough that a tab that is killed loses no thought.
const saveAfterMs = 700
const undoMax = 100

/** The text as somebody writes it. It is kept on the server a moment later; what a colleague kept since is never written over. */
export function useTemplateDraft(template: TemplateDetail): TemplateDraft {
  const { templateID } = template
  const save = useSaveDraft()
  const keepTemplate = useKeepTemplate(templateID)
  const [content, setContent] = useState<Content>(template.content)
  const [kept, setKept] = useState({ content, version: template.draftVersion, liveNo: template.liveNo })
  const [past, setPast] = useState<readonly Content[]>([])
  const [future, setFuture] = useState<readonly Content[]>([])
  const [failure, setFailure] = useState<Error | null>(null)
  const [theirs, setTheirs] = useState<TemplateDetail | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [seen, setSeen] = useState(template)
  const isDirty = content !== kept.content

  const adopt = (from: TemplateDetail) => {
    setContent(from.content)
    setKept({ content: from.content, version: from.draftVersion, liveNo: from.liveNo })
    setTheirs(null)
    setFailure(null)
  }

  // News of a colleague, of our own activation or of a revision taken over: taken unless something of ours is not kept yet.
  if (template !== seen) {
    setSeen(template)
    const isNews = template.draftVersion !== kept.version || template.liveNo !== kept.liveNo
    if (isNews && !isDirty && !isSaving && theirs === null) {
      setPast([...past.slice(-undoMax), content])
      setFuture([])
      adopt(template)
    }
  }

  async function keep(written: Content, over: number) {
    setSaving(true)
    try {
      const answer = await save.mutateAsync({ params: { templateID }, body: { ...written, version: over } })
      setKept({ content: written, version: answer.draftVersion, liveNo: answer.liveNo })
      setFailure(null)
      keepTemplate(answer)
    } catch (refusal) {
      if (refusal instanceof ApiFailure && refusal.code === 'error.conflict') setTheirs(refusal.current as TemplateDetail)
      else setFailure(refusal as Error)
    } finally {
      setSaving(false)
    }
  }

  useEffect(() => {
    if (!isDirty || theirs !== null || failure !== null || isSaving) return
    const timer = setTimeout(() => void keep(content, kept.version), saveAfterMs)
    return () => clearTimeout(timer)
  })

  const go = (to: Content) => {
    setContent(to)
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
    write(written) {
      setPast([...past.slice(-undoMax), content])
      setFuture([])
      go(written)
    },
    undo() {
      const before = past.at(-1)
      if (!before) return
      setPast(past.slice(0, -1))
      setFuture([content, ...future])
      go(before)
    },
    redo() {
      const [after, ...later] = future
      if (!after) return
      setFuture(later)
      setPast([...past, content])
      go(after)
    },
    takeTheirs() {
      if (!theirs) return
      keepTemplate(theirs)
      setPast([...past, content])
      adopt(theirs)
    },
    keepMine() {
      if (!theirs) return
      setKept({ ...kept, version: theirs.draftVersion, liveNo: theirs.liveNo })
      setTheirs(null)
    },
    retry: () => setFailure(null),
  }
}
