import { generatePassword } from '@regie/contract/password.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { type AppForm, FormField } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PasswordInput } from '../../ui/text-inputs.tsx'
import styles from './password.module.css'
import type { PasswordValues } from './password-values.ts'
import { PasswordRules } from './password-rules.tsx'
import { StrengthMeter } from './strength-meter.tsx'

type NewPasswordFieldsProps = { form: AppForm<PasswordValues>; username: string; startsHere?: boolean }

/** The new password twice, with what it needs, how strong it is, whether both are the same, and a suggestion. */
export function NewPasswordFields({ form, username, startsHere = false }: NewPasswordFieldsProps) {
  const t = useText()
  const [newPassword, repeated] = useWatch({ control: form.control, name: ['newPassword', 'repeated'] })
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const suggest = () => {
    const password = generatePassword()
    setSuggestion(password)
    form.setValue('newPassword', password, { shouldValidate: true, shouldDirty: true })
    form.setValue('repeated', password, { shouldValidate: true, shouldDirty: true })
  }
  return (
    <>
      <FormField form={form} name="newPassword">
        {({ onChange, ...field }) => (
          <PasswordInput
            {...field}
            label={t('changePassword.new')}
            autoComplete="new-password"
            autoFocus={startsHere}
            onChange={(typed) => {
              onChange(typed)
              if (form.formState.touchedFields.repeated) void form.trigger('repeated')
            }}
          />
        )}
      </FormField>
      <StrengthMeter password={newPassword} />
      <PasswordRules password={newPassword} username={username} />
      {suggestion === newPassword && suggestion !== null ? (
        <div className={styles.suggestion}>
          <span>{t('changePassword.generated')}</span>
          <code>{suggestion}</code>
          <CopyButton text={suggestion} label={t('changePassword.copy')} copiedLabel={t('changePassword.copied')} />
        </div>
      ) : (
        <span className={styles.suggest}>
          <Button kind="quiet" icon={<Icon name="key" size={16} />} onPress={suggest}>
            {t('changePassword.generate')}
          </Button>
        </span>
      )}
      <FormField form={form} name="repeated">
        {(field) => (
          <PasswordInput
            {...field}
            label={t('changePassword.repeat')}
            autoComplete="new-password"
            help={<MatchHint one={newPassword} other={repeated} />}
          />
        )}
      </FormField>
    </>
  )
}

function MatchHint({ one, other }: { one: string; other: string }) {
  const t = useText()
  if (other === '') return null
  const isSame = one === other
  return (
    <span className={styles.match} data-tone={isSame ? 'success' : 'neutral'} aria-live="polite">
      <Icon name={isSame ? 'check' : 'circle'} size={16} />
      {isSame ? t('changePassword.matches') : t('changePassword.matchesNot')}
    </span>
  )
}
