import { type CallMenu, type KeyAct, keyActs, type MenuKey, type PhoneKey, phoneKeys } from '@regie/contract/call-menu.ts'
import type { ScriptText } from '@regie/contract/flow.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberInput, SelectInput } from '../../../ui/inputs.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import type { FlowNames } from '../flow-names.ts'
import styles from '../flow.module.css'
import { NextField } from '../steps/next-field.tsx'
import { TemplateField } from '../texts/template-field.tsx'
import type { TextTools } from '../texts/text-tools.ts'

export type CallPartProps = {
  steps: readonly ScriptStep[]
  names: FlowNames
  texts: readonly ScriptText[]
  tools: TextTools
  /** Where the step leads by itself. */
  next: string
  isReadOnly: boolean
}
type Props = CallPartProps & { menu: CallMenu | undefined; onChange: (menu: CallMenu | undefined) => void }

const within = (value: number | null, least: number, most: number) => Math.min(Math.max(value ?? least, least), most)

/** The keys that may be pressed in a call: what each is called and does, and what happens to who presses none. */
export function CallMenuFields({ menu, onChange, ...part }: Props) {
  const t = useText()
  const { steps, next, isReadOnly } = part
  if (!menu)
    return isReadOnly ? null : (
      <fieldset className={styles.group}>
        <legend>{t('flow.menu.title')}</legend>
        <p className={styles.soft}>{t('flow.menu.help')}</p>
        <div>
          <Button icon={<Icon name="plus" size={16} />} onPress={() => onChange(firstMenu(next))}>
            {t('flow.menu.add')}
          </Button>
        </div>
      </fieldset>
    )
  const { keys } = menu
  const put = (changed: MenuKey[]) => onChange({ ...menu, keys: changed })
  const free = phoneKeys.find((key) => !keys.some((one) => one.key === key))
  return (
    <fieldset className={styles.group}>
      <legend>{t('flow.menu.title')}</legend>
      <p className={styles.soft}>{t('flow.menu.help')}</p>
      {keys.map((one, at) => (
        <KeyFields
          key={at}
          {...part}
          one={one}
          taken={keys.filter((_one, place) => place !== at).map(({ key }) => key)}
          onChange={(changed) => put(keys.map((other, place) => (place === at ? changed : other)))}
          onRemove={() => put(keys.toSpliced(at, 1))}
        />
      ))}
      {!isReadOnly && free !== undefined && (
        <div>
          <Button icon={<Icon name="plus" size={16} />} onPress={() => put([...keys, { key: free, name: '', act: 'goTo', next }])}>
            {t('flow.menu.addKey')}
          </Button>
        </div>
      )}
      <NumberInput
        label={t('flow.menu.wait')}
        value={menu.waitSeconds}
        min={2}
        max={30}
        isDisabled={isReadOnly}
        onChange={(value) => onChange({ ...menu, waitSeconds: within(value, 2, 30) })}
      />
      <NumberInput
        label={t('flow.menu.wrongMax')}
        value={menu.wrongMax}
        min={0}
        max={5}
        isDisabled={isReadOnly}
        onChange={(value) => onChange({ ...menu, wrongMax: within(value, 0, 5) })}
      />
      <NextField
        label={t('flow.menu.noneTo')}
        value={menu.none}
        steps={steps}
        isDisabled={isReadOnly}
        onChange={(none) => onChange({ ...menu, none })}
      />
      {!isReadOnly && (
        <div>
          <Button kind="quiet" icon={<Icon name="close" size={16} />} onPress={() => onChange(undefined)}>
            {t('flow.menu.remove')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

const firstMenu = (next: string): CallMenu => ({
  keys: [{ key: '1', name: '', act: 'goTo', next }],
  ...{ waitSeconds: 6, wrongMax: 2, none: next },
})

type KeyFieldsProps = CallPartProps & {
  one: MenuKey
  taken: readonly PhoneKey[]
  onChange: (changed: MenuKey) => void
  onRemove: () => void
}

function KeyFields({ one, taken, steps, names, texts, tools, next, isReadOnly, onChange, onRemove }: KeyFieldsProps) {
  const t = useText()
  const { key, name, act } = one
  const label = t('flow.menu.key', { key })
  return (
    <div className={styles.rule} role="group" aria-label={label}>
      <div className={styles.ruleHead}>
        <strong>{label}</strong>
        {!isReadOnly && <IconButton icon="close" label={t('flow.menu.removeKey', { key })} onPress={onRemove} />}
      </div>
      <SelectInput
        label={t('flow.menu.which')}
        value={key}
        options={phoneKeys.filter((other) => !taken.includes(other)).map((other) => ({ value: other, label: other }))}
        isDisabled={isReadOnly}
        onChange={(chosen) => onChange({ ...one, key: phoneKeys.find((other) => other === chosen) ?? key })}
      />
      <TextInput
        label={t('flow.menu.name')}
        isRequired
        value={name}
        maxLength={60}
        isDisabled={isReadOnly}
        onChange={(changed) => onChange({ ...one, name: changed })}
      />
      <SelectInput
        label={t('flow.menu.does')}
        value={act}
        options={keyActs.map((other) => ({ value: other, label: t(`flow.menu.acts.${other}`) }))}
        isDisabled={isReadOnly}
        onChange={(chosen) => onChange(withAct(one, keyActs.find((other) => other === chosen) ?? act, next))}
      />
      {'next' in one && (
        <NextField
          label={t('flow.menu.keyTo', { key })}
          value={one.next}
          steps={steps}
          isDisabled={isReadOnly}
          onChange={(to) => onChange({ ...one, next: to })}
        />
      )}
      {one.act === 'hear' && (
        <TemplateField
          label={t('flow.menu.heard', { key })}
          kind="call"
          value={one.template}
          {...{ names, texts, tools }}
          isDisabled={isReadOnly}
          onChange={(template) => onChange({ ...one, template })}
        />
      )}
    </div>
  )
}

function withAct({ key, name, ...one }: MenuKey, act: KeyAct, next: string): MenuKey {
  if (act === 'goTo' || act === 'wrongPerson') return { key, name, act, next: 'next' in one ? one.next : next }
  return act === 'hear' ? { key, name, act, template: 'template' in one ? one.template : '' } : { key, name, act }
}
