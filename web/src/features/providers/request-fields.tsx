import { type AcceptEmailSettings, mailToPayModules, type StateOfCode } from '@regie/contract/payment-request-providers.ts'
import { type PaymentState, paymentStates } from '@regie/contract/payments.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NumberInput, SelectInput } from '../../ui/inputs.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import type { ProviderDraft, ProviderFieldsProps } from './provider-draft.ts'
import styles from './providers.module.css'

type Fields = Pick<ProviderFieldsProps, 'draft' | 'onChange' | 'faultAt' | 'hasSecret'>

/** An account at AcceptEmail: where its REST API is, by which key, and what its statuses mean. */
export function AcceptEmailFields(props: Fields) {
  const t = useText()
  const { draft, onChange } = props
  const set = (change: Partial<AcceptEmailSettings>) => onChange({ ...draft, acceptemail: { ...draft.acceptemail, ...change } })
  return (
    <>
      <AccountFields {...props} its={draft.acceptemail} set={set} />
      <SelectInput
        label={t('providers.request.image')}
        help={t('providers.request.imageHelp')}
        value={draft.acceptemail.statusImage}
        options={(['provider', 'own'] as const).map((value) => ({ value, label: t(`providers.request.images.${value}`) }))}
        onChange={(value) => set({ statusImage: value as AcceptEmailSettings['statusImage'] })}
      />
      <StatusFields {...props} its={draft.acceptemail} set={set} />
    </>
  )
}

/** An account at MailToPay: its own address, the ways to pay that a request offers, and what its status codes mean. */
export function MailToPayFields(props: Fields) {
  const t = useText()
  const { draft, onChange, faultAt } = props
  const { mailtopay } = draft
  const set = (change: Partial<typeof mailtopay>) => onChange({ ...draft, mailtopay: { ...mailtopay, ...change } })
  const fault = faultAt('settings.modules')
  return (
    <>
      <AccountFields {...props} its={mailtopay} set={set} />
      <fieldset className={styles.choices}>
        <legend>{t('providers.request.modules')}</legend>
        {mailToPayModules.map((name) => (
          <CheckInput
            key={name}
            label={t(`providers.request.moduleNames.${name}`)}
            value={mailtopay.modules.includes(name)}
            onChange={(isOn) => set({ modules: mailToPayModules.filter((one) => (one === name ? isOn : mailtopay.modules.includes(one))) })}
          />
        ))}
        {fault !== undefined && <p className={styles.trouble}>{fault}</p>}
      </fieldset>
      <StatusFields {...props} its={mailtopay} set={set} />
    </>
  )
}

type Common = Pick<ProviderDraft['mailtopay'], 'url' | 'user' | 'states' | 'cancelCall' | 'checkMinutes'>
type Part = Fields & { its: Common; set: (change: Partial<Common>) => void }

function AccountFields({ draft, onChange, faultAt, hasSecret, its, set }: Part) {
  const t = useText()
  return (
    <>
      <TextInput
        label={t('providers.fields.baseUrl')}
        help={t(draft.kind === 'mailtopay' ? 'providers.request.ownUrl' : 'providers.payment.urlHelp')}
        isRequired
        maxLength={300}
        {...(draft.kind === 'mailtopay' && { placeholder: 'https://…' })}
        error={faultAt('settings.url')}
        value={its.url}
        onChange={(url) => set({ url })}
      />
      <TextInput
        label={t('providers.fields.user')}
        isRequired
        maxLength={200}
        error={faultAt('settings.user')}
        value={its.user}
        onChange={(user) => set({ user })}
      />
      <PasswordInput
        label={t('providers.request.key')}
        help={t(hasSecret ? 'providers.payment.keyKept' : 'providers.request.keyHelp')}
        autoComplete="new-password"
        error={faultAt('secret')}
        value={draft.secret}
        onChange={(secret) => onChange({ ...draft, secret })}
      />
    </>
  )
}

function StatusFields({ faultAt, its, set }: Part) {
  const t = useText()
  const change = (at: number, row: Partial<StateOfCode>) =>
    set({ states: its.states.map((one, i) => (i === at ? { ...one, ...row } : one)) })
  const fault = faultAt('settings.states')
  return (
    <>
      <fieldset className={styles.codes}>
        <legend>{t('providers.request.codes')}</legend>
        <p className={styles.help}>{t('providers.request.codesHelp')}</p>
        {its.states.map(({ code, state }, at) => (
          <div key={at} className={styles.code}>
            <TextInput
              label={t('providers.request.code')}
              isRequired
              maxLength={40}
              value={code}
              onChange={(value) => change(at, { code: value })}
            />
            <SelectInput
              label={t('providers.request.means')}
              value={state}
              options={paymentStates.map((value) => ({ value, label: t(`providers.request.states.${value}`) }))}
              onChange={(value) => change(at, { state: value as PaymentState })}
            />
            <IconButton
              icon="trash"
              label={t('providers.request.removeCode', { code })}
              onPress={() => set({ states: its.states.filter((_one, i) => i !== at) })}
            />
          </div>
        ))}
        {fault !== undefined && <p className={styles.trouble}>{fault}</p>}
        <Button
          kind="quiet"
          icon={<Icon name="plus" size={16} />}
          onPress={() => set({ states: [...its.states, { code: '', state: 'link_clicked' }] })}
        >
          {t('providers.request.addCode')}
        </Button>
      </fieldset>
      <NumberInput
        label={t('providers.request.checkMinutes')}
        help={t('providers.request.checkHelp')}
        isRequired
        min={5}
        max={1440}
        error={faultAt('settings.checkMinutes')}
        value={its.checkMinutes}
        onChange={(minutes) => set({ checkMinutes: minutes ?? its.checkMinutes })}
      />
      <TextInput
        label={t('providers.request.cancelCall')}
        help={t('providers.request.cancelHelp')}
        maxLength={200}
        error={faultAt('settings.cancelCall')}
        value={its.cancelCall}
        onChange={(cancelCall) => set({ cancelCall })}
      />
    </>
  )
}
