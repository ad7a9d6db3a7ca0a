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

test('a file that takes too much memory ends its reader alone', async () => {
  const limits = { ...usual, memoryMb: 16 }
  const headings = Array.from({ length: 400 }, (_, at) => `k${at}`).join(';')
  const wide = (rows: number) => openFileReader(Buffer.from(`${headings}\n${`x${';'.repeat(399)}\n`.repeat(rows)}`), { limits })
  const [large, small] = [wide(10_000), wide(20)]
  await expect(large.survey(defaultFields, choices)).rejects.toMatchObject({ code: 'file.tooComplex' })
  expect((await small.survey(defaultFields, choices)).survey.rows).toBe(20)
  small.close()
  large.close()
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
