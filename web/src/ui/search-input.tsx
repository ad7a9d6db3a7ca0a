import { Icon } from './icon.tsx'
import { TextInput } from './text-inputs.tsx'
import { useTyping } from './use-typing.ts'

type SearchInputProps = {
  label: string
  /** What can be looked for, when the label does not say it. */
  placeholder?: string
  value: string
  /** A moment after the last letter. */
  onSearch: (words: string) => void
  maxLength?: number
  autoFocus?: boolean
}

/** The box above a list in which one types what to look for. */
export function SearchInput({ label, placeholder = label, value, onSearch, maxLength = 200, autoFocus = false }: SearchInputProps) {
  const [typed, setTyped] = useTyping(value, onSearch)
  return (
    <TextInput
      label={label}
      isLabelHidden
      type="search"
      placeholder={placeholder}
      icon={<Icon name="search" size={16} />}
      maxLength={maxLength}
      autoFocus={autoFocus}
      value={typed}
      onChange={setTyped}
    />
  )
}
