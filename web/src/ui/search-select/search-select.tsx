import { type KeyboardEvent, lazy, type Ref, Suspense, useRef, useState } from 'react'
import { Field, type FieldProps } from '../field.tsx'
import { FloatingPanel } from '../floating-panel.tsx'
import { type SelectOption, SelectInput } from '../inputs.tsx'
import styles from './search-select.module.css'

// Ten are read at a glance, and the browser's own list is what phones know best.
const glanceMax = 10

const ChoiceList = lazy(async () => ({ default: (await import('./choice-list.tsx')).ChoiceList }))

export type SearchSelectProps = FieldProps<string> & {
  options: readonly SelectOption[]
  /** However few there are, it is searched: who uses it knows the name. */
  isSearched?: boolean
  /** What stands there until one is chosen; it is no choice of the list. */
  placeholder?: string | undefined
}

/** One of a list that may be long: up to ten as the browser's own list, more as a list to search in, loaded when somebody opens it. */
export function SearchSelect({ isSearched = false, placeholder, ...props }: SearchSelectProps) {
  return props.options.length <= glanceMax && !isSearched ? <SelectInput {...props} /> : <LongSelect {...props} placeholder={placeholder} />
}

function LongSelect({ value, onChange, options, placeholder = '', ...field }: Omit<SearchSelectProps, 'isSearched'>) {
  const opener = useRef<HTMLButtonElement>(null)
  const [words, setWords] = useState<string | null>(null)
  const chosen = options.find((option) => option.value === value)
  const press = (event: KeyboardEvent) => {
    const isOpen = words !== null
    const isLetter = event.key.length === 1 && (isOpen || event.key !== ' ') && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isLetter && (isOpen || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp'))) return
    // A letter begins the search; it is no key of the page here. Those that are typed while the list still loads belong to it too.
    event.preventDefault()
    event.stopPropagation()
    setWords(isLetter ? (words ?? '') + event.key : '')
  }
  return (
    <Field {...field}>
      {({ ref, onBlur, ...parts }) => (
        <div className={styles.place}>
          <button
            {...parts}
            ref={(element) => {
              opener.current = element
              giveTo(ref as Ref<unknown> | undefined, element)
            }}
            type="button"
            role="combobox"
            className={`${parts.className ?? ''} ${styles.opener ?? ''}`}
            aria-haspopup="listbox"
            aria-expanded={words !== null}
            aria-controls={`${parts.id}-list`}
            title={field.isLabelHidden ? field.label : undefined}
            data-empty={value === '' || undefined}
            onKeyDown={press}
            onBlur={onBlur}
            onClick={() => setWords(words === null ? '' : null)}
          >
            {chosen?.label ?? (value || placeholder)}
          </button>
          {words !== null && (
            <FloatingPanel trigger={opener} align="start" onClose={() => setWords(null)} focusFirst="input">
              <div className={styles.panel} id={`${parts.id}-list`}>
                <Suspense>
                  <ChoiceList
                    label={field.label}
                    words={words}
                    value={value}
                    options={options}
                    onChoose={(next) => {
                      setWords(null)
                      if (next !== value) onChange(next)
                    }}
                  />
                </Suspense>
              </div>
            </FloatingPanel>
          )}
        </div>
      )}
    </Field>
  )
}

function giveTo(ref: Ref<unknown> | undefined, element: unknown) {
  if (typeof ref === 'function') ref(element)
  else if (ref) ref.current = element
}
