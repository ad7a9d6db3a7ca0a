import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { writeWorkbook } from '../../../platform/documents/xlsx.ts'
import { openTable } from './open-table.ts'
import { cpuTimeOf } from '../../../../test/cpu-time.ts'

type Part = { name: string; content: Buffer | string; mode?: number; saidBytes?: number; encrypted?: boolean }

// A ZIP as nobody would make it: names, sizes and kinds as the test says.
function zipOf(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, mode = 0o100_644, saidBytes, encrypted = false } of parts) {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(encrypted ? 1 : 0, 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(plain), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(saidBytes ?? plain.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const central = Buffer.alloc(46)
    central.write('PK\x01\x02', 'latin1')
    central.writeUInt16LE(0x0314, 4)
    head.copy(central, 6)
    central.writeUInt32LE((mode << 16) >>> 0, 38)
    central.writeUInt32LE(at, 42)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed])
    bodies.push(local)
    directory.push(central, Buffer.from(name))
    at += local.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Math.min(parts.length, 0xffff), 8)
  end.writeUInt16LE(Math.min(parts.length, 0xffff), 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, index, end])
}

const csv = 'dossiernummer;openstaand\r\nZ1;1,00\r\n'
const types = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
const workbookWith = (sheet: string, contentTypes = types) =>
  zipOf([
    { name: '[Content_Types].xml', content: `${contentTypes}</Types>` },
    {
      name: '_rels/.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    },
    {
      name: 'xl/workbook.xml',
      content:
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ])
const sheetOf = (rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`
const zeros = Buffer.alloc(200 * 1024 * 1024)
const farCell = sheetOf(
  `<row r="1">${text('A1', 'a')}${text('B1', 'b')}</row>${Array.from({ length: 200 }, (_, at) => `<row r="${at + 2}">${text(`XFD${at + 2}`, 'x')}</row>`).join('')}`,
)

test.each([
  ['a bomb', zipOf([{ name: 'a.csv', content: zeros }]), 'file.zipTooLarge'],
  ['a bomb that says it is small', zipOf([{ name: 'a.csv', content: zeros, saidBytes: 100 }]), 'file.zipBroken'],
  ['a hundred thousand parts', zipOf(Array.from({ length: 60_000 }, (_, at) => ({ name: `${at}`, content: '' }))), 'file.zipTooLarge'],
  ['a way out of the folder', zipOf([{ name: '../../etc/cron.d/x', content: csv }]), 'file.zipUnsafe'],
  ['an absolute name', zipOf([{ name: '/etc/passwd', content: csv }]), 'file.zipUnsafe'],
  ['a link', zipOf([{ name: 'a.csv', content: '/etc/passwd', mode: 0o120_777 }]), 'file.zipUnsafe'],
  ['a password', zipOf([{ name: 'a.csv', content: csv, encrypted: true }]), 'file.zipEncrypted'],
  [
    'two lists',
    zipOf([
      { name: 'a.csv', content: csv },
      { name: 'b.csv', content: csv },
    ]),
    'file.zipContent',
  ],
  ['a ZIP in a ZIP', zipOf([{ name: 'a.zip', content: zipOf([{ name: 'a.csv', content: csv }]) }]), 'file.zipContent'],
  ['a picture', zipOf([{ name: 'a.png', content: Buffer.from('\x89PNG\r\n', 'latin1') }]), 'file.zipContent'],
  [
    'an entity',
    workbookWith(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheetOf(`<row r="1"><c r="A1"><v>&e;</v></c></row>`)}`),
    'file.zipUnsafe',
  ],
  [
    'macros',
    workbookWith(
      sheetOf(''),
      `${types}<Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>`,
    ),
    'file.macros',
  ],
  [
    'a macro project',
    zipOf([
      { name: '[Content_Types].xml', content: types },
      { name: 'xl/vbaProject.bin', content: 'x' },
    ]),
    'file.macros',
  ],
  ['more cells than a list has', workbookWith(sheetOf(`<row r="1">${'<c/>'.repeat(21_000_000)}</row>`)), 'file.tooManyCells'],
  ['no workbook', zipOf([{ name: '[Content_Types].xml', content: types }]), 'file.workbookBroken'],
] as const)(
  'a packed file is refused before it can do harm: %s',
  async (_, content, code) => {
    const before = process.memoryUsage.rss()
    // 1 s and 100 MB when nothing else runs.
    expect(await cpuTimeOf(() => expect(openTable(content)).rejects.toMatchObject({ code }))).toBeLessThan(5_000)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024)
  },
  30_000,
)

test('a cell in the last column of each row makes no rows of sixteen thousand cells', async () => {
  const table = await openTable(workbookWith(farCell))
  expect(table.headings).toEqual(['a', 'b'])
  expect([...table.rows()]).toEqual([])
})

test('a ZIP with one list is read as that list, a workbook in it too', async () => {
  const packed = await openTable(
    zipOf([
      { name: 'map/', content: '' },
      { name: 'map/lijst.csv', content: csv },
      { name: '__MACOSX/x', content: 'x' },
    ]),
  )
  expect(packed).toMatchObject({ format: 'zip', separator: ';', headings: ['dossiernummer', 'openstaand'] })
  const book = await writeWorkbook('Blad', [{ heading: 'dossiernummer', comment: '' }], [['Z1']])
  expect(await openTable(zipOf([{ name: 'lijst.xlsx', content: Buffer.from(book) }]))).toMatchObject({
    format: 'zip',
    headings: ['dossiernummer'],
  })
})

test('numbers, days and empty cells of a workbook read as they would in a list', async () => {
  const rows = `<row r="1">${text('A1', 'nr')}${text('B1', 'bedrag')}${text('C1', 'waar')}</row>
    <row r="3"><c r="A3"><v>31612345678</v></c><c r="B3"><v>1234.5</v></c><c r="C3" t="b"><v>1</v></c></row><row r="4">${text('A4', '=1+1')}</row>`
  const table = await openTable(workbookWith(sheetOf(rows)))
  expect([...table.rows()]).toEqual([
    { row: 3, cells: ['31612345678', '1234.50', 'ja'] },
    { row: 4, cells: ['=1+1', '', ''] },
  ])
})
