import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImportStory, threeRows } from '../../../test/import-story.ts'

let story: Awaited<ReturnType<typeof openImportStory>>
beforeAll(async () => {
  story = await openImportStory()
})
afterAll(() => story.drop())

/** How many rows PostgreSQL plans with, since it counted them last. */
async function known(table: 'cases' | 'case_runs' | 'case_search'): Promise<number> {
  const { rows } = await sql<{ known: number }>`select reltuples as known from pg_class where oid = ${table}::regclass`.execute(story.db)
  return rows[0]?.known ?? 0
}

test('what a large import brought is known to the planner when the import is done; a small one waits for its turn', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => `N-${at};Jansen ${at};06${10_000_000 + at};n${at}@example.nl;47,07`)
  const large = await story.uploadAndCheck(['dossiernummer;achternaam;mobiel;email;openstaand', ...rows].join('\n'))
  await story.importAll(large.importID)
  const counted = [await known('cases'), await known('case_runs'), await known('case_search')]
  expect(counted).toEqual([600, 600, 600])
  await story.importAll((await story.uploadAndCheck(threeRows(1))).importID)
  expect(await known('cases')).toBe(600)
})
