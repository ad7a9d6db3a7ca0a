import type { ChatChannel } from '@regie/contract/chat.ts'
import { useEffect, useEffectEvent } from 'react'

/** Alt with ↑ or ↓ goes to the channel above or below, also out of the field. */
export function useChannelKeys(channels: readonly ChatChannel[], currentID: number | null, open: (channelID: number) => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || document.querySelector('dialog[open]')) return
    const at = channels.findIndex(({ channelID }) => channelID === currentID)
    const next = channels[at + (event.key === 'ArrowDown' ? 1 : -1)]
    if (next === undefined) return
    event.preventDefault()
    open(next.channelID)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
