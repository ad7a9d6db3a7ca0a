import { type DragEvent, useRef, useState } from 'react'
import { errorText } from '../locales/error-text.ts'
import { useText } from '../locales/i18n.tsx'
import { Button } from './button.tsx'
import styles from './file-drop.module.css'
import { Icon } from './icon.tsx'

type FileDropProps = {
  label: string
  help?: string
  accept: readonly string[]
  maxBytes: number
  onFile: (file: File) => void
  /** Several at once may come, one after the other to `onFile`; refusals then name their file. */
  isMany?: boolean
  /** Why a file of another type or size is refused, where this place takes other files than those of an import. */
  refusal?: string
  /** Takes the refusals, where this place shows them itself. */
  onRefused?: (file: File, words: string) => void
  /** A refusal by the server, in words. */
  error?: string | undefined
  isBusy?: boolean
}

/** A place to drop a file or choose one. Wrong type and size are refused here already; the server checks the bytes. */
export function FileDrop({
  label,
  help,
  accept,
  maxBytes,
  onFile,
  isMany = false,
  refusal: rule,
  onRefused,
  error,
  isBusy = false,
}: FileDropProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const take = (files: FileList | null) => {
    if (files === null || files.length === 0 || isBusy) return
    const chosen = [...files].slice(0, isMany ? undefined : 1).map((file) => ({ file, code: refusalOf(file, accept, maxBytes) }))
    const shownHere = onRefused === undefined ? chosen : []
    setRefusals(
      shownHere.flatMap(({ file, code }) => (code === null ? [] : [isMany ? `${file.name}: ${wordsOf(code, file)}` : wordsOf(code, file)])),
    )
    for (const { file, code } of chosen) {
      if (code === null) onFile(file)
      else onRefused?.(file, wordsOf(code, file))
    }
  }
  const wordsOf = (code: Refusal, { name: fileName }: File) =>
    rule === undefined || code === 'file.empty' ? errorText(code, { megabytes: Math.round(maxBytes / 1_048_576), fileName }) : rule
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const shown = refusals.length > 0 ? refusals : error === undefined ? [] : [error]
  return (
    <div>
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" size={28} />
        <strong>{label}</strong>
        <Button kind="main" isBusy={isBusy} onPress={() => input.current?.click()}>
          {t('ui.chooseFile')}
        </Button>
        {help !== undefined && <span className={styles.help}>{help}</span>}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={label}
          multiple={isMany}
          accept={accept.join(',')}
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
      </div>
      {shown.map((words) => (
        <p key={words} className={styles.error} role="alert">
          <Icon name="error" size={16} /> {words}
        </p>
      ))}
    </div>
  )
}

type Refusal = 'file.typeUnsupported' | 'file.tooLarge' | 'file.empty'

/** Why a file is refused before it is sent, by its name and size. */
export function refusalOf(file: File, accept: readonly string[], maxBytes: number): Refusal | null {
  if (!accept.some((ending) => file.name.toLowerCase().endsWith(ending))) return 'file.typeUnsupported'
  if (file.size > maxBytes) return 'file.tooLarge'
  return file.size === 0 ? 'file.empty' : null
}
