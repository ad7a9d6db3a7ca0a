import { useState } from 'react'
import { readAmount } from '../locales/amount.ts'
import { useText } from '../locales/i18n.tsx'
import type { FieldProps } from './field.tsx'
import { TextInput } from './text-inputs.tsx'

/** An amount as people type it; what is none says so when the field is left. */
export function AmountInput({
  error,
  onBlur,
  mayBeZero = false,
  ...props
}: FieldProps<string> & { placeholder?: string; mayBeZero?: boolean }) {
  const t = useText()
  const [isLeft, setLeft] = useState(false)
  const isWrong =
    isLeft &&
    props.value.trim() !== '' &&
    readAmount(props.value) === null &&
    !(mayBeZero && /^[€\s]*0+([.,]0{1,2})?$/.test(props.value.trim()))
  return (
    <TextInput
      {...props}
      error={error ?? (isWrong ? t('ui.invalid.amount') : undefined)}
      onBlur={() => {
        setLeft(true)
        onBlur?.()
      }}
    />
  )
}
