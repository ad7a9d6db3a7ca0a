import { isSafeAddress, TemplateBlock, textBlockMax } from '@regie/contract/template-blocks.ts'
import { getHTMLFromFragment } from '@tiptap/core'
import { Fragment, type Node } from '@tiptap/pm/model'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

/** The pieces of an e-mail as one page for the writer to read in, with a line at the end to go on in; what it does not know does not come through. */
export function pageOf(blocks: readonly TemplateBlock[]): string {
  const page = blocks
    .map((block) => {
      if (block.type === 'text') return block.html
      if (block.type === 'heading') return `<h1>${escape(block.text)}</h1>`
      if (block.type === 'divider') return '<hr>'
      return `<div data-piece="${escape(JSON.stringify(block))}"></div>`
    })
    .join('')
  // The editor itself would add this line at the first press, and lose the press.
  return page === '' || page.trimEnd().endsWith('</p>') ? page : `${page}<p></p>`
}

/** A piece that stands in a page; null when it is none. Words never come this way: they would be sent without standing in the text. */
export function pieceIn(text: string): TemplateBlock | null {
  try {
    const block = TemplateBlock.safeParse(JSON.parse(text)).data
    return block === undefined || block.type === 'text' || block.type === 'heading' || block.type === 'divider' ? null : block
  } catch {
    return null
  }
}

// As a new one begins.
const noAddress = 'https://'

/** What somebody pastes or drops: any page can hold what calls itself a piece, so an address that is not safe is not taken over. */
export function withSafeAddresses(pasted: Fragment): Fragment {
  const nodes: Node[] = []
  pasted.forEach((node) => {
    const block = node.attrs.block as TemplateBlock | undefined
    if (block?.type === 'button' && !isSafeAddress(block.href)) nodes.push(node.type.create({ block: { ...block, href: noAddress } }))
    else if (block?.type === 'image' && !isSafeAddress(block.src)) nodes.push(node.type.create({ block: { ...block, src: noAddress } }))
    else nodes.push(node.isLeaf ? node : node.copy(withSafeAddresses(node.content)))
  })
  return Fragment.fromArray(nodes)
}

/** What was written as the pieces that are kept: text that stands together is one piece. `before` gives those that stay their names. */
export function blocksOf(page: Node, before: readonly TemplateBlock[]): TemplateBlock[] {
  const blocks: TemplateBlock[] = []
  const known = new Set<string>()
  const nameFor = (type: TemplateBlock['type'], own?: string) => {
    const was = before[blocks.length]
    const id = own ?? (was?.type === type ? was.id : undefined)
    const name = id === undefined || known.has(id) ? crypto.randomUUID() : id
    known.add(name)
    return name
  }
  let run: Node[] = []
  const htmlOf = (nodes: readonly Node[]) => getHTMLFromFragment(Fragment.fromArray([...nodes]), page.type.schema)
  const endRun = () => {
    // Empty lines between two pieces are there to write in, not to be sent.
    if (run.some(({ textContent }) => textContent !== '')) blocks.push({ id: nameFor('text'), type: 'text', html: htmlOf(run) })
    run = []
  }
  page.forEach((node) => {
    const name = node.type.name
    if (name !== 'heading' && name !== 'horizontalRule' && name !== 'piece') {
      if (run.length > 0 && htmlOf([...run, node]).length > textBlockMax) endRun()
      run.push(node)
      return
    }
    endRun()
    if (name === 'heading') blocks.push({ id: nameFor('heading'), type: 'heading', text: node.textContent })
    else if (name === 'horizontalRule') blocks.push({ id: nameFor('divider'), type: 'divider' })
    else {
      const block = node.attrs.block as TemplateBlock
      blocks.push({ ...block, id: nameFor(block.type, block.id) })
    }
  })
  // The same at the end.
  while (run.at(-1)?.textContent === '') run.pop()
  endRun()
  return blocks
}
