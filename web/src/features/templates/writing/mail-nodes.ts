import { mergeField } from '@regie/contract/template-blocks.ts'
import { Extension, Node } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { ReactNodeViewRenderer } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { pieceIn } from './mail-document.ts'
import { PieceView } from './piece-view.tsx'
import styles from './writing.module.css'

/** A heading is plain words: what is sent gives it its looks. */
const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'text*',
  marks: '',
  defining: true,
  parseHTML: () => ['h1', 'h2', 'h3'].map((tag) => ({ tag })),
  renderHTML: () => ['h1', 0],
})

/** A button, an image or a section: one thing in the text, with fields of its own. */
const Piece = Node.create({
  name: 'piece',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({ block: { default: null, rendered: false } }),
  parseHTML: () => [
    {
      tag: 'div[data-piece]',
      getAttrs: (element) => {
        const block = pieceIn(element.getAttribute('data-piece') ?? '')
        return block === null ? false : { block }
      },
    },
  ],
  renderHTML: ({ node }) => ['div', { 'data-piece': JSON.stringify(node.attrs.block) }],
  addNodeView: () => ReactNodeViewRenderer(PieceView),
})

/** Merge fields stand out from the words around them. */
const MergeFields = Extension.create({
  name: 'mergeFields',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations({ doc }) {
          const marks: Decoration[] = []
          doc.descendants((node, at) => {
            for (const { index, 0: place } of (node.text ?? '').matchAll(mergeField))
              marks.push(Decoration.inline(at + index, at + index + place.length, { class: styles.field ?? '' }))
          })
          return DecorationSet.create(doc, marks)
        },
      },
    }),
  ],
})

export const mailExtensions = [
  StarterKit.configure({
    ...{ heading: false, blockquote: false, code: false, codeBlock: false, strike: false },
    link: { openOnClick: false, protocols: ['https', 'mailto', 'tel'] },
  }),
  Heading,
  Piece,
  MergeFields,
]
