// What was done shows as soon as the list is asked again; later it is another's doing.
const watchedMs = 5000

/**
 * Keeps where the focus is, and gives it back. Where that is gone, or goes with what was done (its row was removed, its button no longer applies),
 * the part of the page around it has it: otherwise who works with the keyboard starts again at the top.
 */
export function giveFocusBack(): () => void {
  const before = document.activeElement
  if (!(before instanceof HTMLElement)) return () => undefined
  const around = partsAround(before)
  return () => {
    if (before.isConnected) before.focus({ preventScroll: true })
    else focusFirst(around)
    const watch = new MutationObserver(() => {
      if (before.isConnected) return
      end()
      if (document.activeElement === document.body) focusFirst(around)
    })
    const end = () => {
      watch.disconnect()
      clearTimeout(timer)
    }
    const timer = setTimeout(end, watchedMs)
    if (before.isConnected) watch.observe(document.body, { childList: true, subtree: true })
  }
}

// The nearest first.
function partsAround(element: HTMLElement): readonly HTMLElement[] {
  const part = element.parentElement?.closest<HTMLElement>('section[aria-label], dialog, main') ?? null
  return part === null ? [] : [part, ...partsAround(part)]
}

function focusFirst(parts: readonly HTMLElement[]) {
  const part = parts.find(({ isConnected }) => isConnected)
  if (part === undefined) return
  if (!part.hasAttribute('tabindex')) part.tabIndex = -1
  part.focus({ preventScroll: true })
}
