import type { Editor } from '@tiptap/react'
import { closeHistory } from '@tiptap/pm/history'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import styles from './writing.module.css'

type Place = { index: number; top: number }

/** What can be done with the line under the pointer, or the one in which somebody writes. */
export function BlockHandle({ editor, sheet }: { editor: Editor; sheet: RefObject<HTMLDivElement | null> }) {
  const t = useText()
  const handle = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place | null>(null)
  useEffect(() => {
    const around = sheet.current
    const isOpen = () => Boolean(handle.current?.querySelector('[aria-expanded="true"]'))
    const go = (index: number) => {
      const element = editor.view.dom.children.item(index)
      if (element instanceof HTMLElement) setPlace({ index, top: element.offsetTop })
    }
    const toCaret = () => {
      if (editor.isFocused) go(editor.state.selection.$from.index(0))
    }
    const toPointer = ({ clientY }: PointerEvent) => {
      if (isOpen()) return
      const index = [...editor.view.dom.children].findIndex((line) => line.getBoundingClientRect().bottom >= clientY)
      if (index >= 0) go(index)
    }
    editor.on('transaction', toCaret).on('focus', toCaret)
    around?.addEventListener('pointermove', toPointer)
    return () => {
      editor.off('transaction', toCaret).off('focus', toCaret)
      around?.removeEventListener('pointermove', toPointer)
    }
  }, [editor, sheet])
  const { doc } = editor.state
  const node = place === null ? null : doc.maybeChild(place.index)
  if (!place || !node) return null
  const { index, top } = place
  const name = t(`templates.blocks.types.${nameOf(node.type.name, node.attrs)}`)
  return (
    <div ref={handle} className={styles.handle} style={{ top }}>
      <Menu
        label={t('templates.blocks.actions', { name })}
        trigger={<IconButton icon="drag" label={t('templates.blocks.actions', { name })} />}
        items={[
          {
            ...{ key: 'up', label: t('templates.blocks.up', { name }), icon: 'arrowUp', onPress: () => move(editor, index, -1) },
            reason: index === 0 ? t('templates.blocks.first') : undefined,
          },
          {
            ...{ key: 'down', label: t('templates.blocks.down', { name }), icon: 'arrowDown', onPress: () => move(editor, index, 1) },
            reason: index === doc.childCount - 1 ? t('templates.blocks.last') : undefined,
          },
          {
            ...{ key: 'remove', label: t('templates.blocks.remove', { name }), icon: 'trash', isDanger: true },
            onPress: () => ownStep(editor).deleteRange(rangeOf(editor, index)).focus().run(),
          },
        ]}
      />
    </div>
  )
}

function nameOf(type: string, attrs: { block?: { type?: 'button' | 'pay' | 'image' | 'section' } }) {
  if (type === 'piece') return attrs.block?.type ?? 'button'
  return type === 'heading' ? 'heading' : type === 'horizontalRule' ? 'divider' : 'text'
}

function rangeOf({ state: { doc } }: Editor, index: number) {
  let from = 0
  for (let at = 0; at < index; at += 1) from += doc.child(at).nodeSize
  return { from, to: from + doc.child(index).nodeSize }
}

// Ctrl+Z takes back one of them, however soon they follow each other.
const ownStep = (editor: Editor) =>
  editor.chain().command(({ tr }) => {
    closeHistory(tr)
    return true
  })

/** Takes a line over the one before or after it; the caret goes with it. */
function move(editor: Editor, index: number, by: -1 | 1) {
  const { from, to } = rangeOf(editor, index)
  const node = editor.state.doc.child(index)
  const other = editor.state.doc.child(index + by)
  const target = by === -1 ? from - other.nodeSize : from + other.nodeSize
  ownStep(editor)
    .command(({ tr }) => {
      tr.delete(from, to).insert(target, node)
      tr.setSelection(node.isAtom ? NodeSelection.create(tr.doc, target) : TextSelection.near(tr.doc.resolve(target + 1)))
      return true
    })
    .focus()
    .run()
}
