import { expect, test } from 'vitest'
import { defaultFields } from '../../fields/default-fields.ts'
import { openFileReader } from './file-reader.ts'

const choices = { columns: null, constants: [], dateOrder: null, decimalMark: null, saved: null, today: '2026-01-15' }
const usual = { surveyMs: 30_000, rowsMs: 10_000, memoryMb: 512 }
const many = Buffer.from(`dossiernummer;openstaand\n${Array.from({ length: 60_000 }, (_, at) => `D${at};1,00`).join('\n')}`)

test('a file that takes too long is given up, and this process goes on', async () => {
  const reader = openFileReader(many, { limits: { ...usual, surveyMs: 1 } })
  await expect(reader.survey(defaultFields, choices)).rejects.toMatchObject({ code: 'file.tooComplex' })
  await reader.close()
})

test('a file that takes too much memory ends its thread alone', async () => {
  const reader = openFileReader(Buffer.from(`a;b\n${'x;y\n'.repeat(900_000)}`), { limits: { ...usual, memoryMb: 8 } })
  await expect(reader.survey(defaultFields, choices)).rejects.toMatchObject({ code: 'file.tooComplex' })
  await reader.close()
})

test('rows come in order and all of them, as often as one asks', async () => {
  const reader = openFileReader(many)
  const { survey } = await reader.survey(defaultFields, choices)
  for (let turn = 0; turn < 2; turn += 1) {
    const rows: number[] = []
    for await (const chunk of reader.rows(survey.plan)) rows.push(...chunk.map(({ row }) => row))
    expect(rows).toEqual(Array.from({ length: 60_000 }, (_, at) => at + 2))
  }
  await reader.close()
})
