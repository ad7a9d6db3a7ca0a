/** How much of the engine's turn a batch gets: priority 9 gets nine times as many cases as priority 1, and none gets nothing. */
export function shareTurn<Batch extends { priority: number }>(casesMax: number, batches: readonly Batch[]): (Batch & { limit: number })[] {
  const sum = batches.reduce((total, batch) => total + batch.priority, 0)
  return batches.map((batch) => ({ ...batch, limit: Math.max(1, Math.floor((casesMax * batch.priority) / sum)) }))
}
