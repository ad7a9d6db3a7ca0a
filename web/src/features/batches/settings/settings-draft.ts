import type { BatchRow } from '@regie/contract/batches.ts'

/** What staff type into the settings of a batch. */
export type SettingsDraft = { name: string; comments: string; priority: number | null; ownLines: number | null; sharesLines: boolean }

export const draftOf = (batch: BatchRow): SettingsDraft => ({
  name: batch.name,
  comments: batch.comments,
  priority: batch.priority,
  ownLines: batch.ownLines ?? batch.lines.max,
  sharesLines: batch.ownLines === null,
})

export const isSameDraft = (one: SettingsDraft, other: SettingsDraft) => JSON.stringify(one) === JSON.stringify(other)

/** Only what was changed goes to the server, so that rights are asked for nothing else and others' work is left alone. */
export function changesOf(draft: SettingsDraft, seen: BatchRow) {
  const before = draftOf(seen)
  const ownLines = draft.sharesLines ? null : draft.ownLines
  return {
    ...(draft.name !== before.name && { name: draft.name }),
    ...(draft.comments !== before.comments && { comments: draft.comments }),
    ...(draft.priority !== before.priority && draft.priority !== null && { priority: draft.priority }),
    ...(ownLines !== seen.ownLines && { ownLines }),
  }
}

/** Everything that must be there is there. */
export const isWhole = ({ name, priority, ownLines, sharesLines }: SettingsDraft) =>
  name.trim() !== '' && priority !== null && (sharesLines || ownLines !== null)
