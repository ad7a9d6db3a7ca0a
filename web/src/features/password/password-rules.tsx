import { type PasswordFault, passwordFaults, passwordLengthMax, passwordLengthMin } from '@regie/contract/password.ts'
import { useText } from '../../locales/i18n.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './password.module.css'

const always = ['tooShort', 'noLetter', 'noUppercase', 'noDigit', 'noSpecial'] as const satisfies PasswordFault[]
// Few passwords meet these, so they are named only by the password that does.
const whenBroken = ['tooLong', 'personal'] as const satisfies PasswordFault[]

/** What a password needs, ticked off while one types. */
export function PasswordRules({ password, username }: { password: string; username: string }) {
  const t = useText()
  const faults = passwordFaults(password, { username })
  const rules = [...always, ...whenBroken.filter((fault) => faults.includes(fault))]
  return (
    <ul className={styles.rules} aria-label={t('changePassword.rules')}>
      {rules.map((rule) => (
        <li key={rule} data-met={!faults.includes(rule)}>
          <Icon name={faults.includes(rule) ? 'circle' : 'check'} size={16} />
          <span>{t(`changePassword.rule.${rule}`, { min: passwordLengthMin, max: passwordLengthMax })}</span>
          <span className="visually-hidden">: {t(faults.includes(rule) ? 'changePassword.ruleUnmet' : 'changePassword.ruleMet')}</span>
        </li>
      ))}
    </ul>
  )
}
