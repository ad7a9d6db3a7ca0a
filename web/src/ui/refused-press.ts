let say: (reason: string) => void = () => undefined

/** Who says why a grey control does nothing: a finger finds no tooltip. */
export function whenRefused(listener: (reason: string) => void) {
  say = listener
}

/** Somebody pressed a grey control all the same. */
export const sayRefused = (reason: string) => say(reason)
