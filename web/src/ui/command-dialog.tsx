import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import styles from './command-dialog.module.css'
import { Icon, type IconName } from './icon.tsx'

export type Command = {
  key: string
  label: string
  /** Grey, beside the name. */
  detail?: string | undefined
  icon: IconName
  /** `g b`: shown, so that next time one needs no palette. */
  keys?: string | undefined
  /** Why it may not be done now: shown, and not followed. */
  reason?: string | undefined
  run: () => void
}
export type CommandGroup = { title: string; commands: readonly Command[] }

type CommandDialogProps = {
  label: string
  placeholder: string
  words: string
  onWords: (words: string) => void
  groups: readonly CommandGroup[]
  /** More is on its way. */
  isSearching: boolean
  /** What stands there when nothing is found. */
  nothing: string
  /** Under the list: what the keys do. */
  hints: readonly (readonly [string, string])[]
  onClose: () => void
}

/** Something to type in with what it finds under it, in groups: arrows choose, Enter does, Esc leaves. */
export function CommandDialog(props: CommandDialogProps) {
  const { label, placeholder, words, onWords, groups, isSearching, nothing, hints, onClose } = props
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  const shown = groups.filter(({ commands }) => commands.length > 0)
  const commands = shown.flatMap((group) => group.commands)
  // The chosen one by its key: what arrives later above it does not move the choice once the arrows were used.
  const [chosen, setChosen] = useState<string | null>(null)
  const found = commands.findIndex(({ key }) => key === chosen)
  // Enter does something wherever something can be done.
  const first = commands.findIndex(({ reason }) => reason === undefined)
  const at = found < 0 ? Math.max(0, first) : found
  const current = commands[at]
  useOpenDialog(element)
  useEffect(() => {
    element.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current?.key])
  const run = (command: Command | undefined) => {
    if (command === undefined || command.reason !== undefined) return
    onClose()
    command.run()
  }
  const choose = (place: number) => setChosen(commands[(place + commands.length) % commands.length]?.key ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const isPalette = event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (event.key === 'Escape' || isPalette) onClose()
    else if (event.key === 'ArrowDown') choose(at + 1)
    else if (event.key === 'ArrowUp') choose(at - 1)
    else if (event.key === 'Enter') run(current)
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={element}
      className={styles.dialog}
      aria-label={label}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.target === element.current && onClose()}
    >
      <div className={styles.box}>
        <div className={styles.field}>
          <Icon name="search" />
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={current && `${id}-${current.key}`}
            aria-label={label}
            placeholder={placeholder}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={words}
            onChange={(event) => {
              setChosen(null)
              onWords(event.currentTarget.value)
            }}
          />
          <span className={styles.busy} data-busy={isSearching || undefined} aria-hidden="true" />
        </div>
        <div id={id} role="listbox" aria-label={label} aria-busy={isSearching} className={styles.list}>
          {shown.map((group) => (
            <CommandGroupList key={group.title} id={id} group={group} current={current} onPoint={setChosen} onRun={run} />
          ))}
          {commands.length === 0 && !isSearching && (
            <div className={styles.nothing} role="option" aria-selected="false" aria-disabled="true" tabIndex={-1}>
              {nothing}
            </div>
          )}
        </div>
        <footer className={styles.hints} aria-hidden="true">
          {hints.map(([key, text]) => (
            <span key={key}>
              <kbd>{key}</kbd> {text}
            </span>
          ))}
        </footer>
      </div>
    </dialog>
  )
}

type GroupProps = {
  id: string
  group: CommandGroup
  current: Command | undefined
  onPoint: (key: string) => void
  onRun: (command: Command) => void
}

function CommandGroupList({ id, group, current, onPoint, onRun }: GroupProps) {
  return (
    // A list of choices has groups; no element of HTML is one.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-label={group.title}>
      <div className={styles.title} aria-hidden="true">
        {group.title}
      </div>
      {group.commands.map((command) => (
        <button
          key={command.key}
          id={`${id}-${command.key}`}
          type="button"
          role="option"
          tabIndex={-1}
          className={styles.command}
          aria-selected={command === current}
          aria-disabled={command.reason !== undefined || undefined}
          onPointerMove={() => onPoint(command.key)}
          onClick={() => onRun(command)}
        >
          <Icon name={command.icon} />
          <span className={styles.words}>
            <span className={styles.label}>{command.label}</span>
            {(command.reason ?? command.detail) !== undefined && <span className={styles.detail}>{command.reason ?? command.detail}</span>}
          </span>
          {command.keys !== undefined && (
            <span className={styles.keys}>
              {command.keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

function useOpenDialog(element: React.RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    dialog?.querySelector('input')?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [element])
}
