import type { SavedAs } from '@regie/contract/endpoint.ts'
import { AppError } from '../app-error.ts'

/** Which lines of the audit log say who saved something: of these actions, about these rows. */
export type SavedRows = {
  actions: string[]
  rows: { entity: string; ids: string[]; prefix: string | null; owner: [column: string, id: string] | null }[]
}
/** Who saved last what these lines are about; null when the log does not say. */
export type FindLastSave = (saved: SavedRows) => Promise<{ by: string; at: string } | null>

/** A refusal because somebody else saved first, with who that was. */
export async function withLastSave(conflict: AppError, saved: SavedRows, findLastSave: FindLastSave): Promise<AppError> {
  const { code, params, field, current, cause } = conflict
  const lastSave = await findLastSave(saved)
  if (lastSave === null) return conflict
  return new AppError(code, { current, cause, lastSave, ...(params && { params }), ...(field !== undefined && { field }) })
}

/** The rows that an endpoint names, by the ids of its path and of what stands there now. */
export function savedRowsOf(action: string, savedAs: readonly SavedAs[], params: unknown, current: unknown): SavedRows {
  const given = params as Record<string, unknown>
  const now = (current ?? {}) as Record<string, unknown>
  const rows = savedAs.map(({ entity, param, isPart, listed, owner, shown }) => {
    const id = String(shown === undefined ? given[param] : now[shown])
    const inList = listed === undefined ? [] : (now[listed] as { id: number }[]).map((row) => String(row.id))
    return {
      entity,
      ids: isPart || owner !== undefined || listed !== undefined ? inList : [id],
      prefix: isPart ? `${id}:` : null,
      owner: owner === undefined ? null : ([owner, id] as [string, string]),
    }
  })
  return { actions: [action, ...savedAs.flatMap(({ alsoBy }) => alsoBy ?? [])], rows }
}
