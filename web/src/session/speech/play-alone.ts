import type { SyntheticEvent } from 'react'

/** Two voices at once are none: what begins to play ends the others. */
export function playAlone({ currentTarget }: SyntheticEvent<HTMLAudioElement>): void {
  for (const other of document.querySelectorAll('audio')) if (other !== currentTarget) other.pause()
}
