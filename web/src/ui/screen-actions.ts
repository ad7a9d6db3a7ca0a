import { useEffect, useEffectEvent } from 'react'
import type { IconName } from './icon.tsx'

/** What can be done on the screen that is shown: the palette offers it by its name, with its key. */
export type ScreenAction = {
  id: string
  label: string
  icon: IconName
  keyName?: string
  /** Why it may not be done now. */
  reason?: string | undefined
  run: () => void
}

const actions = new Map<string, ScreenAction>()

/** Offers an action of this screen in the palette for as long as it is shown. */
export function useScreenAction({ id, label, icon, keyName, reason, run }: ScreenAction) {
  const press = useEffectEvent(run)
  useEffect(() => {
    actions.set(id, { id, label, icon, ...(keyName !== undefined && { keyName }), reason, run: () => press() })
    return () => void actions.delete(id)
  }, [id, label, icon, keyName, reason])
}

/** The same as a part of the screen, where what it may do is known only there. */
export function OfferedAction(action: ScreenAction) {
  useScreenAction(action)
  return null
}

export const screenActions = (): ScreenAction[] => [...actions.values()]
