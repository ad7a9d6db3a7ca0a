import { use, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiFailure } from '../api/api-failure.ts'
import { currentOf } from '../api/conflict.ts'
import { TypedIsSaved } from './use-typed-in.ts'

export type LastSave = ApiFailure['lastSave']

type VersionedForm<Row> = {
  /** What the draft began from. */
  base: Row
  /** What a colleague saved meanwhile, once saving was refused because of it. */
  theirs: Row | null
  /** Who saved it and when, where that is known. */
  lastSave: LastSave
  /** Shows their version instead of the draft. */
  takeTheirs: () => void
  /** Shows what another call answered as the row that it is now. */
  take: (row: Row) => void
  /** Sends the draft. It answers what was saved, or null when a colleague was first; any other refusal is thrown. */
  save: (send: (version: number) => Promise<Row>) => Promise<Row | null>
}

type Given<Row> = {
  /** As it is now on the server. */
  row: Row
  /** The row that a refusal carries. */
  schema: z.ZodMiniType<Row>
  /** Whether something is typed that differs from the base. */
  isChanged: (base: Row) => boolean
  /** A newer row is shown beside the draft as soon as it comes, before saving is refused: where one acts on what stands there. */
  warnsAtOnce?: boolean
  /** Puts a row into the inputs; a form that keeps its own state watches `base` instead. */
  show?: (row: Row) => void
}

/**
 * A form over a row with a version. A newer row shows at once while nothing is typed; otherwise what was typed stays, the next save is refused,
 * both versions are shown, and saving again keeps one's own.
 */
export function useVersionedForm<Row extends { version: number }>({
  row,
  schema,
  isChanged,
  warnsAtOnce = false,
  show,
}: Given<Row>): VersionedForm<Row> {
  const [base, setBase] = useState(row)
  const [refusedFor, setTheirs] = useState<Row | null>(null)
  const [lastSave, setLastSave] = useState<LastSave>()
  const typedIsSaved = use(TypedIsSaved)
  const take = (next: Row) => {
    setBase(next)
    setTheirs(null)
    show?.(next)
  }
  if (row.version > base.version && !isChanged(base)) take(row)
  const theirs = warnsAtOnce && row.version > (refusedFor ?? base).version ? row : refusedFor
  async function save(send: (version: number) => Promise<Row>) {
    try {
      const saved = await send(theirs?.version ?? base.version)
      take(saved)
      typedIsSaved()
      return saved
    } catch (refusal) {
      const current = currentOf(refusal, schema)
      if (current === null) throw refusal
      setTheirs(current)
      setLastSave(refusal instanceof ApiFailure ? refusal.lastSave : undefined)
      return null
    }
  }
  return { base, theirs, lastSave, takeTheirs: () => theirs !== null && take(theirs), take, save }
}
