import type { TemplateBlock } from '@regie/contract/template-blocks.ts'
import { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { blocksOf, pageOf, pieceIn } from './mail-document.ts'
import { mailExtensions } from './mail-nodes.ts'

const all: TemplateBlock[] = [
  { id: 'a', type: 'heading', text: 'Uw "factuur" & <b>meer</b>' },
  { id: 'b', type: 'text', html: '<p>Beste <strong>{{naam}}</strong>,</p><p></p><ul><li><p>een</p></li></ul>' },
  { id: 'c', type: 'pay', label: 'Nu "betalen"' },
  { id: 'd', type: 'button', label: 'Lees <meer>', href: 'https://regie.example/a?b=1&c=2' },
  { id: 'e', type: 'text', html: '<p>Daarna</p>' },
  { id: 'f', type: 'divider' },
  { id: 'g', type: 'image', src: 'https://regie.example/a.png', alt: "'aanhaling'" },
  { id: 'h', type: 'section', key: 'voet' },
]

function docOf(blocks: readonly TemplateBlock[]) {
  const editor = new Editor({ extensions: mailExtensions, content: pageOf(blocks), injectCSS: false })
  const { doc } = editor.state
  editor.destroy()
  return doc
}
const thereAndBack = (blocks: readonly TemplateBlock[]) => blocksOf(docOf(blocks), blocks)

test('all pieces come back as they went in, with their names', () => {
  expect(thereAndBack(all)).toEqual(all)
})

test('an empty e-mail stays empty, and a text of empty lines is none', () => {
  expect(thereAndBack([])).toEqual([])
  expect(thereAndBack([{ id: 'a', type: 'text', html: '<p></p><p></p>' }])).toEqual([])
})

test('the line at the end that is there to write in is not kept, below a list either', () => {
  const list: TemplateBlock = { id: 'a', type: 'text', html: '<ul><li><p>een</p></li></ul>' }
  expect(docOf([list]).lastChild?.type.name).toBe('paragraph')
  expect(thereAndBack([list])).toEqual([list])
})

test('texts that stand together become one; one that would grow too long goes on in a next piece', () => {
  const short = (id: string, word: string): TemplateBlock => ({ id, type: 'text', html: `<p>${word}</p>` })
  expect(thereAndBack([short('a', 'een'), short('b', 'twee')])).toEqual([short('a', 'een</p><p>twee')])
  const long = 'x'.repeat(30_000)
  expect(thereAndBack([short('a', long), short('b', long)])).toEqual([short('a', long), short('b', long)])
})

test('what was put in between leaves no two pieces with one name', () => {
  const made = blocksOf(docOf([{ id: 'n', type: 'divider' }, ...all, ...all]), all)
  expect(new Set(made.map(({ id }) => id)).size).toBe(made.length)
})

test('a piece is one of the four that stand in a text; words, lines and anything else are none', () => {
  expect(all.filter((block) => pieceIn(JSON.stringify(block)) !== null).map(({ type }) => type)).toEqual([
    'pay',
    'button',
    'image',
    'section',
  ])
  for (const other of ['', '{', 'null', '{"type":"script"}', '{"id":"a","type":"button","label":"x"}']) expect(pieceIn(other)).toBeNull()
})
