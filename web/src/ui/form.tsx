import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type ReactNode, useState } from 'react'
import {
  type ControllerRenderProps,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Path,
  useController,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'
import { ApiFailure } from '../api/api-failure.ts'
import { errorText } from '../locales/error-text.ts'
import { FailureText } from './failure-text.tsx'
import styles from './form.module.css'
import { LeaveQuestion } from './leave-question.tsx'

type Schema<Values extends FieldValues> = Parameters<typeof standardSchemaResolver<Values, unknown, Values>>[0]

export type AppForm<Values extends FieldValues> = UseFormReturn<Values, unknown, Values>

/** A form over a zod schema; its messages are error codes. The first wrong field gets the focus. */
export function useAppForm<Values extends FieldValues>({
  schema,
  defaults,
  mode = 'onTouched',
}: {
  schema: Schema<Values>
  defaults: DefaultValues<Values>
  /** `onSubmit` where the first field has the focus at once: leaving it for a button beneath would move that button away from the pointer. */
  mode?: 'onTouched' | 'onSubmit'
}): AppForm<Values> {
  return useForm<Values, unknown, Values>({
    resolver: standardSchemaResolver<Values, unknown, Values>(schema),
    defaultValues: defaults,
    mode,
  })
}

type FormProps<Values extends FieldValues> = {
  form: AppForm<Values>
  onSubmit: (values: Values) => Promise<unknown>
  children: ReactNode
  asksBeforeLeaving?: boolean
  label?: string
  /** Panels beside each other instead of one column. */
  isWide?: boolean
}

/** Sends the form. A refusal that names a field is shown there, any other above the buttons; nothing typed is lost. */
export function Form<Values extends FieldValues>({
  form,
  onSubmit,
  children,
  asksBeforeLeaving = false,
  label,
  isWide = false,
}: FormProps<Values>) {
  const [failure, setFailure] = useState<Error | null>(null)
  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    await onSubmit(values).catch((refusal: unknown) => {
      const field = refusal instanceof ApiFailure ? fieldOf(refusal, values) : undefined
      if (refusal instanceof ApiFailure && field !== undefined)
        form.setError(field as Path<Values>, { message: errorText(refusal.code, refusal.params) }, { shouldFocus: true })
      else setFailure(refusal as Error)
    })
  })
  return (
    <form className={styles.form} data-wide={isWide || undefined} noValidate aria-label={label} onSubmit={(event) => void submit(event)}>
      {children}
      {failure !== null && <FailureText failure={failure} />}
      {asksBeforeLeaving && <LeaveQuestion isUnsaved={form.formState.isDirty && !form.formState.isSubmitting} />}
    </form>
  )
}

/** The field of the form that a refusal names, by its whole path in the request or by the end of it: `contact.phone` is `phone` in a form of a contact. */
function fieldOf({ field = '' }: ApiFailure, values: object): string | undefined {
  return [field, field.split('.').at(-1) ?? ''].find((name) => name in values)
}

type FieldParts<Values extends FieldValues, Name extends FieldPath<Values>> = {
  name: Name
  value: ControllerRenderProps<Values, Name>['value']
  onChange: (value: ControllerRenderProps<Values, Name>['value']) => void
  onBlur: () => void
  error: string | undefined
  inputRef: (element: { focus: () => void } | null) => void
}

type FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = {
  form: AppForm<Values>
  name: Name
  children: (field: FieldParts<Values, Name>) => ReactNode
}

/** Ties an input to a form: `<FormField form={form} name="name">{(field) => <TextInput {...field} label=… />}</FormField>`. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  children,
}: FormFieldProps<Values, Name>) {
  const { field, fieldState } = useController({ control: form.control, name })
  const message = fieldState.error?.message
  return children({
    name,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    inputRef: field.ref,
    error: message === undefined ? undefined : wordsOf(message),
  })
}

// A schema's own message is a code; what the server refused has been put into words already.
function wordsOf(message: string): string {
  return /^[a-z]\w*(\.\w+)+$/i.test(message) ? errorText(message) : message === 'Invalid input' ? errorText('error.invalid') : message
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
