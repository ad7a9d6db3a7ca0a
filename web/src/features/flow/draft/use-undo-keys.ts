import { useEffect } from 'react'
import type { FlowDraft } from './use-flow-draft.ts'

/** Ctrl+Z and Ctrl+Y, where they do not belong to a field. */
export function useUndoKeys({ undo, redo }: Pick<FlowDraft, 'undo' | 'redo'>, isReadOnly: boolean) {
  useEffect(() => {
    if (isReadOnly) return
    const onKey = (event: KeyboardEvent) => {
      const element = event.target instanceof HTMLElement ? event.target : null
      if (!(event.ctrlKey || event.metaKey) || element?.closest('input, select, textarea, dialog')) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [undo, redo, isReadOnly])
}
