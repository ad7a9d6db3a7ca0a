/** Minutes and whole seconds that are left. */
export function timeLeft(ms: number): { minutes: number; seconds: number } {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }
}
