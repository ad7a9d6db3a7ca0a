import { readTime } from '../../locales/read-moment.ts'
import { Field, type FieldProps } from '../field.tsx'
import { useTyped } from './use-typed.ts'

/** A time of day as HH:mm on 24 hours; "9", "930" and "9u30" are understood. Empty is ''. */
export function TimeInput({ value, onChange, ...field }: FieldProps<string>) {
  const { text, fault, type, leave } = useTyped({ value, empty: '', read: readTime, show: (time) => time, onChange, kind: 'time' })
  return (
    <Field {...field} error={field.error ?? fault}>
      {(parts) => (
        <input
          {...parts}
          type="text"
          autoComplete="off"
          placeholder="09:30"
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => {
            leave()
            parts.onBlur?.()
          }}
        />
      )}
    </Field>
  )
}
