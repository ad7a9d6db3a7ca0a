import { expect, test } from 'vitest'
import { defaultFields } from '../../fields/default-fields.ts'
import { openFileReader } from './file-reader.ts'

const choices = { columns: null, constants: [], dateOrder: null, decimalMark: null, saved: null, today: '2026-01-15' }
const usual = { surveyMs: 30_000, rowsMs: 10_000, memoryMb: 512 }
const many = Buffer.from(`dossiernummer;openstaand\n${Array.from({ length: 60_000 }, (_, at) => `D${at};1,00`).join('\n')}`)

test('a file that takes too long is given up, and this process goes on', async () => {
  const reader = openFileReader(many, { limits: { ...usual, surveyMs: 1 } })
  await expect(reader.survey(defaultFields, choices)).rejects.toMatchObject({ code: 'file.tooComplex' })
  reader.close()
})

// Lists are read as a stream: what a workbook takes of 512 MB, any list takes of 8.
test('a file that takes more memory than its reader may ends that reader alone', async () => {
  const reader = openFileReader(many, { limits: { ...usual, memoryMb: 8 } })
  await expect(reader.survey(defaultFields, choices)).rejects.toMatchObject({ code: 'file.tooComplex' })
  reader.close()
  const next = openFileReader(many)
  expect((await next.survey(defaultFields, choices)).survey.rows).toBe(60_000)
  next.close()
})

test('rows come in order and all of them, as often as one asks', async () => {
  const reader = openFileReader(many)
  const { survey } = await reader.survey(defaultFields, choices)
  for (let turn = 0; turn < 2; turn += 1) {
    const rows: number[] = []
    for await (const chunk of reader.rows(survey.plan)) rows.push(...chunk.map(({ row }) => row))
    expect(rows).toEqual(Array.from({ length: 60_000 }, (_, at) => at + 2))
  }
  reader.close()
})

test('who asks a reader that was closed, in the midst of its rows too, begins no other', async () => {
  const reader = openFileReader(many)
  const { survey } = await reader.survey(defaultFields, choices)
  const rows = reader.rows(survey.plan)
  await rows.next()
  reader.close()
  await expect(rows.next()).rejects.toMatchObject({ why: 'ended' })
  await expect(reader.survey(defaultFields, choices)).rejects.toMatchObject({ why: 'ended' })
  const unused = openFileReader(many)
  unused.close()
  await expect(unused.survey(defaultFields, choices)).rejects.toMatchObject({ why: 'ended' })
})
