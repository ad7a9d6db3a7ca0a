import * as z from 'zod/mini'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions, FormField, useAppForm } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/text-inputs.tsx'

const schema = z.object({ password: z.string().check(z.minLength(1, 'twoFactor.passwordMissing')) })

/** Asks the password again before something that a passer-by should not be able to do. */
export function PasswordStep({ onPassword }: { onPassword: (password: string) => Promise<unknown> }) {
  const t = useText()
  const form = useAppForm({ schema, defaults: { password: '' }, mode: 'onSubmit' })
  return (
    <Form form={form} onSubmit={({ password }) => onPassword(password)}>
      <FormField form={form} name="password">
        {(field) => <PasswordInput {...field} label={t('twoFactor.password')} autoFocus />}
      </FormField>
      <FormActions>
        <Button kind="main" type="submit" isBusy={form.formState.isSubmitting}>
          {t('twoFactor.next')}
        </Button>
      </FormActions>
    </Form>
  )
}
