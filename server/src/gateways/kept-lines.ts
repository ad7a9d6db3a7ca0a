import type { RegisteredProvider } from './registered-provider.ts'

type Line = { isUp: boolean; fault: unknown; close(): Promise<void> }

/** The lasting connections of one process, by provider: opened once for each version of its settings. */
export function openKeptLines<Kept extends Line>() {
  const lines = new Map<number, { version: number; line: Kept }>()
  return {
    get: (providerId: number): Kept | undefined => lines.get(providerId)?.line,
    /** Keeps the line that stands for these settings, or opens one in place of the last. */
    hold(provider: RegisteredProvider, open: () => Kept): void {
      const kept = lines.get(provider.id)
      if (kept?.version === provider.version) return
      void kept?.line.close()
      lines.delete(provider.id)
      lines.set(provider.id, { version: provider.version, line: open() })
    },
    async keepOnly(providerIds: ReadonlySet<number>): Promise<void> {
      const gone = [...lines].filter(([id]) => !providerIds.has(id))
      for (const [id] of gone) lines.delete(id)
      await Promise.all(gone.map(([, { line }]) => line.close()))
    },
    stateOf(providerId: number) {
      const line = lines.get(providerId)?.line
      return line ? { isUp: line.isUp, fault: line.fault as Kept['fault'] } : null
    },
  }
}
