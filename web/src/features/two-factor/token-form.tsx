import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormField, useAppForm } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { withTokenField } from './two-factor-data.ts'

// People type a code as they read it: in two groups, with a space or a dash.
const withoutGaps = (typed: string) => typed.replace(/[\s-]/g, '')
const schema = z.object({
  token: z.string().check(z.refine((typed) => /^[a-z\d]{6,14}$/i.test(withoutGaps(typed)), 'twoFactor.tokenInvalid')),
})

type TokenFormProps = {
  label: string
  verb: string
  help?: ReactNode
  /** A recovery code has letters; others are digits only and are sent as soon as all six are there. */
  hasLetters?: boolean
  onToken: (token: string) => Promise<unknown>
}

/** One field for a code, which the browser may fill from a message; pasting works as well. */
export function TokenForm({ label, verb, help, hasLetters = false, onToken }: TokenFormProps) {
  const t = useText()
  const form = useAppForm({ schema, defaults: { token: '' }, mode: 'onSubmit' })
  const submit = ({ token }: { token: string }) => withTokenField(onToken(withoutGaps(token)))
  return (
    <Form form={form} onSubmit={submit}>
      <FormField form={form} name="token">
        {({ onChange, ...field }) => (
          <TextInput
            {...field}
            label={label}
            help={help ?? (hasLetters ? undefined : t('otp.codeHelp'))}
            autoFocus
            autoComplete={hasLetters ? 'off' : 'one-time-code'}
            inputMode={hasLetters ? 'text' : 'numeric'}
            maxLength={20}
            onChange={onChange}
          />
        )}
      </FormField>
      <Button kind="main" type="submit" isWide isBusy={form.formState.isSubmitting}>
        {verb}
      </Button>
    </Form>
  )
}
