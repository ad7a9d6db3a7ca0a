import { useState } from 'react'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { answersTo, answerText } from '../step-words.ts'

type AnswerFieldProps = {
  label: string
  question: string
  value: string
  /** What the WhatsApp texts of the script have to press. */
  pressable: readonly string[]
  /** Answers that have a way already. */
  taken: readonly string[]
  isDisabled: boolean
  onChange: (answer: string) => void
}

/** One answer of a branch: chosen where the question has known ones, typed where a field or variable may hold anything. */
export function AnswerField({ label, question, value, pressable, taken, isDisabled, onChange }: AnswerFieldProps) {
  const [typed, setTyped] = useState({ value, text: value })
  const known = answersTo(question, pressable)
  if (known !== null) {
    // What no text has any more stays, and is seen to.
    const listed = known.includes(value) ? known : [...known, value]
    const options = listed.map((answer) => ({ value: answer, label: answerText(question, answer), isDisabled: taken.includes(answer) }))
    return <SearchSelect label={label} isLabelHidden value={value} options={options} isDisabled={isDisabled} onChange={onChange} />
  }
  const text = typed.value === value ? typed.text : value
  return (
    <TextInput
      label={label}
      isLabelHidden
      value={text}
      placeholder={answerText(question, '')}
      maxLength={200}
      isDisabled={isDisabled}
      onChange={(changed) => setTyped({ value, text: changed })}
      onBlur={() => {
        const answer = text.trim()
        if (answer !== value && !taken.includes(answer)) onChange(answer)
        else setTyped({ value, text: value })
      }}
    />
  )
}
