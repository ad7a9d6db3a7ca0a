import type { DueState } from '@regie/contract/compliance-file.ts'

/** Has somebody to do something about it, now or soon? */
export const asksAttention = (state: DueState | null) => state !== null && state !== 'fine'
